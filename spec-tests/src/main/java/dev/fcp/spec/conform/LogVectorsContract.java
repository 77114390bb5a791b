package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import dev.fcp.spec.log.EventLogContract;
import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.SessionLogUnderTest;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The whole conformance suite for an event log in Java: the examples of {@link EventLogContract},
 * the vectors, and random programs that shrink. A log that is a {@link SessionLogUnderTest} is also
 * tested for what sessions need.
 */
public abstract class LogVectorsContract extends EventLogContract {

  private static final int PROGRAM_COUNT = 300;

  /** For subclasses. */
  protected LogVectorsContract() {}

  /** Returns the recommended clauses that this log deliberately does not meet; by default none. */
  protected Set<String> exemptClauses() {
    return Set.of();
  }

  /**
   * Saves a log and returns the log that is loaded from what was saved; by default empty: the log
   * cannot be saved.
   */
  protected Optional<LogUnderTest<String>> reloaded(LogUnderTest<String> log) {
    return Optional.empty();
  }

  /** Returns the seed of the random programs. */
  protected long seed() {
    return 1;
  }

  @Test
  @Clause({"EL-1", "EL-2", "EL-3", "EL-4", "EL-5", "EL-6", "EL-7", "EL-8", "EL-9", "EL-10"})
  @Clause({"EL-11", "CP-1", "CP-2", "CP-3", "CP-4", "CP-5", "CP-6", "CP-7", "CP-9", "CP-10"})
  @Clause({"EL-20", "CP-14"})
  void vectors_and_random_programs_break_only_exempt_clauses() throws DriverException {
    String name = getClass().getSimpleName();
    DriverCapabilities capabilities =
        emptyLog() instanceof SessionLogUnderTest<String>
            ? DriverCapabilities.all(name, checkpointOverRedoTail())
            : DriverCapabilities.specificationOnly(name, checkpointOverRedoTail());
    Driver driver =
        reloaded(emptyLog()).isEmpty()
            ? new InProcessDriver(capabilities, this::emptyLog)
            : new InProcessDriver(
                capabilities.with(LogMethod.RELOAD).without(LogMethod.PAUSE),
                this::emptyLog,
                log -> reloaded(log).orElseThrow(),
                () -> {});
    RunSettings settings = RunSettings.all(seed(), PROGRAM_COUNT);
    Report report = ConformanceSuite.run(driver, VectorFile.vectors(), settings, fault -> {});
    String text = ConsoleReport.render(report);
    assertThat(report.isConforming()).as(text).isTrue();
    assertThat(report.failures())
        .as(text)
        .extracting(Failure::clause)
        .containsExactlyInAnyOrderElementsOf(exemptClauses());
  }
}
