package dev.fcp.server;

import dev.fcp.postgres.NewWorld;
import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.postgres.StateDiff;
import dev.fcp.postgres.Turn;
import dev.fcp.postgres.WorldEvent;
import dev.fcp.postgres.WorldRollback;
import dev.fcp.postgres.WorldStore;
import dev.fcp.postgres.WorldVerification;
import dev.fcp.postgres.WorldWorker;
import dev.fcp.server.worlds.ScenarioFile;
import dev.fcp.server.worlds.TurnProgram;
import dev.fcp.server.worlds.TurnResult;
import dev.fcp.server.worlds.WorldJson;
import dev.fcp.server.worlds.WorldText;
import dev.fcp.verbs.Languages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code fcp world ...}: the commands on worlds in a database. */
@Command(
    name = "world",
    description = {
      "Works with worlds: documents in a database that change in numbered turns.",
      "See docs/worlds.md; start with: fcp world demo"
    },
    footer = {"", "Example: fcp world list --store jdbc:postgresql://localhost/documents"})
final class WorldCommand implements Callable<Integer> {

  private static final String SLUG = "Its slug: lower-case letters, digits, inner hyphens.";
  private static final String TITLE = "Its name for people. Default: the slug.";

  private final Console console;

  private WorldCommand(Console console) {
    this.console = console;
  }

  /** The command with all commands below it. */
  static CommandLine of(Console console, Languages languages) {
    IFactory factory = WorldAccess.factory(console, languages);
    CommandLine command =
        new CommandLine(new WorldCommand(console), factory)
            .addSubcommand(new CommandLine(new WorldScenarioCommand(console), factory))
            .addSubcommand(new WorldDemoCommand(console));
    return command
        .registerConverter(UUID.class, WorldCommand::attemptId)
        .registerConverter(TurnNumber.class, TurnNumber::of);
  }

