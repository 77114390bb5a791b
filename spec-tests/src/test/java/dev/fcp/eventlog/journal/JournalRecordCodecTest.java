package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.json.JsonLineWriter;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.spec.Clause;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

@Clause("SE-17")
class JournalRecordCodecTest {

  private static final String STEP = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

  @Provide
  Arbitrary<JournalRecord> records() {
    return JournalRecordArbitraries.all();
  }

  @Property(tries = 500)
  void every_record_survives_a_round_trip(@ForAll("records") JournalRecord record) {
    String line = JournalRecordCodec.toLine(record);
    assertThat(line).doesNotContain("\n", "\r");
    assertThat(JournalRecordCodec.fromLine(line)).isEqualTo(record);
  }

  @Property(tries = 500)
  void the_fields_of_a_line_are_in_a_fixed_order(@ForAll("records") JournalRecord record) {
    String line = JournalRecordCodec.toLine(record);
    assertThat(line).isEqualTo(ValueJson.write(ValueJson.read(line)));
  }

  @Property(tries = 200)
  void a_time_is_written_in_iso_8601(
      @ForAll long seconds, @ForAll @IntRange(max = 999_999_999) int nanos) {
    long range = Instant.MAX.getEpochSecond();
    for (long second : new long[] {seconds % range, seconds % 10_000_000_000L, seconds / 60 * 60}) {
      for (int nano : new int[] {0, nanos, nanos / 1000 * 1000, nanos / 1_000_000 * 1_000_000}) {
        Instant time = Instant.ofEpochSecond(second % range, nano);
        JournalRecord record =
            new JournalRecord.Saving(time, Origin.of("ann"), "hash", HistoryPoint.BASE);
        assertThat(fieldsOf(record).text("time")).isEqualTo(time.toString());
      }
    }
  }

  @Example
  void a_line_buffer_is_reused_after_a_refused_value() {
    JsonLineWriter line = new JsonLineWriter();
    line.beginObject().name("a").beginObject();
    assertThatThrownBy(() -> line.name("\ud800")).isInstanceOf(IllegalArgumentException.class);
    assertThat(line.clear().beginObject().name("d\u00e4").text("\ud83d\ude00\ud800").endObject())
        .hasToString("{\"d\u00e4\":\"\\uD83D\\uDE00\\uD800\"}");
    assertThat(line.clear().beginObject().name("\ud83d\ude00").text("\ud83d\ude00").endObject())
        .hasToString("{\"\ud83d\ude00\":\"\ud83d\ude00\"}");
    byte[] utf8 = line.clear().text("\u20ac".repeat(1 << 19)).toBytes();
    assertThat(new String(utf8, StandardCharsets.UTF_8)).hasSize((1 << 19) + 2);
    assertThat(line.clear().integer(7).toBytes()).asString().isEqualTo("7");
  }

  @Property(tries = 200)
  void a_truncated_line_is_refused(@ForAll("records") JournalRecord record, @ForAll double where) {
    String line = JournalRecordCodec.toLine(record);
    int length = (int) (Math.abs(where % 1) * line.length());
    assertThatThrownBy(() -> JournalRecordCodec.fromLine(line.substring(0, length)))
        .isInstanceOf(MalformedValueException.class);
  }

  private static Value.Fields fieldsOf(JournalRecord record) {
    return ValueJson.read(JournalRecordCodec.toLine(record)).asFields();
  }

  @Property(tries = 200)
  void a_record_without_one_of_its_fields_is_refused_or_reads_as_the_base(
      @ForAll("records") JournalRecord record) {
    Value.Fields fields = fieldsOf(record);
    for (String name : fields.fields().keySet()) {
      Map<String, Value> rest = new java.util.HashMap<>(fields.fields());
      rest.remove(name);
      boolean optional =
          name.equals("start")
              || name.equals("files")
              || name.equals("paths")
              || name.equals("summary")
              || name.equals("digests")
              || name.equals("redacted")
              || name.equals("steps") && record instanceof JournalRecord.Moved
              || name.equals("place") && !(record instanceof JournalRecord.Pruned)
              || name.equals("source") && record instanceof JournalRecord.Opened;
      if (!optional) {
        String line = ValueJson.write(Value.Fields.of(rest));
        assertThatThrownBy(() -> JournalRecordCodec.fromLine(line))
            .isInstanceOf(MalformedValueException.class);
      }
    }
  }

