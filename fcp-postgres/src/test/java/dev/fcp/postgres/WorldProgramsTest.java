package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.postgres.Attempt.Status;
import dev.fcp.postgres.NaiveWorld.NaiveAttempt;
import dev.fcp.postgres.WorldRefusal.Busy;
import dev.fcp.postgres.WorldRefusal.Deleted;
import dev.fcp.postgres.WorldRefusal.Invalid;
import dev.fcp.postgres.WorldRefusal.InvalidTransition;
import dev.fcp.postgres.WorldResult.Done;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Tries;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Random programs of four workers on eight worlds, in which attempts overlap, against a naive store
 * in memory.
 */
class WorldProgramsTest {

  private static final int WORLDS = 8;
  private static final int WORKERS = 4;
  private static final int OPERATIONS = 120;

  private enum Operation {
    START,
    EDIT,
    UNDO,
    REDO,
    OCCUR,
    COMMIT,
    FAIL,
    EXPIRE,
    HEARTBEAT,
    ROLLBACK,
    READ,
    FORK,
    DELETE
  }

  /** START and EDIT are more frequent than DELETE. */
  private static final List<Operation> MIX =
      List.of(
          Operation.START,
          Operation.START,
          Operation.START,
          Operation.EDIT,
          Operation.EDIT,
          Operation.EDIT,
          Operation.EDIT,
          Operation.UNDO,
          Operation.REDO,
          Operation.OCCUR,
          Operation.COMMIT,
          Operation.COMMIT,
          Operation.COMMIT,
          Operation.FAIL,
          Operation.EXPIRE,
          Operation.HEARTBEAT,
          Operation.ROLLBACK,
          Operation.READ,
          Operation.FORK,
          Operation.DELETE);

  /** An attempt beside what it should be. */
  private record Running(
      WorldAttempt<EntityModel<NoteKey, NoteEntity>, NoteEvent> attempt, NaiveAttempt naive) {}

  private final Worlds worlds = new Worlds();
  private final WorldStore store = worlds.store;
  private final List<WorldWorker> workers =
      LongStream.range(0, WORKERS).mapToObj(i -> worlds.worker()).toList();
  private final List<NaiveWorld> all = new ArrayList<>();
  private final List<NaiveWorld> current = new ArrayList<>();
  private final List<Running> begun = new ArrayList<>();
  private final EnumMap<Operation, Integer> done = new EnumMap<>(Operation.class);
  private int nextBoard = 1;

  @AfterEach
  void close() {
    worlds.close();
  }

  @Test
  @Clause({"WO-1", "WO-2", "WO-3", "WO-4", "WO-5", "WO-6", "WO-11", "WO-12", "WO-15"})
  void random_programs_do_what_a_naive_store_does() {
    for (int seed = 1; seed <= Tries.of(40); seed++) {
      run(Choices.random(new Random(seed), 2000));
    }
    assertThat(done.keySet()).containsExactly(Operation.values());
  }

  private void run(Choices choices) {
    all.clear();
    current.clear();
    begun.clear();
    for (int i = 0; i < WORLDS; i++) {
      add(new NaiveWorld(worlds.create(), Map.of()));
    }
    for (int i = 0; i < OPERATIONS; i++) {
      NaiveWorld world = current.get(choices.upTo(current.size() - 1));
      Operation operation = MIX.get(choices.upTo(MIX.size() - 1));
      apply(operation, world, choices);
      requireEqual(world);
    }
    all.forEach(this::requireEqualHistory);
  }

  private void add(NaiveWorld world) {
    all.add(world);
    current.add(world);
  }

