package dev.fcp.server;

import dev.fcp.postgres.Attempt;
import dev.fcp.postgres.ComponentUse;
import dev.fcp.postgres.NewWorld;
import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.postgres.StateDiff;
import dev.fcp.postgres.Turn;
import dev.fcp.postgres.TurnState;
import dev.fcp.postgres.World;
import dev.fcp.postgres.WorldEvent;
import dev.fcp.postgres.WorldEventQuery;
import dev.fcp.postgres.WorldRollback;
import dev.fcp.postgres.WorldStore;
import dev.fcp.postgres.WorldVerification;
import dev.fcp.postgres.WorldWorker;
import dev.fcp.server.worlds.TurnProgram;
import dev.fcp.server.worlds.TurnResult;
import dev.fcp.server.worlds.WorldJson;
import dev.fcp.server.worlds.WorldText;
import dev.fcp.verbs.Languages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code fcp world ...}: the commands on worlds in a database. */
@Command(
    name = "world",
    description = {
      "Works with worlds: documents in a database that change in numbered turns.",
      "See docs/worlds.md; start with: fcp world demo"
    },
    footer = {"", "Example: fcp world list --store jdbc:postgresql://localhost/documents"})
final class WorldCommand implements Callable<Integer> {

  private static final String SLUG = "The slug of the world.";
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final Console console;
  private final Languages languages;

  WorldCommand(Console console, Languages languages) {
    this.console = console;
    this.languages = languages;
  }

  /** The command with all commands below it. */
  static CommandLine of(Console console, Languages languages) {
    return new CommandLine(new WorldCommand(console, languages))
        .addSubcommand(new WorldScenarioCommand(console, languages))
        .addSubcommand(new WorldDemoCommand(console));
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
      @Parameters(
              paramLabel = "NAME",
              description = "Its slug: lower-case letters, digits, inner hyphens.")
          String slug,
      @Option(
              names = "--title",
              paramLabel = "TEXT",
              description = "Its name for people. Default: the slug.")
          @Nullable String title,
      @ArgGroup(multiplicity = "1") ScenarioArgument scenario) {
    return access.run(
        console,
        languages,
        store -> {
          World world =
              store
                  .create(
                      new NewWorld(
                          slug, title == null ? slug : title, scenario.ref(console, languages)))
                  .orElseThrow();
          return access.print(WorldJson.of(world), List.of("+ created " + WorldText.line(world)));
        });
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

    ScenarioRef ref(Console console, Languages languages) {
      return file != null
          ? new ScenarioRef.Inline(WorldScenarioCommand.read(console, languages, file))
          : storedRef(String.valueOf(stored));
    }
  }

  private static ScenarioRef storedRef(String reference) {
    return HASH.matcher(reference).matches()
        ? new ScenarioRef.ByHash(reference)
        : new ScenarioRef.ByName(reference);
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
    return access.run(
        console,
        languages,
        store -> {
          Optional<String> hash =
              Optional.ofNullable(scenario)
                  .map(it -> store.scenario(storedRef(it)).orElseThrow().scenario().hash());
          List<World> worlds = store.list(includesDeleted, hash);
          return access.printList("worlds", worlds, WorldJson::of, WorldText::line);
        });
  }

  @Command(name = "show", description = "Shows a world, also a deleted one.")
  int show(
      @Mixin WorldAccess access, @Parameters(paramLabel = "NAME", description = SLUG) String slug) {
    return access.run(
        console,
        languages,
        store -> {
          World world = store.getIncludingDeleted(slug).orElseThrow();
          return access.print(WorldJson.of(world), WorldText.lines(world));
        });
  }

