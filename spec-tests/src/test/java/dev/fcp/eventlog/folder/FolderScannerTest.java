package dev.fcp.eventlog.folder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.folder.FolderScanner.LeftOut;
import dev.fcp.eventlog.folder.FolderScanner.Look;
import dev.fcp.eventlog.folder.FolderScanner.Reason;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Clause("DO-18")
class FolderScannerTest {

  @TempDir private Path temp;
  private ScannedFolder folder;

  @BeforeEach
  void begin() throws IOException {
    folder =
        new ScannedFolder(Files.createDirectory(temp.resolve("vault")), FolderSettings.defaults());
  }

  @Test
  void the_first_look_reads_every_file_once() throws IOException {
    folder.write("a.md", "a");
    folder.write("canon/b.md", "b");
    Look look = folder.look();
    assertThat(look.written()).containsExactly("a.md", "canon/b.md");
    assertThat(folder.contents.get("canon/b.md").bytes()).isEqualTo("b".getBytes(UTF_8));
    assertThat(look.folder().files())
        .containsEntry("canon/b.md", FileEntry.of("b".getBytes(UTF_8), false));
    assertThat(folder.calls.reads).containsExactly("a.md", "canon/b.md");
  }

  @Test
  void a_look_at_an_unchanged_folder_asks_for_the_attributes_of_each_entry_once_and_reads_none()
      throws IOException {
    folder.write(".gitignore", "*.tmp");
    folder.write("a.md", "a");
    folder.write("canon/b.md", "b");
    var known = folder.look().folder();
    assertThat(folder.look().folder()).isSameAs(known);
    assertThat(folder.calls.stats)
        .filteredOn(path -> !path.startsWith(".git") || path.equals(".gitignore"))
        .containsExactlyInAnyOrder(".gitignore", ".gitignore", "a.md", "canon", "canon/b.md");
    assertThat(folder.calls.reads).containsExactly(".gitignore");
  }

  @Test
  void only_a_changed_file_is_read() throws IOException {
    folder.write("a.md", "a");
    folder.write("canon/b.md", "b");
    folder.look();
    folder.write("canon/b.md", "b2");
    Look look = folder.look();
    assertThat(look.written()).containsExactly("canon/b.md");
    assertThat(folder.calls.reads).containsExactly("canon/b.md");
  }

  @Test
  void a_deleted_file_and_a_renamed_one_are_found() throws IOException {
    folder.write("a.md", "a");
    folder.write("b.md", "b");
    folder.look();
    Files.delete(folder.root.resolve("a.md"));
    Files.move(folder.root.resolve("b.md"), folder.root.resolve("c.md"));
    Look look = folder.look();
    assertThat(look.deleted()).containsExactly("a.md", "b.md");
    assertThat(look.written()).containsExactly("c.md");
  }

  @Test
  void a_file_that_was_just_written_is_read_again_at_the_next_look() throws IOException {
    folder.write("a.md", "one");
    folder.now = Instant.now();
    folder.look();
    Instant written = Files.getLastModifiedTime(folder.root.resolve("a.md")).toInstant();
    folder.write("a.md", "two");
    folder.touch("a.md", written);
    assertThat(folder.look().written()).containsExactly("a.md");
  }

  @Test
  void a_file_becomes_executable() throws IOException {
    Path file = folder.write("run.sh", "true");
    folder.look();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    Look look = folder.look();
    assertThat(look.written()).containsExactly("run.sh");
    assertThat(look.folder().files().get("run.sh").isExecutable()).isTrue();
  }

  @Test
  void a_touched_file_is_read_and_is_not_changed() throws IOException {
    folder.write("a.md", "a");
    folder.look();
    folder.touch("a.md", Instant.EPOCH);
    assertThat(folder.look().isChanged()).isFalse();
    assertThat(folder.calls.reads).containsExactly("a.md");
  }

  @Test
  void stamps_spare_a_later_scanner_the_reading() throws IOException {
    folder.write("a.md", "a");
    folder.look();
    folder.restart(FolderSettings.defaults(), folder.scanner.stamps());
    assertThat(folder.look().isChanged()).isFalse();
    assertThat(folder.calls.reads).isEmpty();
  }

  @Test
  void damaged_stamps_cost_only_reading() throws IOException {
    folder.write("a.md", "a");
    folder.look();
    byte[] stamps = folder.scanner.stamps();
    for (int i = 0; i < stamps.length; i++) {
      byte[] damaged = stamps.clone();
      damaged[i] ^= 4;
      folder.restart(FolderSettings.defaults(), damaged);
      assertThat(folder.look().isChanged()).isFalse();
      assertThat(folder.calls.reads).containsExactly("a.md");
    }
  }

  @Test
  void a_file_that_differs_from_the_known_version_is_found_although_its_stamp_is_newer()
      throws IOException {
    folder.write("a.md", "a");
    var former = folder.look().folder();
    folder.write("a.md", "b");
    folder.look();
    folder.known = former;
    assertThat(folder.look().written()).containsExactly("a.md");
  }

