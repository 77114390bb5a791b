package dev.fcp.eventlog.text;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.entity.RecordEntitySpec;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Entities each of which is a line of a text file, those lines too that the domain does not
 * understand. Only what a line can hold is an entity: what reads from its line as it was written.
 *
 * @param <V> as for {@link RecordEntitySpec}; every record has a component of type {@link OrderKey}
 */
public class LineEntitySpec<V> extends RecordEntitySpec<V> {

  private final BiFunction<String, OrderKey, V> reader;
  private final Function<V, String> writer;

  /**
   * What is known of these entities.
   *
   * @param noun as for {@link RecordEntitySpec}
   * @param lookup as for {@link RecordEntitySpec}
   * @param reader gives the entity in a line, which comes without its end; it may throw {@link
   *     IllegalArgumentException} to have the file refused because of this line
   * @param writer gives the line of an entity
   */
  public LineEntitySpec(
      String noun,
      MethodHandles.Lookup lookup,
      Class<V> entityType,
      BiFunction<String, OrderKey, V> reader,
      Function<V, String> writer) {
    super(noun, lookup, entityType);
    this.reader = Objects.requireNonNull(reader, "reader");
    this.writer = Objects.requireNonNull(writer, "writer");
  }

  final V read(String line, OrderKey orderKey) {
    return reader.apply(line, orderKey);
  }

  final String write(V entity) {
    return writer.apply(entity);
  }

  @Override
  public final V entity(String key, SortedMap<String, Value> units) {
    V entity = super.entity(key, units);
    if (!isRepresentable(entity)) {
      throw new IllegalArgumentException(refusalReason(entity));
    }
    return entity;
  }

  /** Refuses to create what no line can hold. */
  @Override
  public Optional<Conflict> check(Change<String, V> change, EntityModel<String, V> model) {
    return change instanceof Change.Created<String, V>(var key, var entity)
            && !isRepresentable(entity)
        ? Optional.of(Conflict.at(Unit.whole(ref(key)), refusalReason(entity)))
        : Optional.empty();
  }

  private boolean isRepresentable(V entity) {
    String line = write(entity);
    OrderKey orderKey = sortKey(entity).orElseThrow().orderKey();
    return line.indexOf('\n') < 0
        && !line.endsWith("\r")
        && StandardCharsets.UTF_8.newEncoder().canEncode(line)
        && readsBack(line, orderKey, entity);
  }

  private boolean readsBack(String line, OrderKey orderKey, V entity) {
    try {
      return read(line, orderKey).equals(entity);
    } catch (IllegalArgumentException e) {
      // A line for which a file would be refused holds no entity.
      return false;
    }
  }

  private static String refusalReason(Object entity) {
    return "no line of a file can hold " + entity;
  }
}
