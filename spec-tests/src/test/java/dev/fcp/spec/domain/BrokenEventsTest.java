package dev.fcp.spec.domain;

import static dev.fcp.spec.domain.BreakableNotes.breaks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Dependent;
import dev.fcp.eventlog.domain.Effect;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.Merge;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Touches;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.BreakableNotes.Broken;
import dev.fcp.spec.domains.notes.Item;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteEvent.NoteModified;
import dev.fcp.spec.domains.notes.NoteEvent.NoteMoved;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.generator.JqwikRun;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Each law that speaks of events is able to fail: it finds a domain that breaks it. */
class BrokenEventsTest {

  @Test
  @Clause("DM-1")
  void an_inverse_under_another_name_is_found() {
    var broken =
        new Broken() {
          @Override
          public NoteEvent invert(NoteEvent event) {
            NoteEvent inverse = super.invert(event);
            return inverse instanceof NoteMoved(var change) ? new NoteModified(change) : inverse;
          }
        };
    breaks("DM-1", broken, "an_event_inverted_twice_is_the_event");
  }

  @Test
  @Clause("DM-2")
  void an_inverse_that_forgets_a_unit_is_found() {
    var broken =
        new Broken() {
          @Override
          public NoteEvent invert(NoteEvent event) {
            return super.invert(event) instanceof NoteModified(var change)
                ? new NoteModified(change.without(Set.of("see")))
                : super.invert(event);
          }
        };
    breaks("DM-2", broken, "an_event_that_applies_can_be_taken_back_exactly");
  }

  @Test
  @Clause("DM-2")
  void a_check_that_lies_is_found() {
    var broken =
        new Broken() {
          @Override
          public Optional<Conflict> check(NoteEvent event, EntityModel<NoteKey, Item> model) {
            return Optional.empty();
          }
        };
    breaks("DM-2", broken, "an_event_that_applies_can_be_taken_back_exactly");
  }

  @Test
  @Clause("DM-3")
  void a_replay_that_takes_what_the_check_refuses_is_found() {
    var broken =
        new Broken() {
          @Override
          public EntityModel<NoteKey, Item> replay(
              NoteEvent event, EntityModel<NoteKey, Item> model) {
            return check(event, model).isEmpty() ? super.replay(event, model) : model;
          }
        };
    breaks("DM-3", broken, "a_refused_event_changes_nothing", 1);
  }

  @Test
  @Clause("DM-3")
  void a_refusal_that_leaves_a_trace_is_found() {
    AtomicInteger refused = new AtomicInteger();
    var broken =
        new Broken() {
          @Override
          public EntityModel<NoteKey, Item> replay(
              NoteEvent event, EntityModel<NoteKey, Item> model) {
            refused.addAndGet(check(event, model).isEmpty() ? 0 : 1);
            return super.replay(event, model);
          }

          @Override
          public ModelCodec<EntityModel<NoteKey, Item>> modelCodec() {
            return new TracedCodec(super.modelCodec(), refused);
          }
        };
    breaks("DM-3", broken, "a_refused_event_changes_nothing");
  }

