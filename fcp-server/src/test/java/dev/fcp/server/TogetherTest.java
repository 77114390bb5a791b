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

/** Several who use the program on one file at the same time. */
class TogetherTest {

  private static final int PEOPLE = 6;

  @TempDir private Path folder;

  private static String told(Shell.Run run) {
    return run.exitCode() + " " + run.err();
  }

  /** Commands that begin at the same time, each with a view of its own of file and history. */
  private List<String> together(List<String[]> commands) {
    try (ExecutorService people = Executors.newFixedThreadPool(commands.size())) {
      List<CompletableFuture<String>> runs =
          commands.stream()
              .map(command ->
                  CompletableFuture.supplyAsync(() -> told(new Shell(folder).run(command)), people))
              .toList();
      return runs.stream().map(CompletableFuture::join).toList();
    }
  }

  @Test
  void nobody_is_turned_away_because_others_write_as_well() {
    Workbench bench = new Workbench(folder).with(Sample.DIAGRAM);
    String file = Sample.DIAGRAM.file();
    byte[] first = bench.bytes(file);
    List<String[]> commands =
        IntStream.range(0, PEOPLE)
            .mapToObj(i -> new String[] {"run", file, "add db Together" + i})
            .toList();
    assertThat(together(commands)).containsOnly("0 ");
    Shell shell = new Shell(folder);
    assertThat(shell.run("verify", file).out()).contains(PEOPLE + " steps");
    assertThat(shell.run("undo", file, "" + PEOPLE).exitCode()).isZero();
    assertThat(bench.bytes(file)).isEqualTo(first);
  }
}
