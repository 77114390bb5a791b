package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileDisk;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.DeepOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whether a name still denotes an open file can be decided without examining the file if its folder
 * has not changed for some seconds. Each test begins in a folder that has been unchanged that long.
 */
@Clause("JN-18")
@EnabledOnOs(OS.LINUX)
@DeepOnly
class FileIdentityTest {

  private static final long UNCHANGED_SECONDS = 4;

  @TempDir private Path temporary;
  private Path folder;
  private Path file;

  @BeforeEach
  void createUnchangedFolder() throws IOException {
    folder = Files.createDirectory(temporary.resolve("songs"));
    file = Files.writeString(folder.resolve("a"), "one\n");
    Instant still = changed(folder).plusSeconds(UNCHANGED_SECONDS);
    while (Instant.now().isBefore(still)) {
      Thread.onSpinWait();
    }
  }

  private static Instant changed(Path folder) throws IOException {
    return ((FileTime) Files.getAttribute(folder, "unix:ctime")).toInstant();
  }

  /** Opens the file, and queries it twice, so that the second answer comes from the cache. */
  private Disk.Handle known() throws IOException {
    Disk.Handle open = new FileDisk().open(file);
    assertThat(open.isStillAt(file)).isTrue();
    assertThat(open.isStillAt(file)).isTrue();
    return open;
  }

  @Test
  void a_name_reused_by_another_file_identifies_that_file() throws IOException {
    try (Disk.Handle open = known()) {
      Files.move(file, folder.resolve("b"));
      assertThat(open.isStillAt(file)).isFalse();
      Files.writeString(file, "two\n");
      assertThat(open.isStillAt(file)).isFalse();
      assertThat(open.isStillAt(folder.resolve("b"))).isTrue();
    }
  }

  @Test
  void a_file_in_a_moved_folder_is_found_there() throws IOException {
    try (Disk.Handle open = known()) {
      Path moved = Files.move(folder, temporary.resolve("tunes"));
      assertThat(open.isStillAt(file)).isFalse();
      assertThat(open.isStillAt(moved.resolve("a"))).isTrue();
    }
  }

  @Test
  void a_folder_that_took_the_name_of_another_has_another_identity() throws IOException {
    try (Disk.Handle open = known()) {
      Files.move(folder, temporary.resolve("tunes"));
      Files.createDirectory(folder);
      Files.writeString(file, "two\n");
      assertThat(open.isStillAt(file)).isFalse();
    }
  }

  @Test
  void a_deleted_file_is_not_found() throws IOException {
    try (Disk.Handle open = known()) {
      Files.delete(file);
      assertThat(open.isStillAt(file)).isFalse();
    }
  }
}