  @Test
  void a_look_at_some_paths_examines_no_others() throws IOException {
    folder.write("a/b/c.md", "c");
    folder.write("a/d.md", "d");
    folder.write("e.md", "e");
    folder.look();
    folder.write("a/b/c.md", "c2");
    folder.write("a/b/new.md", "new");
    Files.delete(folder.root.resolve("e.md"));
    Look look = folder.look(Set.of("a/b"));
    assertThat(look.written()).containsExactly("a/b/c.md", "a/b/new.md");
    assertThat(look.folder().files()).containsKeys("a/d.md", "e.md");
    assertThat(folder.calls.stats).doesNotContain("a/d.md", "e.md");
    assertThat(folder.look(Set.of("e.md", "nowhere/f.md")).deleted()).containsExactly("e.md");
  }

  @Test
  void a_file_around_a_path_that_became_a_directory_is_deleted() throws IOException {
    folder.write("a", "file");
    folder.look();
    Files.delete(folder.root.resolve("a"));
    folder.write("a/b.md", "b");
    Look look = folder.look(Set.of("a/b.md"));
    assertThat(look.deleted()).containsExactly("a");
    assertThat(look.folder().files()).containsOnlyKeys("a/b.md");
  }

  @Test
  void a_changed_ignore_file_concerns_its_directory() throws IOException {
    folder.write("a/.gitignore", "*.log");
    folder.write("a/b.log", "b");
    folder.look();
    folder.write("a/.gitignore", "");
    Look look = folder.look(Set.of("a/.gitignore"));
    assertThat(look.written()).containsExactly("a/.gitignore", "a/b.log");
  }

  @Test
  void a_file_of_the_folder_stays_in_it_when_it_is_ignored_later() throws IOException {
    folder.write("a/b.log", "b");
    folder.write("out/c", "c");
    folder.look();
    folder.write(".gitignore", "*.log\nout/");
    folder.write("a/b.log", "changed");
    folder.write("a/new.log", "new");
    folder.write("out/new", "new");
    Look look = folder.look();
    assertThat(look.deleted()).isEmpty();
    assertThat(look.written()).containsExactly(".gitignore", "a/b.log");
    assertThat(look.folder().files()).containsOnlyKeys(".gitignore", "a/b.log", "out/c");
  }

  @Test
  void includes_and_excludes_choose_files() throws IOException {
    folder.restart(
        FolderSettings.defaults()
            .withIncludes(List.of("*.md", "assets/"))
            .withExcludes(List.of("old/")),
        new byte[0]);
    folder.write("a.md", "a");
    folder.write("a.png", "a");
    folder.write("assets/x/b.png", "b");
    folder.write("old/c.md", "c");
    assertThat(folder.look().written()).containsExactly("a.md", "assets/x/b.png");
  }

  @Test
  void what_git_and_the_history_hold_never_belongs_to_a_folder() throws IOException {
    folder.write(".git/config", "x");
    folder.write("sub/.git", "gitdir: elsewhere");
    folder.write(".fcp/a.md/journal", "x");
    folder.write("sub/.FCP/x", "x");
    assertThat(folder.look().isChanged()).isFalse();
  }

  @Test
  void links_are_left_out() throws IOException {
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Files.writeString(outside.resolve("secret.md"), "secret");
    Files.createSymbolicLink(folder.root.resolve("dir"), outside);
    Files.createSymbolicLink(folder.root.resolve("file.md"), outside.resolve("secret.md"));
    Look look = folder.look();
    assertThat(look.isChanged()).isFalse();
    assertThat(look.leftOut())
        .containsExactly(new LeftOut("dir", Reason.LINK), new LeftOut("file.md", Reason.LINK));
  }

  @Test
  void a_directory_that_becomes_a_link_while_it_is_examined_is_not_followed() throws IOException {
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Files.writeString(outside.resolve("a.md"), "secret");
    folder.write("dir/a.md", "a");
    folder.calls.before = (call, path) -> swap(call, path, "open", outside);
    assertThat(folder.look().isChanged()).isFalse();
  }

  @Test
  void a_directory_that_becomes_a_link_after_it_was_opened_is_not_followed() throws IOException {
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Files.writeString(outside.resolve("a.md"), "secret");
    folder.write("dir/a.md", "a");
    folder.calls.before = (call, path) -> swap(call, path, "read", outside);
    folder.look();
    assertThat(folder.contents.values()).allSatisfy(it -> assertThat(it.bytes()).hasSize(1));
  }

  private void swap(String call, String path, String at, Path outside) throws IOException {
    Path dir = folder.root.resolve("dir");
    if (call.equals(at) && path.startsWith("dir") && !Files.isSymbolicLink(dir)) {
      Files.move(dir, temp.resolve("moved"));
      Files.createSymbolicLink(dir, outside);
    }
  }

