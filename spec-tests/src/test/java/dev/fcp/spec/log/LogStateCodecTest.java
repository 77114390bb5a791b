package dev.fcp.spec.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.LogState;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.journal.LogStateCodec;
import dev.fcp.spec.Clause;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Clause("CP-12")
class LogStateCodecTest {

  private static final String SAVED =
      """
      {"version":1,"entries":[{"type":"word","w":"a"},{"type":"checkpoint","name":"c"},\
      {"type":"word","w":"b"}],"cursor":2,"checkpoints":{"c":1}}\
      """;

  /** Events are words; in JSON they are objects that contain the word. */
  private static final LogStateCodec<String> CODEC =
      new LogStateCodec<>(
          word -> "{\"type\":\"word\",\"w\":\"" + word + "\"}", LogStateCodecTest::word);

  private static String word(String json) {
    String[] parts = json.split("\"", -1);
    if (parts.length != 9 || !parts[3].equals("word")) {
      throw new MalformedValueException("no word: " + json);
    }
    return parts[7];
  }

  private static LogState<String> after(String program) {
    LogStateUnderTest log = LogStateUnderTest.empty();
    LogScript.run(log, program);
    return log.state();
  }

  @Test
  @Clause("CP-13")
  void a_log_is_saved_as_list_cursor_and_table() {
    assertThat(CODEC.encode(after("a b undo cp(c)"))).isEqualTo(SAVED);
    assertThat(CODEC.decode(SAVED)).isEqualTo(after("a b undo cp(c)"));
  }

  @Test
  void a_name_without_a_sentinel_is_saved_and_loaded() {
    LogState<String> state = after("a cp(c) b undoTo(c) x");
    assertThat(CODEC.decode(CODEC.encode(state)).undoTo("c").orElseThrow().events())
        .containsExactly("x");
  }

  @Test
  void an_inert_sentinel_is_saved_and_loaded() {
    LogState<String> state = after("cp(c) a cp(c)");
    assertThat(CODEC.decode(CODEC.encode(state))).isEqualTo(state);
  }

  @Test
  @Clause("CP-13")
  void other_fields_of_a_sentinel_are_ignored() {
    String drawn = SAVED.replace("\"name\":\"c\"", "\"name\":\"c\",\"eventIndex\":1");
    assertThat(CODEC.decode(drawn)).isEqualTo(CODEC.decode(SAVED));
  }

  @Test
  void the_text_of_an_event_is_preserved_exactly() {
    LogStateCodec<String> texts =
        new LogStateCodec<>(UnaryOperator.identity(), UnaryOperator.identity());
    String event =
        "{ \"type\" : \"x\", \"n\": 1.10e0, \"in\": {\"type\":\"checkpoint\"}, \"s\":\"\\u0041\" }";
    LogState<String> state = LogState.<String>empty().append(event).append("{}");
    assertThat(texts.decode(texts.encode(state))).isEqualTo(state);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "1",
        "",
        "{},{}",
        "{\"type\":\"checkpoint\",\"name\":\"c\"}",
        "{\"a\":1,\"a\":2}"
      })
  void an_event_that_could_not_be_read_back_is_not_written(String text) {
    LogStateCodec<String> texts =
        new LogStateCodec<>(UnaryOperator.identity(), UnaryOperator.identity());
    LogState<String> state = LogState.<String>empty().append(text);
    assertThatThrownBy(() -> texts.encode(state)).isInstanceOf(MalformedValueException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "\"cursor\":2 ~ \"cursor\":4 ~ cursor at 4",
        "\"cursor\":2 ~ \"cursor\":-1 ~ cursor at -1",
        "\"cursor\":2 ~ \"cursor\":2.0 ~ cursor is VALUE_NUMBER_FLOAT",
        "\"cursor\":2 ~ \"cursor\":99999999999 ~ char 126: Numeric value",
        "\"cursor\":2, ~ `` ~ no member 'cursor'",
        "{\"c\":1} ~ {\"c\":4} ~ checkpoint 'c' at 4",
        "{\"c\":1} ~ {\"c\":-1} ~ checkpoint 'c' at -1",
        "{\"c\":1} ~ {\"c\":null} ~ checkpoint 'c' is VALUE_NULL",
        "{\"c\":1} ~ {\"c\":1,\"c\":2} ~ Duplicate",
        "{\"c\":1} ~ [] ~ checkpoints is START_ARRAY",
        "\"cursor\":2 ~ \"cursor\":2,\"cursor\":2 ~ Duplicate",
        "\"cursor\":2 ~ \"cursor\":2,\"more\":2 ~ no log has a member 'more'",
        "\"version\":1 ~ \"version\":2 ~ version 2; this reader knows version 1",
        "\"version\":1, ~ `` ~ no member 'version'",
        "\"entries\":[ ~ \"entries\":5,\"more\":[ ~ entries is VALUE_NUMBER_INT",
        "\"name\":\"c\" ~ \"name\":7 ~ entries[1] is a checkpoint without a name",
        "\"type\":\"word\",\"w\":\"b\" ~ \"type\":\"bird\",\"w\":\"b\" ~ entries[2]: no word",
        "{\"type\":\"word\",\"w\":\"b\"} ~ \"b\" ~ entries[2] is VALUE_STRING",
        "\"w\":\"b\" ~ \"w\":\"b\",\"w\":\"c\" ~ Duplicate",
        "{\"c\":1}} ~ {\"c\":1}}} ~ char",
        "{\"c\":1}} ~ {\"c\":1}} 5 ~ something follows the log",
        "{\"version\" ~ [\"version\" ~ the log is START_ARRAY",
      })
  void malformed_json_is_refused_with_what_and_where(String right, String wrong, String message) {
    String json = SAVED.replace(right, wrong);
    assertThat(json).isNotEqualTo(SAVED);
    assertThatThrownBy(() -> CODEC.decode(json))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageStartingWith("log state")
        .hasMessageContaining(message);
  }

  @Test
  void every_prefix_of_a_saved_log_is_refused() {
    for (int length = 0; length < SAVED.length(); length++) {
      String prefix = SAVED.substring(0, length);
      assertThatThrownBy(() -> CODEC.decode(prefix)).isInstanceOf(MalformedValueException.class);
    }
  }

  @Property
  void a_loaded_log_continues_like_the_saved_one(
      @ForAll("all") List<LogOperation> program, @ForAll @IntRange(max = 40) int turn) {
    int half = Math.min(turn, program.size());
    LogStateUnderTest log = LogStateUnderTest.empty();
    program.subList(0, half).forEach(operation -> LogOperation.run(operation, log));
    LogStateUnderTest loaded = new LogStateUnderTest(CODEC.decode(CODEC.encode(log.state())));
    assertThat(loaded.state()).isEqualTo(log.state()).hasSameHashCodeAs(log.state());
    for (LogOperation operation : program.subList(half, program.size())) {
      assertThat(LogOperation.run(operation, loaded)).isEqualTo(LogOperation.run(operation, log));
      assertThat(LogObservation.OfSession.of(loaded)).isEqualTo(LogObservation.OfSession.of(log));
    }
  }

  @Property
  void any_name_survives_a_round_trip(@ForAll String name) {
    LogState<String> state = LogState.<String>empty().checkpoint(name);
    assertThat(CODEC.decode(CODEC.encode(state))).isEqualTo(state);
  }

  @Provide
  Arbitrary<List<LogOperation>> all() {
    return LogPrograms.all();
  }
}
