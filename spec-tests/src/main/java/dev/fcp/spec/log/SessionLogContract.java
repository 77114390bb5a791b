package dev.fcp.spec.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.UnknownCheckpointException;
import dev.fcp.spec.Clause;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The tests of what this engine requires of a log beyond the specification, one example for each
 * clause.
 */
public abstract class SessionLogContract extends EventLogContract {

  @Override
  protected abstract SessionLogUnderTest<String> emptyLog();

  @Override
  protected final RedoTail checkpointOverRedoTail() {
    return RedoTail.KEEPS;
  }

  private SessionLogUnderTest<String> after(String program) {
    SessionLogUnderTest<String> log = emptyLog();
    LogScript.run(log, program);
    return log;
  }

  private String drawingAfter(String program) {
    return LogScript.drawing(after(program));
  }

  private void assertRefused(String program, String operation, Class<?> refusal) {
    SessionLogUnderTest<String> log = after(program);
    String before = LogScript.drawing(log);
    assertThat(LogScript.run(log, operation)).isEqualTo(refusal);
    assertThat(LogScript.drawing(log)).isEqualTo(before);
  }

  @Test
  @Clause({"CP-1", "CP-3"})
  void a_checkpoint_leaves_the_cursor_past_its_sentinel() {
    assertThat(drawingAfter("a cp(c)")).isEqualTo("a |c ^ {c=1}");
  }

  @Test
  @Clause("CP-4")
  void a_checkpoint_over_a_redo_tail_keeps_the_tail() {
    assertThat(drawingAfter("a b undo cp(c)")).isEqualTo("a |c ^ b {c=1}");
    assertThat(after("a b undo cp(c)").redo()).containsExactly("b");
  }

  @Test
  @Clause("CP-4")
  void a_checkpoint_over_a_redo_tail_moves_only_the_names_beyond_the_cursor() {
    assertThat(drawingAfter("cp(z) a cp(c) b cp(d) undoTo(c) cp(e)"))
        .isEqualTo("|z a |e ^ |c b |d {c=2, d=5, e=2, z=0}");
  }

  @Test
  @Clause({"CP-5", "CP-10"})
  void an_append_at_a_checkpoint_keeps_its_name_and_cuts_its_sentinel() {
    assertThat(drawingAfter("a cp(c) b undoTo(c) x")).isEqualTo("a x ^ {c=1}");
    assertThat(after("a cp(c) b undoTo(c) x").undoTo("c")).contains(List.of("x"));
  }

  @Test
  @Clause("CP-14")
  void a_name_used_again_gets_the_new_position() {
    assertThat(drawingAfter("cp(c) a cp(c)")).isEqualTo("|c a |c ^ {c=2}");
  }

  @Test
  @Clause("CP-15")
  void the_older_sentinel_of_a_name_is_inert() {
    assertThat(drawingAfter("cp(c) a cp(c) b undoTo(c) undo")).isEqualTo("|c ^ a |c b {c=2}");
  }

  @Test
  @Clause({"EL-6", "EL-13"})
  void undo_of_five_over_a_leading_sentinel_gives_all_and_goes_to_zero() {
    SessionLogUnderTest<String> log = after("cp(c) a b");
    assertThat(log.undo(5)).containsExactly("b", "a");
    assertThat(log.cursor()).isZero();
    assertThat(log.canUndo()).isFalse();
  }

  @Test
  @Clause({"EL-7", "EL-13"})
  void nothing_is_left_to_redo_before_a_trailing_sentinel() {
    SessionLogUnderTest<String> log = after("a cp(c) undo redo");
    assertThat(log.cursor()).isEqualTo(1);
    assertThat(log.canRedo()).isFalse();
  }

  @Test
  @Clause({"EL-6", "EL-9"})
  void sentinels_alone_are_crossed_although_no_event_is_returned() {
    assertThat(drawingAfter("cp(c) cp(d) undo")).isEqualTo("^ |c |d {c=0, d=1}");
    assertThat(drawingAfter("cp(c) cp(d) undo redo")).isEqualTo("|c |d ^ {c=0, d=1}");
  }

