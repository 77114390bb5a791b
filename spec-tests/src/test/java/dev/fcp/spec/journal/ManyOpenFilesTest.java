package dev.fcp.spec.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.fcp.eventlog.journal.Disk;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk of the machine, which closes each file before its next use. */
class ManyOpenFilesTest extends DiskContract {

  @TempDir private Path folder;
  @TempDir private Path others;
  private OtherOpenFiles files;

  @BeforeEach
  void openOthers() {
    files = new OtherOpenFiles(others);
  }

  @AfterEach
  void closeOthers() {
    files.close();
  }

  @Override
  protected Disk disk() {
    return files.disk();
  }

  @Override
  protected Path folder() {
    return folder;
  }

  @Test
  @Clause("JN-20")
  void a_deleted_file_is_neither_read_nor_written() throws IOException {
    Path path = folder.resolve("a");
    try (Disk.Handle open = disk().open(path)) {
      Files.delete(path);
      assertThat(open.read(0, 1)).isEmpty();
      assertThatIOException().isThrownBy(() -> open.write(0, new byte[] {'x'}));
      assertThat(path).doesNotExist();
    }
  }

  @Test
  @Clause("JN-20")
  void a_file_that_replaces_another_is_neither_read_nor_written() throws IOException {
    Path path = folder.resolve("a");
    try (Disk.Handle open = disk().open(path)) {
      open.write(0, new byte[] {'1'});
      open.force();
      assertThat(open.read(0, 9)).containsExactly('1');
      // The system may give it the same number.
      Files.delete(path);
      Files.writeString(path, "another file");
      assertThat(open.read(0, 9)).isEmpty();
      assertThatIOException().isThrownBy(() -> open.writeForced(0, new byte[] {'2'}));
    }
    assertThat(path).hasContent("another file");
  }

  @Test
  @Clause({"JN-8", "JN-20"})
  void an_unforced_write_is_forced_through_the_same_descriptor() throws IOException {
    Path path = folder.resolve("a");
    Path other = folder.resolve("b");
    try (Disk.Handle open = disk().open(path)) {
      open.write(0, new byte[] {'1'});
      Files.move(path, other);
      assertThat(open.read(0, 9)).containsExactly('1');
      open.force();
      assertThat(open.read(0, 9)).isEmpty();
    }
    assertThat(other).hasContent("1");
  }

  @Test
  @Clause("JN-20")
  void a_closed_file_stays_closed() throws IOException {
    Disk.Handle open = disk().open(folder.resolve("a"));
    open.close();
    assertThatIOException().isThrownBy(() -> open.read(0, 1));
  }
}
