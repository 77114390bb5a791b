package dev.fcp.spec.conform;

import dev.fcp.spec.SourceTree;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The page {@code FAULTS.md}: each faulty log, what it breaks, and how few vectors see it. */
final class FaultsPage {

  static final String PAGE = "spec-tests/FAULTS.md";

  private static final String HEADER =
      """
      # Faulty logs

      Each of these logs differs from a correct one in one respect. The vectors alone detect every fault and name its clause,
      and so do random programs alone; a test verifies this page. *Passed* is the share of the vectors that do not detect the
      fault: the higher the share, the harder the fault is to detect.
      """;

  private static final String COLUMNS =
      """

      | the log | clause | shortest program | passed |
      |---|---|---|---|
      """;

  /** A fault is hidden if at least this percentage of the vectors passes. */
  static final int HIDDEN_PERCENT = 80;

  private FaultsPage() {}

  public static void main(String[] args) throws IOException, DriverException {
    Files.writeString(SourceTree.root().resolve(PAGE), text());
  }

  static String text() throws DriverException {
    StringBuilder text = new StringBuilder(HEADER);
    StringBuilder plain = new StringBuilder("\nThe same for faults that are easier to detect.\n");
    text.append(COLUMNS);
    plain.append(COLUMNS);
    for (LogFault fault : LogFault.values()) {
      long passed = percentPassed(fault);
      (passed >= HIDDEN_PERCENT ? text : plain).append(row(fault, passed));
    }
    return text.append(plain).toString();
  }

  private static String row(LogFault fault, long passed) throws DriverException {
    String program =
        report(fault).failures().stream()
            .filter(failure -> failure.clause().equals(fault.clause()))
            .map(failure -> "`" + Call.text(failure.program()) + "`")
            .findFirst()
            .orElse("**not found**");
    return "| %s | %s | %s | %d %% |\n"
        .formatted(
            fault.text(),
            fault.clause(),
            program.equals("``") ? "none: a new log shows it" : program,
            passed);
  }

  /** The result of the vectors alone for a faulty log. */
  static Report report(LogFault fault) throws DriverException {
    return ConformanceSuite.run(
        driver(fault), VectorFile.vectors(), RunSettings.all(1, 0), driverFault -> {});
  }

  /** The share of the vectors that pass. */
  static long percentPassed(LogFault fault) {
    DriverCapabilities capabilities = DriverCapabilities.all(fault.text(), RedoTail.KEEPS);
    VectorRunner runner = new VectorRunner(driver(fault), capabilities);
    List<Vector> vectors = VectorFile.vectors().stream().filter(capabilities::canRun).toList();
    long passed = vectors.stream().filter(vector -> runner.run(vector).isPassed()).count();
    return 100 * passed / vectors.size();
  }

  /** The driver of a log with one fault. */
  static Driver driver(LogFault fault) {
    Set<LogFault> faults = EnumSet.of(fault);
    return new InProcessDriver(
        DriverCapabilities.all(fault.text(), RedoTail.KEEPS), () -> new FaultyLog(faults));
  }
}
