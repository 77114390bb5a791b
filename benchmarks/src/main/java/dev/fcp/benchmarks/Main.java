package dev.fcp.benchmarks;

import dev.fcp.benchmarks.log.MemoryRows;
import dev.fcp.benchmarks.table.Plot;
import dev.fcp.benchmarks.table.Program;
import dev.fcp.benchmarks.table.Result;
import dev.fcp.benchmarks.table.Run;
import dev.fcp.benchmarks.table.Scale;
import dev.fcp.benchmarks.table.Table;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Runs the benchmarks, each in a JVM of its own, and prints the results as a Markdown table.
 * Progress is printed to the standard error stream.
 */
@Command(
    name = "benchmarks",
    mixinStandardHelpOptions = true,
    description = "Measures the engine beside its alternatives.")
public final class Main implements Callable<Integer> {

  private static final String SWEEP = "SweepBenchmark";
  private static final String TABLE_START = "<!-- table -->\n";
  private static final String TABLE_END = "<!-- end of table -->";
  private static final List<String> JVM =
      List.of("-Xms3g", "-Xmx3g", "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch");

  @Parameters(
      paramLabel = "SECTION",
      description =
          "Sections of the table: step, disk, history, verbs, commands, documents, folders, blocks,"
              + " agents, text, postgres, worlds;"
              + " others: log, collections, drawio, midi. Default: all.")
  private List<String> sections = new ArrayList<>();

  @Option(
      names = "--table",
      description = "Measure the table of docs/benchmarks.md, in half an hour.")
  private boolean isTable;

  @Option(names = "--full", description = "Measure more sizes, forks and iterations, for hours.")
  private boolean isFull;

