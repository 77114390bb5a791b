package dev.fcp.eventlog.folder;

import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.folder.Directory.FileStat;
import dev.fcp.eventlog.folder.Directory.FileType;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Renames and deletes files below a directory, and creates directories there. No call passes a
 * symbolic link, also if a directory is replaced by one during the call: then it fails, or acts on
 * the directory that was replaced. Forces nothing. Thread-safe.
 *
 * <p>All paths are relative to the directory, with {@code /} between names. A method throws {@link
 * IllegalArgumentException} if a path is not valid by {@link FolderManifest#requireValidPath}.
 */
public final class FolderWriter {

  private final Path root;
  private final Directory.Opener disk;

  FolderWriter(Path root, Directory.Opener disk) {
    this.root = root;
    this.disk = disk;
  }

  /**
   * A writer of the folder in a directory.
   *
   * @throws IOException if there is no such directory
   */
  public static FolderWriter of(Path directory) throws IOException {
    return new FolderWriter(directory.toRealPath(), DiskDirectory::at);
  }

  /**
   * The bytes of a file; empty if there is none at the path, or something else, or a link on the
   * way to it.
   *
   * @throws IOException if the file changes while it is read, or cannot be read
   */
  public Optional<byte[]> read(String path) throws IOException {
    return inParent(
        path,
        (parent, name) -> {
          Optional<FileStat> stat = parent.stat(name);
          if (stat.isEmpty() || stat.get().type() != FileType.FILE) {
            return Optional.empty();
          }
          Optional<byte[]> bytes = parent.read(name, stat.get());
          if (bytes.isEmpty()) {
            throw new FileSystemException(path, null, "it changed while it was read");
          }
          return bytes;
        });
  }

  /**
   * Renames a file atomically. Replaces a file at the new path.
   *
   * @throws FileSystemException if the new path is that of something else than a file, or if a
   *     directory of it is missing, or a link
   * @throws java.nio.file.AtomicMoveNotSupportedException if the paths are on different disks
   */
  public void rename(String path, String newPath) throws IOException {
    inParent(
        path,
        (parent, name) ->
            inParent(
                newPath,
                (newParent, newName) -> {
                  requireFileOrNone(newParent, newName, newPath);
                  parent.move(name, newParent, newName);
                  return Optional.empty();
                }));
  }

  private static void requireFileOrNone(Directory parent, Path name, String path)
      throws IOException {
    Optional<FileStat> found = parent.stat(name);
    if (found.isPresent() && found.get().type() != FileType.FILE) {
      throw new FileSystemException(path, null, "it is no file");
    }
  }

  /** Deletes a file; does nothing if there is none. */
  public void delete(String path) throws IOException {
    inParent(
        path,
        (parent, name) -> {
          requireFileOrNone(parent, name, path);
          try {
            parent.deleteFile(name);
          } catch (NoSuchFileException e) {
            // The result is the same.
          }
          return Optional.empty();
        });
  }

  /**
   * Deletes a directory if it is empty.
   *
   * @return whether it was deleted
   */
  public boolean deleteIfEmpty(String path) throws IOException {
    return inParent(
            path,
            (parent, name) -> {
              try {
                parent.deleteDirectory(name);
                return Optional.of(name);
              } catch (DirectoryNotEmptyException | NoSuchFileException e) {
                return Optional.empty();
              }
            })
        .isPresent();
  }

  /**
   * Creates the missing directories around a file.
   *
   * @return the paths of those that were created, outermost first
   * @throws IOException if there is something else in the way, such as a link
   */
  public List<String> createParents(String path) throws IOException {
    FolderManifest.requireValidPath(path);
    List<String> created = new ArrayList<>();
    try (OpenPath open = new OpenPath()) {
      for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
        String directory = path.substring(0, end);
        Path name = Path.of(directory.substring(directory.lastIndexOf('/') + 1));
        if (open.innermost().stat(name).isEmpty()) {
          create(open, name);
          created.add(directory);
        }
        open.enter(name);
      }
    }
    return created;
  }

  /**
   * Creates a directory in the root, whose path has no directory that could be replaced, and moves
   * it to its place, because directories cannot be created relative to an open directory.
   */
  private void create(OpenPath open, Path name) throws IOException {
    Path temporary =
        Path.of(
            "fcp-%s.tmp"
                .formatted(HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong())));
    Files.createDirectory(root.resolve(temporary));
    try {
      open.outermost().move(temporary, open.innermost(), name);
    } catch (IOException e) {
      open.outermost().deleteDirectory(temporary);
      throw e;
    }
  }

  /** What is done in the directory of a file. */
  private interface Action<R> {
    Optional<R> run(Directory parent, Path name) throws IOException;
  }

  private <R> Optional<R> inParent(String path, Action<R> action) throws IOException {
    FolderManifest.requireValidPath(path);
    try (OpenPath open = new OpenPath()) {
      int start = 0;
      for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', start)) {
        open.enter(Path.of(path.substring(start, end)));
        start = end + 1;
      }
      return action.run(open.innermost(), Path.of(path.substring(start)));
    }
  }

  /** The open directories on a path. */
  private final class OpenPath implements AutoCloseable {

    private final Directory outermost = disk.open(root);
    private Directory innermost = outermost;

    OpenPath() throws IOException {}

    Directory outermost() {
      return outermost;
    }

    Directory innermost() {
      return innermost;
    }

    void enter(Path name) throws IOException {
      Directory entered = innermost.open(name);
      closeInnermost();
      innermost = entered;
    }

    private void closeInnermost() throws IOException {
      if (!innermost.equals(outermost)) {
        innermost.close();
      }
    }

    @Override
    public void close() throws IOException {
      closeInnermost();
      outermost.close();
    }
  }
}