  @Command(
      name = "run",
      description = {
        "Makes a turn with a program: it gets the state on its standard input and writes",
        "operations and events to its standard output, all of which become one turn, or none."
      },
      footer = {
        "",
        "Example: fcp world run village --worker host-1 -- python3 agents.py",
        "The lines that a program writes: docs/worlds.md, Programs that make turns."
      })
  int run(
      @Mixin WorldAccess access,
      @Parameters(index = "0", paramLabel = "NAME", description = SLUG) String slug,
      @Option(
              names = "--worker",
              paramLabel = "ID",
              description = {
                "The id of this worker, which no other one has at the same time. Attempts that"
                    + " were",
                "left behind under it are interrupted first. Default: a new id."
              })
          @Nullable String worker,
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
    return access.run(
        console,
        languages,
        store -> {
          try (WorldWorker opened = store.worker(workerId(worker)).orElseThrow()) {
            TurnResult result =
                new TurnProgram(command, console.folder(), console.err())
                    .run(
                        store,
                        languages,
                        store.startAttempt(slug, opened).orElseThrow(),
                        time == null ? OptionalLong.empty() : OptionalLong.of(time));
            return printTurn(access, result);
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

  private static String workerId(@Nullable String given) {
    return given == null
        ? "%s-%s"
            .formatted(
                System.getProperty("user.name", "worker").toLowerCase(Locale.ROOT),
                UUID.randomUUID().toString().substring(0, 8))
        : given;
  }

  @Command(name = "turns", description = "Lists the turns of a world.")
  int turns(
      @Mixin WorldAccess access,
      @Parameters(paramLabel = "NAME", description = SLUG) String slug,
      @Option(names = "--from", paramLabel = "TURN", description = "The first turn. Default: 0.")
          long from,
      @Option(
              names = "--limit",
              paramLabel = "N",
              defaultValue = "1000",
              description = "The maximum number of turns. Default: 1000.")
          int limit) {
    return access.run(
        console,
        languages,
        store ->
            access.printList(
                "turns",
                store.turns(slug, from, limit).orElseThrow(),
                WorldJson::of,
                WorldText::line));
  }

  @Command(name = "turn", description = "Shows the state after a turn.")
  int turn(
      @Mixin WorldAccess access,
      @Parameters(index = "0", paramLabel = "NAME", description = SLUG) String slug,
      @Parameters(index = "1", paramLabel = "TURN", description = "The number of the turn.")
          long turn) {
    return access.run(
        console, languages, store -> printState(access, store.turn(slug, turn).orElseThrow()));
  }

  @Command(name = "at", description = "Shows the state at a time in the world.")
  int at(
      @Mixin WorldAccess access,
      @Parameters(index = "0", paramLabel = "NAME", description = SLUG) String slug,
      @Parameters(index = "1", paramLabel = "TIME", description = "The time in the world.")
          long time) {
    return access.run(
        console, languages, store -> printState(access, store.stateAt(slug, time).orElseThrow()));
  }

  private static ExitCode printState(WorldAccess access, TurnState state) {
    return access.print(WorldJson.of(state), WorldText.lines(state));
  }

  @Command(
      name = "diff",
      description = "Shows how a world changed between two turns, and the events between them.")
  int diff(
      @Mixin WorldAccess access,
      @Parameters(index = "0", paramLabel = "NAME", description = SLUG) String slug,
      @Parameters(index = "1", arity = "0..1", paramLabel = "FROM", description = "A turn.")
          @Nullable Long from,
      @Parameters(index = "2", arity = "0..1", paramLabel = "TO", description = "A turn.")
          @Nullable Long to,
      @Option(
              names = "--with",
              paramLabel = "NAME",
              description = "Compares the current states of two worlds instead.")
          @Nullable String other) {
    return access.run(
        console,
        languages,
        store -> {
          if (other != null && from == null) {
            StateDiff diff = store.diffWorlds(slug, other).orElseThrow();
            return access.print(WorldJson.of(diff), WorldText.lines(diff));
          }
          if (other != null || from == null || to == null) {
            throw new ParameterException(
                access.commandLine(), "Give two turns, as in: village 1 3, or --with NAME");
          }
          StateDiff diff = store.diff(slug, from, to).orElseThrow();
          List<WorldEvent> events = WorldJson.eventsBetween(store, slug, from, to);
          List<String> lines = new ArrayList<>(WorldText.lines(diff));
          events.forEach(it -> lines.add("event " + WorldText.line(it)));
          return access.print(WorldJson.of(diff, events), lines);
        });
  }

  @Command(name = "attempts", description = "Lists the attempts at turns of a world.")
  int attempts(
      @Mixin WorldAccess access,
      @Parameters(paramLabel = "NAME", description = SLUG) String slug,
      @Option(names = "--id", paramLabel = "ID", description = "Only this attempt.")
          @Nullable UUID id) {
    return access.run(
        console,
        languages,
        store -> {
          List<Attempt> attempts =
              id == null
                  ? store.attempts(slug).orElseThrow()
                  : List.of(store.attempt(slug, id).orElseThrow());
          return access.printList("attempts", attempts, WorldJson::of, WorldText::line);
        });
  }

  @Command(
      name = "events",
      description = "Shows events of a world in their order, a page at a time.")
  int events(
      @Mixin WorldAccess access,
      @Mixin WorldEventFilter filter,
      @Parameters(paramLabel = "NAME", description = SLUG) String slug,
      @Option(names = "--entity", paramLabel = "ENTITY", description = "Only events of it.")
          @Nullable String entity) {
    return access.run(
        console,
        languages,
        store ->
            printEvents(access, store, slug, filter.query(access, Optional.ofNullable(entity))));
  }

  @Command(
      name = "entity",
      description = "Shows the history of an entity: the events in which it has a role.",
      footer = {"", "Example: fcp world entity village 'cell page-1/ann'"})
  int entity(
      @Mixin WorldAccess access,
      @Mixin WorldEventFilter filter,
      @Parameters(index = "0", paramLabel = "NAME", description = SLUG) String slug,
      @Parameters(
              index = "1",
              paramLabel = "ENTITY",
              description = "The entity, as events show it.")
          String entity) {
    return access.run(
        console,
        languages,
        store -> printEvents(access, store, slug, filter.query(access, Optional.of(entity))));
  }

  private static ExitCode printEvents(
      WorldAccess access, WorldStore store, String slug, WorldEventQuery query) {
    WorldEvent.Page page = store.events(slug, query).orElseThrow();
    return access.print(WorldJson.of(page), WorldText.lines(page));
  }

  @Command(
      name = "fork",
      description = "Creates a world whose turn 0 is the state of another one after a turn.")
  int fork(
      @Mixin WorldAccess access,
      @Parameters(index = "0", paramLabel = "NAME", description = SLUG) String slug,
      @Parameters(index = "1", paramLabel = "NEW", description = "The slug of the new world.")
          String newSlug,
      @Option(
              names = "--at",
              paramLabel = "TURN",
              description = "The turn. Default: the current one.")
          @Nullable Long turn,
      @Option(
              names = "--title",
              paramLabel = "TEXT",
              description = "Its name for people. Default: the slug.")
          @Nullable String title) {
    return access.run(
        console,
        languages,
        store -> {
          World world =
              store
                  .fork(slug, Optional.ofNullable(turn), newSlug, title == null ? newSlug : title)
                  .orElseThrow();
          return access.print(WorldJson.of(world), List.of("+ created " + WorldText.line(world)));
        });
  }

  /** The work that a rollback reverses. */
  static final class WorkArgument {
    @Option(names = "--turn", paramLabel = "TURN", description = "What a turn did.")
    private @Nullable Long turn;

    @Option(names = "--actor", paramLabel = "NAME", description = "What an actor did.")
    private @Nullable String actor;

    @Option(
        names = "--component",
        paramLabel = "KIND=HASH",
        description = "What was done under a component.")
    private @Nullable String component;

    WorldRollback.Work work(WorldAccess access) {
      if (turn != null) {
        return new WorldRollback.Work.OfTurn(turn);
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
        "Rolls back the work of a turn, an actor or a component, as a new turn;",
        "keeps that on which later work depends."
      })
  int rollback(
      @Mixin WorldAccess access,
      @Parameters(paramLabel = "NAME", description = SLUG) String slug,
      @ArgGroup(multiplicity = "1") WorkArgument work,
      @Option(names = "--dry-run", description = "Shows what would be rolled back.") boolean dryRun,
      @Option(names = "--worker", paramLabel = "ID", description = "The id of this worker.")
          @Nullable String worker) {
    return access.run(
        console,
        languages,
        store -> {
          WorldRollback.Work asked = work.work(access);
          return dryRun
              ? printRollback(access, store.planRollback(slug, asked).orElseThrow())
              : rollBack(access, store, slug, asked, worker);
        });
  }

  private static ExitCode rollBack(
      WorldAccess access,
      WorldStore store,
      String slug,
      WorldRollback.Work work,
      @Nullable String worker) {
    try (WorldWorker opened = store.worker(workerId(worker)).orElseThrow()) {
      String actor = TargetFile.caller().origin().actor();
      return printRollback(access, store.rollback(slug, opened, work, actor).orElseThrow());
    }
  }

  private static ExitCode printRollback(WorldAccess access, WorldRollback rollback) {
    return access.print(WorldJson.of(rollback), WorldText.lines(rollback));
  }

  @Command(
      name = "verify",
      description = "Replays a world from turn 0 and compares each turn with what is stored.")
  int verify(
      @Mixin WorldAccess access, @Parameters(paramLabel = "NAME", description = SLUG) String slug) {
    return access.run(
        console,
        languages,
        store -> {
          WorldVerification verification = store.verify(slug).orElseThrow();
          ExitCode unused = access.print(WorldJson.of(verification), WorldText.lines(verification));
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
    return access.run(
        console,
        languages,
        store -> {
          List<ComponentUse> uses = store.uses(kind, hash);
          return access.printList("uses", uses, WorldJson::of, WorldText::line);
        });
  }

  @Command(
      name = "delete",
      description = "Deletes a world: it stays stored and can be shown; its slug stays taken.")
  int delete(
      @Mixin WorldAccess access,
      @Parameters(paramLabel = "NAME", description = SLUG) String slug,
      @Option(
              names = "--reason",
              required = true,
              paramLabel = "TEXT",
              description = "Why, for people.")
          String reason) {
    return access.run(
        console,
        languages,
        store -> {
          World world = store.delete(slug, reason).orElseThrow();
          ObjectNode json = WorldJson.of(world);
          return access.print(json, List.of("- deleted " + WorldText.line(world)));
        });
  }
}