  private void apply(Operation operation, NaiveWorld world, Choices choices) {
    Optional<Running> attempt =
        begun.isEmpty()
            ? Optional.empty()
            : Optional.of(
                begun.get(begun.size() - 1 - choices.upTo(Math.min(7, begun.size() - 1))));
    switch (operation) {
      case START -> start(world, workers.get(choices.upTo(WORKERS - 1)));
      case EDIT -> attempt.ifPresent(it -> edit(it, choices));
      case UNDO -> attempt.ifPresent(it -> undo(it, choices.between(1, 3)));
      case REDO -> attempt.ifPresent(it -> redo(it, choices.between(1, 3)));
      case OCCUR -> attempt.ifPresent(this::occur);
      case COMMIT -> attempt.ifPresent(this::commit);
      case FAIL -> attempt.ifPresent(this::fail);
      case EXPIRE -> expire(world);
      case HEARTBEAT -> attempt.ifPresent(this::heartbeat);
      case ROLLBACK -> rollback(world, workers.get(choices.upTo(WORKERS - 1)), choices);
      case READ -> read(world, choices.upTo((int) world.currentTurn()));
      case FORK -> fork(world, choices.upTo((int) world.currentTurn()));
      case DELETE -> delete(world);
    }
  }

  private void count(Operation operation) {
    done.merge(operation, 1, Integer::sum);
  }

  private void start(NaiveWorld world, WorldWorker worker) {
    var result = store.startAttempt(world.slug, worker);
    if (isAllowed(world, result)) {
      begun.add(new Running(Worlds.typed(result.orElseThrow()), world.start()));
      count(Operation.START);
    }
  }

  /** Checks whether a start or the like was refused exactly if it should be. */
  private static boolean isAllowed(NaiveWorld world, WorldResult<?> result) {
    if (world.isDeleted) {
      assertThat(Worlds.refusal(result)).isInstanceOf(Deleted.class);
    } else if (world.blocking().isPresent()) {
      assertThat(Worlds.refusal(result)).isInstanceOf(Busy.class);
    } else {
      assertThat(result).isInstanceOf(Done.class);
    }
    return result instanceof Done;
  }

  private void edit(Running running, Choices choices) {
    List<String> boards = List.copyOf(running.naive().state().keySet());
    if (boards.isEmpty() || choices.upTo(2) > 0) {
      String board = "b" + nextBoard++;
      Worlds.add(running.attempt(), board);
      running.naive().put(board, board);
    } else {
      String board = choices.pick(boards);
      String title = "t" + nextBoard++;
      running
          .attempt()
          .session()
          .step("rename", step -> Worlds.rename(step, board, title))
          .orElseThrow();
      running.naive().put(board, title);
    }
    count(Operation.EDIT);
  }

  private void undo(Running running, int count) {
    running.attempt().session().undo(count);
    running.naive().undo(count);
    count(Operation.UNDO);
  }

  private void redo(Running running, int count) {
    running.attempt().session().redo(count);
    running.naive().redo(count);
    count(Operation.REDO);
  }

  private void occur(Running running) {
    running.attempt().record(Worlds.occurrence("thought", Map.of()));
    running.naive().occur();
    count(Operation.OCCUR);
  }

  private void commit(Running running) {
    NaiveAttempt naive = running.naive();
    WorldResult<Turn> result = running.attempt().commit();
    if (naive.status == Status.RUNNING) {
      naive.commit();
      assertThat(result.orElseThrow().turn()).isEqualTo(naive.world().currentTurn());
      count(Operation.COMMIT);
    } else if (naive.status == Status.COMMITTED && !naive.isChangedSinceCommit) {
      assertThat(result.orElseThrow().attempt()).contains(running.attempt().id());
    } else {
      assertThat(Worlds.refusal(result))
          .isEqualTo(new InvalidTransition(running.attempt().id(), naive.status, "committed"));
    }
  }

  private void fail(Running running) {
    WorldResult<Attempt> result = running.attempt().fail("no");
    if (running.naive().status == Status.RUNNING) {
      running.naive().fail();
      assertThat(result.orElseThrow().status()).isEqualTo(Status.FAILED);
      count(Operation.FAIL);
    } else {
      assertThat(Worlds.refusal(result)).isInstanceOf(InvalidTransition.class);
    }
  }

  private void expire(NaiveWorld world) {
    worlds.expire(world.slug);
    world.active.ifPresent(it -> it.isExpired = true);
    count(Operation.EXPIRE);
  }

