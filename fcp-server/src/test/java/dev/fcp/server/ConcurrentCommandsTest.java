package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that run concurrently on one file. */
class ConcurrentCommandsTest {

  private static final int PROCESSES = 6;

  @TempDir private Path folder;

  private static String describe(ProgramRunner.Result run) {
    return run.exitCode() + " " + run.err();
  }

  /** Runs commands concurrently; each opens the file and its history itself. */
  private List<String> runConcurrently(List<String[]> commands) {
    try (ExecutorService executor = Executors.newFixedThreadPool(commands.size())) {
      List<CompletableFuture<String>> runs =
          commands.stream()
              .map(command ->
                  CompletableFuture.supplyAsync(
                      () -> describe(new ProgramRunner(folder).run(command)), executor))
              .toList();
      return runs.stream().map(CompletableFuture::join).toList();
    }
  }

  @Test
  void concurrent_writers_all_succeed() {
    CommandLineFixture fixture = new CommandLineFixture(folder).add(SampleDocument.DIAGRAM);
    String file = SampleDocument.DIAGRAM.file();
    byte[] original = fixture.bytes(file);
    List<String[]> commands =
        IntStream.range(0, PROCESSES)
            .mapToObj(i -> new String[] {"run", file, "add db Together" + i})
            .toList();
    assertThat(runConcurrently(commands)).containsOnly("0 ");
    ProgramRunner runner = new ProgramRunner(folder);
    assertThat(runner.run("verify", file).out()).contains(PROCESSES + " steps");
    assertThat(runner.run("undo", file, "" + PROCESSES).exitCode()).isZero();
    assertThat(fixture.bytes(file)).isEqualTo(original);
  }
}
