package dev.fcp.spec.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.spec.Clause;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The tests of an event log against the specification, one example for each clause. To test an
 * implementation, subclass this contract: create an empty log, and declare what the log does when a
 * checkpoint is set over a redo tail.
 */
public abstract class EventLogContract {

  /** What a checkpoint does with a redo tail (CP-4). */
  public enum RedoTail {
    /** The sentinel is inserted before the tail, which is kept. */
    KEEPS,
    /** The sentinel replaces the tail. */
    CUTS,
    /** The sentinel is added after the tail, and the cursor does not move. */
    BEHIND
  }

  /** Returns a new, empty log. */
  protected abstract LogUnderTest<String> emptyLog();

  /** Returns what the log does with a redo tail (CP-4). */
  protected abstract RedoTail checkpointOverRedoTail();

  private LogUnderTest<String> after(String program) {
    LogUnderTest<String> log = emptyLog();
    LogScript.run(log, program);
    return log;
  }

  private String drawingAfter(String program) {
    return LogScript.drawing(after(program));
  }

  @Test
  @Clause("EL-1")
  void the_cursor_is_past_the_last_applied_event() {
    assertThat(drawingAfter("")).isEqualTo("^");
    assertThat(drawingAfter("a b c d e")).isEqualTo("a b c d e ^");
    assertThat(drawingAfter("a b c d e undo(1)")).isEqualTo("a b c d ^ e");
    assertThat(drawingAfter("a b c d e undo(1) redo(1)")).isEqualTo("a b c d e ^");
  }

  @Test
  @Clause("EL-2")
  void an_append_adds_the_event_and_moves_the_cursor_past_it() {
    assertThat(drawingAfter("a b")).isEqualTo("a b ^");
  }

  @Test
  @Clause("EL-3")
  void an_append_after_undo_cuts_the_redo_tail() {
    assertThat(drawingAfter("a b c d e undo(2) f")).isEqualTo("a b c f ^");
    assertThat(LogScript.run(emptyLog(), "a b undo x redo(5)")).isEqualTo(List.of());
  }

  @Test
  @Clause("EL-4")
  void undo_returns_the_newest_event_first_and_leaves_the_cursor_at_the_last_one() {
    LogUnderTest<String> log = after("a b c");
    assertThat(log.undo(2)).containsExactly("c", "b");
    assertThat(LogScript.drawing(log)).isEqualTo("a ^ b c");
  }

  @Test
  @Clause({"EL-5", "CP-2"})
  void undo_crosses_sentinels_without_counting_them() {
    LogUnderTest<String> log = after("a cp(c) cp(d) b cp(e)");
    assertThat(log.undo(2)).containsExactly("b", "a");
    assertThat(log.cursor()).isZero();
  }

  @Test
  @Clause("EL-4")
  void undo_leaves_sentinels_before_the_event_applied() {
    assertThat(drawingAfter("a cp(c) b undo")).isEqualTo("a |c ^ b {c=1}");
  }

  @Test
  @Clause("EL-6")
  void undo_of_more_than_there_is_goes_to_the_beginning() {
    LogUnderTest<String> log = after("cp(c) a b");
    assertThat(log.undo(5)).containsExactly("b", "a");
    assertThat(log.cursor()).isZero();
    assertThat(log.undo(1)).isEmpty();
  }

  @Test
  @Clause("EL-7")
  void redo_returns_the_oldest_event_first_and_stops_after_the_last_one() {
    LogUnderTest<String> log = after("a b c undo(3)");
    assertThat(log.redo(2)).containsExactly("a", "b");
    assertThat(LogScript.drawing(log)).isEqualTo("a b ^ c");
  }

  @Test
  @Clause("EL-7")
  void redo_does_not_cross_a_sentinel_after_the_last_event() {
    assertThat(drawingAfter("a cp(c) b undo(2) redo")).isEqualTo("a ^ |c b {c=1}");
  }

