package dev.fcp.spec.conform;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The command {@code conform}. */
@Command(
    name = "conform",
    description = "Tests an event log in any language against the clauses of the specification.",
    footer =
        "Exits with 0 if no broken required clause was observed, 1 if one was, the driver failed or"
            + " nothing was observed, 2 for an invalid command line, 3 if the report cannot be"
            + " written or Java is too old.")
final class Conform implements Callable<Integer> {

  static final int EXIT_BROKEN_CLAUSE = 1;
  private static final int EXIT_IO_ERROR = 3;
  private static final Map<String, String> TEMPLATES =
      Map.of(
          "python", "log_driver.py",
          "javascript", "log_driver.mjs",
          "java", "LogDriver.java",
          "go", "log_driver.go",
          "rust", "log_driver.rs",
          "workflow", "conformance.yml");

  private final Duration replyTimeout;
  private final Runnable pause;

  @Spec private @Nullable CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // picocli handles the option and only needs the field
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this text.")
  private boolean help;

  @Option(
      names = "--driver",
      paramLabel = "COMMAND",
      description = "The command that starts the driver of the log, see DRIVER.md.")
  private @Nullable String driver;

  @Option(
      names = "--only",
      paramLabel = "CLAUSE",
      description = "Only this area, such as CP, or this clause, such as CP-4.")
  private @Nullable String only;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The seed of the random programs; default ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--programs",
      paramLabel = "N",
      defaultValue = "300",
      description = "The number of random programs; default ${DEFAULT-VALUE}.")
  private int programs;

  @Option(names = "--list", description = "Lists the vectors and runs nothing.")
  private boolean list;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Writes report.html, report.md, report.json, junit.xml and badge.svg there.")
  private @Nullable Path reportFolder;

  @Option(
      names = "--compare",
      arity = "2",
      paramLabel = "FILE",
      description =
          "Compares two files report.json; exits with 1 if a required clause is newly broken.")
  private @Nullable List<Path> compare;

  @Option(
      names = "--template",
      paramLabel = "LANGUAGE",
      description =
          "Prints the driver template for python, javascript, java, go or rust, or, for workflow,"
              + " a workflow that runs the suite.")
  private @Nullable String template;

  @Option(names = "--protocol", description = "Prints the driver protocol, for any other language.")
  private boolean protocol;

  Conform(Duration replyTimeout, Runnable pause) {
    this.replyTimeout = replyTimeout;
    this.pause = pause;
  }

  /**
   * Runs the command and returns its exit code; {@link Main} finds this method by name. Errors in
   * the command line are written to {@code err}.
   */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    return run(out, err, () -> LockSupport.parkNanos(ProcessDriver.PAUSE.toNanos()), args);
  }

  /** Runs the command with another implementation of the pauses in programs. */
  static int run(PrintWriter out, PrintWriter err, Runnable pause, String... args) {
    return run(out, err, ProcessDriver.REPLY_TIMEOUT, pause, args);
  }

  /** As the others, with another maximum time for a reply. */
  static int run(
      PrintWriter out, PrintWriter err, Duration replyTimeout, Runnable pause, String... args) {
    return new CommandLine(new Conform(replyTimeout, pause))
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler(Conform::printUsageError)
        .execute(args);
  }

  /** Prints the error, without the whole usage text. */
  private static int printUsageError(ParameterException exception, String... args) {
    PrintWriter err = exception.getCommandLine().getErr();
    err.println(exception.getMessage());
    UnmatchedArgumentException.printSuggestions(exception, err);
    err.println("--help shows all options");
    return CommandLine.ExitCode.USAGE;
  }

  @Override
  public Integer call() {
    if (protocol || template != null) {
      out().print(VectorFile.resource(protocol ? "DRIVER.md" : templateFile()));
      out().flush();
      return 0;
    }
    if (compare != null) {
      return compareReports(compare.getFirst(), compare.getLast());
    }
    RunSettings settings =
        new RunSettings(
            Optional.ofNullable(only).map(name -> name.toUpperCase(Locale.ROOT)), seed, programs);
    if (SpecClause.logClauses().keySet().stream().noneMatch(settings::includes)) {
      throw usageError(
          "--only is an area, EL or CP, or a clause of the log, such as EL-5, not \"%s\""
              .formatted(only));
    }
    if (programs < 0) {
      throw usageError("--programs is a count, 0 or more");
    }
    List<Vector> vectors = VectorFile.vectors().stream().filter(settings::includes).toList();
    if (list) {
      vectors.forEach(vector ->
          out()
              .printf(
                  "%s  %s  %s%n",
                  vector.name(), String.join(",", vector.clauses()), Call.text(vector.program())));
      out().flush();
      return 0;
    }
    return run(vectors, settings);
  }

  private int run(List<Vector> vectors, RunSettings settings) {
    if (driver == null) {
      throw usageError(
          "--driver COMMAND is missing: the command that starts the driver of your log");
    }
    try {
      if (reportFolder != null) {
        prepare(reportFolder);
      }
      Report report = runDriver(driver, vectors, settings);
      if (reportFolder != null) {
        writeReports(reportFolder, report);
      }
      return report.isConforming() ? 0 : EXIT_BROKEN_CLAUSE;
    } catch (IOException e) {
      err()
          .printf(
              "--report: nothing can be written to %s: %s; name a folder that you may write to%n",
              reportFolder, reason(e));
      return EXIT_IO_ERROR;
    } finally {
      out().flush();
    }
  }

  /** Creates the folder and fails before the run if no file can be written there. */
  private void prepare(Path folder) throws IOException {
    if (folder.toString().isEmpty()) {
      throw usageError("--report needs a folder, such as --report out");
    }
    Files.createDirectories(folder);
    Files.delete(Files.createTempFile(folder, "report", ".tmp"));
  }

  private static String reason(IOException exception) {
    return switch (exception) {
      case FileAlreadyExistsException e -> e.getFile() + " is a file";
      case AccessDeniedException e -> "permission denied";
      case NoSuchFileException e -> "there is no such file";
      case FileSystemException e when e.getReason() != null -> e.getReason();
      case IOException e -> String.valueOf(e.getMessage());
    };
  }

  private Report runDriver(String command, List<Vector> vectors, RunSettings settings) {
    try (Driver process = new ProcessDriver(splitCommand(command), replyTimeout, pause)) {
      Pace pace = new Pace(System::nanoTime, this::printNotice, programs);
      Report report =
          ConformanceSuite.run(process, vectors, settings, new DriverFailurePrinter(out()), pace);
      out().print(ConsoleReport.render(report));
      return report;
    } catch (DriverException exception) {
      Report report = Report.ofUnresponsiveDriver(command, settings, exception);
      report.driverFaults().forEach(out()::println);
      out().println("  " + exception.kind().advice());
      return report;
    }
  }

  private int compareReports(Path before, Path after) {
    ReportComparison comparison = new ReportComparison(readReport(before), readReport(after));
    out().print(comparison.render());
    out().flush();
    return comparison.isRequiredClauseNewlyBroken() ? EXIT_BROKEN_CLAUSE : 0;
  }

  private JsonNode readReport(Path file) {
    try {
      JsonNode report = Json.read(Files.readString(file));
      if (report.path("clauses").isArray()) {
        return report;
      }
      throw invalidReport(file, "it has no \"clauses\"");
    } catch (MalformedInputException e) {
      throw invalidReport(file, "it is not text in UTF-8");
    } catch (IOException e) {
      throw invalidReport(file, reason(e));
    } catch (JacksonException e) {
      throw invalidReport(file, "it is not valid JSON: " + e.getOriginalMessage());
    }
  }

  private ParameterException invalidReport(Path file, String reason) {
    return usageError(
        "--compare needs two files report.json that --report wrote, and %s is none: %s"
            .formatted(file, reason));
  }

  private String templateFile() {
    String file = TEMPLATES.get(Objects.requireNonNull(template).toLowerCase(Locale.ROOT));
    if (file == null) {
      throw usageError(
          "--template is python, javascript, java, go, rust or workflow, not " + template);
    }
    return "drivers/" + file;
  }

  private List<String> splitCommand(String command) {
    try {
      return CommandLineSplitter.split(command);
    } catch (IllegalArgumentException e) {
      throw usageError("--driver: " + e.getMessage());
    }
  }

  private void writeReports(Path folder, Report report) throws IOException {
    Map<String, String> files =
        Map.of(
            "report.html", HtmlReport.render(report),
            "report.md", MarkdownReport.render(report),
            "report.json", JsonReport.render(report),
            "badge.svg", Badge.render(report),
            "junit.xml", JUnitReport.render(report));
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
    out().println("report: " + folder.resolve("report.html"));
  }

  private ParameterException usageError(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }

  private void printNotice(String notice) {
    err().println(notice);
    err().flush();
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }

  private PrintWriter err() {
    return Objects.requireNonNull(spec).commandLine().getErr();
  }
}
