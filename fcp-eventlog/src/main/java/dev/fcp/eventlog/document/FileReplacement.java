package dev.fcp.eventlog.document;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import dev.fcp.eventlog.journal.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Replaces a file atomically: writes and forces the new bytes under another name, then renames them
 * to the name of the file.
 */
final class FileReplacement {

  private static final int MAX_LINKS = 40;
  private static final System.Logger LOG = System.getLogger(FileReplacement.class.getName());

  private static final Set<PosixFilePermission> WRITE_PERMISSIONS =
      EnumSet.of(
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_WRITE);

  private final Path target;

  private FileReplacement(Path target) {
    this.target = target;
  }

  /**
   * A replacement of the file at a path, or at the target of a symbolic link; the file need not
   * exist.
   */
  static FileReplacement of(Path path) throws IOException {
    Path target = path.toAbsolutePath();
    for (int links = 0; Files.isSymbolicLink(target); links++) {
      if (links == MAX_LINKS) {
        throw new FileSystemException(
            path.toString(), null, path + " is a link that leads in a circle");
      }
      target = target.resolveSibling(Files.readSymbolicLink(target));
    }
    return new FileReplacement(folderOf(target).toRealPath().resolve(target.getFileName()));
  }

  /** A replacement of a file of a folder, at a path without symbolic links. */
  static FileReplacement inFolder(Path target) {
    return new FileReplacement(target);
  }

  /** The file to replace; not a symbolic link. */
  Path target() {
    return target;
  }

  /**
   * Whether the path cannot be that of a document: inside a history, or a folder, pipe or device.
   */
  boolean isObstructed() {
    return JournalLayout.isInsideHistory(target)
        || (Files.exists(target) && !Files.isRegularFile(target));
  }

  /** Whether the folder is read-only, so that the file cannot be replaced. */
  boolean isFolderReadOnly() throws IOException {
    return !Files.isWritable(folderOf(target));
  }

  /**
   * Whether the file is write-protected. Replacing it would only need write permission for its
   * folder. The file mode is checked too, because a superuser can write any file.
   */
  boolean isWriteProtected() throws IOException {
    if (!Files.isRegularFile(target)) {
      return false;
    }
    PosixFileAttributeView mode = Files.getFileAttributeView(target, PosixFileAttributeView.class);
    return !Files.isWritable(target)
        || (mode != null
            && mode.readAttributes().permissions().stream().noneMatch(WRITE_PERMISSIONS::contains));
  }

  /**
   * The SHA-256 of the current file; empty if there is none. The file is not read into memory as a
   * whole.
   */
  Optional<String> hash() throws IOException {
    return Files.isRegularFile(target)
        ? Optional.of(MoreFiles.asByteSource(target).hash(Hashing.sha256()).toString())
        : Optional.empty();
  }

  /**
   * Writes and forces the bytes under another name.
   *
   * @param history the folder of the history of the document, if it is on disk
   */
  Prepared prepare(byte[] bytes, Optional<Path> history, Disk disk) throws IOException {
    return prepare(
        bytes,
        history
            .map(folder -> SaveFiles.inHistory(folder, disk))
            .orElseGet(() -> SaveFiles.beside(target, disk)),
        permissions -> {});
  }

  /**
   * Writes and forces the bytes under another name.
   *
   * @param files the other names
   * @param permissionChange changes the permissions of the file, if the disk has any
   */
  Prepared prepare(
      byte[] bytes, SaveFiles files, Consumer<Set<PosixFilePermission>> permissionChange)
      throws IOException {
    Prepared prepared = new Prepared(bytes, target, files, permissionChange);
    try {
      prepared.write();
      return prepared;
    } catch (IOException | RuntimeException e) {
      prepared.discard(e);
      throw new IOException("it holds its former version: " + e, e);
    }
  }

  /** Bytes that are ready to replace the file. Closing deletes all files that are left over. */
  static final class Prepared implements AutoCloseable {

    private final byte[] bytes;
    private final Path target;
    private final Consumer<Set<PosixFilePermission>> permissionChange;
    private SaveFiles files;
    private boolean isReplaced;
    private boolean isClean;

    /** Files on another disk than the document, from which they cannot be renamed to the file. */
    private Optional<SaveFiles> abandoned = Optional.empty();

    private Prepared(
        byte[] bytes,
        Path target,
        SaveFiles files,
        Consumer<Set<PosixFilePermission>> permissionChange) {
      this.bytes = bytes;
      this.target = target;
      this.files = files;
      this.permissionChange = permissionChange;
    }

    /** Writes the bytes without {@link Disk}, which creates files that only the user can read. */
    private void write() throws IOException {
      files.delete();
      try (FileChannel channel =
          FileChannel.open(
              files.replacement(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        copyPermissions();
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        channel.force(true);
      }
    }

    private void copyPermissions() throws IOException {
      PosixFileAttributeView mode =
          Files.getFileAttributeView(files.replacement(), PosixFileAttributeView.class);
      if (mode != null) {
        Path model = Files.isRegularFile(target) ? target : files.replacement();
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(model);
        permissionChange.accept(permissions);
        mode.setPermissions(permissions);
      }
    }

    /** Renames the bytes to the name of the file and forces the folder. */
    void replace() throws IOException {
      linkReplaced();
      try {
        files.disk().rename(files.replacement(), target);
      } catch (AtomicMoveNotSupportedException e) {
        replaceFromSameDisk();
      }
      isReplaced = true;
      try {
        files.disk().forceFolder(folderOf(target));
      } catch (IOException e) {
        throw new IOException("it holds the new version, but a power cut may undo that: " + e, e);
      }
    }

    /** Writes the bytes again beside the document, because the history is on another disk. */
    private void replaceFromSameDisk() throws IOException {
      abandoned = Optional.of(files);
      files = SaveFiles.beside(target, files.disk());
      write();
      linkReplaced();
      files.disk().rename(files.replacement(), target);
    }

    /**
     * Links the file to be replaced to a second name, so that it can be checked after the
     * replacement.
     */
    private void linkReplaced() {
      if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      try {
        files.disk().link(target, files.replaced());
      } catch (UnsupportedOperationException | IOException e) {
        // The disk has no hard links, or the history is on another disk. A version that another //
        // program writes during the save is then lost; earlier versions were checked.
        LOG.log(System.Logger.Level.DEBUG, "no hard link to {0}: {1}", target, e.toString());
      }
    }

    /** The temporary files, which contain the replaced version. */
    SaveFiles files() {
      return files;
    }

    private void discard(Exception reason) {
      try {
        close();
      } catch (IOException e) {
        reason.addSuppressed(e);
      }
    }

    @Override
    public void close() throws IOException {
      if (!isClean) {
        deleteFiles();
      }
    }

    /** Deletes all temporary files. */
    void deleteFiles() throws IOException {
      try {
        files.delete();
        if (abandoned.isPresent()) {
          abandoned.get().delete();
        }
        isClean = true;
      } catch (IOException e) {
        throw isReplaced
            ? new IOException("it holds the new version, but something was left behind: " + e, e)
            : e;
      }
    }
  }

  private static Path folderOf(Path file) throws IOException {
    Path folder = file.getParent();
    if (folder == null || file.getFileName() == null) {
      throw new IOException(file + " is no file name");
    }
    return folder;
  }
}