  @Test
  @Clause({"EL-8", "CP-2"})
  void redo_crosses_sentinels_without_counting_them() {
    LogUnderTest<String> log = after("a cp(c) cp(d) b c undo(3)");
    assertThat(log.redo(2)).containsExactly("a", "b");
  }

  @Test
  @Clause("EL-9")
  void redo_of_more_than_there_is_goes_to_the_end() {
    LogUnderTest<String> log = after("a b cp(c) undo(2)");
    assertThat(log.redo(5)).containsExactly("a", "b");
    assertThat(LogScript.drawing(log)).isEqualTo("a b |c ^ {c=2}");
  }

  @Test
  @Clause({"EL-10", "CP-2"})
  void recent_returns_the_last_applied_events_oldest_first() {
    LogUnderTest<String> log = after("a b cp(c) c d cp(d) undo");
    assertThat(log.recent(2)).containsExactly("b", "c");
    assertThat(log.recent(9)).containsExactly("a", "b", "c");
    assertThat(log.recent(0)).isEmpty();
  }

  @Test
  @Clause("EL-10")
  void recent_changes_nothing() {
    LogUnderTest<String> log = after("a cp(c) b undo");
    log.recent(5);
    assertThat(LogScript.drawing(log)).isEqualTo("a |c ^ b {c=1}");
  }

  @Test
  @Clause("EL-11")
  void undo_and_redo_without_a_count_mean_one_event() {
    LogUnderTest<String> log = after("a b");
    assertThat(log.undo()).containsExactly("b");
    assertThat(log.redo()).containsExactly("b");
  }

  @Test
  @Clause("CP-1")
  void a_checkpoint_stores_the_position_before_its_sentinel() {
    assertThat(after("a b cp(c)").checkpoints()).containsOnly(Map.entry("c", 2));
  }

  @Test
  @Clause("CP-2")
  void a_checkpoint_leaves_a_sentinel_in_the_list() {
    assertThat(after("a cp(c)").entries()).hasSize(2);
    assertThat(drawingAfter("a cp(c)")).startsWith("a |c");
  }

  @Test
  @Clause("CP-4")
  void a_checkpoint_over_a_redo_tail_does_what_the_log_declares() {
    String expected =
        switch (checkpointOverRedoTail()) {
          case KEEPS -> "a |c ^ b |d {c=1, d=3}";
          case CUTS -> "a |c ^ {c=1}";
          case BEHIND -> "a ^ b |d |c {c=1, d=2}";
        };
    assertThat(drawingAfter("a b cp(d) undo cp(c)")).isEqualTo(expected);
  }

  @Test
  @Clause("CP-5")
  void undo_to_returns_the_events_after_the_checkpoint_newest_first() {
    LogUnderTest<String> log = after("a cp(c) b cp(d) c");
    assertThat(log.undoTo("c")).contains(List.of("c", "b"));
    assertThat(LogScript.drawing(log)).isEqualTo("a ^ |c b |d c {c=1, d=3}");
  }

  @Test
  @Clause("CP-6")
  void undo_to_an_unknown_name_is_an_error() {
    LogUnderTest<String> log = after("a cp(c)");
    assertThatThrownBy(() -> log.undoTo("d")).isInstanceOf(RuntimeException.class);
  }

  @Test
  @Clause("CP-7")
  void undo_to_a_checkpoint_at_or_beyond_the_cursor_returns_nothing() {
    assertThat(LogScript.run(emptyLog(), "a cp(c) undoTo(c) undoTo(c)"))
        .isEqualTo(Optional.empty());
    assertThat(LogScript.run(emptyLog(), "a cp(c) undo undoTo(c)")).isEqualTo(Optional.empty());
  }

  @Test
  @Clause("CP-9")
  void an_append_removes_checkpoints_beyond_the_new_end() {
    LogUnderTest<String> log = after("a cp(c) b cp(d) undo(2) x");
    assertThat(log.checkpoints()).isEmpty();
    assertThat(LogScript.drawing(log)).isEqualTo("x ^");
  }
}
