package dev.fcp.benchmarks;

import dev.fcp.benchmarks.log.MemoryRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the benchmarks and prints the results as a Markdown table. This takes about twenty minutes,
 * or hours with {@code --full}. Progress is printed to the standard error stream.
 */
public final class Main {

  private static final String FULL = "--full";
  private static final String SWEEP = "SweepBenchmark";
  private static final List<String> JVM =
      List.of("-Xms3g", "-Xmx3g", "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch");

  private Main() {}

  /**
   * Runs all sections or the given ones.
   *
   * @param arguments {@code --full} and names of sections, in any order
   * @throws RunnerException if a benchmark fails
   * @throws IOException if the log file cannot be created
   */
  public static void main(String[] arguments) throws RunnerException, IOException {
    boolean full = List.of(arguments).contains(FULL);
    Set<Section> sections = EnumSet.noneOf(Section.class);
    for (String argument : arguments) {
      if (!argument.equals(FULL)) {
        sections.add(Section.valueOf(argument.toUpperCase(Locale.ROOT)));
      }
    }
    run(full, sections.isEmpty() ? EnumSet.allOf(Section.class) : sections);
  }

  private static void run(boolean full, Set<Section> sections) throws RunnerException, IOException {
    Path logFile = Files.createTempFile("benchmarks", ".log");
    System.err.println("Measuring; the log is " + logFile);
    System.out.println(machine(full) + "\n\n" + Row.head());
    for (Section section : sections) {
      for (List<String> program : section.programs()) {
        runProgram(program);
      }
      if (section.measurements().isEmpty()) {
        continue;
      }
      Collection<RunResult> results = new ArrayList<>();
      for (ChainedOptionsBuilder options : runs(section, full)) {
        results.addAll(new Runner(options.output(logFile.toString()).build()).run());
      }
      for (Measurement measurement : section.measurements()) {
        measurement.rows(results).forEach(System.out::println);
      }
      if (section == Section.LOG) {
        MemoryRows.rows().forEach(System.out::println);
      }
    }
  }

  /** Runs a program that prints its rows itself, in a separate JVM. */
  private static void runProgram(List<String> classAndArguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(classAndArguments);
    try {
      int status = new ProcessBuilder(command).inheritIO().start().waitFor();
      if (status != 0) {
        throw new IOException(classAndArguments + " ended with " + status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /**
   * Returns the runs of a section. A sweep over ten million entries with UndoFX takes minutes, so
   * only a full run includes it.
   */
  private static List<ChainedOptionsBuilder> runs(Section section, boolean full) {
    if (section != Section.LOG) {
      return List.of(included(benchmarks(section), full));
    }
    ChainedOptionsBuilder checkpoints = included(Set.of("CheckpointBenchmark.undoAndAppend"), full);
    if (full) {
      return List.of(
          included(Set.of(SWEEP), true)
              .param("entries", "1000", "10000", "100000", "1000000", "10000000"),
          checkpoints);
    }
    return List.of(
        included(Set.of(SWEEP), false).param("entries", "1000", "100000"),
        included(Set.of(SWEEP), false)
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

  private static ChainedOptionsBuilder included(Set<String> benchmarks, boolean full) {
    ChainedOptionsBuilder options =
        new OptionsBuilder().jvmArgs(JVM.toArray(String[]::new)).shouldFailOnError(true);
    for (String benchmark : benchmarks) {
      boolean isMethod = benchmark.contains(".");
      options.include("\\." + benchmark.replace(".", "\\.") + (isMethod ? "$" : "\\."));
    }
    return full
        ? options
            .forks(3)
            .warmupIterations(5)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(5)
            .measurementTime(TimeValue.seconds(1))
        : options
            .forks(1)
            .warmupIterations(3)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(5)
            .measurementTime(TimeValue.milliseconds(500));
  }

  private static String machine(boolean full) {
    return "%s run; %s %s, %s, %d processors, heap 3 GiB"
        .formatted(
            full ? "Full" : "Short",
            System.getProperty("java.vm.name"),
            System.getProperty("java.version"),
            System.getProperty("os.arch"),
            Runtime.getRuntime().availableProcessors());
  }
}
