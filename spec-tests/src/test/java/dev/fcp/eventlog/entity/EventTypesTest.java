package dev.fcp.eventlog.entity;

import static dev.fcp.eventlog.entity.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventTypesTest {

  sealed interface ThingEvent {
    Change<String, Value.Fields> change();

    record Came(Change.Created<String, Value.Fields> change) implements ThingEvent {}

    record Went(Change.Deleted<String, Value.Fields> change) implements ThingEvent {}

    record Changed(Change.Modified<String, Value.Fields> change) implements ThingEvent {}
  }

  private static final EventTypes<String, Value.Fields, ThingEvent> NOTHING =
      EventTypes.of(Things.SPEC, ThingEvent::change);

  private static final EventTypes<String, Value.Fields, ThingEvent> WORDS =
      NOTHING
          .created("came", ThingEvent.Came.class, ThingEvent.Came::new)
          .deleted("went", ThingEvent.Went.class, ThingEvent.Went::new)
          .modified("changed", ThingEvent.Changed.class, ThingEvent.Changed::new);

  @Test
  @Clause("DM-5")
  void a_creation_is_written_with_the_units_of_the_entity() {
    ThingEvent event = new ThingEvent.Came(Things.created("k", thing("a", "1")));
    assertThat(ValueJson.write(WORDS.encode(event)))
        .isEqualTo("{\"type\":\"came\",\"entity\":{\"a\":\"1\"},\"key\":\"k\"}");
    assertThat(WORDS.decode(WORDS.encode(event))).isEqualTo(event);
  }

  @Test
  @Clause("DM-5")
  void a_modification_is_written_with_both_values() {
    ThingEvent event =
        new ThingEvent.Changed(Things.modified("k", thing("a", "1"), thing("b", "2")));
    assertThat(ValueJson.write(WORDS.encode(event)))
        .isEqualTo(
            "{\"type\":\"changed\",\"after\":{\"b\":\"2\"},\"before\":{\"a\":\"1\"},\"key\":\"k\"}");
    assertThat(WORDS.decode(WORDS.encode(event))).isEqualTo(event);
  }

  /** Version 1 had another unit, version 2 had the unit twice. */
  private static final EventTypes<String, Value.Fields, ThingEvent> VERSION_3 =
      WORDS
          .upcasting("came", old -> ValueJson.read(json(old).replace("z", "aa")).asFields())
          .upcasting("came", old -> ValueJson.read(json(old).replace("aa", "a")).asFields());

  private static String json(Value.Fields event) {
    assertThat(event.find(EventMembers.VERSION)).isEmpty();
    return ValueJson.write(event);
  }

  @Test
  @Clause("JN-15")
  void an_event_of_an_older_version_is_converted_one_version_at_a_time() {
    ThingEvent event = new ThingEvent.Came(Things.created("k", thing("a", "1")));
    String newest = "{\"type\":\"came\",\"entity\":{\"a\":\"1\"},\"key\":\"k\",\"v\":3}";
    assertThat(ValueJson.write(VERSION_3.encode(event))).isEqualTo(newest);
    for (String stored :
        new String[] {
          newest,
          newest.replace("\"v\":3", "\"v\":2").replace("\"a\"", "\"aa\""),
          newest.replace(",\"v\":3", "").replace("\"a\"", "\"z\"")
        }) {
      assertThat(VERSION_3.decode(ValueJson.read(stored).asFields())).isEqualTo(event);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 4})
  @Clause("JN-15")
  void an_event_of_an_unknown_version_is_refused(long version) {
    Value.Fields event =
        ValueJson.read("{\"type\":\"came\",\"entity\":{},\"key\":\"k\",\"v\":" + version + "}")
            .asFields();
    assertThatExceptionOfType(MalformedValueException.class)
        .isThrownBy(() -> VERSION_3.decode(event))
        .withMessageContaining("version " + version + " of \"came\", not 1 to 3");
  }

  @Test
  @Clause("JN-15")
  void only_a_type_of_the_table_has_upcasters() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WORDS.upcasting("left", old -> old))
        .withMessageContaining("left");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"key\":\"k\"}",
        "{\"type\":1}",
        "{\"type\":\"left\",\"key\":\"k\"}",
        "{\"type\":\"came\",\"key\":\"k\"}",
        "{\"type\":\"came\",\"entity\":{}}",
        "{\"type\":\"came\",\"entity\":[],\"key\":\"k\"}",
        "{\"type\":\"changed\",\"key\":\"k\",\"before\":{}}",
        "{\"type\":\"went\",\"key\":{},\"entity\":{}}"
      })
  @Clause("DM-5")
  void a_malformed_event_is_refused(String json) {
    assertThatExceptionOfType(MalformedValueException.class)
        .isThrownBy(() -> WORDS.decode(ValueJson.read(json).asFields()));
  }

  @Test
  @Clause("DM-5")
  void an_event_with_an_entity_that_the_domain_refuses_is_malformed() {
    String json =
        "{\"type\":\"note_added\",\"key\":{\"board\":\"1\",\"note\":\"a\"},"
            + "\"entity\":{\"text\":\"\",\"order\":\"not a place\"}}";
    assertThatExceptionOfType(MalformedValueException.class)
        .isThrownBy(() -> new NotesDomain().eventCodec().decode(ValueJson.read(json).asFields()))
        .withMessageContaining("note 1/a");
  }

  @Test
  @Clause("DM-5")
  void an_event_with_an_entity_of_another_kind_is_malformed() {
    String json =
        "{\"type\":\"note_added\",\"key\":{\"board\":\"1\",\"note\":\"\"},"
            + "\"entity\":{\"board\":\"title\",\"order\":\"V\"}}";
    assertThatExceptionOfType(MalformedValueException.class)
        .isThrownBy(() -> new NotesDomain().eventCodec().decode(ValueJson.read(json).asFields()))
        .withMessageContaining("note_added of another kind");
  }

  @Test
  @Clause("DM-5")
  void duplicate_names_and_classes_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WORDS.created("went", ThingEvent.Came.class, ThingEvent.Came::new));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WORDS.created("arrived", ThingEvent.Came.class, ThingEvent.Came::new));
  }

  @Test
  @Clause("DM-5")
  void an_unregistered_event_is_an_illegal_state() {
    ThingEvent event = new ThingEvent.Came(Things.created("k", thing()));
    assertThatIllegalStateException().isThrownBy(() -> NOTHING.encode(event));
    assertThatIllegalStateException().isThrownBy(() -> NOTHING.event(thing(), event.change()));
  }

  @Test
  @Clause("DM-4")
  void an_inverse_keeps_the_event_type_and_different_types_do_not_merge() {
    var domain = new NotesDomain();
    Value.Fields before = thing("text", "a");
    var change =
        new Change.Modified<NoteKey, dev.fcp.spec.domains.notes.NoteEntity>(
            NoteKey.note("1", "a"), before, thing("text", "b"));
    NoteEvent moved = new NoteEvent.NoteMoved(change);
    assertThat(domain.invert(moved)).isEqualTo(new NoteEvent.NoteMoved(change.inverse()));
    assertThat(domain.merge(moved, new NoteEvent.NoteModified(change.inverse())))
        .isInstanceOf(dev.fcp.eventlog.domain.Domain.EventMerge.NotMergeable.class);
  }

  @Test
  @Clause("DM-5")
  void an_event_name_for_some_units_does_not_match_others() {
    EventTypes<String, Value.Fields, ThingEvent> finer =
        NOTHING.modified("changed", ThingEvent.Changed.class, ThingEvent.Changed::new, "a");
    ThingEvent event =
        new ThingEvent.Changed(Things.modified("k", thing("a", "1"), thing("a", "2")));
    assertThat(finer.decode(finer.encode(event))).isEqualTo(event);
    assertThat(finer.event(thing("a", "1"), event.change())).isEqualTo(event);
    ThingEvent other =
        new ThingEvent.Changed(Things.modified("k", thing("a", "1"), thing("b", "2")));
    assertThatExceptionOfType(MalformedValueException.class)
        .isThrownBy(() -> finer.decode(finer.encode(other)));
    assertThatIllegalStateException()
        .isThrownBy(() -> finer.event(thing("a", "1"), other.change()));
  }
}
