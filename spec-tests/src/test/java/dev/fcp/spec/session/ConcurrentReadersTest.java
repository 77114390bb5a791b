package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.options;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/** Many threads write and many read: every observed state is complete. */
@Clause({"SE-15", "SE-8"})
class ConcurrentReadersTest {

  private static final int WRITERS = 4;
  private static final int READERS = 6;
  private static final int STEPS = 2_000;

  private final InMemoryJournal journal = InMemoryJournal.empty();
  private final Session<Counter, CounterEvent> session = CounterSessions.created(journal);
  private final AtomicBoolean isOver = new AtomicBoolean();

  /** The counter equals the number of steps before the cursor, each of which adds one. */
  private static void requireConsistent(SessionState<Counter, CounterEvent> state) {
    assertThat(state.model().value()).isEqualTo(state.undoDepth());
    assertThat(state.digest()).isEqualTo(CounterSessions.DOMAIN.digestFromScratch(state.model()));
    assertThat(state.undoStack().size()).isEqualTo(state.undoDepth() + state.redoDepth());
    assertThat(state.head().isBase()).isNotEqualTo(state.canUndo());
  }

  private int write(int seed) {
    Random random = new Random(seed);
    for (int i = 0; i < STEPS; i++) {
      switch (random.nextInt(4)) {
        case 0 -> session.with(options("undo")).undo(random.nextInt(3));
        case 1 -> session.with(options("redo")).redo(random.nextInt(3));
        default ->
            session.step(options("step"), builder -> builder.emit(new CounterEvent.Added(1)));
      }
    }
    return STEPS;
  }

  private int read() {
    int readCount = 0;
    long last = 0;
    while (!isOver.get() || readCount == 0) {
      SessionState<Counter, CounterEvent> state = session.state();
      assertThat(state.recordNumber())
          .as("record numbers do not decrease")
          .isGreaterThanOrEqualTo(last);
      last = state.recordNumber();
      requireConsistent(state);
      requireConsistent(state);
      readCount++;
    }
    return readCount;
  }

  private static List<Future<Integer>> started(ExecutorService pool, int count, IntSupplier work) {
    List<Future<Integer>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(pool.submit(work::getAsInt));
    }
    return all;
  }

  @Test
  void readers_see_consistent_states_that_never_go_back() throws Exception {
    try (ExecutorService pool = Executors.newFixedThreadPool(WRITERS + READERS)) {
      SessionState<Counter, CounterEvent> held = session.state();
      List<Future<Integer>> readers = started(pool, READERS, this::read);
      List<Future<Integer>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int seed = i;
        writers.add(pool.submit(() -> write(seed)));
      }
      try {
        for (Future<Integer> writer : writers) {
          assertThat(writer.get()).isEqualTo(STEPS);
        }
      } finally {
        isOver.set(true);
      }
      for (Future<Integer> reader : readers) {
        assertThat(reader.get()).isPositive();
      }
      assertThat(held.model()).as("a state that is held does not change").isEqualTo(new Counter(0));
    }
    assertThat(journal.lastNumber()).isGreaterThan(STEPS);
    assertThat(Observation.of(CounterSessions.resumed(journal).state()).undoStatus())
        .isEqualTo(Observation.of(session.state()).undoStatus());
    assertThat(session.verify().isValid()).isTrue();
  }
}
