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
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Clause("DM-5")
class EventMembersTest {

  private record Event(Change<String, Value.Fields> change) {}

  /** Things whose keys are written as the parts of their paths. */
  private static final Things SPEC =
      new Things() {
        @Override
        public Value encodeKey(String key) {
          return new Value.Sequence(Arrays.stream(key.split("/")).<Value>map(Value::of).toList());
        }

        @Override
        public String decodeKey(Value value) {
          return value.asSequence().stream().map(Value::asText).collect(Collectors.joining("/"));
        }
      };

  private static final EventMembers PAGE_AND_ID = EventMembers.ofKey("page", "id");

  private static EventTypes<String, Value.Fields, Event> table(EventMembers members) {
    return EventTypes.of(SPEC, Event::change).entities(thing -> true, members);
  }

  private static EventTypes<String, Value.Fields, Event> createdTypes(EventMembers members) {
    return table(members).created("came", Event.class, Event::new);
  }

  private static EventTypes<String, Value.Fields, Event> modified(EventMembers members) {
    return table(members).modified("modified", Event.class, Event::new);
  }

  private static void assertWrittenAs(
      EventTypes<String, Value.Fields, Event> types,
      Change<String, Value.Fields> change,
      String json) {
    Event event = new Event(change);
    assertThat(ValueJson.write(types.encode(event)).replace('"', '\'')).isEqualTo(json);
    assertThat(types.decode(types.encode(event))).isEqualTo(event);
  }

  private static void assertRefused(
      EventTypes<String, Value.Fields, Event> types, String json, String reason) {
    assertThatExceptionOfType(MalformedValueException.class)
        .isThrownBy(() -> types.decode(ValueJson.read(json.replace('\'', '"')).asFields()))
        .withMessageContaining(reason);
  }

  private static Change<String, Value.Fields> change(Value.Fields before, Value.Fields after) {
    return Things.modified("p/s", before, after);
  }

  @Test
  void each_text_of_a_key_has_a_member() {
    assertWrittenAs(
        createdTypes(PAGE_AND_ID),
        Things.created("p/s", thing("a", "1")),
        "{'type':'came','entity':{'a':'1'},'id':'s','page':'p'}");
    assertRefused(
        createdTypes(PAGE_AND_ID), "{'type':'came','entity':{},'id':'s'}", "no came: \"page\"");
    assertRefused(
        createdTypes(PAGE_AND_ID), "{'type':'came','entity':{},'id':'','page':'p'}", "id: empty");
  }

  @Test
  void a_text_that_is_always_empty_has_no_member() {
    assertWrittenAs(
        createdTypes(EventMembers.ofKey("", "chunk")),
        Things.created("/s", thing()),
        "{'type':'came','chunk':'s','entity':{}}");
  }

  @Test
  void a_key_of_another_kind_is_not_written() {
    Event event = new Event(Things.created("p", thing()));
    assertThatIllegalStateException().isThrownBy(() -> createdTypes(PAGE_AND_ID).encode(event));
  }

  @Test
  void an_entity_can_hold_the_last_text_of_its_key() {
    EventMembers members = PAGE_AND_ID.entity("shape", "name");
    assertWrittenAs(
        createdTypes(members),
        Things.created("p/s", thing("a", "1")),
        "{'type':'came','page':'p','shape':{'a':'1','name':'s'}}");
    assertWrittenAs(
        modified(members),
        change(thing("a", "1"), thing("b", "2")),
        "{'type':'modified','after':{'b':'2'},'before':{'a':'1'},'id':'s','page':'p'}");
  }

  @Test
  void the_parts_of_an_entity_can_be_members_of_the_event() {
    EventMembers members =
        PAGE_AND_ID.entity(
            "", units -> renamed(units, "a", "text"), parts -> renamed(parts, "text", "a"));
    assertWrittenAs(
        createdTypes(members),
        Things.created("p/s", thing("a", "one")),
        "{'type':'came','id':'s','page':'p','text':'one'}");
  }

