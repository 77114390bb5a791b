package dev.fcp.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.spec.journal.FailingDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Several edits that are one step. */
class BlockGuardTest extends StoreFixture {

  /** How often the file was written. */
  private long saveCount() throws IOException {
    Path records = folder.resolve("ann/.fcp/notes.block/000000000001.jsonl");
    return Files.readAllLines(records).stream()
        .filter(line -> line.contains("\"type\":\"saved\""))
        .count();
  }

  @Test
  void a_guard_is_one_step_and_one_persist() throws IOException {
    append(notes(), "before");
    try (Block.StepGuard guard = notes().guard("plan")) {
      guard.edit(editor -> editor.append("a"));
      guard.edit(editor -> editor.append("b"));
      clock.turn(Duration.ofMinutes(1));
      assertThat(saveCount()).isZero();
    }
    assertThat(saveCount()).isEqualTo(1);
    assertThat(file()).endsWith("before\na\nb\n");
    assertThat(notes().status().undoDepth()).isEqualTo(2);
    assertThat(notes().undo()).isPresent();
    assertThat(notes().text()).isEqualTo("before");
  }

  @Test
  void a_guard_keeps_what_was_done_before_its_body_throws() throws IOException {
    Block notes = notes();
    assertThatThrownBy(() -> failingGuard(notes)).hasMessage("a bug");
    restart();
    assertThat(notes().text()).isEqualTo("a");
    assertThat(file()).endsWith("a\n");
    assertThat(notes().status().undoDepth()).isEqualTo(1);
  }

  private static void failingGuard(Block block) {
    try (Block.StepGuard guard = block.guard("plan")) {
      guard.edit(editor -> editor.append("a"));
      guard.edit(editor -> {
        editor.append("half");
        throw new IllegalStateException("a bug");
      });
    }
  }

  /** The edits of a guard with other calls in between. */
  private void guarded(Runnable afterEachEdit) {
    try (Block.StepGuard guard = notes().guard("plan")) {
      for (String line : List.of("a", "b", "c")) {
        guard.edit(editor -> editor.append(line));
        afterEachEdit.run();
      }
    }
  }

  private void assertOneUndoTakesTheGuardBack(String before) throws IOException {
    assertThat(notes().status().undoDepth()).isEqualTo(1);
    assertThat(notes().branches()).hasSize(1);
    restart();
    assertThat(store().undoBlock("ann", "notes")).isTrue();
    assertThat(notes().text()).isEqualTo(before);
    assertThat(store().redoBlock("ann", "notes")).isTrue();
    assertThat(notes().text()).isEqualTo("a\nb\nc");
    assertThat(file()).endsWith("a\nb\nc\n");
  }

  @Test
  void a_persist_within_a_guard_writes_and_does_not_divide_it() throws IOException {
    List<String> files = new ArrayList<>();
    guarded(() -> {
      notes().persist();
      files.add(notes().status().isAheadOfDisk() ? "ahead" : "written");
    });
    assertThat(files).containsExactly("written", "written", "written");
    assertOneUndoTakesTheGuardBack("");
  }

  @Test
  void an_undo_and_redo_within_a_guard_do_not_divide_it() throws IOException {
    guarded(() -> {
      assertThat(notes().undo()).isPresent();
      assertThat(notes().redo()).isPresent();
    });
    assertOneUndoTakesTheGuardBack("");
  }

  @Test
  void what_is_undone_within_a_guard_is_no_part_of_it() {
    try (Block.StepGuard guard = notes().guard("plan")) {
      for (String line : List.of("a", "b", "c")) {
        guard.edit(editor -> editor.append(line));
      }
      assertThat(notes().undo()).isPresent();
    }
    assertThat(notes().text()).isEqualTo("a\nb");
    assertThat(notes().status().undoDepth()).isEqualTo(1);
    assertThat(notes().undo()).isPresent();
    assertThat(notes().text()).isEmpty();
  }

  @Test
  void what_others_do_within_a_guard_comes_before_it() throws IOException {
    append(notes(), "Zoe likes tea.");
    try (BlockStore other = BlockStore.in(folder, settings)) {
      Block bob = other.get("ann", "notes").orElseThrow().by(BOB);
      AtomicInteger count = new AtomicInteger();
      guarded(() ->
          bob.edit(
              "bob",
              editor ->
                  editor.editLines(
                      1, 1, List.of("Zoe likes tea" + "!".repeat(count.incrementAndGet()) + "."))));
    }
    assertThat(notes().text()).isEqualTo("Zoe likes tea!!!.\na\nb\nc");
    assertThat(notes().status().undoDepth()).isEqualTo(5);
    restart();
    assertThat(notes().undo()).isPresent();
    assertThat(notes().text()).isEqualTo("Zoe likes tea!!!.");
    assertThat(notes().redo()).isPresent();
    assertThat(notes().undoOwn()).isPresent();
    assertThat(notes().redoOwn()).isPresent();
    assertThat(notes().by(BOB).undoOwn()).isPresent();
    assertThat(notes().text()).isEqualTo("Zoe likes tea!!.\na\nb\nc");
    assertThat(file()).endsWith("Zoe likes tea!!.\na\nb\nc\n");
  }

