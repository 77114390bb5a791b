package dev.fcp.eventlog.entity;

import static dev.fcp.eventlog.entity.Things.created;
import static dev.fcp.eventlog.entity.Things.deleted;
import static dev.fcp.eventlog.entity.Things.modified;
import static dev.fcp.eventlog.entity.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.spec.Clause;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChangeCheckTest {

  private static final EntityModel<String, Value.Fields> MODEL =
      Things.model(
          Map.of(
              "a", thing("up", "b", "x", "1"),
              "b", thing("kind", "shape"),
              "c", thing("see", "a", "see2", "a", "in", "a"),
              "s", thing(),
              "s/t", thing()));

  private static EntityRef ref(String key) {
    return Things.SPEC.ref(key);
  }

  /** Replay refuses what the check refuses, with the same message. */
  private static Conflict refused(Change<String, Value.Fields> change) {
    Conflict conflict = MODEL.check(change).orElseThrow();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MODEL.apply(change))
        .withMessage(conflict.toString());
    return conflict;
  }

  @Test
  @Clause("DM-3")
  void an_existing_key_and_a_missing_one_are_refused() {
    assertThat(refused(created("a", thing()))).isEqualTo(Conflict.alreadyExists(ref("a")));
    assertThat(refused(deleted("z", thing()))).isEqualTo(Conflict.missing(ref("z")));
    assertThat(refused(modified("z", thing(), thing("x", "1"))))
        .isEqualTo(Conflict.missing(ref("z")));
  }

  @Test
  @Clause("DM-3")
  void an_unexpected_value_is_named() {
    assertThat(refused(modified("a", thing("x", "2"), thing("x", "3"))))
        .isEqualTo(Conflict.changed(new Unit(ref("a"), "x"), Optional.of("2"), Optional.of("1")));
    assertThat(refused(modified("a", thing(), thing("x", "3"))).expected()).isEmpty();
    assertThat(refused(modified("a", thing("y", "2"), thing())).current()).isEmpty();
    assertThat(refused(deleted("b", thing("kind", "edge"))).unit())
        .contains(new Unit(ref("b"), "kind"));
  }

  @Test
  @Clause("DM-3")
  void a_scope_that_is_missing_or_not_empty_is_refused() {
    assertThat(refused(created("z/t", thing()))).isEqualTo(Conflict.missing(ref("z")));
    assertThat(refused(deleted("s", thing())).reason()).contains("still contains 1");
  }

  @Test
  @Clause("DM-3")
  void a_cycle_is_refused_whichever_reference_closes_it() {
    assertThat(refused(modified("b", thing(), thing("up", "a"))).reason())
        .isEqualTo("thing b would be its own up");
    assertThat(refused(modified("b", thing(), thing("up", "b"))).unit())
        .contains(new Unit(ref("b"), "up"));
    assertThat(refused(created("new", thing("up", "new"))).reason()).contains("its own up");
  }

  @Test
  @Clause("DM-3")
  void a_cycle_of_references_with_different_roles_is_refused() {
    assertThat(refused(modified("b", thing(), thing("up", "c"))).reason()).contains("its own up");
    assertThat(refused(modified("b", thing(), thing("up1", "x", "up2", "c"))).reason())
        .contains("its own up");
  }

  @Test
  @Clause("DM-3")
  void a_cycle_of_references_that_may_be_cyclic_is_allowed() {
    assertThat(MODEL.check(modified("a", thing(), thing("see", "c")))).isEmpty();
  }

  @Test
  @Clause("DM-3")
  void a_creation_that_closes_a_dangling_cycle_is_refused() {
    var dangling = Things.model(Map.of("a", thing("up", "z")));
    assertThat(dangling.check(created("z", thing("up", "a")))).isPresent();
    assertThat(dangling.check(created("z", thing("up", "y")))).isEmpty();
  }

  @Test
  @Clause("DM-3")
  void a_change_of_kind_and_a_unit_that_would_be_lost_are_refused() {
    assertThat(refused(modified("b", thing("kind", "shape"), thing("kind", "edge"))).reason())
        .contains("another kind");
    assertThat(refused(modified("b", thing(), thing("lost", "1"))).unit())
        .contains(new Unit(ref("b"), "lost"));
  }

  @Test
  @Clause("DM-3")
  void a_change_that_the_domain_refuses_is_refused() {
    assertThat(refused(created("forbidden", thing())).reason()).isEqualTo("forbidden is forbidden");
  }

  @Test
  @Clause("DM-12")
  void every_reference_to_a_removed_entity_is_reported_once_for_each_role() {
    assertThat(MODEL.danglingReferences(deleted("a", thing("up", "b", "x", "1"))))
        .containsExactlyInAnyOrder(
            new DanglingReference.TargetRemoved(ref("c"), ref("a"), "see"),
            new DanglingReference.TargetRemoved(ref("c"), ref("a"), "in"));
  }

  @Test
  @Clause("DM-12")
  void a_missing_target_of_a_change_is_reported() {
    var missing = new DanglingReference.TargetMissing(ref("n"), ref("nowhere"), "see");
    assertThat(MODEL.danglingReferences(created("n", thing("see", "nowhere", "up", "a"))))
        .containsExactly(missing);
    assertThat(MODEL.danglingReferences(modified("a", thing("see", "x"), thing("see", "nowhere"))))
        .containsExactly(new DanglingReference.TargetMissing(ref("a"), ref("nowhere"), "see"));
  }

  @Test
  @Clause("DM-12")
  void an_entity_that_refers_to_itself_has_no_missing_target() {
    assertThat(MODEL.danglingReferences(created("n", thing("see", "n")))).isEmpty();
  }

  @Test
  @Clause("DM-8")
  void a_model_with_a_cycle_is_refused() {
    Map<String, Value.Fields> circle =
        Map.of("a", thing("up", "b"), "b", thing("in", "c"), "c", thing("up", "a"));
    assertThatIllegalArgumentException().isThrownBy(() -> Things.model(circle));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Things.model(Map.of("a", thing("up", "a"))));
  }

  @Test
  @Clause("DM-8")
  void a_model_with_a_key_twice_or_without_a_scope_is_refused() {
    var duplicates = List.of(Map.entry("a", thing()), Map.entry("a", thing("x", "1")));
    assertThatIllegalArgumentException().isThrownBy(() -> EntityModel.of(Things.SPEC, duplicates));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Things.model(Map.of("s/t", thing())))
        .withMessageContaining("thing s/t is in thing s, which is missing");
  }

  @Test
  @Clause("DM-3")
  void a_chain_twenty_thousand_long_is_checked_and_built() {
    Map<String, Value.Fields> chain = new java.util.HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      chain.put("k" + i, thing("up", "k" + (i + 1)));
    }
    var model = Things.model(chain);
    assertThat(model.check(created("k20000", thing("up", "k0")))).isPresent();
    assertThat(model.check(created("k20000", thing()))).isEmpty();
  }
}
