package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.RecoveryReport.Kind;
import dev.fcp.eventlog.journal.RecoveryReport.Loss;
import dev.fcp.eventlog.journal.RecoveryReport.RecordRange;
import dev.fcp.spec.Clause;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The report about a journal that was damaged or not closed. */
@Clause("JN-9")
class RecoveryReportTest {

  private static final Loss TORN =
      new Loss(
          Kind.TORN_TAIL,
          "000000000007.jsonl",
          120,
          9,
          Optional.empty(),
          Optional.of("000000000007.jsonl.120.aside"));
  private static final Loss DAMAGE =
      new Loss(
          Kind.DAMAGE,
          "000000000009.jsonl",
          0,
          400,
          Optional.of(new RecordRange(9, 12)),
          Optional.of("000000000009.jsonl.aside"));
  private static final Loss BEFORE =
      new Loss(
          Kind.BEFORE_SNAPSHOT, "000000000001.jsonl", 70, 30, Optional.empty(), Optional.empty());

  private static RecoveryReport report(List<Loss> losses, List<String> snapshots) {
    return new RecoveryReport(3, 8, 640, losses, snapshots, List.of());
  }

  @Test
  void an_undamaged_journal_has_an_empty_report() {
    RecoveryReport clean = report(List.of(), List.of());
    assertThat(clean.isClean()).isTrue();
    assertThat(clean.lines(4)).isEmpty();
    assertThat(clean.recordCount()).isEqualTo(6);
  }

  @Test
  void each_loss_is_reported_with_its_offset_and_what_was_done() {
    RecoveryReport report =
        report(List.of(BEFORE, TORN, DAMAGE), List.of("000000000005.snapshot"))
            .with(List.of("ab12"), false);
    assertThat(report.setAsideBytes()).isEqualTo(409);
    assertThat(report.lines(4))
        .containsExactly(
            "journal: 6 records read, 409 bytes set aside, 4 steps can be undone",
            "  000000000001.jsonl, byte 70: damage before the snapshot, 30 bytes",
            "  000000000007.jsonl, byte 120: a write that was never finished, 9 bytes,"
                + " kept as 000000000007.jsonl.120.aside",
            "  000000000009.jsonl, byte 0: damage, 400 bytes, holds records 9 to 12,"
                + " kept as 000000000009.jsonl.aside",
            "  000000000005.snapshot: damaged and not used",
            "  ab12.source: gone or damaged");
  }

  @Test
  void any_loss_makes_a_report() {
    assertThat(report(List.of(BEFORE), List.of()).isClean()).isFalse();
    assertThat(report(List.of(), List.of("000000000005.snapshot")).isClean()).isFalse();
    RecoveryReport lost = report(List.of(), List.of()).with(List.of("ab12"), false);
    assertThat(lost.isClean()).isFalse();
    assertThat(lost.lines(0)).hasSize(2);
  }
}
