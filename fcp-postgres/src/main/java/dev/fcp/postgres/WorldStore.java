package dev.fcp.postgres;

import com.google.common.base.Stopwatch;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domains;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Rollbacks;
import dev.fcp.eventlog.session.Session;
import dev.fcp.postgres.WorldRefusal.Busy;
import dev.fcp.postgres.WorldRefusal.NotFound;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Worlds in a database: documents of any domain that change in numbered turns. Workers on many
 * machines make attempts; an attempt becomes a turn in one transaction, or nothing of it enters the
 * world. The audit shows who did what and under which components.
 *
 * <p>What users do wrong is a {@link WorldRefusal}; a database that cannot be used is a {@link
 * JournalException}. {@code docs/worlds.md} draws the tables; {@code SPEC.md} states the clauses
 * {@code WO-1} and following. Thread-safe.
 */
public final class WorldStore {

  private final PostgresJournals journals;
  private final Database database;
  private final Domains domains;
  private final WorldSettings settings;

  /** The scenarios that were read, by hash. */
  private final Cache<String, Scenario> scenarios = CacheBuilder.newBuilder().softValues().build();

  /** The states at which the next attempts probably begin, by the ids of their worlds. */
  private final Cache<Long, CommittedState<?, ?>> states =
      CacheBuilder.newBuilder().softValues().build();

  private WorldStore(PostgresJournals journals, Domains domains, WorldSettings settings) {
    this.journals = journals;
    this.database = journals.database();
    this.domains = domains;
    this.settings = settings;
  }

  /**
   * The worlds in a database.
   *
   * @param journals the connection; closing it ends the store
   * @param domains the domains that worlds can have
   */
  public static WorldStore over(
      PostgresJournals journals, Domains domains, WorldSettings settings) {
    return new WorldStore(journals, domains, settings);
  }

  static <T> WorldResult<T> answer(Supplier<T> work) {
    try {
      return new WorldResult.Done<>(work.get());
    } catch (WorldRefusedException e) {
      return new WorldResult.Refused<>(e.refusal());
    }
  }

  private <T> WorldResult<T> answerInTransaction(String what, Database.Work<T> work) {
    return answer(() -> database.runInTransaction(what, work));
  }

  // Scenarios and components

  /** Stores a scenario under a name; does nothing if it is stored under that name already. */
  public WorldResult<StoredScenario> putScenario(String name, Scenario scenario) {
    return answerInTransaction(
        "scenario " + name,
        connection -> {
          WorldRefusedException.requireIndexed("the name of the scenario", name);
          domain(scenario);
          return ScenarioRows.store(connection, name, scenario);
        });
  }

  /** All scenarios, with the numbers of their active worlds. */
  public List<StoredScenario> scenarios() {
    return ScenarioRows.all(database);
  }

  /** The scenario that a reference means; one that is given as a whole is stored. */
  public WorldResult<StoredScenario> scenario(NewWorld.ScenarioRef reference) {
    return answerInTransaction(
        "scenario", connection -> ScenarioRows.resolve(connection, reference));
  }

  /** Stores a component under its hash; returns the hash. */
  public WorldResult<String> putComponent(String kind, CanonicalJson content) {
    return answerInTransaction(
        "component", connection -> ScenarioRows.store(connection, kind, content));
  }

  /** The scenario of a world, which never changes. */
  private Scenario scenario(Connection connection, WorldRow world) throws SQLException {
    Scenario known = scenarios.getIfPresent(world.scenarioHash());
    if (known != null) {
      return known;
    }
    Scenario scenario = ScenarioRows.get(connection, world.scenarioHash());
    if (!scenario.hash().equals(world.scenarioHash())) {
      throw new JournalException(
          "world %s: its scenario has the hash %s, recorded is %s"
              .formatted(world.slug(), scenario.hash(), world.scenarioHash()));
    }
    scenarios.put(scenario.hash(), scenario);
    return scenario;
  }

  private Scenario scenario(WorldRow world) {
    return database.run("world " + world.slug(), connection -> scenario(connection, world));
  }

  private Domain<?, ?> domain(Scenario scenario) {
    return domains
        .named(scenario.domain())
        .orElseThrow(() ->
            WorldRefusedException.invalid(
                "there is no domain %s; there are %s"
                    .formatted(
                        scenario.domain(),
                        domains.all().stream().map(Domain::name).sorted().toList())));
  }

  // Worlds

