package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Gesture;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which steps a session keeps in memory, and that it makes no difference. */
@Clause("HI-10")
class ReleasedStepsTest {

  private static final SnapshotPolicy EVERY_TWO =
      new SnapshotPolicy(2, 1L << 40, Duration.ofDays(9999));

  private static final int RECORDS_PER_INDEX = 8;
  private static final int STEPS = 100;

  private final CrashingDisk disk = new CrashingDisk();
  private boolean isFull;
  private final FileJournal journal =
      open(new FailingDisk(disk, call -> isFull && call.kind() == Kind.WRITE));

  private final Session<Counter, CounterEvent> session = CounterSessions.created(journal);

  private static FileJournal open(Disk disk) {
    return FileJournal.open(
        JournalFixtures.FOLDER, JournalFixtures.on(disk).withSnapshotPolicy(EVERY_TWO));
  }

  private static void add(Session<Counter, CounterEvent> session, int count) {
    for (int i = 0; i < count; i++) {
      CounterSessions.add(session, 1);
    }
  }

  /** The number of steps that are the same objects whenever they are accessed. */
  private static long inMemory(Session<Counter, CounterEvent> session) {
    List<Step<CounterEvent>> steps = session.state().history().steps();
    List<Step<CounterEvent>> accessed = new ArrayList<>(steps);
    return IntStream.range(0, steps.size()).filter(i -> steps.get(i) == accessed.get(i)).count();
  }

  @Test
  void steps_that_are_stored_in_an_index_are_read_again_except_the_newest() {
    add(session, STEPS);
    assertThat(inMemory(session)).isBetween(2L, 2L * RECORDS_PER_INDEX);
    add(session, STEPS);
    assertThat(inMemory(session)).isBetween(2L, 2L * RECORDS_PER_INDEX);
  }

  @Test
  void a_session_that_was_resumed_among_the_records_of_an_index_does_so_too() {
    add(session, STEPS / 2 + RECORDS_PER_INDEX / 2);
    journal.close();
    try (FileJournal again = open(disk)) {
      Session<Counter, CounterEvent> resumed = CounterSessions.resumed(again);
      add(resumed, STEPS);
      assertThat(inMemory(resumed)).isBetween(2L, 2L * RECORDS_PER_INDEX);
    }
  }

  @Test
  void a_session_does_so_with_the_steps_of_another_one() {
    try (FileJournal shared = open(disk)) {
      Session<Counter, CounterEvent> other = CounterSessions.resumed(shared);
      for (int i = 0; i < STEPS; i++) {
        add(session, 3);
        add(other, 1);
      }
      assertThat(inMemory(session)).isLessThanOrEqualTo(2L * RECORDS_PER_INDEX);
      assertThat(inMemory(other)).isLessThanOrEqualTo(2L * RECORDS_PER_INDEX);
    }
  }

  @Test
  void a_step_that_is_read_again_equals_the_one_that_was_made() {
    List<Step<CounterEvent>> made = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      add(session, 1);
      made.add(session.state().history().steps().getLast());
    }
    assertThat(session.state().history().steps()).isEqualTo(made);
    assertThat(session.state().undoableSteps(STEPS)).isEqualTo(made);
  }

  @Test
  void the_session_goes_to_each_state_as_one_that_has_all_steps_in_memory() {
    Session<Counter, CounterEvent> other = session.copyTo(InMemoryJournal.empty());
    for (Session<Counter, CounterEvent> each : List.of(session, other)) {
      add(each, STEPS / 2);
      each.with(CounterSessions.options("undo")).undo(STEPS / 4);
      add(each, STEPS / 2);
      for (StepId id : each.state().history().stepIds()) {
        each.with(CounterSessions.options("jump")).branches().jumpTo(HistoryPoint.after(id));
      }
      assertThat(each.verify().isValid()).isTrue();
    }
    assertThat(states(session)).isEqualTo(states(other));
  }

  private static List<Integer> states(Session<Counter, CounterEvent> session) {
    List<Integer> values = new ArrayList<>();
    for (StepId id : session.state().history().stepIds()) {
      HistoryPoint point = HistoryPoint.after(id);
      values.add(session.views().viewAt(point).orElseThrow().model().value());
    }
    return values;
  }

  @Test
  void after_pruning_steps_are_released_again() {
    add(session, STEPS + 3);
    session.with(CounterSessions.options("prune")).prune(new RetentionPolicy(2, Duration.ZERO, 3));
    add(session, STEPS);
    assertThat(inMemory(session)).isBetween(2L, 2L * RECORDS_PER_INDEX);
    assertThat(session.rebuild().model().value()).isEqualTo(2 * STEPS + 3);
  }

  @Test
  @Clause("JN-8")
  void after_a_failed_write_steps_are_released_again() {
    for (int i = 0; i < STEPS; i++) {
      add(session, 1);
      isFull = true;
      assertThatThrownBy(() -> add(session, 1)).isInstanceOf(JournalException.class);
      isFull = false;
    }
    assertThat(session.model().value()).isEqualTo(STEPS);
    assertThat(inMemory(session)).isBetween(2L, 2L * RECORDS_PER_INDEX);
  }

  @Test
  @Clause("SE-32")
  void a_gesture_goes_on_while_steps_are_released() {
    add(session, STEPS);
    int depth = session.state().undoDepth();
    try (Gesture<Counter, CounterEvent> drag = session.beginGesture("drag")) {
      for (int i = 0; i < STEPS; i++) {
        drag.step(builder -> builder.emit(new CounterEvent.Added(1)));
      }
    }
    assertThat(session.state().undoDepth()).isEqualTo(depth + 1);
    assertThat(inMemory(session)).isBetween(1L, 2L * RECORDS_PER_INDEX);
  }
}
