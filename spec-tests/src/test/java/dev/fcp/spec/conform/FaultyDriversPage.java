package dev.fcp.spec.conform;

import dev.fcp.spec.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** The page {@code FAULTY-DRIVERS.md}: the same faults in the drivers of three languages. */
final class FaultyDriversPage {

  static final String PAGE = "spec-tests/FAULTY-DRIVERS.md";

  private static final int MAX_PROGRAM_CHARS = 120;

  private static final String HEADER =
      """
      # Faulty drivers

      Each of these logs is the example log of a driver template with one fault. The suite detects each of them. The table
      shows the clause that the log breaks and the shortest program found; a test for each language verifies it where the
      language is installed.

      | language | the log | clause | shortest program |
      |---|---|---|---|
      """;

  /** A language with a template, and the command that starts a driver. */
  enum Language {
    PYTHON("log_driver.py", "python3"),
    JAVASCRIPT("log_driver.mjs", "node"),
    JAVA("LogDriver.java", Path.of(System.getProperty("java.home"), "bin", "java").toString());

    private final String template;
    private final String program;

    Language(String template, String program) {
      this.template = template;
      this.program = program;
    }

    String program() {
      return program;
    }

    String templateText() {
      return SourceTree.text("spec-tests/drivers/" + template);
    }
  }

  private FaultyDriversPage() {}

  public static void main(String[] args) throws IOException, DriverException {
    Path folder = Files.createTempDirectory("faulty-drivers");
    StringBuilder text = new StringBuilder(HEADER);
    for (Language language : Language.values()) {
      for (DriverFault fault : DriverFault.values()) {
        text.append(row(language, fault, folder));
      }
    }
    Files.writeString(SourceTree.root().resolve(PAGE), text);
  }

  /** Runs the suite and returns the row of the table; prints it with the time that the run took. */
  static String row(Language language, DriverFault fault, Path folder)
      throws IOException, DriverException {
    Path source = folder.resolve(language.template);
    Files.writeString(source, fault.in(language.templateText()));
    long start = System.nanoTime();
    List<Failure> failures = failures(List.of(language.program, source.toString()));
    String found =
        failures.stream()
            .filter(failure -> failure.suspects().contains(fault.clause()))
            .map(FaultyDriversPage::programText)
            .findFirst()
            .orElse("**not found**");
    String row =
        "| %s | %s | %s | %s |\n"
            .formatted(
                language.name().toLowerCase(Locale.ROOT), fault.text(), fault.clause(), found);
    System.out.printf("%s%.1f s%n", row, (System.nanoTime() - start) / 1e9);
    return row;
  }

  static String programText(Failure failure) {
    String text = failure.programText();
    return text.length() <= MAX_PROGRAM_CHARS
        ? "`" + text + "`"
        : failure.program().size() + " calls";
  }

  private static List<Failure> failures(List<String> command) throws DriverException {
    Runnable pause = () -> LockSupport.parkNanos(ProcessDriver.PAUSE.toNanos());
    try (Driver driver = new ProcessDriver(command, Duration.ofSeconds(5), pause)) {
      return ConformanceSuite.run(
              driver,
              VectorFile.vectors(),
              RunSettings.all(1, 60),
              fault -> {
                throw new IllegalStateException(fault.toString());
              })
          .failures();
    }
  }
}
