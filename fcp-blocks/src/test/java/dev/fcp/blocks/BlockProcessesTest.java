package dev.fcp.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.generator.Tries;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes use one block, and processes are killed. */
class BlockProcessesTest {

  private static final int EDITS = 1000;

  @TempDir private Path folder;

  private Process start(String actor, int edits, int undone) throws IOException {
    return start(BlockProcess.class, actor, Integer.toString(edits), Integer.toString(undone));
  }

  private Process start(Class<?> program, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx48m",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                folder.toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  @Test
  void ten_thousand_blocks_are_opened_one_after_another_in_48_megabytes() throws Exception {
    Process process = start(ManyBlocksProcess.class, Integer.toString(Tries.of(10_000)));
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(printed).isEqualTo("64 open at most\n");
  }

  private BlockStore store() {
    return BlockStore.in(folder, BlockSettings.standard());
  }

  @Test
  void two_agents_in_two_processes_each_undo_their_own_changes() throws Exception {
    try (BlockStore store = store()) {
      store.create("ann", "notes", BlockKind.TEXT);
    }
    List<Process> agents = List.of(start("ann", 12, 5), start("bob", 12, 7));
    for (Process agent : agents) {
      agent.getInputStream().readAllBytes();
      assertThat(agent.waitFor()).isZero();
    }
    try (BlockStore store = store()) {
      assertThat(store.get("ann", "notes").orElseThrow().text().lines())
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(
                      IntStream.rangeClosed(1, 7).mapToObj(i -> "ann" + i),
                      IntStream.rangeClosed(1, 5).mapToObj(i -> "bob" + i))
                  .toList());
    }
  }

  /** More is kept than the last five seconds before: every edit that was acknowledged. */
  @Test
  void a_killed_process_loses_no_edit_and_its_file_has_what_was_persisted() throws Exception {
    int programs = Tries.areAll() ? 100 : 3;
    for (int program = 0; program < programs; program++) {
      try (BlockStore store = store()) {
        store.delete("ann", "notes");
        store.create("ann", "notes", BlockKind.TEXT);
      }
      int acknowledged = killedAfter(1 + program * 17 % 200);
      int persisted = acknowledged / 10 * 10;
      List<String> file = Files.readAllLines(folder.resolve("ann/notes.block"));
      assertThat(file).as("the file").containsAll(lines(persisted));
      try (BlockStore store = store()) {
        Block notes = store.get("ann", "notes").orElseThrow();
        assertThat(notes.text().lines())
            .startsWith(lines(acknowledged).toArray(String[]::new))
            .hasSizeLessThanOrEqualTo(acknowledged + 1);
        assertThat(notes.undo()).isPresent();
        assertThat(notes.redo()).isPresent();
      }
    }
  }

  private static List<String> lines(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> "ann" + i).toList();
  }

  /** Kills a process after it printed some edits; returns how many it printed. */
  private int killedAfter(int edits) throws Exception {
    Process process = start("ann", EDITS, 0);
    int acknowledged = 0;
    try (BufferedReader out = process.inputReader()) {
      while (acknowledged < edits) {
        acknowledged = Integer.parseInt(out.readLine());
      }
      // Killed through its handle, because {@code Process.destroy} would close the stream.
      process.toHandle().destroyForcibly();
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        // The kill may come in the middle of a line.
        acknowledged =
            line.equals(Integer.toString(acknowledged + 1)) ? acknowledged + 1 : acknowledged;
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    return acknowledged;
  }
}
