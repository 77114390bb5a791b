package dev.fcp.server;

import com.google.common.base.Splitter;
import dev.fcp.postgres.WorldEventQuery;
import dev.fcp.postgres.WorldEventQuery.ComponentRef;
import dev.fcp.server.worlds.WorldJson;
import dev.fcp.server.worlds.WorldText;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that select events of a world. */
final class WorldEventFilter {

  @Option(names = "--type", paramLabel = "TYPE", description = "Only events of this type.")
  private @Nullable String type;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = "The role of the entity: subject, touched or mentioned; may be repeated.")
  private List<String> roles = List.of();

  @Option(names = "--from", paramLabel = "TURN", description = "The first turn.")
  private @Nullable TurnNumber from;

  @Option(names = "--to", paramLabel = "TURN", description = "The last turn.")
  private @Nullable TurnNumber to;

  @Option(
      names = "--component",
      paramLabel = "KIND=HASH",
      description = "Only events that ran under this component.")
  private @Nullable String component;

  @Option(names = "--failed", description = "Also events of failed attempts.")
  private boolean includesFailed;

  @Option(
      names = "--after",
      paramLabel = "SEQ",
      description = "Continues after the event with this number.")
  private long after;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "The number of events of a page, 1 to 1000. Default: 100.")
  private int limit;

  /** Runs a command with these options: prints a page of events. */
  int answer(WorldAccess.OfWorld world, Optional<String> entity) {
    WorldEventQuery query = query(world, entity);
    return world.answer(
        store -> store.events(world.slug(), query).orElseThrow(), WorldJson::of, WorldText::lines);
  }

  private WorldEventQuery query(WorldAccess access, Optional<String> entity) {
    try {
      return new WorldEventQuery(
          after,
          limit,
          Optional.ofNullable(type),
          entity,
          Set.copyOf(roles),
          Optional.ofNullable(from).map(TurnNumber::value),
          Optional.ofNullable(to).map(TurnNumber::value),
          Optional.ofNullable(component).map(it -> component(access, it)),
          includesFailed);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(access.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** A component as {@code KIND=HASH}. */
  static ComponentRef component(WorldAccess access, String text) {
    List<String> parts = Splitter.on('=').limit(2).splitToList(text);
    if (parts.size() < 2) {
      throw new ParameterException(
          access.commandLine(), "A component is KIND=HASH, not \"%s\"".formatted(text));
    }
    return new ComponentRef(parts.get(0), parts.get(1));
  }
}
