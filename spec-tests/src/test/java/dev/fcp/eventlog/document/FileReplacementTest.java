package dev.fcp.eventlog.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.io.MoreFiles;
import dev.fcp.eventlog.document.FileReplacement.Prepared;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.FileDisk;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Failures of a disk while a file is replaced. A mounted archive is also a disk, one that cannot
 * replace a file by a move or force a folder.
 */
@Clause("SE-18")
class FileReplacementTest {

  private static final byte[] NEW = "new".getBytes(StandardCharsets.US_ASCII);
  private static final int LONGEST_NAME = 255;

  @TempDir private Path folder;

  @Test
  void a_file_with_the_longest_name_is_replaced() throws IOException {
    Path path = Files.writeString(folder.resolve("n".repeat(LONGEST_NAME)), "old");
    replace(path);
    assertThat(path).hasContent("new");
    assertThat(namesIn(folder)).containsExactly("n".repeat(LONGEST_NAME));
  }

  @Test
  void a_name_that_is_too_long_is_reported_and_nothing_is_left() throws IOException {
    Path path = folder.resolve("n".repeat(LONGEST_NAME + 1));
    assertThatThrownBy(() -> replace(path)).isInstanceOf(FileSystemException.class);
    assertThat(namesIn(folder)).isEmpty();
  }

  @Test
  void a_folder_created_under_the_name_meanwhile_is_kept_with_its_content() throws IOException {
    Path path = Files.writeString(folder.resolve("a"), "old");
    try (Prepared prepared = prepared(FileReplacement.of(path))) {
      Files.delete(path);
      Files.writeString(Files.createDirectory(path).resolve("inner"), "kept");
      assertThatThrownBy(prepared::replace).isInstanceOf(FileSystemException.class);
    }
    assertThat(namesIn(folder)).containsExactly("a");
    assertThat(path.resolve("inner")).hasContent("kept");
  }

  @Test
  void a_folder_deleted_before_the_write_is_reported() throws IOException {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    FileReplacement replacement = FileReplacement.of(inner.resolve("a"));
    Files.delete(inner);
    assertThatThrownBy(() -> prepared(replacement))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("it holds its former version")
        .hasCauseInstanceOf(NoSuchFileException.class);
    assertThat(namesIn(folder)).isEmpty();
  }

  @Test
  void a_folder_deleted_before_the_move_is_reported() throws IOException {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    try (Prepared prepared = prepared(FileReplacement.of(inner.resolve("a")))) {
      MoreFiles.deleteRecursively(inner);
      assertThatThrownBy(prepared::replace).isInstanceOf(NoSuchFileException.class);
    }
    assertThat(namesIn(folder)).isEmpty();
  }

  @Test
  void a_refused_move_keeps_the_old_bytes() throws IOException {
    try (FileSystem archive = archive()) {
      Path path = Files.writeString(archive.getPath("/a"), "old");
      assertThatThrownBy(() -> replace(path)).isInstanceOf(FileAlreadyExistsException.class);
      assertThat(Files.readString(path)).isEqualTo("old");
      assertThat(namesIn(path.getParent())).containsExactly("a");
    }
  }

  @Test
  void a_folder_that_cannot_be_forced_is_reported_with_the_content_of_the_file()
      throws IOException {
    try (FileSystem archive = archive()) {
      Path path = archive.getPath("/a");
      assertThatThrownBy(() -> replace(path))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("it holds the new version, but a power cut may undo that");
      assertThat(Files.readString(path)).isEqualTo("new");
      assertThat(namesIn(path.getParent())).containsExactly("a");
    }
  }

  @Test
  void unused_bytes_are_deleted() throws IOException {
    Path path = Files.writeString(folder.resolve("a"), "old");
    Prepared prepared = prepared(FileReplacement.of(path));
    assertThat(namesIn(folder)).hasSize(2);
    prepared.close();
    assertThat(namesIn(folder)).containsExactly("a");
    assertThat(path).hasContent("old");
  }

  @Test
  void a_file_has_the_hash_of_its_bytes_and_a_folder_has_none() throws IOException {
    Path path = folder.resolve("a");
    assertThat(FileReplacement.of(path).hash()).isEmpty();
    Files.write(path, NEW);
    assertThat(FileReplacement.of(path).hash()).contains(Source.of(NEW).id());
    assertThat(FileReplacement.of(path).isObstructed()).isFalse();
    Path directory = Files.createDirectory(folder.resolve("directory"));
    assertThat(FileReplacement.of(directory).hash()).isEmpty();
    assertThat(FileReplacement.of(directory).isObstructed()).isTrue();
  }

  private static Prepared prepared(FileReplacement replacement) throws IOException {
    return replacement.prepare(NEW, Optional.empty(), new FileDisk());
  }

  private static void replace(Path path) throws IOException {
    try (Prepared prepared = prepared(FileReplacement.of(path))) {
      prepared.replace();
    }
  }

  private FileSystem archive() throws IOException {
    return FileSystems.newFileSystem(folder.resolve("archive.zip"), Map.of("create", "true"));
  }

  private static List<String> namesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
