package dev.fcp.eventlog.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Trials;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Clause({"DM-5", "DM-8"})
class ValueJsonTest {

  @Provide
  Arbitrary<Value> values() {
    return Values.any().arbitrary(256);
  }

  @Trials(3_000)
  void any_value_survives_a_round_trip_through_utf8(@ForAll("values") Value value) {
    byte[] bytes = ValueJson.write(value).getBytes(StandardCharsets.UTF_8);
    String read = new String(bytes, StandardCharsets.UTF_8);
    assertThat(ValueJson.read(read)).isEqualTo(value);
  }

  @Test
  void half_a_surrogate_pair_survives_as_text() {
    Value value = Value.Fields.of(Map.of("\uD83D\uDE00", Value.of("a\uD800b\uD83D\uDE00")));
    byte[] bytes = ValueJson.write(value).getBytes(StandardCharsets.UTF_8);
    assertThat(ValueJson.read(new String(bytes, StandardCharsets.UTF_8))).isEqualTo(value);
  }

  @Test
  void half_a_surrogate_pair_is_rejected_as_a_field_name() {
    Value value = Value.Fields.of(Map.of("a\uD800", Value.of(1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ValueJson.write(value))
        .withMessageContaining("unpaired surrogate");
  }

  @Test
  void a_value_is_one_line_without_white_space() {
    Value value = Value.of("a\n\r b");
    assertThat(ValueJson.write(value)).isEqualTo("\"a\\n\\r b\"");
  }

  @Test
  void the_type_is_written_first_and_the_rest_sorted_by_name() {
    Value value =
        Value.Fields.of(
            Map.of("b", Value.of(1), "a", Value.of(true), "type", Value.of("t"), "z", list()));
    assertThat(ValueJson.write(value))
        .isEqualTo("{\"type\":\"t\",\"a\":true,\"b\":1,\"z\":[\"x\",-2]}");
  }

  private static Value list() {
    return new Value.Sequence(List.of(Value.of("x"), Value.of(-2)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{\"a\":1,\"a\":1}",
        "{\"a\":{\"b\":1,\"b\":2}}",
        "1.5",
        "1.0",
        "1e3",
        "null",
        "{\"a\":null}",
        "[null]",
        "1 2",
        "{} x",
        "[1]]",
        "[1",
        "{\"a\":",
        "{\"a\"}",
        "{a:1}",
        "'a'",
        "\"a",
        "9223372036854775808",
        "-9223372036854775809",
        "NaN",
        "Infinity",
        "01",
        "+1",
        ".5",
        "// no\n1",
        "[1,]",
        "\"\\x\"",
        "\"\\uD8\"",
        "\"\u0001\"",
        "tru",
        "\uFEFF1"
      })
  void json_that_is_never_written_is_refused(String json) {
    assertThatExceptionOfType(MalformedValueException.class).isThrownBy(() -> ValueJson.read(json));
  }

  @Test
  void the_largest_numbers_survive_a_round_trip() {
    Value value = new Value.Sequence(List.of(Value.of(Long.MIN_VALUE), Value.of(Long.MAX_VALUE)));
    assertThat(ValueJson.read(ValueJson.write(value))).isEqualTo(value);
  }

  @Test
  void a_name_at_the_limit_is_accepted_and_a_longer_one_is_refused() {
    String longest = "n".repeat(ValueJson.MAX_NAME_LENGTH);
    Value value = Value.Fields.of(Map.of(longest, Value.of("t".repeat(200_000))));
    assertThat(ValueJson.read(ValueJson.write(value))).isEqualTo(value);
    Value longer = Value.Fields.of(Map.of(longest + "n", Value.of(1)));
    assertThatIllegalArgumentException().isThrownBy(() -> ValueJson.write(longer));
  }

  private static Value nested(int depth, boolean fields) {
    Value value = Value.of(1);
    for (int i = 0; i < depth; i++) {
      value = fields ? Value.Fields.of(Map.of("a", value)) : new Value.Sequence(List.of(value));
    }
    return value;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void values_nest_up_to_the_documented_depth(boolean fields) {
    Value deepest = nested(ValueJson.MAX_DEPTH, fields);
    assertThat(ValueJson.read(ValueJson.write(deepest))).isEqualTo(deepest);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void deeper_nesting_is_refused_in_both_directions(boolean fields) {
    Value deeper = nested(ValueJson.MAX_DEPTH + 1, fields);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ValueJson.write(deeper))
        .withMessageContaining("deeper than 200");
    String json = ValueJson.write(nested(ValueJson.MAX_DEPTH, fields)).replace("1", "[1]");
    assertThatExceptionOfType(MalformedValueException.class).isThrownBy(() -> ValueJson.read(json));
  }
}
