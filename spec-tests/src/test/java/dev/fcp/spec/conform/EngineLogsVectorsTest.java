package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.EventLog;
import dev.fcp.eventlog.LogState;
import dev.fcp.spec.conform.Report.Verdict;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.EventLogUnderTest;
import dev.fcp.spec.log.LiteralLog;
import dev.fcp.spec.log.LogDecisions;
import dev.fcp.spec.log.LogStateUnderTest;
import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.NaiveListLog;
import dev.fcp.spec.log.SessionLogUnderTest;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The vectors run on the logs of this project; {@link EventLog} and {@link LogState} pass all of
 * them.
 */
class EngineLogsVectorsTest {

  private static Report run(
      DriverCapabilities capabilities, Supplier<? extends LogUnderTest<String>> empty)
      throws DriverException {
    return ConformanceSuite.run(
        new InProcessDriver(capabilities, empty),
        VectorFile.vectors(),
        RunSettings.all(1, 300),
        driverFault -> {});
  }

  private static void assertAllPass(
      RedoTail redoTail, Supplier<? extends SessionLogUnderTest<String>> empty)
      throws DriverException {
    Report report = run(DriverCapabilities.all("ours", redoTail), empty);
    assertThat(report.failures()).isEmpty();
    assertThat(report.isConforming()).isTrue();
    assertThat(report.counts().vectorCount()).isGreaterThanOrEqualTo(150);
    assertThat(report.counts().skippedCount()).isEqualTo(skippedCount(redoTail));
    assertThat(report.count(Verdict.PASSED)).isEqualTo(31);
  }

  /** The vectors for other answers to CP-4, for saving and for pauses. */
  private static int skippedCount(RedoTail redoTail) {
    return (int)
        Stream.concat(VectorFile.vectors().stream(), LongPrograms.vectors().stream())
            .filter(vector ->
                vector.redoTail().orElse(redoTail) != redoTail
                    || vector.program().stream()
                        .anyMatch(call ->
                            call.method() == LogMethod.RELOAD || call.method() == LogMethod.PAUSE))
            .count();
  }

  @Test
  void an_event_log_passes() throws DriverException {
    assertAllPass(RedoTail.KEEPS, EventLogUnderTest::empty);
  }

  @Test
  void a_log_state_passes() throws DriverException {
    assertAllPass(RedoTail.KEEPS, LogStateUnderTest::empty);
  }

  @Test
  void naive_list_logs_of_both_variants_pass() throws DriverException {
    assertAllPass(RedoTail.KEEPS, NaiveListLog::new);
    assertAllPass(RedoTail.CUTS, () -> new NaiveListLog<>(LogDecisions.of(RedoTail.CUTS)));
  }

  @Test
  void a_log_without_faults_passes() throws DriverException {
    assertAllPass(RedoTail.KEEPS, () -> new FaultyLog(EnumSet.noneOf(LogFault.class)));
  }

  @Test
  void the_text_word_by_word_passes_every_clause_but_the_refusal_of_negative_counts()
      throws DriverException {
    DriverCapabilities capabilities =
        DriverCapabilities.specificationOnly("the text", RedoTail.CUTS);
    Report report = run(capabilities, LiteralLog::new);
    assertThat(report.isConforming()).isTrue();
    assertThat(report.failures()).extracting(Failure::clause).isEqualTo(List.of("EL-21"));
    assertThat(report.count(Verdict.NOT_OBSERVED)).isEqualTo(4 + 3 + 4);
  }
}