  @Test
  void a_file_that_keeps_changing_keeps_its_known_version() throws IOException {
    folder.write("a.md", "a");
    var known = folder.look().folder();
    folder.write("a.md", "b");
    folder.calls.before =
        (call, path) -> {
          if (call.equals("read")) {
            Files.writeString(
                folder.root.resolve(path), "x", java.nio.file.StandardOpenOption.APPEND);
          }
        };
    Look look = folder.look();
    assertThat(look.folder()).isEqualTo(known);
    assertThat(look.leftOut()).containsExactly(new LeftOut("a.md", Reason.CHANGING));
  }

  @Test
  void a_file_that_changes_once_while_it_is_read_is_read_again() throws IOException {
    folder.write("a.md", "a");
    folder.calls.before =
        (call, path) -> {
          if (call.equals("read") && folder.calls.reads.size() == 1) {
            Files.writeString(folder.root.resolve(path), "longer");
          }
        };
    folder.look();
    assertThat(folder.contents.get("a.md").bytes()).isEqualTo("longer".getBytes(UTF_8));
  }

  @Test
  void what_cannot_be_read_keeps_its_known_version() throws IOException {
    folder.write("a.md", "a");
    folder.write("dir/b.md", "b");
    var known = folder.look().folder();
    folder.write("a.md", "a2");
    folder.write("dir/b.md", "b2");
    folder.calls.before =
        (call, path) -> {
          if (call.equals("read") || call.equals("names") && path.equals("dir/")) {
            throw new IOException("no");
          }
        };
    Look look = folder.look();
    assertThat(look.folder()).isEqualTo(known);
    assertThat(look.leftOut())
        .containsExactly(
            new LeftOut("a.md", Reason.UNREADABLE), new LeftOut("dir", Reason.UNREADABLE));
  }

  @Test
  void large_files_are_left_out() throws IOException {
    folder.restart(FolderSettings.defaults().withLimits(3, 100), new byte[0]);
    folder.write("a.md", "abc");
    folder.write("b.md", "abcd");
    Look look = folder.look();
    assertThat(look.written()).containsExactly("a.md");
    assertThat(look.leftOut()).containsExactly(new LeftOut("b.md", Reason.TOO_LARGE));
  }

  @Test
  void new_files_beyond_the_limit_push_no_known_file_out() throws IOException {
    folder.restart(FolderSettings.defaults().withLimits(100, 2), new byte[0]);
    folder.write("x.md", "x");
    folder.write("y.md", "y");
    folder.look();
    folder.write("a.md", "a");
    folder.write("b.md", "b");
    Look look = folder.look();
    assertThat(look.isChanged()).isFalse();
    assertThat(look.leftOut()).containsExactly(new LeftOut("a.md", Reason.TOO_MANY));
    assertThat(look.leftOutCount()).isEqualTo(2);
  }

  @Test
  void a_name_that_is_no_path_is_left_out() throws IOException {
    folder.write("a\nb.md", "a");
    folder.write("c\\d.md", "c");
    Look look = folder.look();
    assertThat(look.isChanged()).isFalse();
    assertThat(look.leftOut()).extracting(LeftOut::reason).containsOnly(Reason.INVALID_PATH);
  }

  @Test
  void a_pipe_is_left_out_and_not_opened() throws Exception {
    assertThat(
            new ProcessBuilder("mkfifo", folder.root.resolve("pipe").toString()).start().waitFor())
        .isZero();
    assertThat(folder.look().leftOut()).containsExactly(new LeftOut("pipe", Reason.NOT_A_FILE));
  }

  @Test
  void a_deep_tree_is_left_out_from_some_depth_on() throws IOException {
    folder.write("d/".repeat(210) + "a.md", "a");
    folder.write("e/".repeat(190) + "a.md", "a");
    Look look = folder.look();
    assertThat(look.written()).hasSize(1);
    assertThat(look.leftOut()).extracting(LeftOut::reason).containsExactly(Reason.TOO_DEEP);
  }

  @Test
  void a_sink_that_fails_gets_the_file_again_at_the_next_look() throws IOException {
    folder.write("a.md", "a");
    assertThatThrownBy(() ->
            folder.scanner.look(
                folder.known,
                (path, content) -> {
                  throw new IOException("full");
                }))
        .hasMessage("full");
    assertThat(folder.look().written()).containsExactly("a.md");
  }

  @Test
  void a_missing_directory_is_no_empty_folder() throws IOException {
    Files.delete(folder.root);
    assertThatThrownBy(folder::look).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void a_root_that_became_a_link_is_not_followed() throws IOException {
    Files.move(folder.root, temp.resolve("moved"));
    Files.createSymbolicLink(folder.root, temp.resolve("moved"));
    assertThatThrownBy(folder::look).isInstanceOf(java.nio.file.NotDirectoryException.class);
  }
}