  @Test
  @Clause({"CP-3", "CP-5", "CP-7"})
  void undo_to_a_checkpoint_just_made_returns_an_empty_list_and_then_nothing() {
    SessionLogUnderTest<String> log = after("a cp(c)");
    assertThat(log.undoTo("c")).contains(List.of());
    assertThat(log.cursor()).isEqualTo(1);
    assertThat(log.undoTo("c")).isEmpty();
    assertThat(log.cursor()).isEqualTo(1);
  }

  @Test
  @Clause({"CP-6", "CP-8"})
  void an_unknown_name_is_refused_with_the_known_ones() {
    SessionLogUnderTest<String> log = after("a cp(first) b cp(second) undo");
    assertThatThrownBy(() -> log.undoTo("third"))
        .isInstanceOf(UnknownCheckpointException.class)
        .hasMessageContaining("unknown checkpoint 'third'")
        .hasMessageContaining("'first'")
        .hasMessageContaining("'second'");
  }

  @Test
  @Clause({"CP-6", "CP-7", "CP-8"})
  void an_unknown_name_differs_from_one_ahead_of_the_cursor_and_both_change_nothing() {
    assertRefused("a cp(c) b undo(2)", "undoTo(d)", UnknownCheckpointException.class);
    SessionLogUnderTest<String> log = after("a cp(c) b undo(2)");
    assertThat(log.undoTo("c")).isEqualTo(Optional.empty());
    assertThat(LogScript.drawing(log)).isEqualTo("^ a |c b {c=1}");
  }

  @Test
  @Clause("EL-20")
  void a_count_of_zero_does_nothing() {
    assertThat(drawingAfter("a cp(c) undo(0)")).isEqualTo("a |c ^ {c=1}");
    assertThat(drawingAfter("cp(c) undo redo(0)")).isEqualTo("^ |c {c=0}");
    assertThat(after("a b").undo(0)).isEmpty();
    assertThat(after("a b undo").redo(0)).isEmpty();
  }

