package dev.fcp.eventlog.document;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/**
 * Puts new bytes in the place of a file, at once and as a whole: they are written and forced beside
 * it, then take its name.
 */
final class FileReplacement {

  private static final int MAX_LINKS = 40;
  private static final System.Logger LOG = System.getLogger(FileReplacement.class.getName());

  private final Path target;

  private FileReplacement(Path target) {
    this.target = target;
  }

  /** A replacement of the file that a path leads to, also when it is not there yet. */
  static FileReplacement of(Path path) throws IOException {
    Path target = path.toAbsolutePath();
    for (int links = 0; Files.isSymbolicLink(target); links++) {
      if (links == MAX_LINKS) {
        throw new FileSystemLoopException(path.toString());
      }
      target = target.resolveSibling(Files.readSymbolicLink(target));
    }
    return new FileReplacement(folderOf(target).toRealPath().resolve(target.getFileName()));
  }

  /** The file itself. */
  Path target() {
    return target;
  }

  /**
   * Whether no document can stand there: among the histories, or where something else than a file
   * does, a folder, a pipe, a device.
   */
  boolean isObstructed() {
    return JournalFiles.isHistory(target) || (Files.exists(target) && !Files.isRegularFile(target));
  }

  /** The SHA-256 of what stands there now; empty if no file does. It is never held as a whole. */
  Optional<String> hash() throws IOException {
    return Files.isRegularFile(target)
        ? Optional.of(MoreFiles.asByteSource(target).hash(Hashing.sha256()).toString())
        : Optional.empty();
  }

  /** Writes and forces the bytes beside the file. */
  Prepared prepare(byte[] bytes) throws IOException {
    // Not made from the name of the file, which may be as long as the disk allows.
    String name =
        ".fcp-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()) + ".tmp";
    Prepared prepared = new Prepared(target.resolveSibling(name), target);
    try {
      prepared.write(bytes);
      return prepared;
    } catch (IOException | RuntimeException e) {
      prepared.discard(e);
      throw new IOException("it holds its former version: " + e, e);
    }
  }

  /** Bytes that are ready to take the name of the file. Closed before that, they are deleted. */
  static final class Prepared implements AutoCloseable {

    private final Path temporary;
    private final Path target;
    private final Path aside;

    private Prepared(Path temporary, Path target) {
      this.temporary = temporary;
      this.target = target;
      this.aside = temporary.resolveSibling(temporary.getFileName() + ".old");
    }

    private void write(byte[] bytes) throws IOException {
      try (FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
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
          Files.getFileAttributeView(temporary, PosixFileAttributeView.class);
      if (mode != null && Files.exists(target)) {
        mode.setPermissions(Files.getPosixFilePermissions(target));
      }
    }

    /** Gives the bytes the name of the file, for good. */
    void replace() throws IOException {
      keepFormer();
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      try {
        forceFolder();
      } catch (IOException e) {
        throw new IOException("it holds the new version, but a power cut may undo that: " + e, e);
      }
    }

    /** A second name for what the replacement takes the place of, until it was looked at. */
    private void keepFormer() {
      if (!Files.exists(target)) {
        return;
      }
      try {
        Files.createLink(aside, target);
      } catch (UnsupportedOperationException | IOException e) {
        // This disk has no hard links. On it a version is lost that somebody else writes while this
        // one
        // is being written; all that was there before was looked at.
        LOG.log(System.Logger.Level.DEBUG, "no hard link to {0}: {1}", target, e.toString());
      }
    }

    /**
     * The bytes that the replacement took the place of, if their hash is one that is asked for;
     * empty also where the disk cannot keep them.
     */
    Optional<byte[]> former(Predicate<String> isAskedFor) throws IOException {
      if (!Files.isRegularFile(aside)) {
        return Optional.empty();
      }
      String hash = MoreFiles.asByteSource(aside).hash(Hashing.sha256()).toString();
      return isAskedFor.test(hash) ? Optional.of(Files.readAllBytes(aside)) : Optional.empty();
    }

    /** On Windows a folder cannot be opened, and a move is written through. */
    private void forceFolder() throws IOException {
      if (File.separatorChar == '/') {
        try (FileChannel folder = FileChannel.open(folderOf(target), StandardOpenOption.READ)) {
          folder.force(true);
        }
      }
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
      Files.deleteIfExists(aside);
      Files.deleteIfExists(temporary);
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
