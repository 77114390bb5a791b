package dev.fcp.benchmarks;

import dev.fcp.benchmarks.log.EventLogTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the benchmarks and prints their results as one table in Markdown. It takes some minutes;
 * with {@code --full} it takes an hour, and the numbers are those to quote. Progress goes to the
 * error stream.
 */
public final class Main {

  private Main() {}

  /**
   * Runs everything.
   *
   * @param arguments nothing, or {@code --full}
   * @throws RunnerException if a benchmark fails
   * @throws IOException if there is no place for the protocol
   */
  public static void main(String[] arguments) throws RunnerException, IOException {
    boolean full = List.of(arguments).contains("--full");
    Path protocol = Files.createTempFile("benchmarks", ".log");
    System.err.println("Measuring; the protocol is " + protocol);
    var options = options(full).output(protocol.toString());
    Collection<RunResult> results = new Runner(options.build()).run();
    System.out.printf("%s%n%n%s", machine(full), EventLogTable.of(results));
  }

  private static ChainedOptionsBuilder options(boolean full) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("dev\\.fcp\\.benchmarks\\.log\\.")
            .jvmArgs("-Xms3g", "-Xmx3g")
            .shouldFailOnError(true);
    if (full) {
      return options
          .param("entries", "1000", "10000", "100000", "1000000", "10000000")
          .forks(3)
          .warmupIterations(5)
          .warmupTime(TimeValue.seconds(1))
          .measurementIterations(5)
          .measurementTime(TimeValue.seconds(1));
    }
    return options
        .forks(1)
        .warmupIterations(3)
        .warmupTime(TimeValue.milliseconds(300))
        .measurementIterations(5)
        .measurementTime(TimeValue.milliseconds(300));
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