  /** Creates a world with its turn 0. */
  public WorldResult<World> create(NewWorld world) {
    return answer(() -> {
      database.runInTransaction(
          "world " + world.slug(),
          connection -> {
            Scenario scenario = ScenarioRows.resolve(connection, world.scenario()).scenario();
            return WorldSeed.of(world, scenario)
                .create(connection, journals, settings.sessions(), domain(scenario));
          });
      return require(world.slug());
    });
  }

  private World require(String slug) {
    return Optional.of(slug)
        .filter(WorldRow::isSlug)
        .flatMap(it -> WorldRows.find(database, it))
        .orElseThrow(() -> new WorldRefusedException(new NotFound(slug)));
  }

  /**
   * The worlds by slug.
   *
   * @param scenarioHash only worlds of this scenario; all if empty
   */
  public List<World> list(boolean includesDeleted, Optional<String> scenarioHash) {
    return WorldRows.all(database, includesDeleted, scenarioHash);
  }

  /** An active world. */
  public WorldResult<World> get(String slug) {
    return answer(() -> {
      WorldRow.find(database, slug);
      return require(slug);
    });
  }

  /** A world, deleted or not. */
  public WorldResult<World> getIncludingDeleted(String slug) {
    return answer(() -> require(slug));
  }

  /**
   * Deletes a world: it stays stored, and its slug stays taken. Refused while an attempt runs.
   *
   * @param reason why, for people
   */
  public WorldResult<World> delete(String slug, String reason) {
    return answer(() -> {
      database.runInTransaction(
          "world " + slug,
          connection -> {
            WorldRefusedException.requireText("the reason to delete a world", reason);
            WorldRow world = WorldRow.lock(connection, slug).ifActive();
            if (world.activeAttempt().isPresent()) {
              AttemptRows.interruptIfExpired(connection, world, world.activeAttempt().get());
            }
            return Database.update(
                connection,
                """
                UPDATE fcp.worlds SET status = 'deleted', deleted_at = clock_timestamp(),
                  deleted_reason = ?
                WHERE id = ?
                """,
                reason,
                world.id());
          });
      return require(slug);
    });
  }

  /**
   * Creates a world whose turn 0 is the state of another one after a turn.
   *
   * @param turn the turn; empty for the current one
   */
  public WorldResult<World> fork(String slug, Optional<Long> turn, String newSlug, String name) {
    return answer(() -> {
      WorldRow world = WorldRow.find(database, slug);
      Scenario scenario = scenario(world);
      TurnState state = state(world, turn.orElse(world.currentTurn()));
      WorldSeed seed = WorldSeed.fork(newSlug, name, scenario, slug, state);
      database.runInTransaction(
          "world " + newSlug,
          it -> seed.create(it, journals, settings.sessions(), domain(scenario)));
      return require(newSlug);
    });
  }

  // Attempts

  /**
   * Opens a worker. The running attempts that an earlier process left under this id, and all whose
   * leases have expired, are interrupted first.
   */
  public WorldResult<WorldWorker> worker(String id) {
    return answer(() -> {
      WorldRefusedException.requireIndexed("the id of the worker", id);
      return WorldWorker.open(database, id, settings.attemptLease());
    });
  }

  /**
   * Starts an attempt at the next turn. Refused with {@link Busy} while another one runs; one whose
   * lease has expired is interrupted.
   */
  public WorldResult<WorldAttempt<?, ?>> startAttempt(String slug, WorldWorker worker) {
    Stopwatch waiting = Stopwatch.createStarted();
    UUID id = UUID.randomUUID();
    return answer(() -> {
      worker.requireLock();
      Started started;
      try {
        started =
            database.runInTransaction(
                "world " + slug, it -> start(it, slug, id, worker, waiting.elapsed()));
      } catch (JournalException e) {
        interrupt(slug, id, e);
        throw e;
      }
      return attempt(started, worker);
    });
  }

  private Started start(
      Connection connection, String slug, UUID id, WorldWorker worker, Duration waited)
      throws SQLException {
    WorldRow world = WorldRow.lock(connection, slug).ifActive();
    Scenario scenario = scenario(connection, world);
    domain(scenario);
    Attempt attempt =
        AttemptRows.start(connection, world, id, worker.id(), settings.attemptLease(), waited);
    TurnRows.Located turn = TurnRows.find(connection, world, world.currentTurn());
    return new Started(world, scenario, turn, attempt);
  }

  /** An attempt that was started at a turn. */
  private record Started(
      WorldRow world, Scenario scenario, TurnRows.Located turn, Attempt attempt) {}