  @Option(names = "--smoke", description = "Measure tiny sizes, to see that all programs work.")
  private boolean isSmoke;

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description = "Write files here, on the disk to measure. Default: the current folder.")
  private Path folder = Path.of("");

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description = "Measure nothing; take the results of --json.")
  private @Nullable Path resultsFile;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the results to a file.")
  private @Nullable Path jsonFile;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "Print the results of an earlier --json in the column \"before\".")
  private @Nullable Path baselineFile;

  @Option(
      names = "--plot",
      paramLabel = "FOLDER",
      description = "Write plots of costs against size to a folder.")
  private @Nullable Path plotFolder;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Replace the table in a page, between its comments.")
  private @Nullable Path markdownFile;

  private Main() {}

  /** Runs the benchmarks; {@code --help} lists the arguments. */
  public static void main(String[] arguments) {
    int status = execute(arguments);
    if (status != 0) {
      System.exit(status);
    }
  }

  /** Runs the benchmarks and returns the exit status. */
  static int execute(String... arguments) {
    return new CommandLine(new Main()).execute(arguments);
  }

  @Override
  public Integer call() throws IOException, RunnerException, InterruptedException {
    Run run =
        resultsFile == null
            ? Run.now(isSmoke ? "smoke" : isFull ? "full" : "short", measure())
            : Run.read(resultsFile);
    Optional<Run> before =
        baselineFile == null ? Optional.empty() : Optional.of(Run.read(baselineFile));
    if (jsonFile != null) {
      run.write(jsonFile);
    }
    String table = Table.format(run, before);
    System.out.print(table);
    if (plotFolder != null) {
      Plot.writeAll(run, before, plotFolder);
    }
    if (markdownFile != null) {
      replaceTable(markdownFile, table);
    }
    return 0;
  }

  private static void replaceTable(Path page, String table) throws IOException {
    String text = Files.readString(page);
    int start = text.indexOf(TABLE_START);
    int end = text.indexOf(TABLE_END);
    if (start < 0 || end < start) {
      throw new IOException("no " + TABLE_START.strip() + " before " + TABLE_END + " in " + page);
    }
    Files.writeString(
        page, text.substring(0, start + TABLE_START.length()) + table + text.substring(end));
  }

  private List<Result> measure() throws IOException, RunnerException, InterruptedException {
    List<Result> results = new ArrayList<>();
    Set<String> names = new TreeSet<>();
    sections.forEach(section -> names.add(section.toUpperCase(Locale.ROOT)));
    requireKnown(names);
    for (Program program : Program.values()) {
      if (names.isEmpty() || names.contains(program.name())) {
        measure(program, results);
      }
    }
    Path logFile = Files.createTempFile("benchmarks", ".log");
    System.err.println("Measuring; the log is " + logFile);
    for (Section section : Section.values()) {
      boolean isSelected =
          names.isEmpty() ? !isTable || section == Section.LOG : names.contains(section.name());
      if (isSelected) {
        measure(section, logFile, results);
      }
    }
    return results;
  }

  private static void requireKnown(Set<String> names) {
    for (String name : names) {
      if (Stream.<Enum<?>[]>of(Program.values(), Section.values())
          .flatMap(Stream::of)
          .noneMatch(section -> section.name().equals(name))) {
        throw new IllegalArgumentException("unknown section: " + name);
      }
    }
  }

  private void measure(Section section, Path logFile, List<Result> results) throws RunnerException {
    Collection<RunResult> runs = new ArrayList<>();
    for (ChainedOptionsBuilder options : options(section)) {
      runs.addAll(new Runner(options.output(logFile.toString()).build()).run());
    }
    section.measurements().forEach(measurement -> results.addAll(measurement.results(runs)));
    if (section == Section.LOG && !isTable) {
      results.addAll(MemoryRows.results());
    }
  }

  private void measure(Program program, List<Result> results)
      throws IOException, InterruptedException {
    Scale scale = isSmoke ? Scale.SMOKE : Scale.NORMAL;
    Path fcp = checkout().resolve("fcp");
    if (program == Program.COMMANDS
        && !Files.exists(checkout().resolve("fcp-server/target/fcp.jar"))) {
      System.err.println("skipped: " + fcp + " is not built");
      return;
    }
    for (List<String> run :
        program.runs(scale, fcp.toString(), folder.toAbsolutePath().toString())) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(isSmoke ? List.of("-Xmx512m", "-XX:TieredStopAtLevel=1") : JVM);
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.addAll(run);
      long start = System.nanoTime();
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      try (var lines = process.inputReader()) {
        lines.lines().filter(line -> line.startsWith("{")).map(Result::parse).forEach(results::add);
      }
      if (process.waitFor() != 0) {
        throw new IOException(run + " ended with " + process.exitValue());
      }
      System.err.printf(Locale.ROOT, "%.1f s: %s%n", (System.nanoTime() - start) / 1e9, run);
    }
  }

  /** Returns the folder of the source code, which contains the classes or the jar. */
  private static Path checkout() throws IOException {
    try {
      Path classes =
          Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return classes.resolve("../../..").normalize();
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /**
   * Returns the runs of a section. A sweep over ten million entries with UndoFX takes minutes, so
   * only a full run includes it.
   */
  private List<ChainedOptionsBuilder> options(Section section) {
    if (section != Section.LOG) {
      return List.of(included(benchmarks(section)));
    }
    if (isTable) {
      return List.of(
          included(Set.of(SWEEP))
              .param("entries", isSmoke ? "1000" : "100000")
              .param("peer", "EventLog", "array", "UndoFX"));
    }
    ChainedOptionsBuilder checkpoints = included(Set.of("CheckpointBenchmark.undoAndAppend"));
    if (isFull) {
      return List.of(
          included(Set.of(SWEEP))
              .param("entries", "1000", "10000", "100000", "1000000", "10000000"),
          checkpoints);
    }
    return List.of(
        included(Set.of(SWEEP)).param("entries", "1000", "100000"),
        included(Set.of(SWEEP))
            .param("entries", "10000000")
            .param("peer", "EventLog", "array", "javax.swing.undo"),
        checkpoints);
  }

  private static Set<String> benchmarks(Section section) {
    Set<String> benchmarks = new TreeSet<>();
    for (Measurement measurement : section.measurements()) {
      benchmarks.add(measurement.ours().benchmark());
      measurement.peers().values().forEach(peer -> benchmarks.add(peer.benchmark()));
    }
    return benchmarks;
  }

  private ChainedOptionsBuilder included(Set<String> benchmarks) {
    ChainedOptionsBuilder options =
        new OptionsBuilder().jvmArgs(JVM.toArray(String[]::new)).shouldFailOnError(true);
    for (String benchmark : benchmarks) {
      boolean isMethod = benchmark.contains(".");
      options.include("\\." + benchmark.replace(".", "\\.") + (isMethod ? "$" : "\\."));
    }
    if (isSmoke) {
      return times(options, 0, 1, 10, 1, 10);
    }
    return isFull ? times(options, 3, 5, 1_000, 5, 1_000) : times(options, 1, 3, 700, 5, 400);
  }

  private static ChainedOptionsBuilder times(
      ChainedOptionsBuilder options,
      int forks,
      int warmUps,
      int warmUpMillis,
      int iterations,
      int millis) {
    return options
        .forks(forks)
        .warmupIterations(warmUps)
        .warmupTime(TimeValue.milliseconds(warmUpMillis))
        .measurementIterations(iterations)
        .measurementTime(TimeValue.milliseconds(millis));
  }
}
