package dev.fcp.spec.conform;

import dev.fcp.spec.SourceTree;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The page {@code FAULTS.md}: each faulty log, what it breaks, and how few vectors see it. */
final class FaultTable {

  static final String PAGE = "spec-tests/FAULTS.md";

  private static final String HEAD =
      """
      # Faulty logs

      Each of these logs differs from a right one in one place. The vectors find every one of them out and name the
      clause; a test holds this page to that. *Passed* is the share of the vectors that see nothing: the higher it is,
      the better the fault hides.

      | the log | clause | shortest program | passed |
      |---|---|---|---|
      """;

  private FaultTable() {}

  public static void main(String[] args) throws IOException, DriverFault {
    Files.writeString(SourceTree.root().resolve(PAGE), text());
  }

  static String text() throws DriverFault {
    StringBuilder text = new StringBuilder(HEAD);
    for (Fault fault : Fault.values()) {
      text.append(row(fault));
    }
    return text.toString();
  }

  private static String row(Fault fault) throws DriverFault {
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
            percentPassed(fault));
  }

  /** What the vectors alone say of a faulty log. */
  static Report report(Fault fault) throws DriverFault {
    return Suite.run(driver(fault), VectorFile.vectors(), new Settings(Optional.empty(), 1, 0));
  }

  /** The share of the vectors that see nothing. */
  static long percentPassed(Fault fault) {
    Greeting greeting = Greeting.all(fault.text(), RedoTail.KEEPS);
    Judge judge = new Judge(driver(fault), greeting);
    List<Vector> vectors = VectorFile.vectors().stream().filter(greeting::canRun).toList();
    long passed =
        vectors.stream().filter(vector -> judge.judge(vector) instanceof Outcome.Passed).count();
    return 100 * passed / vectors.size();
  }

  private static LogDriver driver(Fault fault) {
    Set<Fault> faults = EnumSet.of(fault);
    return new InProcessDriver(
        Greeting.all(fault.text(), RedoTail.KEEPS), () -> new FaultyLog(faults));
  }
}
