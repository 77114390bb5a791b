package dev.fcp.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.session.RefusedException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Blocks that are bound to a file of the user. */
class BoundBlockTest extends StoreFixture {

  @Test
  void a_bound_file_is_written_by_save_and_undo_changes_memory_only() throws IOException {
    Path file = Files.writeString(folder.resolve("user.md"), "one\ntwo\n");
    Block block = store().bind("ann", "notes", file);
    append(block, "three");
    clock.turn(Duration.ofMinutes(1));
    assertThat(Files.readString(file)).isEqualTo("one\ntwo\n");
    assertThat(block.save().isAheadOfDisk()).isFalse();
    assertThat(block.undo()).isPresent();
    assertThat(block.status().isAheadOfDisk()).isTrue();
    assertThat(Files.readString(file)).isEqualTo("one\ntwo\nthree\n");
    restart();
    assertThat(notes().text()).isEqualTo("one\ntwo");
    assertThat(notes().status().isAheadOfDisk()).isTrue();
    assertThat(notes().reload().isAheadOfDisk()).isFalse();
    assertThat(notes().text()).isEqualTo("one\ntwo\nthree");
    store().delete("ann", "notes");
    assertThat(file).exists();
  }

  @Test
  void a_file_that_cannot_be_opened_is_not_bound() throws IOException {
    Path file = Files.write(folder.resolve("user.bin"), new byte[] {(byte) 0xff, 0, 1});
    assertThatThrownBy(() -> store().bind("ann", "notes", file))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessageContaining("not in UTF-8");
    assertThat(store().get("ann", "notes")).isEmpty();
    Files.writeString(file, "text");
    assertThat(store().bind("ann", "notes", file).text()).isEqualTo("text");
  }

  @Test
  void an_edit_of_the_file_by_another_program_is_a_step() throws IOException {
    Path file = Files.writeString(folder.resolve("user.md"), "one\ntwo\n");
    Block block = store().bind("ann", "notes", file);
    append(block, "three");
    Files.writeString(file, "ONE\ntwo\n");
    assertThat(block.text()).isEqualTo("ONE\ntwo\nthree");
    assertThat(block.status().conflicts()).isEmpty();
    assertThat(block.status().undoDepth()).isEqualTo(2);
  }

  @Test
  void if_the_block_and_its_file_both_changed_a_line_both_versions_are_kept() throws IOException {
    Path file = Files.writeString(folder.resolve("user.md"), "one\ntwo\n");
    Block block = store().bind("ann", "notes", file);
    block.edit("mine", editor -> editor.replace("one", "mine"));
    Files.writeString(file, "theirs\ntwo\n");
    assertThat(block.text()).isEqualTo("mine\ntwo");
    assertThat(block.status().conflicts())
        .containsExactly(
            "it contradicts what was changed here since: line 1.body was edited since at the same"
                + " place");
    assertThat(Files.readString(file)).isEqualTo("theirs\ntwo\n");
    assertThat(keptVersions()).contains("one\ntwo\n", "theirs\ntwo\n");
    block.reload();
    assertThat(block.text()).isEqualTo("theirs\ntwo");
    assertThat(block.status().conflicts()).isEmpty();
    assertThat(block.undo()).isPresent();
    assertThat(block.text()).isEqualTo("mine\ntwo");
    block.save();
    assertThat(Files.readString(file)).isEqualTo("mine\ntwo\n");
  }

  @Test
  void save_takes_the_version_of_the_block_in_a_conflict_and_the_history_keeps_the_other()
      throws IOException {
    Path file = Files.writeString(folder.resolve("user.md"), "one\ntwo\n");
    Block block = store().bind("ann", "notes", file);
    block.edit("mine", editor -> editor.replace("one", "mine"));
    Files.writeString(file, "theirs\ntwo\n");
    assertThat(block.persist().conflicts()).isNotEmpty();
    assertThat(Files.readString(file)).isEqualTo("theirs\ntwo\n");
    assertThat(block.save()).isEqualTo(new Block.Status(1, false, List.of(), Optional.empty()));
    assertThat(Files.readString(file)).isEqualTo("mine\ntwo\n");
    assertThat(keptVersions()).contains("theirs\ntwo\n");
    restart();
    assertThat(notes().text()).isEqualTo("mine\ntwo");
    assertThat(notes().status().conflicts()).isEmpty();
  }

  /** The versions of the file that the history contains. */
  private List<String> keptVersions() throws IOException {
    List<String> versions = new ArrayList<>();
    try (DirectoryStream<Path> sources =
        Files.newDirectoryStream(folder.resolve(".fcp/user.md"), "*.source")) {
      for (Path source : sources) {
        versions.add(Files.readString(source));
      }
    }
    return versions;
  }

  @Test
  void save_after_a_restart_resolves_a_conflict() throws IOException {
    Path file = Files.writeString(folder.resolve("user.md"), "one\ntwo\n");
    store().bind("ann", "notes", file).edit("mine", editor -> editor.replace("one", "mine"));
    restart();
    Files.writeString(file, "theirs\ntwo\n");
    assertThat(notes().save().conflicts()).isEmpty();
    assertThat(Files.readString(file)).isEqualTo("mine\ntwo\n");
  }

  @Test
  void save_in_a_conflict_does_not_write_a_write_protected_file() throws IOException {
    Path file = Files.writeString(folder.resolve("user.md"), "one\ntwo\n");
    Block block = store().bind("ann", "notes", file);
    block.edit("mine", editor -> editor.replace("one", "mine"));
    Files.writeString(file, "theirs\ntwo\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    assertThatThrownBy(block::save).isInstanceOf(RefusedException.class);
    assertThat(Files.readString(file)).isEqualTo("theirs\ntwo\n");
  }

  @Test
  void a_persist_of_a_block_with_its_own_file_does_not_replace_a_version_that_conflicts()
      throws IOException {
    append(notes(), "one");
    notes().persist();
    notes().setAutoPersist(false);
    notes().edit("mine", editor -> editor.replace("one", "mine"));
    String theirs = file().replace("one", "theirs");
    Files.writeString(folder.resolve("ann/notes.block"), theirs);
    assertThatThrownBy(notes()::persist).isInstanceOf(RefusedException.class);
    assertThat(file()).isEqualTo(theirs);
    assertThat(notes().save().conflicts()).isEmpty();
    assertThat(file()).endsWith("mine\n");
  }

  @Test
  void reload_needs_a_block_that_is_read_write() throws IOException {
    Path file =
        Files.writeString(folder.resolve("log.block"), "---\npermission: append-only\n---\na\n");
    Block block = store().bind("ann", "notes", file);
    append(block, "b");
    assertThatThrownBy(block::reload)
        .isInstanceOf(RefusedException.class)
        .hasMessage("this block is append-only; reload needs read-write");
    assertThat(block.text()).isEqualTo("a\nb");
    assertThat(block.trusted().reload().isAheadOfDisk()).isFalse();
    assertThat(block.text()).isEqualTo("a");
  }
}