  @Example
  void all_kinds_are_generated() {
    Class<?>[] kinds = JournalRecord.class.getPermittedSubclasses();
    assertThat(
            JournalRecordArbitraries.all()
                .sampleStream()
                .limit(500)
                .map(Object::getClass)
                .distinct())
        .hasSameSizeAs(kinds);
  }

  @Example
  void a_committed_step_is_readable_json() {
    Step<Value.Fields> step =
        new Step<>(
            new StepId(STEP),
            HistoryPoint.BASE,
            "add 3",
            Origin.of("ann"),
            Instant.parse("2026-01-02T03:04:05.006Z"),
            List.of(Value.Fields.of(Map.of("type", Value.of("added"), "n", Value.of(3)))),
            new Digest(1, "n=3", 1, -1),
            Reversal.NONE,
            List.of(),
            EditorSelection.NONE,
            false);
    JournalRecord record =
        new JournalRecord.Committed(step.time(), Origin.of("ann"), "add 3", List.of(step));
    assertThat(JournalRecordCodec.toLine(record))
        .isEqualTo(
            "{\"type\":\"committed\",\"label\":\"add 3\",\"origin\":{\"actor\":\"ann\"},"
                + "\"steps\":[{\"after\":{\"hash\":\"0000000000000001ffffffffffffffff\","
                + "\"summary\":\"n=3\",\"version\":1},\"events\":[{\"type\":\"added\",\"n\":3}],"
                + "\"id\":\"01ARZ3NDEKTSV4RRFFQ69G5FAV\",\"label\":\"add 3\","
                + "\"origin\":{\"actor\":\"ann\"},\"time\":\"2026-01-02T03:04:05.006Z\"}],"
                + "\"time\":\"2026-01-02T03:04:05.006Z\"}");
  }

  @Example
  void a_large_source_survives_a_round_trip() {
    byte[] bytes = new byte[24_000_000];
    new java.util.Random(1).nextBytes(bytes);
    JournalRecord record =
        JournalRecord.External.of(
            Instant.EPOCH, Origin.of("ann"), Source.of(bytes), HistoryPoint.BASE);
    assertThat(JournalRecordCodec.fromLine(JournalRecordCodec.toLine(record))).isEqualTo(record);
  }

  @Example
  void a_value_that_could_not_be_read_back_is_not_written() {
    unwritable(Map.of("a\ud800b", ""), "unpaired surrogate");
    unwritable(Map.of("\udc00\ud800", ""), "unpaired surrogate");
    unwritable(Map.of("n".repeat(50_001), ""), "longer than 50000");
    unwritable(Map.of("n", "t".repeat(100_000_001)), "longer than 100000000");
  }

  private static void unwritable(Map<String, String> provenance, String reason) {
    JournalRecord record =
        new JournalRecord.Saving(
            Instant.EPOCH, Origin.of("ann").withProvenance(provenance), "hash", HistoryPoint.BASE);
    assertThatThrownBy(() -> JournalRecordCodec.toLine(record))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Example
  void values_that_are_out_of_range_are_refused_as_malformed() {
    String saved = "{\"type\":\"saved\",\"hash\":\"x\",\"origin\":{},";
    refused(saved + "\"time\":\"yesterday\"}", "no journal record");
    refused(saved + "\"time\":\"2026-01-01T00:00:00Z\",\"place\":\"7\"}", "is not a ULID");
    refused(saved + "\"time\":7}", "expected text");
    String moved = "{\"type\":\"moved\",\"origin\":{},\"time\":\"2026-01-01T00:00:00Z\",";
    refused(moved + "\"kind\":\"jump\"}", "JUMP");
  }

  private static void refused(String line, String reason) {
    assertThatThrownBy(() -> JournalRecordCodec.fromLine(line))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageContaining(reason);
  }
}