  private WorldAttempt<?, ?> attempt(Started started, WorldWorker worker) {
    try {
      WorldAttempt<?, ?> attempt =
          attempt(started, state(started.world(), started.scenario(), started.turn()), worker);
      worker.add(attempt.id());
      return attempt;
    } catch (RuntimeException e) {
      interrupt(started.world().slug(), started.attempt().id(), e);
      throw e;
    }
  }

  private <M, E> WorldAttempt<M, E> attempt(
      Started started, CommittedState<M, E> before, WorldWorker worker) {
    long world = started.world().id();
    return new WorldAttempt<>(
        journals,
        settings,
        started.world(),
        started.attempt(),
        before,
        worker,
        committed -> {
          if (committed.isLarge()) {
            states.invalidate(world);
          } else {
            states.put(world, committed);
          }
        });
  }

  /** The state after the current turn of a world, which is kept after the last commit. */
  private CommittedState<?, ?> state(WorldRow world, Scenario scenario, TurnRows.Located turn) {
    CommittedState<?, ?> known = states.getIfPresent(world.id());
    return known != null && known.turn().equals(turn)
        ? known
        : CommittedState.load(journals, settings, world, scenario, domain(scenario), turn);
  }

  /** Frees a world whose attempt was not acknowledged, or whose journal could not be read. */
  private void interrupt(String slug, UUID attempt, RuntimeException reason) {
    try {
      database.runInTransaction(
          "world " + slug,
          connection -> {
            AttemptRows.interrupt(
                connection, slug, attempt, "the attempt could not begin: " + reason);
            return true;
          });
    } catch (JournalException | WorldRefusedException e) {
      // It was not started, or it expires.
      reason.addSuppressed(e);
    }
  }

  /**
   * Plans the rollback of some work, without changing anything.
   *
   * @see #rollback
   */
  public WorldResult<WorldRollback> planRollback(String slug, WorldRollback.Work work) {
    return answer(() -> {
      WorldRow world = WorldRow.find(database, slug);
      TurnRows.Located current = TurnRows.find(database, world, world.currentTurn());
      return plan(world, state(world, scenario(world), current), work);
    });
  }

  private <M, E> WorldRollback plan(
      WorldRow world, CommittedState<M, E> state, WorldRollback.Work work) {
    Session<M, E> session = Session.resume(state.state(), state.newJournal(), settings.sessions());
    return new WorldRollback(session.rollbacks().plan(selection(world, work)), Optional.empty());
  }

  /** Which steps some work consists of. */
  private RollbackSelection selection(WorldRow world, WorldRollback.Work work) {
    return switch (work) {
      case WorldRollback.Work.OfTurn(long turn) -> {
        TurnRows.find(database, world, turn);
        yield new RollbackSelection.Steps(Set.copyOf(AuditRows.stepsOfTurn(database, world, turn)));
      }
      case WorldRollback.Work.OfActor(String actor) ->
          new RollbackSelection.Matching(StepFilter.ANY.withActor(actor));
      case WorldRollback.Work.OfComponent(String kind, String hash) ->
          new RollbackSelection.Matching(StepFilter.ANY.withProvenance(Map.of(kind, hash)));
    };
  }

  /**
   * Rolls back some work as a new turn: all of it on which no later work depends. Refused without
   * an attempt if that is nothing.
   *
   * @param actor who does it
   */
  public WorldResult<WorldRollback> rollback(
      String slug, WorldWorker worker, WorldRollback.Work work, String actor) {
    return answer(() -> {
      requireEffect(planRollback(slug, work).orElseThrow().plan());
      return rollback(slug, startAttempt(slug, worker).orElseThrow(), work, actor);
    });
  }

  private <M, E> WorldRollback rollback(
      String slug, WorldAttempt<M, E> attempt, WorldRollback.Work work, String actor) {
    try {
      Rollbacks<M, E> rollbacks = attempt.session().by(attempt.origin(actor, Map.of())).rollbacks();
      RollbackPlan<E> plan = rollbacks.plan(selection(WorldRow.find(database, slug), work));
      // Another turn may have been committed since the first plan.
      requireEffect(plan);
      rollbacks.rollback(plan, Rollbacks.Mode.BEST_EFFORT).orElseThrow();
      return new WorldRollback(plan, Optional.of(attempt.commit().orElseThrow()));
    } catch (RuntimeException e) {
      failAfter(e, attempt);
      throw e;
    }
  }

