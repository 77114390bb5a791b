package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.journal.JournalRecord.Moved.Kind;
import dev.fcp.eventlog.json.JsonLineWriter;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.spec.Clause;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a record may contain, and what it may not. */
@Clause("SE-17")
class JournalRecordTest {

  private static final Origin ANN = Origin.of("ann", "s-1", "m-1");
  private static final Instant NOW = Instant.EPOCH;
  private static final Source TEXT = Source.of(new byte[] {'7'});

  private final UlidGenerator ids = new UlidGenerator(() -> NOW, new Random(1));
  private final StepId start = ids.get();
  private final Step<Value.Fields> step =
      new Step<>(
          ids.get(),
          HistoryPoint.BASE,
          "add",
          ANN,
          NOW,
          List.of(Value.Fields.of(Map.of("type", Value.of("added")))),
          new Digest(1, "n=1", 1, 1),
          Reversal.NONE,
          List.of(),
          EditorSelection.NONE,
          false);
  private final List<Step<Value.Fields>> steps = List.of(step);

  @Test
  @Clause("SE-29")
  void a_record_with_steps_may_have_an_undo_limit() {
    JournalRecord committed = new JournalRecord.Committed(NOW, ANN, "add", steps);
    JournalRecord replaced =
        new JournalRecord.Replaced(NOW, ANN, "add", List.of(start), steps, Optional.empty());
    JournalRecord external =
        new JournalRecord.External(
            NOW,
            ANN,
            TEXT,
            MergeExtent.PART,
            steps,
            HistoryPoint.after(step.id()),
            Optional.empty());
    for (JournalRecord record : List.of(committed, replaced, external)) {
      JournalRecord withLimit = record.withUndoLimit(start);
      assertThat(withLimit.steps()).isEqualTo(steps);
      assertThat(withLimit).isNotEqualTo(record).isEqualTo(record.withUndoLimit(start));
      assertThat(ValueJson.read(JournalRecordCodec.toLine(withLimit)).asFields().text("start"))
          .isEqualTo(start.ulid());
    }
  }

  @Test
  @Clause("SE-29")
  void a_record_without_steps_may_not() {
    JournalRecord named = new JournalRecord.Saving(NOW, ANN, "ab", HistoryPoint.BASE);
    JournalRecord external =
        new JournalRecord.External(
            NOW, ANN, TEXT, MergeExtent.NONE, List.of(), HistoryPoint.BASE, Optional.empty());
    JournalRecord replaced =
        new JournalRecord.Replaced(NOW, ANN, "add", List.of(start), List.of(), Optional.empty());
    for (JournalRecord record : List.of(named, external, replaced)) {
      assertThatIllegalArgumentException().isThrownBy(() -> record.withUndoLimit(start));
    }
  }

  @Test
  @Clause("SE-31")
  void only_undo_and_redo_carry_steps_and_end_at_the_last_one() {
    HistoryPoint point = HistoryPoint.after(step.id());
    for (Kind kind : List.of(Kind.UNDO, Kind.REDO)) {
      JournalRecord.Moved moved = new JournalRecord.Moved(NOW, ANN, kind, point, steps);
      assertThat(moved.withSteps(steps)).isEqualTo(moved);
      assertThat(moved.withSteps(List.of()).steps()).isEmpty();
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> new JournalRecord.Moved(NOW, ANN, kind, HistoryPoint.after(start), steps));
    }
    for (Kind kind : Kind.values()) {
      if (kind != Kind.UNDO && kind != Kind.REDO) {
        assertThat(new JournalRecord.Moved(NOW, ANN, kind, point).steps()).isEmpty();
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new JournalRecord.Moved(NOW, ANN, kind, point, steps));
      }
    }
  }

  @Test
  @Clause("JN-8")
  void an_unknown_outcome_names_its_steps() {
    Throwable cause = new java.io.IOException("no power");
    OutcomeUnknownException one =
        new OutcomeUnknownException("a", List.of(start, step.id()), cause);
    assertThat(one.steps()).containsExactly(start, step.id());
    assertThat(one)
        .hasMessageContaining("of steps " + start.ulid() + ", " + step.id().ulid() + ": the disk")
        .hasMessageContaining("no power");
    OutcomeUnknownException none = new OutcomeUnknownException("a", List.of(), cause);
    assertThat(none).hasMessageContaining("of what was recorded last: the disk");
  }

  @Test
  void a_reused_line_buffer_holds_the_last_record_only() {
    JournalRecord first =
        new JournalRecord.Saving(Instant.EPOCH, Origin.of("ann"), "first", HistoryPoint.BASE);
    JournalRecord second =
        new JournalRecord.Saving(Instant.EPOCH, Origin.of("bob"), "second", HistoryPoint.BASE);
    JsonLineWriter line = new JsonLineWriter();
    JournalRecordCodec.write(first, line, false);
    assertThat(JournalRecordCodec.write(second, line.clear(), false).toString())
        .isEqualTo(JournalRecordCodec.toLine(second));
  }
}
