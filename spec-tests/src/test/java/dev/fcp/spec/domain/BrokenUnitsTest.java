package dev.fcp.spec.domain;

import static dev.fcp.spec.domain.BrokenNotesContract.breaks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.BrokenNotesContract.Broken;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteEvent.NoteModified;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.generator.JqwikRun;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Each law about the units of events, and about splitting and merging events, can fail. */
class BrokenUnitsTest {

  private static Broken touching(UnaryOperator<Set<Unit>> otherwise) {
    return new Broken() {
      @Override
      public Touches touches(NoteEvent event) {
        Touches touches = super.touches(event);
        return new Touches(
            otherwise.apply(touches.subject()), touches.sideEffects(), touches.mentioned());
      }
    };
  }

  @Test
  @Clause("DM-9")
  void an_undeclared_written_unit_is_found() {
    Broken broken =
        touching(units -> {
          Set<Unit> reported = new HashSet<>(units);
          reported.removeIf(unit -> unit.name().equals("order"));
          return reported;
        });
    breaks("DM-9", broken, "an_event_changes_exactly_the_units_it_declares");
  }

  @Test
  @Clause("DM-9")
  void a_modification_declared_as_a_creation_is_found() {
    Broken broken =
        touching(units -> {
          Set<Unit> reported = new HashSet<>();
          units.forEach(unit -> reported.add(Unit.whole(unit.entity())));
          return reported;
        });
    breaks("DM-9", broken, "an_event_changes_exactly_the_units_it_declares", 2);
  }

  private interface SplittingDomain {
    Optional<NoteEvent> without(NoteEvent event, Set<Unit> units, Optional<NoteEvent> right);
  }

  private static Broken splitting(SplittingDomain otherwise) {
    return new Broken() {
      @Override
      public Optional<NoteEvent> without(NoteEvent event, Set<Unit> units) {
        return otherwise.without(event, units, super.without(event, units));
      }
    };
  }

  @Test
  @Clause("DM-10")
  void an_event_that_cannot_be_split_is_found() {
    breaks(
        "DM-10",
        splitting((event, units, right) -> right.isEmpty() ? right : Optional.of(event)),
        "an_event_without_some_units_keeps_the_others");
  }

  @Test
  @Clause("DM-10")
  void a_creation_that_is_split_is_found() {
    breaks(
        "DM-10",
        splitting((event, units, right) ->
            event instanceof NoteEvent.NoteAdded ? Optional.of(event) : right),
        "an_event_without_some_units_keeps_the_others");
  }

  @Test
  @Clause("DM-10")
  void a_rest_with_other_values_is_found() {
    SplittingDomain moving =
        (event, units, right) -> {
          if (right.orElse(event) instanceof NoteModified(var rest)
              && !rest.equals(event.change())
              && rest.units().equals(Set.of("text"))) {
            var after = Value.Fields.of(java.util.Map.of("text", Value.of("other")));
            return Optional.of(
                new NoteModified(new Change.Modified<>(rest.key(), rest.before(), after)));
          }
          return right;
        };
    breaks("DM-10", splitting(moving), "an_event_without_some_units_keeps_the_others");
  }

  @Test
  @Clause("DM-13")
  void a_creation_declared_as_a_modification_is_found() {
    var broken =
        new Broken() {
          @Override
          public Effect effect(NoteEvent event) {
            return event instanceof NoteEvent.NoteAdded ? Effect.MODIFIES : super.effect(event);
          }
        };
    breaks("DM-13", broken, "an_event_creates_modifies_or_deletes");
  }

  @Test
  @Clause("DM-14")
  void a_rebased_event_with_its_old_values_is_found() {
    var broken =
        new Broken() {
          @Override
          public Optional<NoteEvent> rebase(
              NoteEvent event, EntityModel<NoteKey, NoteEntity> model) {
            return super.rebase(event, model)
                .map(reported ->
                    reported instanceof NoteModified(var change)
                        ? new NoteModified(change.without(Set.of("text")))
                        : reported);
          }
        };
    breaks("DM-14", broken, "an_event_can_be_rebased_onto_another_model");
  }

  private static Broken merging(EventMerge<NoteEvent> always) {
    return new Broken() {
      @Override
      public EventMerge<NoteEvent> merge(NoteEvent first, NoteEvent second) {
        return super.merge(first, second) instanceof EventMerge.MergedInto
            ? always
            : new EventMerge.NotMergeable<>();
      }
    };
  }

  @Test
  @Clause("DM-11")
  void a_merge_that_drops_the_second_event_is_found() {
    var broken =
        new Broken() {
          @Override
          public EventMerge<NoteEvent> merge(NoteEvent first, NoteEvent second) {
            return super.merge(first, second) instanceof EventMerge.MergedInto
                ? new EventMerge.MergedInto<>(first)
                : new EventMerge.NotMergeable<>();
          }
        };
    breaks("DM-11", broken, "a_merged_event_has_the_effect_of_both");
  }

  @Test
  @Clause("DM-11")
  void a_merge_to_nothing_that_is_something_is_found() {
    breaks(
        "DM-11", merging(new EventMerge.CancelledOut<>()), "a_merged_event_has_the_effect_of_both");
  }

  @Test
  @Clause("DM-12")
  void an_unreported_dangling_reference_is_found() {
    var broken =
        new Broken() {
          @Override
          public List<DanglingReference> danglingReferences(
              NoteEvent event, EntityModel<NoteKey, NoteEntity> model) {
            return List.of();
          }
        };
    breaks("DM-12", broken, "the_dangling_references_of_an_event_are_complete", 2);
  }

  @Test
  @Clause("DM-12")
  void a_reported_reference_that_does_not_dangle_is_found() {
    var broken =
        new Broken() {
          @Override
          public List<DanglingReference> danglingReferences(
              NoteEvent event, EntityModel<NoteKey, NoteEntity> model) {
            return super.touches(event).mentioned().stream()
                .<DanglingReference>map(
                    target -> new DanglingReference.TargetMissing(target, target, "see"))
                .toList();
          }
        };
    breaks("DM-12", broken, "the_dangling_references_of_an_event_are_complete");
  }

  @Test
  @Clause("DM-11")
  void a_law_without_a_case_fails() {
    var neverMerging =
        new Broken() {
          @Override
          public EventMerge<NoteEvent> merge(NoteEvent first, NoteEvent second) {
            return new EventMerge.NotMergeable<>();
          }
        };
    String law = "a_merged_event_has_the_effect_of_both";
    assertThat(
            BrokenNotesContract.failure(
                neverMerging, () -> JqwikRun.unshrunk(BrokenNotesContract.class, law)))
        .hasMessageContaining("DM-11")
        .hasMessageContaining("hold no case");
  }
}
