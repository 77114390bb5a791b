package dev.fcp.eventlog.journal;

import java.io.EOFException;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The disk of the machine. Safe for use by several threads. */
public final class FileDisk implements Disk {

  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  /** A disk; all are alike. */
  public FileDisk() {}

  private static FileAttribute<?>[] privately(String permissions) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  @Override
  public Handle open(Path file) throws IOException {
    makePrivately(file);
    return new OpenFile(new RandomAccessFile(file.toFile(), "rw"), key(file));
  }

  /** Makes a file that only the user can read, unless there is one. */
  static void makePrivately(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.createFile(file, privately("rw-------"));
    }
  }

  @Override
  public byte[] read(Path file, long offsetBytes, int sizeBytes) throws IOException {
    if (!Files.exists(file)) {
      return new byte[0];
    }
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
      return read(open, offsetBytes, sizeBytes);
    } catch (FileNotFoundException e) {
      if (Files.exists(file)) {
        throw e;
      }
      // Someone else deleted it meanwhile.
      return new byte[0];
    }
  }

  private static byte[] read(RandomAccessFile file, long offsetBytes, int sizeBytes)
      throws IOException {
    byte[] bytes = new byte[Math.clamp(file.length() - offsetBytes, 0, sizeBytes)];
    file.seek(offsetBytes);
    try {
      file.readFully(bytes);
      return bytes;
    } catch (EOFException e) {
      // Someone else cut the file meanwhile: what is left is what there is.
      int left = Math.clamp(file.length() - offsetBytes, 0, bytes.length);
      return Arrays.copyOf(bytes, left);
    }
  }

  @Override
  public OptionalLong sizeBytes(Path file) throws IOException {
    try {
      return OptionalLong.of(Files.size(file));
    } catch (NoSuchFileException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public void createFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, privately("rwx------"));
    }
  }

  @Override
  public List<String> list(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void link(Path existing, Path link) throws IOException {
    Files.createLink(link, existing);
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  /** On Windows a folder cannot be opened, and a move is written through. */
  @Override
  public void forceFolder(Path folder) throws IOException {
    if (File.separatorChar == '/') {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  @Override
  public Lock lock(Path file) throws IOException {
    return ProcessLock.of(file);
  }

  /** What tells this file from another one of its name; null where the system has no such thing. */
  static @Nullable Object key(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  static boolean standsAt(@Nullable Object key, Path file) throws IOException {
    try {
      return Objects.equals(key, key(file));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Reads and writes without a channel where it can: an interrupt of the thread that reads would
   * close a channel for all.
   */
  private static final class OpenFile implements Handle {

    private final RandomAccessFile file;
    private final @Nullable Object key;

    OpenFile(RandomAccessFile file, @Nullable Object key) {
      this.file = file;
      this.key = key;
    }

    @Override
    public long sizeBytes() throws IOException {
      return file.length();
    }

    @Override
    public synchronized byte[] read(long offsetBytes, int sizeBytes) throws IOException {
      return FileDisk.read(file, offsetBytes, sizeBytes);
    }

    @Override
    public void write(long offsetBytes, byte[] bytes) throws IOException {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        file.getChannel().write(rest, offsetBytes + rest.position());
      }
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
      file.getChannel().truncate(sizeBytes);
    }

    @Override
    public void force() throws IOException {
      file.getChannel().force(false);
    }

    @Override
    public boolean standsAt(Path path) throws IOException {
      return FileDisk.standsAt(key, path);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
