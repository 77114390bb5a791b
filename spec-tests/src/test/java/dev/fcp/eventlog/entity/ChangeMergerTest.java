package dev.fcp.eventlog.entity;

import static dev.fcp.eventlog.entity.Things.created;
import static dev.fcp.eventlog.entity.Things.deleted;
import static dev.fcp.eventlog.entity.Things.modified;
import static dev.fcp.eventlog.entity.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.spec.Clause;
import java.util.Set;
import org.junit.jupiter.api.Test;

@Clause({"DM-10", "DM-11"})
class ChangeMergerTest {

  private static final Value.Fields ONE = thing("a", "1");
  private static final Value.Fields TWO = thing("a", "2");
  private static final Value.Fields THREE = thing("a", "3", "b", "x");

  private static EventMerge<Change<String, Value.Fields>> merged(
      Change<String, Value.Fields> first, Change<String, Value.Fields> second) {
    return ChangeMerger.merge(Things.SPEC, first, second);
  }

  private static EventMerge<Change<String, Value.Fields>> into(
      Change<String, Value.Fields> change) {
    return new EventMerge.MergedInto<>(change);
  }

  @Test
  void two_modifications_merge_into_one_from_the_first_value_to_the_last() {
    assertThat(merged(modified("k", ONE, TWO), modified("k", TWO, THREE)))
        .isEqualTo(into(modified("k", ONE, THREE)));
  }

  @Test
  void modifications_of_different_units_are_joined() {
    var one = modified("k", thing("a", "1"), thing("a", "2"));
    var other = modified("k", thing("b", "1"), thing());
    assertThat(merged(one, other))
        .isEqualTo(into(modified("k", thing("a", "1", "b", "1"), thing("a", "2"))));
  }

  @Test
  void a_unit_with_its_original_value_is_omitted() {
    var there = modified("k", thing("a", "1", "b", "1"), thing("a", "2", "b", "2"));
    var reverse = modified("k", thing("a", "2"), thing("a", "1"));
    assertThat(merged(there, reverse))
        .isEqualTo(into(modified("k", thing("b", "1"), thing("b", "2"))));
  }

  @Test
  void a_change_and_its_inverse_cancel_out() {
    assertThat(merged(modified("k", ONE, TWO), modified("k", TWO, ONE)))
        .isEqualTo(new EventMerge.CancelledOut<>());
    assertThat(merged(created("k", ONE), deleted("k", ONE)))
        .isEqualTo(new EventMerge.CancelledOut<>());
    assertThat(merged(deleted("k", ONE), created("k", ONE)))
        .isEqualTo(new EventMerge.CancelledOut<>());
  }

  @Test
  void a_modification_right_after_the_creation_is_part_of_it() {
    assertThat(merged(created("k", ONE), modified("k", ONE, THREE)))
        .isEqualTo(into(created("k", THREE)));
  }

  @Test
  void a_modification_right_before_the_deletion_is_part_of_it() {
    assertThat(merged(modified("k", THREE, ONE), deleted("k", ONE)))
        .isEqualTo(into(deleted("k", THREE)));
  }

  @Test
  void changes_that_do_not_follow_each_other_stay_separate() {
    assertThat(merged(modified("k", ONE, TWO), modified("k", ONE, THREE)))
        .isEqualTo(new EventMerge.NotMergeable<>());
    assertThat(merged(created("k", ONE), modified("k", TWO, THREE)))
        .isEqualTo(new EventMerge.NotMergeable<>());
    assertThat(merged(modified("k", ONE, TWO), deleted("k", ONE)))
        .isEqualTo(new EventMerge.NotMergeable<>());
  }

  @Test
  void a_deletion_and_a_different_creation_do_not_merge() {
    assertThat(merged(deleted("k", ONE), created("k", TWO)))
        .isEqualTo(new EventMerge.NotMergeable<>());
    assertThat(merged(created("k", ONE), deleted("k", TWO)))
        .isEqualTo(new EventMerge.NotMergeable<>());
    assertThat(merged(created("k", ONE), created("k", ONE)))
        .isEqualTo(new EventMerge.NotMergeable<>());
  }

  @Test
  void a_modification_lists_its_units_and_can_omit_some() {
    var change = modified("k", thing("a", "1", "b", "1"), thing("a", "2", "c", "3"));
    assertThat(change.units()).containsExactly("a", "b", "c");
    assertThat(change.without(Set.of("a", "x")))
        .isEqualTo(modified("k", thing("b", "1"), thing("c", "3")));
    assertThat(change.without(change.units()).isEmpty()).isTrue();
  }

  @Test
  void equal_units_make_no_change() {
    assertThat(modified("k", THREE, thing("a", "4", "b", "x")))
        .isEqualTo(modified("k", thing("a", "3"), thing("a", "4")));
    assertThat(modified("k", THREE, THREE).isEmpty()).isTrue();
  }
}