  private static void failAfter(RuntimeException reason, WorldAttempt<?, ?> attempt) {
    try {
      // Refused, which changes nothing, if the rollback was committed after all.
      attempt.fail("the rollback was not done");
    } catch (JournalException e) {
      // The attempt expires.
      reason.addSuppressed(e);
    }
  }

  private static void requireEffect(RollbackPlan<?> plan) {
    if (plan.events().isEmpty()) {
      throw WorldRefusedException.invalid(
          plan.examinedCount() == 0
              ? "nothing to roll back: none of this work is in effect; the events of the world show who"
                  + " did what"
              : "nothing to roll back: later work overwrote all of it or depends on it; the plan"
                  + " shows which");
    }
  }

  /** An attempt of a world as it is stored. */
  public WorldResult<Attempt> attempt(String slug, UUID id) {
    return answer(() -> AttemptRows.find(database, WorldRow.find(database, slug), id));
  }

  /** The attempts of a world, oldest first. */
  public WorldResult<List<Attempt>> attempts(String slug) {
    return answer(() -> AttemptRows.all(database, WorldRow.find(database, slug)));
  }

  // Turns

  /** The state of a world after a turn. */
  public WorldResult<TurnState> turn(String slug, long turn) {
    return answer(() -> state(WorldRow.find(database, slug), turn));
  }

  private TurnState state(WorldRow world, long turn) {
    return TurnRows.state(database, world, scenario(world).content(), turn);
  }

  /**
   * A page of the turns of a world, in order.
   *
   * @param from the first turn
   * @param limit the maximum number of turns, 1 to 1000
   */
  public WorldResult<Turn.Page> turns(String slug, long from, int limit) {
    return answer(() -> {
      if (limit < 1 || limit > Turn.Page.MAX_LIMIT) {
        throw WorldRefusedException.invalid(
            "a page has 1 to %d turns, not %d".formatted(Turn.Page.MAX_LIMIT, limit));
      }
      List<Turn> turns =
          TurnRows.page(database, WorldRow.find(database, slug), from, Long.MAX_VALUE, limit)
              .stream()
              .map(TurnRows.Located::info)
              .toList();
      return Turn.Page.of(turns, limit);
    });
  }

  /** The state at a time in the world: of several turns at the same time, that of the later one. */
  public WorldResult<TurnState> stateAt(String slug, long simulationTime) {
    return answer(() -> {
      WorldRow world = WorldRow.find(database, slug);
      return state(world, TurnRows.numberAt(database, world, simulationTime));
    });
  }

  /**
   * How a world changed from one turn to another, which may be an earlier one, with the events of
   * the turns between.
   */
  public WorldResult<StateDiff> diff(String slug, long from, long to) {
    return answer(() -> {
      WorldRow world = WorldRow.find(database, slug);
      WorldEventQuery between =
          WorldEventQuery.FIRST
              .withLimit(WorldEventQuery.MAX_LIMIT)
              .withTurns(Math.min(from, to) + 1, Math.max(from, to));
      return StateDiff.of(
          state(world, from), state(world, to), AuditRows.page(database, world, between));
    });
  }

  /** How two worlds differ now. */
  public WorldResult<StateDiff> diffWorlds(String from, String to) {
    return answer(() -> {
      WorldRow first = WorldRow.find(database, from);
      WorldRow second = WorldRow.find(database, to);
      return StateDiff.of(
          state(first, first.currentTurn()),
          state(second, second.currentTurn()),
          WorldEvent.Page.EMPTY);
    });
  }

  /** Replays a world from turn 0 and compares each turn with what is stored. */
  public WorldResult<WorldVerification> verify(String slug) {
    return answer(() -> {
      WorldRow world = WorldRow.find(database, slug);
      // As it is stored now, not as it was when it was read first.
      Scenario scenario =
          database.run("world " + slug, it -> ScenarioRows.get(it, world.scenarioHash()));
      return WorldVerification.of(journals, settings, world, scenario, domain(scenario));
    });
  }

  // Audit

  /** A page of the events of a world. */
  public WorldResult<WorldEvent.Page> events(String slug, WorldEventQuery query) {
    return answer(() -> AuditRows.page(database, WorldRow.find(database, slug), query));
  }

  /** The worlds and turns that ran under a component, deleted worlds included. */
  public List<ComponentUse> uses(String kind, String hash) {
    return AuditRows.uses(database, kind, hash);
  }
}
