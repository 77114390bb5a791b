package dev.fcp.spec.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.EventLog;
import dev.fcp.spec.Clause;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A log retains the events that it still needs, and no discarded ones. */
class EventLogMemoryTest {

  private final EventLog<Object> log = EventLog.empty();

  private List<Object> appended(int count) {
    List<Object> events = Stream.generate(Object::new).limit(count).toList();
    events.forEach(log::append);
    return events;
  }

  /** How many of these events are reachable from the log. */
  private long held(List<Object> events) throws IllegalAccessException {
    ReachableObjects reachable = ReachableObjects.from(log);
    return events.stream().filter(reachable::contains).count();
  }

  @Test
  @Clause("EL-14")
  void truncated_events_are_not_retained() throws IllegalAccessException {
    List<Object> events = appended(5000);
    log.undo(4321);
    log.truncate();
    assertThat(held(events)).isEqualTo(679);
  }

  @Test
  @Clause("EL-15")
  void dropped_events_are_not_retained() throws IllegalAccessException {
    List<Object> events = appended(5000);
    log.dropFirst(4321);
    assertThat(held(events)).isEqualTo(679);
  }

  @Test
  @Clause("EL-16")
  void replaced_events_are_not_retained() throws IllegalAccessException {
    List<Object> events = appended(5000);
    log.replaceLast(4321, "event");
    assertThat(held(events)).isEqualTo(679);
  }

  @Test
  @Clause("EL-3")
  void events_of_a_discarded_tail_are_not_retained() throws IllegalAccessException {
    List<Object> events = appended(10);
    log.undo();
    log.append("event");
    assertThat(held(events)).isEqualTo(9);
  }

  @Test
  @Clause("EL-15")
  void a_log_with_a_limit_accepts_any_number_of_events() {
    for (int event = 0; event < 100_000; event++) {
      log.append(event);
      log.dropFirst(log.size() > 10 ? 1 : 0);
    }
    assertThat(log.recent(11))
        .containsExactly(
            99_990, 99_991, 99_992, 99_993, 99_994, 99_995, 99_996, 99_997, 99_998, 99_999);
  }

  @Test
  @Clause("EL-3")
  void undo_and_redo_work_across_every_chunk_boundary() {
    for (int event = 0; event < 5000; event++) {
      log.append("lost");
      log.undo();
      log.append(event);
    }
    assertThat(log.recent(2)).containsExactly(4998, 4999);
    assertThat(log.size()).isEqualTo(5000);
  }

  @Test
  @Clause("EL-2")
  void an_entry_uses_at_most_the_memory_of_two_references() throws IllegalAccessException {
    for (int size : new int[] {1_000, 100_000, 1_000_000}) {
      EventLog<String> filled = filled(size);
      assertThat(ReachableObjects.from(filled).slots()).isBetween((long) size, 2L * size);
    }
  }

  @Test
  @Clause("EL-14")
  void memory_is_released_step_by_step() throws IllegalAccessException {
    EventLog<String> filled = filled(1_000_000);
    while (filled.canUndo()) {
      filled.undo();
      filled.truncate();
    }
    assertThat(ReachableObjects.from(filled).slots()).isLessThan(10_000);
  }

  private static EventLog<String> filled(int size) {
    EventLog<String> log = EventLog.empty();
    for (int i = 0; i < size; i++) {
      log.append("event");
    }
    return log;
  }
}