  private record TracedCodec(ModelCodec<EntityModel<NoteKey, Item>> whole, AtomicInteger trace)
      implements ModelCodec<EntityModel<NoteKey, Item>> {
    @Override
    public byte[] encode(EntityModel<NoteKey, Item> model) {
      return (new String(whole.encode(model), StandardCharsets.UTF_8) + trace)
          .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public EntityModel<NoteKey, Item> decode(byte[] bytes) {
      return whole.decode(bytes);
    }
  }

  /** A codec of notes in which a test breaks one direction. */
  private static Broken withCodec(UnaryOperator<EventCodec<NoteEvent>> otherwise) {
    return new Broken() {
      @Override
      public EventCodec<NoteEvent> eventCodec() {
        return otherwise.apply(super.eventCodec());
      }
    };
  }

  @Test
  @Clause("DM-5")
  void a_codec_that_loses_half_a_character_is_found() {
    UnaryOperator<EventCodec<NoteEvent>> lossy =
        codec ->
            new EventCodec<>() {
              @Override
              public Value.Fields encode(NoteEvent event) {
                return (Value.Fields) throughUtf8(codec.encode(event));
              }

              @Override
              public NoteEvent decode(Value.Fields fields) {
                return codec.decode(fields);
              }
            };
    breaks("DM-5", withCodec(lossy), "an_event_comes_back_from_json", 1);
  }

  private static Value throughUtf8(Value value) {
    return switch (value) {
      case Value.Text(var text) ->
          Value.of(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
      case Value.Fields(var fields) -> {
        TreeMap<String, Value> through = new TreeMap<>();
        fields.forEach((name, field) -> through.put(name, throughUtf8(field)));
        yield Value.Fields.of(through);
      }
      case Value.Sequence sequence -> sequence;
      case Value.Whole whole -> whole;
      case Value.Flag flag -> flag;
    };
  }

  @Test
  @Clause("DM-5")
  void a_codec_that_stumbles_over_damage_is_found() {
    UnaryOperator<EventCodec<NoteEvent>> stumbling =
        codec ->
            new EventCodec<>() {
              @Override
              public Value.Fields encode(NoteEvent event) {
                return codec.encode(event);
              }

              @Override
              public NoteEvent decode(Value.Fields fields) {
                Value unused = fields.find("key").orElseThrow();
                return codec.decode(fields);
              }
            };
    breaks("DM-5", withCodec(stumbling), "an_event_comes_back_from_json");
  }

  @Test
  @Clause("DM-5")
  void a_codec_that_writes_no_type_is_found() {
    UnaryOperator<EventCodec<NoteEvent>> untyped =
        codec ->
            new EventCodec<>() {
              private NoteEvent last;

              @Override
              public Value.Fields encode(NoteEvent event) {
                last = event;
                return Value.Fields.NONE;
              }

              @Override
              public NoteEvent decode(Value.Fields fields) {
                return last;
              }
            };
    breaks("DM-5", withCodec(untyped), "an_event_comes_back_from_json");
  }

  @Test
  @Clause("DM-5")
  void a_codec_that_writes_otherwise_than_before_is_found() {
    UnaryOperator<EventCodec<NoteEvent>> renamed =
        codec ->
            new EventCodec<>() {
              @Override
              public Value.Fields encode(NoteEvent event) {
                Value.Fields fields = codec.encode(event);
                var more = new TreeMap<>(fields.fields());
                more.put("version", Value.of(2));
                return Value.Fields.of(more);
              }

              @Override
              public NoteEvent decode(Value.Fields fields) {
                var rest = new TreeMap<>(fields.fields());
                rest.remove("version");
                return codec.decode(Value.Fields.of(rest));
              }
            };
    String law = "events_are_written_as_they_always_were";
    assertThat(
            BreakableNotes.failure(
                withCodec(renamed), () -> JqwikRun.unshrunk(BreakableNotes.class, law)))
        .hasMessageContaining("DM-5 is broken: /notes-events.jsonl tells how");
  }

  @Test
  @Clause("SE-8")
  void a_domain_that_stumbles_over_what_was_interrupted_is_found() {
    AtomicInteger checked = new AtomicInteger();
    var broken =
        new Broken() {
          @Override
          public Optional<Conflict> check(NoteEvent event, EntityModel<NoteKey, Item> model) {
            Optional<Conflict> conflict = super.check(event, model);
            checked.addAndGet(conflict.isEmpty() ? 1 : 0);
            return conflict;
          }

          @Override
          public EntityModel<NoteKey, Item> replay(
              NoteEvent event, EntityModel<NoteKey, Item> model) {
            if (checked.getAndSet(0) > 1) {
              throw new IllegalStateException("checked twice");
            }
            return super.replay(event, model);
          }
        };
    breaks("SE-8", broken, "a_session_goes_on_when_the_domain_was_interrupted");
  }

  private static Broken touching(UnaryOperator<Set<Unit>> otherwise) {
    return new Broken() {
      @Override
      public Touches touches(NoteEvent event) {
        Touches touches = super.touches(event);
        return new Touches(
            otherwise.apply(touches.subject()), touches.touched(), touches.mentioned());
      }
    };
  }

  @Test
  @Clause("DM-9")
  void a_unit_that_is_written_in_secret_is_found() {
    Broken broken =
        touching(units -> {
          Set<Unit> told = new HashSet<>(units);
          told.removeIf(unit -> unit.name().equals("order"));
          return told;
        });
    breaks("DM-9", broken, "an_event_changes_what_it_says_it_writes");
  }

  @Test
  @Clause("DM-9")
  void a_modification_that_says_it_creates_is_found() {
    Broken broken =
        touching(units -> {
          Set<Unit> told = new HashSet<>();
          units.forEach(unit -> told.add(Unit.whole(unit.entity())));
          return told;
        });
    breaks("DM-9", broken, "an_event_changes_what_it_says_it_writes", 2);
  }

  private interface Splitting {
    Optional<NoteEvent> without(NoteEvent event, Set<Unit> units, Optional<NoteEvent> right);
  }

  private static Broken splitting(Splitting otherwise) {
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
        "an_event_without_some_units_does_the_rest");
  }

  @Test
  @Clause("DM-10")
  void a_creation_that_is_split_is_found() {
    breaks(
        "DM-10",
        splitting((event, units, right) ->
            event instanceof NoteEvent.NoteAdded ? Optional.of(event) : right),
        "an_event_without_some_units_does_the_rest");
  }

  @Test
  @Clause("DM-10")
  void a_rest_with_other_values_is_found() {
    Splitting moving =
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
    breaks("DM-10", splitting(moving), "an_event_without_some_units_does_the_rest");
  }

  @Test
  @Clause("DM-13")
  void a_creation_that_says_it_modifies_is_found() {
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
  void an_event_that_is_told_with_its_old_values_is_found() {
    var broken =
        new Broken() {
          @Override
          public Optional<NoteEvent> rebase(NoteEvent event, EntityModel<NoteKey, Item> model) {
            return super.rebase(event, model)
                .map(told ->
                    told instanceof NoteModified(var change)
                        ? new NoteModified(change.without(Set.of("text")))
                        : told);
          }
        };
    breaks("DM-14", broken, "an_event_can_be_told_for_another_model");
  }

  private static Broken merging(Merge<NoteEvent> always) {
    return new Broken() {
      @Override
      public Merge<NoteEvent> merge(NoteEvent first, NoteEvent second) {
        return super.merge(first, second) instanceof Merge.Into ? always : new Merge.Apart<>();
      }
    };
  }

  @Test
  @Clause("DM-11")
  void a_merge_that_drops_the_second_event_is_found() {
    var broken =
        new Broken() {
          @Override
          public Merge<NoteEvent> merge(NoteEvent first, NoteEvent second) {
            return super.merge(first, second) instanceof Merge.Into
                ? new Merge.Into<>(first)
                : new Merge.Apart<>();
          }
        };
    breaks("DM-11", broken, "a_merged_event_does_what_the_two_did");
  }

  @Test
  @Clause("DM-11")
  void a_merge_to_nothing_that_is_something_is_found() {
    breaks("DM-11", merging(new Merge.Nothing<>()), "a_merged_event_does_what_the_two_did");
  }

  @Test
  @Clause("DM-12")
  void a_dependent_that_is_not_told_is_found() {
    var broken =
        new Broken() {
          @Override
          public List<Dependent> dependents(NoteEvent event, EntityModel<NoteKey, Item> model) {
            return List.of();
          }
        };
    breaks("DM-12", broken, "the_dependents_of_an_event_are_complete", 2);
  }

  @Test
  @Clause("DM-12")
  void a_dependent_that_is_none_is_found() {
    var broken =
        new Broken() {
          @Override
          public List<Dependent> dependents(NoteEvent event, EntityModel<NoteKey, Item> model) {
            return super.touches(event).mentioned().stream()
                .<Dependent>map(target -> new Dependent.Missing(target, target, "see"))
                .toList();
          }
        };
    breaks("DM-12", broken, "the_dependents_of_an_event_are_complete");
  }

  @Test
  @Clause("DM-11")
  void a_law_that_found_no_case_fails() {
    var apart =
        new Broken() {
          @Override
          public Merge<NoteEvent> merge(NoteEvent first, NoteEvent second) {
            return new Merge.Apart<>();
          }
        };
    String law = "a_merged_event_does_what_the_two_did";
    assertThat(BreakableNotes.failure(apart, () -> JqwikRun.unshrunk(BreakableNotes.class, law)))
        .hasMessageContaining("DM-11")
        .hasMessageContaining("hold no case");
  }
}