  @Test
  void what_others_build_on_the_edits_of_a_guard_comes_after_it() {
    try (Block.StepGuard guard = notes().guard("plan")) {
      guard.edit(editor -> editor.append("tea"));
      notes().by(BOB).edit("bob", editor -> editor.replace("tea", "green tea"));
      guard.edit(editor -> editor.append("milk"));
    }
    assertThat(notes().text()).isEqualTo("green tea\nmilk");
    assertThat(notes().status().undoDepth()).isEqualTo(2);
    assertThatThrownBy(() -> store().undoBlock("ann", "notes"))
        .isInstanceOf(RefusedException.class);
    assertThat(notes().undoOwn()).isPresent();
    assertThat(notes().text()).doesNotContain("milk");
  }

  @Test
  void guards_of_two_stores_at_a_time_are_a_step_each() {
    append(notes(), "plan");
    try (BlockStore other = BlockStore.in(folder, settings);
        Block.StepGuard ann = notes().guard("ann");
        Block.StepGuard bob = other.get("ann", "notes").orElseThrow().by(BOB).guard("bob")) {
      for (int i = 0; i < 2; i++) {
        ann.edit(editor -> editor.editLines(1, 0, List.of("ann")));
        bob.edit(editor -> editor.append("bob"));
      }
    }
    assertThat(notes().text()).isEqualTo("ann\nann\nplan\nbob\nbob");
    assertThat(notes().undoOwn()).isPresent();
    assertThat(notes().text()).isEqualTo("plan\nbob\nbob");
    assertThat(notes().by(BOB).undoOwn()).isPresent();
    assertThat(notes().text()).isEqualTo("plan");
  }

  @Test
  void a_guard_persists_without_auto_persist() throws IOException {
    settings = settings.withoutAutoPersist();
    guarded(() -> {});
    assertThat(notes().status().isAheadOfDisk()).isFalse();
    assertThat(file()).endsWith("a\nb\nc\n");
  }

  @Test
  void a_guard_of_a_block_that_is_not_written_automatically_persists() throws IOException {
    notes().setAutoPersist(false);
    guarded(() -> {});
    assertThat(file()).endsWith("a\nb\nc\n");
  }

  /** A disk that tells whether the last write was forced. */
  private List<String> observedCalls() {
    List<String> calls = new ArrayList<>();
    Disk disk = FailingDisk.observed(Disk.system(), call -> calls.add(call.kind().toString()));
    settings =
        settings.withJournals(
            FileJournal.Settings.defaults().withDisk(disk).withDurability(Durability.none()));
    return calls;
  }

  @Test
  void a_guard_of_a_bound_block_forces_the_history_once() throws IOException {
    List<String> calls = observedCalls();
    Path file = Files.writeString(folder.resolve("user.md"), "one\n");
    Block block = store().bind("ann", "notes", file);
    calls.clear();
    try (Block.StepGuard guard = block.guard("plan")) {
      guard.edit(editor -> editor.append("a"));
      guard.edit(editor -> editor.append("b"));
      assertThat(calls).isNotEmpty().doesNotContain("FORCE");
    }
    assertThat(calls.stream().filter("FORCE"::equals)).hasSize(1);
    assertThat(file).hasContent("one");
    assertThat(block.status().isAheadOfDisk()).isTrue();
  }

  @Test
  void a_guard_of_a_block_in_a_journal_flushes_it_once() {
    MemoryJournals journals = new MemoryJournals();
    try (BlockStore store = BlockStore.over(journals, settings)) {
      Block block = store.create("ann", "notes", BlockKind.TEXT);
      int before = journals.flushCount();
      try (Block.StepGuard guard = block.guard("plan")) {
        guard.edit(editor -> editor.append("a"));
        guard.edit(editor -> editor.append("b"));
        assertThat(journals.flushCount()).isEqualTo(before);
      }
      assertThat(journals.flushCount()).isEqualTo(before + 1);
      assertThat(block.status().undoDepth()).isEqualTo(1);
    }
  }

  @Test
  void a_guard_whose_file_cannot_be_written_is_a_step_and_is_written_later() throws IOException {
    notes();
    setWritable("notes", false);
    guarded(() -> {});
    assertThat(notes().status().failure()).contains(failures.getFirst());
    setWritable("notes", true);
    clock.turn(Duration.ofSeconds(5));
    assertOneUndoTakesTheGuardBack("");
  }

  private long historyBytesOfGuard(String label, int edits) throws IOException {
    Block block = store().create("ann", label, BlockKind.LOG);
    try (Block.StepGuard guard = block.guard("plan")) {
      for (int i = 0; i < edits; i++) {
        guard.edit(editor -> editor.append("an entry of the log"));
      }
    }
    try (Stream<Path> files = Files.list(folder.resolve("ann/.fcp/" + label + ".block"))) {
      return files
          .filter(file -> file.toString().contains(".jsonl"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  @Test
  void the_history_of_a_guard_grows_linearly_with_its_edits() throws IOException {
    long small = historyBytesOfGuard("small", 50);
    assertThat(historyBytesOfGuard("large", 200)).isLessThan(5 * small);
  }

  @Test
  void the_edits_of_a_guard_that_never_ends_are_kept_as_steps() {
    Block.StepGuard guard = notes().guard("plan");
    guard.edit(editor -> editor.append("a"));
    guard.edit(editor -> editor.append("b"));
    restart();
    guard.close();
    assertThat(notes().text()).isEqualTo("a\nb");
    assertThat(notes().status().undoDepth()).isEqualTo(2);
  }

  @Test
  void a_closed_guard_refuses_edits() {
    Block.StepGuard guard = notes().guard("plan");
    guard.close();
    assertThatThrownBy(() -> guard.edit(editor -> editor.append("a")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the guard of block 'notes' of ann is closed");
    assertThat(notes().text()).isEmpty();
  }
}
