package dev.fcp.spec.domain;

import static dev.fcp.spec.domain.BrokenNotesContract.breaks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.BrokenNotesContract.Broken;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteEvent.NoteModified;
import dev.fcp.spec.domains.notes.NoteEvent.NoteMoved;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.generator.JqwikRun;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Each law about events can fail: it detects a domain that breaks it. */
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
  void an_inverse_that_omits_a_unit_is_found() {
    var broken =
        new Broken() {
          @Override
          public NoteEvent invert(NoteEvent event) {
            return super.invert(event) instanceof NoteModified(var change)
                ? new NoteModified(change.without(Set.of("see")))
                : super.invert(event);
          }
        };
    breaks("DM-2", broken, "an_applied_event_can_be_inverted_exactly");
  }

  @Test
  @Clause("DM-2")
  void a_wrong_check_is_found() {
    var broken =
        new Broken() {
          @Override
          public Optional<Conflict> check(NoteEvent event, EntityModel<NoteKey, NoteEntity> model) {
            return Optional.empty();
          }
        };
    breaks("DM-2", broken, "an_applied_event_can_be_inverted_exactly");
  }

  @Test
  @Clause("DM-3")
  void a_replay_that_accepts_what_the_check_refuses_is_found() {
    var broken =
        new Broken() {
          @Override
          public EntityModel<NoteKey, NoteEntity> replay(
              NoteEvent event, EntityModel<NoteKey, NoteEntity> model) {
            return check(event, model).isEmpty() ? super.replay(event, model) : model;
          }
        };
    breaks("DM-3", broken, "a_refused_event_changes_nothing", 1);
  }

  @Test
  @Clause("DM-3")
  void a_refusal_with_a_side_effect_is_found() {
    AtomicInteger refused = new AtomicInteger();
    var broken =
        new Broken() {
          @Override
          public EntityModel<NoteKey, NoteEntity> replay(
              NoteEvent event, EntityModel<NoteKey, NoteEntity> model) {
            refused.addAndGet(check(event, model).isEmpty() ? 0 : 1);
            return super.replay(event, model);
          }

          @Override
          public ModelCodec<EntityModel<NoteKey, NoteEntity>> modelCodec() {
            return new TracedCodec(super.modelCodec(), refused);
          }
        };
    breaks("DM-3", broken, "a_refused_event_changes_nothing");
  }

  private record TracedCodec(
      ModelCodec<EntityModel<NoteKey, NoteEntity>> delegate, AtomicInteger trace)
      implements ModelCodec<EntityModel<NoteKey, NoteEntity>> {
    @Override
    public byte[] encode(EntityModel<NoteKey, NoteEntity> model) {
      return (new String(delegate.encode(model), StandardCharsets.UTF_8) + trace)
          .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public EntityModel<NoteKey, NoteEntity> decode(byte[] bytes) {
      return delegate.decode(bytes);
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
    breaks("DM-5", withCodec(lossy), "an_event_survives_a_json_round_trip", 1);
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
      case Value.Int whole -> whole;
      case Value.Bool flag -> flag;
      case Value.InMemory object -> object;
    };
  }

  @Test
  @Clause("DM-5")
  void a_codec_that_fails_on_damaged_input_is_found() {
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
    breaks("DM-5", withCodec(stumbling), "an_event_survives_a_json_round_trip");
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
                return Value.Fields.EMPTY;
              }

              @Override
              public NoteEvent decode(Value.Fields fields) {
                return last;
              }
            };
    breaks("DM-5", withCodec(untyped), "an_event_survives_a_json_round_trip");
  }

  @Test
  @Clause("DM-5")
  void a_codec_whose_output_changed_is_found() {
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
    String law = "events_are_encoded_as_in_earlier_releases";
    assertThat(
            BrokenNotesContract.failure(
                withCodec(renamed), () -> JqwikRun.unshrunk(BrokenNotesContract.class, law)))
        .hasMessageContaining("DM-5 is broken: /notes-events.jsonl has another encoding of");
  }

  @Test
  @Clause("SE-8")
  void a_domain_that_breaks_after_an_interrupted_call_is_found() {
    AtomicInteger checked = new AtomicInteger();
    var broken =
        new Broken() {
          @Override
          public Optional<Conflict> check(NoteEvent event, EntityModel<NoteKey, NoteEntity> model) {
            Optional<Conflict> conflict = super.check(event, model);
            checked.addAndGet(conflict.isEmpty() ? 1 : 0);
            return conflict;
          }

          @Override
          public EntityModel<NoteKey, NoteEntity> replay(
              NoteEvent event, EntityModel<NoteKey, NoteEntity> model) {
            if (checked.getAndSet(0) > 1) {
              throw new IllegalStateException("checked twice");
            }
            return super.replay(event, model);
          }
        };
    breaks("SE-8", broken, "a_session_stays_consistent_when_a_domain_call_fails");
  }
}