  @Test
  @Clause("EL-21")
  void a_negative_count_is_refused() {
    assertRefused("a b undo", "undo(-1)", IllegalArgumentException.class);
    assertRefused("a b undo", "redo(-1)", IllegalArgumentException.class);
    assertRefused("a b", "dropFirst(-1)", IllegalArgumentException.class);
    assertRefused("a b", "replaceLast(-1,x)", IllegalArgumentException.class);
    assertThatThrownBy(() -> after("a").recent(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Clause("EL-13")
  void undo_and_redo_are_possible_only_where_a_real_event_would_come_back() {
    assertThat(after("").canUndo() || after("").canRedo()).isFalse();
    assertThat(after("cp(c)").canUndo()).isFalse();
    assertThat(after("cp(c) undo").canRedo()).isFalse();
    assertThat(after("cp(c) a").canUndo()).isTrue();
    assertThat(after("a cp(c) undo").canRedo()).isTrue();
  }

  @Test
  @Clause({"EL-14", "CP-9", "CP-10"})
  void truncate_cuts_the_tail_and_the_names_beyond_the_cursor() {
    assertThat(drawingAfter("a cp(c) b cp(d) undoTo(c) truncate")).isEqualTo("a ^ {c=1}");
    assertThat(drawingAfter("a cp(c) truncate")).isEqualTo("a |c ^ {c=1}");
  }

  @Test
  @Clause("EL-15")
  void drop_first_removes_the_sentinels_before_the_first_kept_event_and_keeps_a_name_there() {
    assertThat(drawingAfter("a cp(c) b dropFirst(1)")).isEqualTo("b ^ {c=0}");
  }

  @Test
  @Clause("EL-15")
  void drop_first_forgets_names_before_the_new_beginning_and_shifts_the_others() {
    assertThat(drawingAfter("cp(z) a cp(c) cp(d) b cp(e) dropFirst(1)"))
        .isEqualTo("b |e ^ {c=0, d=0, e=1}");
    assertThat(drawingAfter("a b cp(c) undoTo(c) dropFirst(2)")).isEqualTo("^ {c=0}");
    assertThat(drawingAfter("cp(c) a dropFirst(0)")).isEqualTo("a ^ {c=0}");
  }

  @Test
  @Clause({"EL-15", "CP-14"})
  void names_that_meet_at_the_new_beginning_stay_apart() {
    assertThat(drawingAfter("a cp(z) cp(c) undoTo(c) b dropFirst(1)")).isEqualTo("b ^ {c=0, z=0}");
    assertThat(drawingAfter("a cp(z) cp(c) undoTo(c) b dropFirst(1) cp(c)"))
        .isEqualTo("b |c ^ {c=1, z=0}");
    assertThat(drawingAfter("a cp(c) b cp(a) undoTo(c) x replaceLast(1) cp(c) y"))
        .isEqualTo("a |c y ^ {c=1}");
  }

  @Test
  @Clause("EL-15")
  void drop_first_removes_applied_events_only() {
    assertRefused("a b undo", "dropFirst(2)", IllegalArgumentException.class);
    assertThat(drawingAfter("a cp(c) b undo(2) redo dropFirst(1)")).isEqualTo("^ b {c=0}");
  }

  @Test
  @Clause("EL-15")
  void a_log_works_on_after_its_beginning_was_dropped() {
    assertThat(drawingAfter("a cp(c) b cp(d) dropFirst(1) undoTo(d) x undoTo(c) cp(e) redo"))
        .isEqualTo("|e b ^ x {c=0, d=2, e=0}");
  }

  @Test
  @Clause("EL-16")
  void replace_last_moves_the_names_after_the_last_event_to_the_new_end() {
    assertThat(drawingAfter("a cp(c) b cp(d) replaceLast(1,x)")).isEqualTo("a |c x ^ {c=1, d=3}");
  }

  @Test
  @Clause("EL-16")
  void replace_last_forgets_the_names_between_the_replaced_events() {
    assertThat(drawingAfter("a cp(c) b cp(d) b cp(e) replaceLast(2,x)"))
        .isEqualTo("a |c x ^ {c=1, e=3}");
    assertThat(drawingAfter("a cp(c) b cp(d) replaceLast(2)")).isEqualTo("^ {d=0}");
  }

  @Test
  @Clause("EL-16")
  void replace_last_to_nothing_keeps_names_before_it() {
    assertThat(drawingAfter("a cp(c) undoTo(c) b cp(e) replaceLast(1)"))
        .isEqualTo("a ^ {c=1, e=1}");
  }

  @Test
  @Clause("EL-16")
  void replace_last_needs_applied_events_and_no_undone_ones() {
    assertRefused("a b undo", "replaceLast(1,x)", IllegalStateException.class);
    assertRefused("a b undo", "replaceLast(1)", IllegalStateException.class);
    assertRefused("a b", "replaceLast(3,x)", IllegalArgumentException.class);
    assertRefused("a b", "replaceLast(0,x)", IllegalArgumentException.class);
  }

  @Test
  @Clause("EL-18")
  void a_returned_list_does_not_change() {
    SessionLogUnderTest<String> log = after("a cp(c) b");
    var entries = log.entries();
    var names = log.checkpoints();
    List<String> undone = log.undo(2);
    LogScript.run(log, "x cp(d)");
    assertThat(entries).hasSize(3);
    assertThat(names).hasSize(1);
    assertThat(undone).containsExactly("b", "a");
  }

  @Test
  @Clause("EL-18")
  void a_returned_list_cannot_be_modified() {
    SessionLogUnderTest<String> log = after("a cp(c) b b b");
    List<List<?>> lists = List.of(log.entries(), log.recent(2), log.undo(2), log.redo(2));
    assertThat(lists)
        .allSatisfy(list ->
            assertThatThrownBy(list::clear).isInstanceOf(UnsupportedOperationException.class));
    assertThatThrownBy(log.checkpoints()::clear).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  @Clause("EL-19")
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // tests that null is refused
  void null_is_refused_and_changes_nothing() {
    SessionLogUnderTest<String> log = after("a b undo");
    assertThatThrownBy(() -> log.append(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> log.checkpoint(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> log.undoTo(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> log.replaceLast(1, null)).isInstanceOf(NullPointerException.class);
    assertThat(LogScript.drawing(log)).isEqualTo("a ^ b");
  }
}
