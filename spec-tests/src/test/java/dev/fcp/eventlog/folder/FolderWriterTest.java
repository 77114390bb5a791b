package dev.fcp.eventlog.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Clause("DO-19")
class FolderWriterTest {

  private final CountingDirectory.Calls calls = new CountingDirectory.Calls();
  @TempDir private Path temp;
  private Path root;
  private Path outside;
  private FolderWriter writer;

  @BeforeEach
  void begin() throws IOException {
    root = Files.createDirectory(temp.toRealPath().resolve("vault"));
    outside = Files.createDirectory(temp.resolve("outside"));
    writer = new FolderWriter(root, calls::open);
    Files.writeString(root.resolve("new.tmp"), "new");
  }

  @Test
  void a_rename_replaces_a_file() throws IOException {
    Files.createDirectories(root.resolve("a/b"));
    Files.writeString(root.resolve("a/b/c.md"), "old");
    writer.rename("new.tmp", "a/b/c.md");
    assertThat(root.resolve("a/b/c.md")).hasContent("new");
    assertThat(root.resolve("new.tmp")).doesNotExist();
    assertThat(writer.read("a/b/c.md")).hasValue("new".getBytes());
  }

  @Test
  void the_directories_around_a_file_are_created_and_reported() throws IOException {
    Files.createDirectory(root.resolve("a"));
    assertThat(writer.createParents("a/b/c/d.md")).containsExactly("a/b", "a/b/c");
    assertThat(writer.createParents("a/b/c/d.md")).isEmpty();
    assertThat(root.resolve("a/b/c")).isEmptyDirectory();
    assertThat(root).isDirectoryNotContaining("glob:**fcp-*");
  }

  @Test
  void only_an_empty_directory_is_deleted() throws IOException {
    Files.createDirectories(root.resolve("a/b"));
    assertThat(writer.deleteIfEmpty("a")).isFalse();
    assertThat(writer.deleteIfEmpty("a/b")).isTrue();
    assertThat(writer.deleteIfEmpty("a/b")).isFalse();
  }

  @Test
  void a_deleted_file_is_gone_and_a_missing_one_is_no_error() throws IOException {
    writer.delete("new.tmp");
    writer.delete("new.tmp");
    assertThat(root.resolve("new.tmp")).doesNotExist();
  }

  @Test
  void no_call_passes_a_link() throws IOException {
    Files.writeString(outside.resolve("a.md"), "secret");
    Files.createSymbolicLink(root.resolve("dir"), outside);
    assertThatThrownBy(() -> writer.rename("new.tmp", "dir/a.md")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> writer.delete("dir/a.md")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> writer.read("dir/a.md")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> writer.createParents("dir/x/a.md")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> writer.deleteIfEmpty("dir")).isInstanceOf(IOException.class);
    assertThat(outside.resolve("a.md")).hasContent("secret");
    assertThat(outside.resolve("x")).doesNotExist();
  }

  @Test
  void a_link_is_neither_replaced_nor_deleted_nor_read() throws IOException {
    Path target = Files.writeString(outside.resolve("a.md"), "secret");
    Files.createSymbolicLink(root.resolve("link"), target);
    assertThatThrownBy(() -> writer.rename("new.tmp", "link"))
        .isInstanceOf(FileSystemException.class);
    assertThatThrownBy(() -> writer.delete("link")).isInstanceOf(FileSystemException.class);
    assertThat(writer.read("link")).isEmpty();
    assertThat(root.resolve("link")).isSymbolicLink();
  }

  @Test
  void a_directory_that_becomes_a_link_during_a_rename_is_not_followed() throws IOException {
    Files.createDirectory(root.resolve("dir"));
    calls.before = (call, path) -> swap(call, "move");
    writer.rename("new.tmp", "dir/a.md");
    assertThat(outside).isEmptyDirectory();
    assertThat(temp.resolve("moved/a.md")).hasContent("new");
  }

  @Test
  void a_directory_that_becomes_a_link_while_one_is_created_in_it_is_not_followed()
      throws IOException {
    Files.createDirectory(root.resolve("dir"));
    calls.before = (call, path) -> swap(call, "move");
    writer.createParents("dir/sub/a.md");
    assertThat(outside).isEmptyDirectory();
    assertThat(temp.resolve("moved/sub")).isEmptyDirectory();
  }

  private void swap(String call, String at) throws IOException {
    Path dir = root.resolve("dir");
    if (call.equals(at) && !Files.isSymbolicLink(dir)) {
      Files.move(dir, temp.resolve("moved"));
      Files.createSymbolicLink(dir, outside);
    }
  }

  @Test
  void a_rename_into_a_missing_directory_fails() {
    assertThatThrownBy(() -> writer.rename("new.tmp", "no/a.md"))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void a_path_that_leads_out_is_rejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> writer.delete("../a"));
  }
}