  private void heartbeat(Running running) {
    WorldResult<Attempt> result = running.attempt().heartbeat("working");
    assertThat(result instanceof Done).isEqualTo(running.naive().status == Status.RUNNING);
    running.naive().isExpired = false;
    count(Operation.HEARTBEAT);
  }

  /** What a rollback reverses is decided by the planner; it is a turn like any other. */
  private void rollback(NaiveWorld world, WorldWorker worker, Choices choices) {
    if (world.isDeleted || world.blocking().isPresent() || world.currentTurn() == 0) {
      return;
    }
    long turn = choices.between(1, (int) world.currentTurn());
    var result = store.rollback(world.slug, worker, new WorldRollback.Work.OfTurn(turn), "eve");
    if (result instanceof Done<WorldRollback>(WorldRollback rollback)) {
      NaiveAttempt attempt = world.start();
      attempt.push(titles(world.slug, world.currentTurn() + 1), rollback.plan().events().size());
      attempt.commit();
      count(Operation.ROLLBACK);
    } else {
      // Refused before an attempt starts, so that nothing has changed.
      assertThat(Worlds.refusal(result)).isInstanceOf(Invalid.class);
    }
  }

  private Map<String, String> titles(String slug, long turn) {
    return titles(store.turn(slug, turn).orElseThrow());
  }

  private static Map<String, String> titles(TurnState state) {
    Map<String, String> titles = new TreeMap<>();
    state
        .entities()
        .node()
        .forEach(it ->
            titles.put(
                it.path("key").path("board").stringValue(),
                it.path("units").path("board").stringValue()));
    return titles;
  }

  private void read(NaiveWorld world, int turn) {
    WorldResult<TurnState> result = store.turn(world.slug, turn);
    if (world.isDeleted) {
      assertThat(Worlds.refusal(result)).isInstanceOf(Deleted.class);
    } else {
      assertThat(titles(result.orElseThrow())).isEqualTo(world.turns.get(turn));
      count(Operation.READ);
    }
  }

  private void fork(NaiveWorld world, int turn) {
    String slug = Worlds.fresh("fork");
    WorldResult<World> result = store.fork(world.slug, Optional.of((long) turn), slug, "A fork");
    if (world.isDeleted) {
      assertThat(Worlds.refusal(result)).isInstanceOf(Deleted.class);
    } else {
      assertThat(result.orElseThrow().currentTurn()).isZero();
      current.remove(world);
      add(new NaiveWorld(slug, world.turns.get(turn)));
      count(Operation.FORK);
    }
  }

  private void delete(NaiveWorld world) {
    if (isAllowed(world, store.delete(world.slug, "done"))) {
      world.delete();
      count(Operation.DELETE);
    }
  }

  private void requireEqual(NaiveWorld naive) {
    World world = store.getIncludingDeleted(naive.slug).orElseThrow();
    assertThat(world.currentTurn()).isEqualTo(naive.currentTurn());
    assertThat(world.isActive()).isEqualTo(!naive.isDeleted);
    assertThat(world.activeAttempt().isPresent()).isEqualTo(naive.active.isPresent());
    assertThat(world.attemptCount()).isEqualTo(naive.attempts.size());
  }

  private void requireEqualHistory(NaiveWorld naive) {
    requireEqual(naive);
    if (naive.isDeleted) {
      return;
    }
    for (int turn = 0; turn < naive.turns.size(); turn++) {
      assertThat(titles(naive.slug, turn)).isEqualTo(naive.turns.get(turn));
    }
    assertThat(store.attempts(naive.slug).orElseThrow())
        .extracting(Attempt::status)
        .containsExactlyElementsOf(naive.attempts.stream().map(it -> it.status).toList());
    WorldEventQuery query = WorldEventQuery.FIRST.withLimit(1000).includingFailed();
    assertThat(store.events(naive.slug, query).orElseThrow().events())
        .extracting(it -> it.attemptStatus() == Status.FAILED ? -it.turn() : it.turn())
        .containsExactlyElementsOf(naive.eventTurns);
    assertThat(store.verify(naive.slug).orElseThrow().findings()).isEmpty();
  }
}
