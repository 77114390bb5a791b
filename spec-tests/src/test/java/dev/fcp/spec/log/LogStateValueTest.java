package dev.fcp.spec.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.Entry;
import dev.fcp.eventlog.EventLog;
import dev.fcp.eventlog.LogState;
import dev.fcp.spec.Clause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/**
 * What a {@link LogState} offers in addition to a log: it is a value, and its events are quick to
 * query.
 */
class LogStateValueTest {

  private static LogState<String> after(String program) {
    LogStateUnderTest log = LogStateUnderTest.empty();
    LogScript.run(log, program);
    return log.state();
  }

  @Property(tries = 300)
  @Clause("EL-17")
  void no_operation_modifies_an_existing_state(@ForAll("all") List<LogOperation> program) {
    LogStateUnderTest log = LogStateUnderTest.empty();
    List<LogState<String>> states = new ArrayList<>();
    List<LogObservation.OfSession> seen = new ArrayList<>();
    for (LogOperation operation : program) {
      states.add(log.state());
      seen.add(LogObservation.OfSession.of(log));
      LogOperation.run(operation, log);
    }
    for (int i = 0; i < states.size(); i++) {
      assertThat(LogObservation.OfSession.of(new LogStateUnderTest(states.get(i))))
          .isEqualTo(seen.get(i));
    }
  }

  @Provide
  Arbitrary<List<LogOperation>> all() {
    return LogPrograms.all();
  }

  @Test
  @Clause("EL-1")
  void a_state_of_plain_events_equals_the_one_built_by_append_and_undo() {
    assertThat(LogState.of(List.of("a", "b", "c"), 1)).isEqualTo(after("a b c undo(2)"));
    assertThat(LogState.of(List.of("a", "b", "c"), 3)).isEqualTo(after("a b c"));
    assertThatThrownBy(() -> LogState.of(List.of("a"), 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cursor");
    assertThatThrownBy(() -> LogState.of(List.of("a"), -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Clause("EL-13")
  void the_events_around_the_cursor_can_be_read() {
    LogState<String> state = after("a cp(c) b c undo(2)");
    assertThat(state.applied()).containsExactly("a");
    assertThat(state.undone()).containsExactly("b", "c");
    assertThat(state.lastApplied()).contains("a");
    assertThat(state.nextRedo()).contains("b");
    assertThat(LogState.empty().lastApplied()).isEmpty();
    assertThat(LogState.empty().nextRedo()).isEmpty();
  }

  @Test
  @Clause("EL-13")
  void events_are_counted_on_both_sides_of_the_cursor() {
    EventLog<String> log = EventLog.of(after("a cp(c) b c undo(2)"));
    assertThat(List.of(log.appliedCount(), log.undoneCount())).containsExactly(1, 2);
    assertThat(List.of(log.state().appliedCount(), log.state().undoneCount()))
        .containsExactly(1, 2);
  }

  @Test
  @Clause("EL-17")
  void states_are_equal_if_their_observable_content_is() {
    assertThat(after("a b cp(c) dropFirst(1)")).isEqualTo(after("b cp(c)"));
    assertThat(after("a b cp(c) dropFirst(1)")).hasSameHashCodeAs(after("b cp(c)"));
    assertThat(after("a b undo")).isNotEqualTo(after("a b"));
    assertThat(after("a cp(c)")).isNotEqualTo(after("a cp(d)"));
    assertThat(after("a")).isNotEqualTo(after("b"));
  }

  @Test
  @Clause("EL-18")
  void a_log_prints_as_its_entries_with_the_cursor_between() {
    assertThat(after("a b undo cp(c)")).hasToString("a |c ^ b {c=1}");
    assertThat(EventLog.of(after("a b undo cp(c)"))).hasToString("a |c ^ b {c=1}");
  }

  @Test
  @Clause("CP-12")
  void the_table_of_names_is_sorted_by_position() {
    assertThat(after("a cp(z) b cp(y) c cp(a) undo(9) cp(x)").checkpoints().keySet())
        .containsExactly("x", "z", "y", "a");
  }

  @Test
  @Clause("CP-12")
  void a_state_can_be_built_from_list_cursor_and_table() {
    List<Entry<String>> entries =
        List.of(new Entry.Recorded<>("a"), new Entry.Checkpoint<>("c"), new Entry.Recorded<>("b"));
    assertThat(LogState.of(entries, 1, Map.of("other", 3))).hasToString("a ^ |c b {other=3}");
  }

  @Test
  @Clause("CP-12")
  void a_position_outside_the_list_is_refused() {
    assertThatThrownBy(() -> LogState.of(List.of(), 1, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cursor at 1");
    assertThatThrownBy(() -> LogState.of(List.of(), 0, Map.of("c", 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("checkpoint 'c' at 1");
  }
}