  private static UUID attemptId(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "\"%s\" is not the id of an attempt, as the command without it shows them"
              .formatted(text));
    }
  }

  /** Refuses the group without a command. */
  @Override
  public Integer call() {
    return console
        .printError(ExitCode.USAGE, "! a command is missing", "  try: fcp world --help")
        .code();
  }

  @Command(
      name = "create",
      description = "Creates a world with its turn 0 from a scenario.",
      footer = {"", "Example: fcp world create village --scenario village"})
  int create(
      @Mixin WorldAccess access,
      @Parameters(paramLabel = "NAME", description = SLUG) String slug,
      @Option(names = "--title", paramLabel = "TEXT", description = TITLE) @Nullable String title,
      @ArgGroup(multiplicity = "1") ScenarioArgument scenario) {
    return access.answer(
        store ->
            store
                .create(new NewWorld(slug, title == null ? slug : title, scenario.ref(access)))
                .orElseThrow(),
        WorldJson::of,
        world -> List.of("+ created " + WorldText.line(world)));
  }

  /** How the scenario of a new world is given. */
  static final class ScenarioArgument {
    @Option(names = "--scenario", paramLabel = "NAME|HASH", description = "A stored scenario.")
    private @Nullable String stored;

    @Option(
        names = "--file",
        paramLabel = "FILE",
        description = "A file with a scenario, which is stored without a name.")
    private @Nullable String file;

    ScenarioRef ref(WorldAccess access) {
      return file == null
          ? ScenarioFile.stored(String.valueOf(stored))
          : new ScenarioRef.Inline(WorldScenarioCommand.read(access, file));
    }
  }

  @Command(name = "list", description = "Lists the worlds.")
  int list(
      @Mixin WorldAccess access,
      @Option(names = "--all", description = "Also deleted ones.") boolean includesDeleted,
      @Option(
              names = "--scenario",
              paramLabel = "NAME|HASH",
              description = "Only worlds of this scenario.")
          @Nullable String scenario) {
    return access.answerList(
        "worlds",
        store ->
            store.list(
                includesDeleted,
                Optional.ofNullable(scenario)
                    .map(it -> store.scenario(ScenarioFile.stored(it)).orElseThrow())
                    .map(it -> it.scenario().hash())),
        WorldJson::of,
        WorldText::line);
  }

  @Command(name = "show", description = "Shows a world, also a deleted one.")
  int show(@Mixin WorldAccess.OfWorld world) {
    return world.answer(
        store -> store.getIncludingDeleted(world.slug()).orElseThrow(),
        WorldJson::of,
        WorldText::lines);
  }

  @Command(
      name = "run",
      description = {
        "Makes a turn with a program.",
        "It gets the state on its standard input and writes operations and events to its standard"
            + " output, all of which become one turn, or none."
      },
      footer = {
        "",
        "Example: fcp world run village --worker host-1 -- python3 agents.py",
        "The lines that a program writes: docs/worlds.md, Programs that make turns."
      })
  int run(
      @Mixin WorldAccess.OfWorld world,
      @Mixin WorkerOption worker,
      @Option(
              names = "--time",
              paramLabel = "N",
              description = {
                "The time in the world after the turn.",
                "Default: the time before and the chronon of the scenario."
              })
          @Nullable Long time,
      @Parameters(
              index = "1..*",
              arity = "1..*",
              paramLabel = "COMMAND",
              description = "The program and its arguments, after --.")
          List<String> command) {
    return world.run(store -> {
      try (WorldWorker opened = worker.open(store)) {
        TurnResult result =
            new TurnProgram(command, console.folder(), console.err())
                .run(
                    store,
                    world.languages(),
                    store.startAttempt(world.slug(), opened).orElseThrow(),
                    time == null ? OptionalLong.empty() : OptionalLong.of(time));
        return printTurn(world, result);
      }
    });
  }

  private ExitCode printTurn(WorldAccess access, TurnResult result) {
    return switch (result) {
      case TurnResult.Committed(UUID attempt, Turn turn) ->
          access.print(WorldJson.of(turn), List.of("+ committed " + WorldText.line(turn)));
      case TurnResult.Failed(UUID attempt, String reason) ->
          console.printError(
              ExitCode.REFUSED,
              "! attempt %s failed: %s".formatted(attempt, reason),
              "! the world is unchanged");
    };
  }

  @Command(name = "turns", description = "Lists the turns of a world, a page at a time.")
  int turns(
      @Mixin WorldAccess.OfWorld world,
      @Option(
              names = "--from",
              paramLabel = "TURN",
              defaultValue = "0",
              description = "The first turn. Default: 0.")
          TurnNumber from,
      @Option(
              names = "--limit",
              paramLabel = "N",
              defaultValue = "100",
              description = "The number of turns of a page, 1 to 1000. Default: 100.")
          int limit) {
    return world.answer(
        store -> store.turns(world.slug(), from.value(), limit).orElseThrow(),
        WorldJson::of,
        WorldText::lines);
  }

  @Command(name = "turn", description = "Shows the state after a turn.")
  int turn(
      @Mixin WorldAccess.OfWorld world,
      @Parameters(index = "1", paramLabel = "TURN", description = "The number of the turn.")
          TurnNumber turn) {
    return world.answer(
        store -> store.turn(world.slug(), turn.value()).orElseThrow(),
        WorldJson::of,
        WorldText::lines);
  }

  @Command(name = "at", description = "Shows the state at a time in the world.")
  int at(
      @Mixin WorldAccess.OfWorld world,
      @Parameters(index = "1", paramLabel = "TIME", description = "The time in the world.")
          long time) {
    return world.answer(
        store -> store.stateAt(world.slug(), time).orElseThrow(), WorldJson::of, WorldText::lines);
  }

  @Command(
      name = "diff",
      description = "Shows how a world changed between two turns, and the events between them.",
      footer = {"", "Examples: fcp world diff village 1 3, fcp world diff village --with other"})
  int diff(
      @Mixin WorldAccess.OfWorld world,
      @Parameters(index = "1", arity = "0..1", paramLabel = "FROM", description = "A turn.")
          @Nullable TurnNumber from,
      @Parameters(index = "2", arity = "0..1", paramLabel = "TO", description = "A turn.")
          @Nullable TurnNumber to,
      @Option(
              names = "--with",
              paramLabel = "NAME",
              description = "Compares the current states of two worlds instead.")
          @Nullable String other) {
    if (other != null && from == null) {
      return world.answer(
          store -> store.diffWorlds(world.slug(), other).orElseThrow(),
          WorldJson::of,
          WorldText::lines);
    }
    if (other != null || from == null || to == null) {
      throw new ParameterException(
          world.commandLine(), "Give two turns, as in: village 1 3, or --with NAME");
    }
    return world.run(store -> {
      StateDiff diff = store.diff(world.slug(), from.value(), to.value()).orElseThrow();
      List<WorldEvent> events =
          WorldJson.eventsBetween(store, world.slug(), from.value(), to.value());
      List<String> lines = new ArrayList<>(WorldText.lines(diff));
      events.forEach(it -> lines.add("event " + WorldText.line(it)));
      return world.print(WorldJson.of(diff, events), lines);
    });
  }

  @Command(name = "attempts", description = "Lists the attempts at turns of a world.")
  int attempts(
      @Mixin WorldAccess.OfWorld world,
      @Option(names = "--id", paramLabel = "ID", description = "Only this attempt.")
          @Nullable UUID id) {
    return world.answerList(
        "attempts",
        store ->
            id == null
                ? store.attempts(world.slug()).orElseThrow()
                : List.of(store.attempt(world.slug(), id).orElseThrow()),
        WorldJson::of,
        WorldText::line);
  }

  @Command(
      name = "events",
      description = "Shows events of a world in their order, a page at a time.")
  int events(
      @Mixin WorldAccess.OfWorld world,
      @Mixin WorldEventFilter filter,
      @Option(names = "--entity", paramLabel = "ENTITY", description = "Only events of it.")
          @Nullable String entity) {
    return filter.answer(world, Optional.ofNullable(entity));
  }

  @Command(
      name = "entity",
      description = "Shows the history of an entity: the events in which it has a role.",
      footer = {"", "Example: fcp world entity village 'cell page-1/ann'"})
  int entity(
      @Mixin WorldAccess.OfWorld world,
      @Mixin WorldEventFilter filter,
      @Parameters(
              index = "1",
              paramLabel = "ENTITY",
              description = "The entity, as events show it.")
          String entity) {
    return filter.answer(world, Optional.of(entity));
  }

  @Command(
      name = "fork",
      description = "Creates a world whose turn 0 is the state of another one after a turn.",
      footer = {"", "Example: fcp world fork village village-2 --at 3"})
  int fork(
      @Mixin WorldAccess.OfWorld world,
      @Parameters(index = "1", paramLabel = "NEW", description = SLUG) String slug,
      @Option(
              names = "--at",
              paramLabel = "TURN",
              description = "The turn. Default: the current one.")
          @Nullable TurnNumber turn,
      @Option(names = "--title", paramLabel = "TEXT", description = TITLE) @Nullable String title) {
    return world.answer(
        store ->
            store
                .fork(
                    world.slug(),
                    Optional.ofNullable(turn).map(TurnNumber::value),
                    slug,
                    title == null ? slug : title)
                .orElseThrow(),
        WorldJson::of,
        created -> List.of("+ created " + WorldText.line(created)));
  }

  /** The work that a rollback reverses. */
  static final class WorkArgument {
    @Option(names = "--turn", paramLabel = "TURN", description = "What a turn did.")
    private @Nullable TurnNumber turn;

    @Option(names = "--actor", paramLabel = "NAME", description = "What an actor did.")
    private @Nullable String actor;

    @Option(
        names = "--component",
        paramLabel = "KIND=HASH",
        description = "What was done under a component.")
    private @Nullable String component;

    WorldRollback.Work work(WorldAccess access) {
      if (turn != null) {
        return new WorldRollback.Work.OfTurn(turn.value());
      }
      if (actor != null) {
        return new WorldRollback.Work.OfActor(actor);
      }
      var ref = WorldEventFilter.component(access, String.valueOf(component));
      return new WorldRollback.Work.OfComponent(ref.kind(), ref.hash());
    }
  }

  @Command(
      name = "rollback",
      description = {
        "Rolls back the work of a turn, an actor or a component, as a new turn.",
        "Keeps that on which later work depends."
      })
  int rollback(
      @Mixin WorldAccess.OfWorld world,
      @Mixin WorkerOption worker,
      @ArgGroup(multiplicity = "1") WorkArgument work,
      @Option(names = "--dry-run", description = "Shows what would be rolled back.")
          boolean dryRun) {
    WorldRollback.Work asked = work.work(world);
    return world.answer(
        store ->
            dryRun
                ? store.planRollback(world.slug(), asked).orElseThrow()
                : rollBack(store, world.slug(), worker, asked),
        WorldJson::of,
        WorldText::lines);
  }

  private static WorldRollback rollBack(
      WorldStore store, String slug, WorkerOption worker, WorldRollback.Work work) {
    try (WorldWorker opened = worker.open(store)) {
      String actor = TargetFile.caller().origin().actor();
      return store.rollback(slug, opened, work, actor).orElseThrow();
    }
  }

  @Command(
      name = "verify",
      description = "Replays a world from turn 0 and compares each turn with what is stored.")
  int verify(@Mixin WorldAccess.OfWorld world) {
    return world.run(store -> {
      WorldVerification verification = store.verify(world.slug()).orElseThrow();
      ExitCode unused = world.print(WorldJson.of(verification), WorldText.lines(verification));
      return verification.isIntact() ? ExitCode.DONE : ExitCode.BROKEN;
    });
  }

  @Command(
      name = "where-ran",
      description = "Lists the turns of all worlds, also deleted ones, that ran under a component.")
  int whereRan(
      @Mixin WorldAccess access,
      @Parameters(index = "0", paramLabel = "KIND", description = "Its kind, such as perceive.")
          String kind,
      @Parameters(
              index = "1",
              paramLabel = "HASH",
              description = "Its hash, as fcp world scenario show prints it.")
          String hash) {
    return access.answerList(
        "uses", store -> store.uses(kind, hash), WorldJson::of, WorldText::line);
  }

  @Command(
      name = "delete",
      description = "Deletes a world: it stays stored and can be shown; its slug stays taken.")
  int delete(
      @Mixin WorldAccess.OfWorld world,
      @Option(
              names = "--reason",
              required = true,
              paramLabel = "TEXT",
              description = "Why, for people.")
          String reason) {
    return world.answer(
        store -> store.delete(world.slug(), reason).orElseThrow(),
        WorldJson::of,
        deleted -> List.of("- deleted " + WorldText.line(deleted)));
  }
}
