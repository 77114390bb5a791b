package dev.fcp.eventlog.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ValueTest {

  private static final Value.Fields SOME = Value.Fields.of(Map.of("a", Value.of("b")));

  static List<Function<Value, Object>> readers() {
    return List.of(
        Value::asText, Value::asLong, Value::asBoolean, Value::asSequence, Value::asFields);
  }

  static List<Value> values() {
    return List.of(Value.of("x"), Value.of(1), Value.of(true), new Value.Sequence(List.of()), SOME);
  }

  @ParameterizedTest
  @MethodSource("values")
  void a_value_can_be_read_as_its_own_kind_only(Value value) {
    int refusals = 0;
    for (Function<Value, Object> reader : readers()) {
      try {
        assertThat(reader.apply(value)).isNotNull();
      } catch (MalformedValueException e) {
        assertThat(e).hasMessageContaining(value.toString());
        refusals++;
      }
    }
    assertThat(refusals).isEqualTo(4);
  }

  @Test
  void a_missing_field_is_reported_with_the_existing_ones() {
    assertThatExceptionOfType(MalformedValueException.class)
        .isThrownBy(() -> SOME.at("c"))
        .withMessage("\"c\" is missing in [a]");
    assertThat(SOME.find("c")).isEmpty();
    assertThat(SOME.text("a")).isEqualTo("b");
  }

  @Test
  void fields_are_ordered_by_name_whatever_the_order_of_the_map() {
    TreeMap<String, Value> backwards = new TreeMap<>(Comparator.reverseOrder());
    backwards.put("a", Value.of(1));
    backwards.put("b", Value.of(2));
    assertThat(new Value.Fields(backwards).fields().keySet()).containsExactly("a", "b");
    assertThat(Value.Fields.of(backwards)).isEqualTo(new Value.Fields(backwards));
  }

  @Test
  void a_value_does_not_change_with_the_collection_it_was_made_from() {
    List<Value> items = new ArrayList<>(List.of(Value.of(1)));
    TreeMap<String, Value> map = new TreeMap<>(Map.of("a", Value.of(1)));
    Value.Sequence sequence = new Value.Sequence(items);
    Value.Fields fields = new Value.Fields(map);
    items.clear();
    map.clear();
    assertThat(sequence.items()).hasSize(1);
    assertThat(fields.isEmpty()).isFalse();
  }
}
