package dev.fcp.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.spec.generator.Tries;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes use one block, and processes are killed. */
class BlockProcessesTest {

  @TempDir private Path folder;

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

  /** A process that edits the block, and executes a command at a time. */
  private final class Agent {

    private final Process process;
    private final BufferedReader out;
    private final BufferedWriter in;

    /** The edits that it acknowledged. */
    private int edits;

    Agent(String actor) throws IOException {
      process = start(BlockProcess.class, actor);
      out = process.inputReader();
      in = process.outputWriter();
    }

    void run(String command) throws IOException {
      in.write(command + "\n");
      in.flush();
      edits = Integer.parseInt(out.readLine());
    }

    /** Sends commands that it does not wait for, and kills the process while it executes them. */
    void killWithin(List<String> commands) throws Exception {
      in.write(String.join("\n", commands) + "\n");
      in.flush();
      edits = Integer.parseInt(out.readLine());
      // Killed through its handle, because {@code Process.destroy} would close the stream.
      process.toHandle().destroyForcibly();
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        // The kill may come in the middle of a line.
        edits = line.equals(Integer.toString(edits + 1)) ? edits + 1 : edits;
      }
      process.destroyForcibly().waitFor();
    }

    void end() throws Exception {
      in.close();
      assertThat(process.waitFor()).isZero();
    }
  }

  @Test
  void two_agents_in_two_processes_at_a_time_each_undo_their_own_changes() throws Exception {
    try (BlockStore store = store()) {
      store.create("ann", "notes", BlockKind.TEXT);
    }
    Agent ann = new Agent("ann");
    Agent bob = new Agent("bob");
    for (int i = 0; i < 12; i++) {
      ann.run("edit");
      bob.run("edit");
    }
    for (int i = 0; i < 5; i++) {
      bob.run("undo");
      ann.run("undo");
      bob.run("undo");
    }
    bob.run("edit");
    ann.run("undo");
    ann.end();
    bob.end();
    try (BlockStore store = store()) {
      assertThat(store.get("ann", "notes").orElseThrow().text().lines())
          .containsExactly("ann1", "bob1", "ann2", "bob2", "ann3", "ann4", "ann5", "ann6", "bob13");
    }
  }

  private void createAnew() {
    try (BlockStore store = store()) {
      store.delete("ann", "notes");
      store.create("ann", "notes", BlockKind.TEXT);
    }
  }

  private List<String> fileLines() throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("ann/notes.block"));
    return lines.subList(lines.lastIndexOf("---") + 1, lines.size());
  }

  /** More is kept than the last five seconds before: every edit that was acknowledged. */
  private void assertAllIsThere(int acknowledged) {
    try (BlockStore store = store()) {
      Block notes = store.get("ann", "notes").orElseThrow();
      assertThat(notes.text().lines())
          .startsWith(lines(acknowledged).toArray(String[]::new))
          .hasSizeLessThanOrEqualTo(acknowledged + 1);
      assertThat(notes.by(Origin.of("ann")).undoOwn()).isPresent();
      assertThat(notes.by(Origin.of("ann")).redoOwn()).isPresent();
    }
  }

  private static int programs() {
    return Tries.areAll() ? 100 : 3;
  }

  @Test
  void a_killed_process_loses_no_edit_and_its_file_has_what_was_persisted() throws Exception {
    for (int program = 0; program < programs(); program++) {
      createAnew();
      Agent ann = new Agent("ann");
      for (int i = 0; i < program * 7 % 30; i++) {
        ann.run("edit");
      }
      ann.run("persist");
      int persisted = ann.edits;
      ann.killWithin(Collections.nCopies(200, "edit"));
      assertThat(fileLines()).as("the file").isEqualTo(lines(persisted));
      assertAllIsThere(ann.edits);
    }
  }

  /** An edit every 400 milliseconds: thirteen of them take more than five seconds. */
  @Test
  void the_file_of_a_killed_process_has_what_was_edited_before_the_last_five_seconds()
      throws Exception {
    List<String> day = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      day.addAll(List.of("edit", "wait"));
    }
    for (int program = 0; program < programs(); program++) {
      createAnew();
      Agent ann = new Agent("ann");
      for (String command : day.subList(0, 40 + program * 11 % 60)) {
        ann.run(command);
      }
      ann.killWithin(day.subList(program % 2, day.size()));
      assertThat(fileLines())
          .as("the file")
          .startsWith(lines(ann.edits - 13).toArray(String[]::new));
      assertAllIsThere(ann.edits);
    }
  }

  private static List<String> lines(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> "ann" + i).toList();
  }
}
