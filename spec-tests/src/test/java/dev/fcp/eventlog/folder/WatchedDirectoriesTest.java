package dev.fcp.eventlog.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each test waits for events of the system, and none for time to pass. */
@Clause("DO-18")
class WatchedDirectoriesTest {

  @TempDir private Path temp;
  private Path root;
  private WatchedDirectories watched;
  private final Set<String> paths = new TreeSet<>();

  @BeforeEach
  void begin() throws IOException {
    root = temp.toRealPath();
    Files.createDirectories(root.resolve("a/b"));
    Files.createDirectories(root.resolve(".git"));
    Files.createDirectories(root.resolve("out"));
    Files.writeString(root.resolve(".gitignore"), "out/");
    watched = WatchedDirectories.of(root, FolderSettings.defaults());
  }

  @AfterEach
  void end() throws IOException {
    watched.close();
  }

  /** Waits until a path was reported. */
  private void await(String path) throws Exception {
    while (!paths.contains(path)) {
      watched.await(TimeUnit.MINUTES.toNanos(1), paths::add);
    }
  }

  @Test
  void files_in_all_directories_are_reported() throws Exception {
    Files.writeString(root.resolve("x.md"), "x");
    Files.writeString(root.resolve("a/b/c.md"), "c");
    await("x.md");
    await("a/b/c.md");
  }

  @Test
  void a_new_directory_is_watched_too() throws Exception {
    Files.createDirectories(root.resolve("new/sub"));
    await("new");
    Files.writeString(root.resolve("new/sub/d.md"), "d");
    await("new/sub/d.md");
  }

  @Test
  void a_renamed_directory_is_reported_with_its_new_name() throws Exception {
    Files.move(root.resolve("a"), root.resolve("z"));
    await("a");
    await("z");
    paths.clear();
    Files.writeString(root.resolve("z/b/c.md"), "c");
    await("z/b/c.md");
    assertThat(paths).noneMatch(path -> path.startsWith("a"));
  }

  @Test
  void an_atomic_replacement_is_reported() throws Exception {
    Path file = Files.writeString(root.resolve("a/x.md"), "1");
    await("a/x.md");
    paths.clear();
    Files.move(
        Files.writeString(root.resolve("a/.x.tmp"), "2"), file, StandardCopyOption.ATOMIC_MOVE);
    await("a/x.md");
  }

  @Test
  void what_is_ignored_or_reserved_is_not_watched() throws Exception {
    Files.writeString(root.resolve("out/x.md"), "x");
    Files.writeString(root.resolve(".git/x.md"), "x");
    Files.writeString(root.resolve("a/x.md~"), "x");
    Files.writeString(root.resolve("end"), "x");
    await("end");
    assertThat(paths).containsExactly("end");
  }

  @Test
  void a_directory_that_is_no_longer_ignored_is_watched() throws Exception {
    Files.writeString(root.resolve(".gitignore"), "");
    await(".gitignore");
    Files.writeString(root.resolve("out/x.md"), "x");
    await("out/x.md");
  }

  @Test
  void a_root_that_goes_away_ends_the_watching() throws Exception {
    Path own = Files.createDirectory(root.resolve("own"));
    try (WatchedDirectories other = WatchedDirectories.of(own, FolderSettings.defaults())) {
      Files.delete(own);
      assertThatThrownBy(() -> other.await(TimeUnit.MINUTES.toNanos(1), paths::add))
          .isInstanceOf(NoSuchFileException.class);
    }
  }
}
