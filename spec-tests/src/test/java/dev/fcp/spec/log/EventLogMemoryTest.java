package dev.fcp.spec.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.EventLog;
import dev.fcp.spec.Clause;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a log let go of is gone, and what it goes on with is not. */
class EventLogMemoryTest {

  private final EventLog<Object> log = EventLog.empty();

  /** Appends so many events that nobody but the log holds. */
  private List<WeakReference<Object>> appended(int count) {
    return Stream.generate(Object::new)
        .limit(count)
        .peek(log::append)
        .map(WeakReference::new)
        .toList();
  }

  private static long collectable(List<WeakReference<Object>> events) {
    System.gc();
    return events.stream().filter(event -> event.refersTo(null)).count();
  }

  @Test
  @Clause("EL-14")
  void truncated_events_are_forgotten() {
    List<WeakReference<Object>> events = appended(5000);
    log.undo(4321);
    log.truncate();
    assertThat(collectable(events)).isEqualTo(4321);
  }

  @Test
  @Clause("EL-15")
  void dropped_events_are_forgotten() {
    List<WeakReference<Object>> events = appended(5000);
    log.dropFirst(4321);
    assertThat(collectable(events)).isEqualTo(4321);
  }

  @Test
  @Clause("EL-16")
  void replaced_events_are_forgotten() {
    List<WeakReference<Object>> events = appended(5000);
    log.replaceLast(4321, "event");
    assertThat(collectable(events)).isEqualTo(4321);
  }

  @Test
  @Clause("EL-3")
  void events_of_a_cut_tail_are_forgotten() {
    List<WeakReference<Object>> events = appended(10);
    log.undo();
    log.append("event");
    assertThat(collectable(events)).isEqualTo(1);
  }

  @Test
  @Clause("EL-15")
  void a_log_with_a_limit_goes_on_and_on() {
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
  void an_owner_may_go_to_and_fro_over_any_border() {
    for (int event = 0; event < 5000; event++) {
      log.append("lost");
      log.undo();
      log.append(event);
    }
    assertThat(log.recent(2)).containsExactly(4998, 4999);
    assertThat(log.size()).isEqualTo(5000);
  }
}
