package dev.fcp.benchmarks.journal;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecordCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Generates records of one step with one small event; each step follows the previous one. */
final class Steps {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Origin ANN = Origin.of("ann");

  private final UlidGenerator ids = new UlidGenerator(() -> NOW, new Random(1));
  private HistoryPoint head = HistoryPoint.BASE;
  private long count;

  long count() {
    return count;
  }

  JournalRecord next() {
    StepId id = ids.get();
    Value.Fields event = Value.Fields.of(Map.of("type", Value.of("added"), "n", Value.of(count)));
    Digest after = new Digest(1, "n=" + count, count, ~count);
    Step<Value.Fields> step =
        new Step<>(id, head, "add", ANN, NOW, List.of(event), after, Reversal.NONE, List.of());
    head = HistoryPoint.after(id);
    count++;
    return new JournalRecord.Committed(NOW, ANN, "add", List.of(step));
  }

  /**
   * Returns a framed record, whose size differs from that of a journal line by a few bytes at most.
   */
  static byte[] line() {
    Steps steps = new Steps();
    String first = JournalRecordCodec.toLine(steps.next());
    String second = JournalRecordCodec.toLine(steps.next());
    String frame = "{\"crc\":\"00000000\",\"prev\":\"00000000\",\"n\":2," + "\n";
    return (frame + (first.isEmpty() ? first : second)).getBytes(StandardCharsets.UTF_8);
  }
}
