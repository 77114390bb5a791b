package dev.fcp.eventlog.folder;

import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.folder.FolderScanner.Look;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A folder on disk and a scanner of it, whose clock is an hour ahead unless it is set. */
final class ScannedFolder {

  final Path root;
  final CountingDirectory.Calls calls = new CountingDirectory.Calls();
  final SortedMap<String, FileBytes> contents = new TreeMap<>();
  Instant now = Instant.now().plus(Duration.ofHours(1));
  FolderManifest known = FolderManifest.EMPTY;
  FolderScanner scanner;

  ScannedFolder(Path root, FolderSettings settings) throws IOException {
    this.root = root.toRealPath();
    restart(settings, new byte[0]);
  }

  /** A new scanner with the stamps of a former one. */
  void restart(FolderSettings settings, byte[] stamps) {
    scanner =
        new FolderScanner(root, settings, FolderStamps.decode(stamps), calls::open, () -> now);
  }

  /** Looks at everything and remembers what was found. */
  Look look() throws IOException {
    return look(Set.of(""));
  }

  Look look(Set<String> paths) throws IOException {
    contents.clear();
    calls.clear();
    Look look =
        scanner.look(
            known, paths, (path, content) -> content.ifPresent(it -> contents.put(path, it)));
    known = look.folder();
    return look;
  }

  Path write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** Sets the time of the last write of a file. */
  void touch(String path, Instant time) throws IOException {
    Files.setLastModifiedTime(root.resolve(path), FileTime.from(time));
  }
}