  private static Value.Fields renamed(Value.Fields fields, String from, String to) {
    Map<String, Value> others = new TreeMap<>(fields.fields());
    others.put(to, others.remove(from));
    return Value.Fields.of(others);
  }

  @Test
  void a_single_unit_has_its_values_alone() {
    var types = modified(PAGE_AND_ID.unit("a", "old", "new", Value::asText));
    assertWrittenAs(
        types,
        change(thing("a", "1"), thing("a", "2")),
        "{'type':'modified','id':'s','new':'2','old':'1','page':'p'}");
    assertWrittenAs(
        types,
        change(thing(), thing("a", "2")),
        "{'type':'modified','id':'s','new':'2','page':'p'}");
    assertRefused(types, "{'type':'modified','id':'s','new':2,'page':'p'}", "expected text");
    Change<String, Value.Fields> other = change(thing("b", "1"), thing("b", "2"));
    assertThatIllegalStateException().isThrownBy(() -> types.event(thing("b", "1"), other));
  }

  @Test
  void modified_units_can_be_named_beside_their_values() {
    var types = modified(PAGE_AND_ID.namedUnits("field", "old", "new"));
    assertWrittenAs(
        types,
        change(thing("a", "1"), thing("a", "2")),
        "{'type':'modified','field':'a','id':'s','new':'2','old':'1','page':'p'}");
    assertWrittenAs(
        types,
        change(thing("a", "1", "b", "1"), thing("a", "2", "b", "2")),
        "{'type':'modified','field':'a,b','id':'s','new':{'a':'2','b':'2'},"
            + "'old':{'a':'1','b':'1'},'page':'p'}");
    Event coming = new Event(change(thing(), thing("a", "2")));
    assertThatIllegalArgumentException().isThrownBy(() -> types.encode(coming));
  }

  @Test
  void an_entity_of_one_unit_can_come_go_and_change_under_one_name() {
    var types =
        table(
                PAGE_AND_ID
                    .unit("a", "old", "new", Value::asText)
                    .derived(members -> {
                      if (members.containsKey("new")) {
                        members.put("hint", Value.of("new " + members.get("new").asText()));
                      }
                    }))
            .changed("changed", Event.class, Event::new);
    assertWrittenAs(
        types,
        Things.created("p/s", thing("a", "1")),
        "{'type':'changed','hint':'new 1','id':'s','new':'1','page':'p'}");
    assertWrittenAs(
        types,
        Things.deleted("p/s", thing("a", "1")),
        "{'type':'changed','id':'s','old':'1','page':'p'}");
    assertWrittenAs(
        types,
        change(thing("a", "1"), thing("a", "2")),
        "{'type':'changed','hint':'new 2','id':'s','new':'2','old':'1','page':'p'}");
    assertRefused(
        types,
        "{'type':'changed','hint':'new 2','id':'s','new':'1','page':'p'}",
        "more than an event");
  }

  @Test
  void a_name_can_stand_for_entities_under_keys_of_two_kinds() {
    var types =
        createdTypes(PAGE_AND_ID)
            .entities(thing -> true, EventMembers.ofKey("page"))
            .created("came", Event.class, Event::new);
    assertWrittenAs(
        types, Things.created("p/s", thing()), "{'type':'came','entity':{},'id':'s','page':'p'}");
    assertWrittenAs(types, Things.created("p", thing()), "{'type':'came','entity':{},'page':'p'}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> types.deleted("came", Event.class, Event::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'modified','after':{},'before':{},'id':'s','page':'p'}",
        "{'type':'modified','after':{'a':'1'},'before':{'a':'1'},'id':'s','page':'p'}",
        "{'type':'modified','after':{'a':'1'},'before':{},'id':'s','more':1,'page':'p'}"
      })
  void an_event_with_members_of_its_own_modifies_what_it_names_and_holds_no_more(String json) {
    assertRefused(modified(PAGE_AND_ID), json, "no modified: ");
  }
}
