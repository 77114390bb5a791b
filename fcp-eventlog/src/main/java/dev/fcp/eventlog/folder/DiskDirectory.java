package dev.fcp.eventlog.folder;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A directory on disk. Where the system can open entries relative to an open directory, a directory
 * on the way that is replaced by a link meanwhile is harmless; elsewhere each call checks its path
 * for links before.
 */
final class DiskDirectory implements Directory {

  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private final Path path;
  private final DirectoryStream<Path> stream;
  private final boolean isPosix;

  private DiskDirectory(Path path, DirectoryStream<Path> stream) {
    this.path = path;
    this.stream = stream;
    this.isPosix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /**
   * Opens the directory at a path.
   *
   * @throws NotDirectoryException if there is something else, or a symbolic link
   */
  @SuppressWarnings("StreamResourceLeak") // The stream is closed with the directory.
  static DiskDirectory at(Path root) throws IOException {
    String key = keyOfDirectory(root);
    DiskDirectory opened = new DiskDirectory(root, Files.newDirectoryStream(root));
    try {
      opened.requireKey(key);
      return opened;
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private static String keyOfDirectory(Path path) throws IOException {
    FileStat found =
        FileStat.of(
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    if (found.type() != FileType.DIRECTORY) {
      throw new NotDirectoryException(path.toString());
    }
    return found.key();
  }

  /** Rejects a directory that was replaced between the check and the opening. */
  private void requireKey(String key) throws IOException {
    String opened =
        stream instanceof SecureDirectoryStream<Path> secure
            ? FileStat.of(
                    secure.getFileAttributeView(BasicFileAttributeView.class).readAttributes())
                .key()
            : keyOfDirectory(path);
    if (!key.equals(opened)) {
      throw new FileSystemException(path.toString(), null, "it was replaced while it was opened");
    }
  }

  @Override
  public List<Path> names() throws IOException {
    try {
      List<Path> names = new ArrayList<>();
      for (Path entry : stream) {
        names.add(entry.getFileName());
      }
      return names;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  @Override
  public Optional<FileStat> stat(Path name) throws IOException {
    try {
      return Optional.of(FileStat.of(attributes(name)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private BasicFileAttributes attributes(Path name) throws IOException {
    if (!(stream instanceof SecureDirectoryStream<Path> secure)) {
      requireNoLinks();
      return Files.readAttributes(path.resolve(name), type(), LinkOption.NOFOLLOW_LINKS);
    }
    return isPosix
        ? secure
            .getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .readAttributes()
        : secure
            .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .readAttributes();
  }

  private Class<? extends BasicFileAttributes> type() {
    return isPosix ? PosixFileAttributes.class : BasicFileAttributes.class;
  }

  @Override
  public Directory open(Path name) throws IOException {
    Path child = path.resolve(name);
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return new DiskDirectory(child, secure.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
    }
    requireNoLinks();
    return at(child);
  }

  @Override
  public SeekableByteChannel read(Path name) throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure.newByteChannel(name, READ);
    }
    requireNoLinks();
    return Files.newByteChannel(path.resolve(name), READ);
  }

  @Override
  public void move(Path name, Directory to, Path newName) throws IOException {
    DiskDirectory target = (DiskDirectory) to;
    if (stream instanceof SecureDirectoryStream<Path> secure
        && target.stream instanceof SecureDirectoryStream<Path> secureTarget) {
      secure.move(name, secureTarget, newName);
      return;
    }
    requireNoLinks();
    target.requireNoLinks();
    Files.move(path.resolve(name), target.path.resolve(newName), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void deleteFile(Path name) throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      secure.deleteFile(name);
      return;
    }
    requireNoLinks();
    Files.delete(path.resolve(name));
  }

  @Override
  public void deleteDirectory(Path name) throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      secure.deleteDirectory(name);
      return;
    }
    requireNoLinks();
    Files.delete(path.resolve(name));
  }

  private void requireNoLinks() throws IOException {
    if (!path.toRealPath().equals(path)) {
      throw new FileSystemException(path.toString(), null, "a link leads to it now");
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
