package dev.fcp.eventlog.folder;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** After any edits, a look finds the same version as reading everything. */
@Clause("DO-18")
class FolderScannerProgramsTest {

  /** An edit of a directory tree. */
  private sealed interface Edit {
    record Write(String path, int content, boolean isOld) implements Edit {}

    record Delete(String path) implements Edit {}

    record Rename(String path, String newPath) implements Edit {}

    record Link(String path, String target) implements Edit {}
  }

  /** Edits, after which everything is looked at, or only what they changed. */
  private record Round(List<Edit> edits, boolean isPartial, boolean isRestarted) {}

  @Provide
  Arbitrary<List<Round>> rounds() {
    Arbitrary<String> names = Arbitraries.of("a", "b", "c", "a-", "a0", "é");
    Arbitrary<String> paths =
        names.list().ofMinSize(1).ofMaxSize(3).map(it -> String.join("/", it));
    Arbitrary<Edit> writes =
        Combinators.combine(
                paths, Arbitraries.integers().between(0, 3), Arbitraries.of(true, false))
            .as(Edit.Write::new);
    Arbitrary<Edit> edits =
        Arbitraries.frequencyOf(
            Tuple.of(5, writes),
            Tuple.of(2, paths.map(Edit.Delete::new)),
            Tuple.of(2, Combinators.combine(paths, paths).as(Edit.Rename::new)),
            Tuple.of(1, Combinators.combine(paths, paths).as(Edit.Link::new)));
    return Combinators.combine(
            edits.list().ofMaxSize(6), Arbitraries.of(true, false), Arbitraries.of(true, false))
        .as(Round::new)
        .list()
        .ofMaxSize(8);
  }

  @Property(tries = 300)
  void a_look_finds_the_same_version_as_reading_everything(@ForAll("rounds") List<Round> rounds)
      throws IOException {
    Path root = Files.createTempDirectory("fcp-scan");
    try {
      run(root, rounds);
    } finally {
      MoreFiles.deleteRecursively(root, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }

  private static void run(Path root, List<Round> rounds) throws IOException {
    FolderScanner scanner = FolderScanner.of(root, FolderSettings.defaults(), new byte[0]);
    FolderManifest known = FolderManifest.EMPTY;
    SortedMap<String, FileBytes> contents = new TreeMap<>();
    long oldSeconds = 1_000;
    for (Round round : rounds) {
      Set<String> paths = new TreeSet<>();
      for (Edit edit : round.edits()) {
        paths.addAll(apply(edit, root, oldSeconds++));
      }
      if (round.isRestarted()) {
        scanner = FolderScanner.of(root, FolderSettings.defaults(), scanner.stamps());
      }
      known =
          scanner
              .look(
                  known,
                  round.isPartial() ? paths : Set.of(""),
                  (path, content) ->
                      content.ifPresentOrElse(
                          it -> contents.put(path, it), () -> contents.remove(path)))
              .folder();
      assertThat(known).isEqualTo(everything(root));
      assertThat(contents.keySet()).isEqualTo(known.files().keySet());
      contents.forEach(
          (path, it) -> assertThat(Arrays.equals(it.bytes(), bytes(root.resolve(path)))).isTrue());
    }
  }

  /** Applies an edit if it is possible, and returns the paths that it may have changed. */
  private static List<String> apply(Edit edit, Path root, long oldSeconds) throws IOException {
    List<String> paths = new ArrayList<>();
    switch (edit) {
      case Edit.Write(var path, var content, var isOld) -> {
        Path file = root.resolve(path);
        if (hasFileOrLinkAround(root, path) || Files.isDirectory(file)) {
          return paths;
        }
        Files.createDirectories(file.getParent());
        Files.writeString(file, "content " + content);
        if (isOld) {
          Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(oldSeconds)));
        }
        paths.add(path);
      }
      case Edit.Delete(var path) -> {
        if (!hasFileOrLinkAround(root, path)
            && Files.exists(root.resolve(path), LinkOption.NOFOLLOW_LINKS)) {
          MoreFiles.deleteRecursively(root.resolve(path), RecursiveDeleteOption.ALLOW_INSECURE);
          paths.add(path);
        }
      }
      case Edit.Rename(var path, var newPath) -> {
        if (!hasFileOrLinkAround(root, path)
            && !hasFileOrLinkAround(root, newPath)
            && !newPath.startsWith(path + "/")
            && Files.exists(root.resolve(path), LinkOption.NOFOLLOW_LINKS)
            && !Files.exists(root.resolve(newPath), LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectories(root.resolve(newPath).getParent());
          Files.move(root.resolve(path), root.resolve(newPath));
          Collections.addAll(paths, path, newPath);
        }
      }
      case Edit.Link(var path, var target) -> {
        if (!hasFileOrLinkAround(root, path)
            && !Files.exists(root.resolve(path), LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectories(root.resolve(path).getParent());
          Files.createSymbolicLink(root.resolve(path), root.resolve(target));
          paths.add(path);
        }
      }
    }
    return paths;
  }

  private static boolean hasFileOrLinkAround(Path root, String path) {
    for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      Path around = root.resolve(path.substring(0, end));
      if (Files.exists(around, LinkOption.NOFOLLOW_LINKS)
          && !Files.isDirectory(around, LinkOption.NOFOLLOW_LINKS)) {
        return true;
      }
    }
    return Files.isSymbolicLink(root.resolve(path));
  }

  private static FolderManifest everything(Path root) throws IOException {
    SortedMap<String, FileEntry> files = new TreeMap<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes found) {
            if (found.isRegularFile()) {
              files.put(root.relativize(file).toString(), FileEntry.of(bytes(file), false));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return new FolderManifest(files);
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
