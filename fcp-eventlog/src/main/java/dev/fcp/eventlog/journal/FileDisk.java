package dev.fcp.eventlog.journal;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The file system of the machine. Follows no symbolic link inside a folder {@code .fcp} (JN-21).
 * Thread-safe.
 */
final class FileDisk implements Disk {

  private static final String HISTORY_FOLDER = ".fcp";

  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private static final boolean LINUX = System.getProperty("os.name", "").startsWith("Linux");

  /** The maximum size of an array that is allocated without checking the file size. */
  private static final int SMALL_BYTES = 1 << 12;

  /** More than the coarsest resolution of change times in file systems that store nanoseconds. */
  private static final long FINE_MILLIS = 100;

  /** More than the coarsest resolution in all others, which is two seconds. */
  private static final long COARSE_MILLIS = 3_000;

  /** The number of handles that keep their files open, each with one or two descriptors. */
  private static final int MAX_OPEN = 16;

  /** The bytes that distinguish a segment from any other: the checksum of its first line. */
  private static final int START_BYTES = 32;

  private static FileAttribute<?>[] privately(String permissions) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  /**
   * Rejects a path that leads through a symbolic link, or to one, from the folder {@code .fcp} on.
   * An unpacked archive can contain such links, and following them would read or write files
   * anywhere.
   */
  private static void rejectLinks(@Nullable Path file) throws IOException {
    for (Path part = file; part != null && isInHistory(part); part = part.getParent()) {
      if (Files.isSymbolicLink(part)) {
        throw new FileSystemException(
            part.toString(),
            null,
            part + " is a symbolic link, which a history does not follow; delete the link");
      }
    }
  }

  private static boolean isInHistory(Path file) {
    for (Path name : file) {
      if (name.toString().equals(HISTORY_FOLDER)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Handle open(Path file) throws IOException {
    rejectLinks(file);
    makePrivately(file);
    return new FileHandle(file);
  }

  /** Creates a file that only the user can read, unless it exists. */
  static void makePrivately(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      try {
        Files.createFile(file, privately("rw-------"));
      } catch (FileAlreadyExistsException e) {
        // Another process created it in the meantime.
      }
    }
  }

  @Override
  public byte[] read(Path file, long offsetBytes, int sizeBytes) throws IOException {
    rejectLinks(file);
    if (attributes(file) == null) {
      return new byte[0];
    }
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
      return read(open, offsetBytes, sizeBytes);
    } catch (FileNotFoundException e) {
      if (attributes(file) != null) {
        throw refusal(file, e);
      }
      // It was deleted in the meantime.
      return new byte[0];
    }
  }

  /**
   * The reason why an existing file could not be opened; the failure itself contains only a message
   * of the system.
   */
  private static IOException refusal(Path file, FileNotFoundException failure) {
    boolean isMine = Files.isReadable(file) && Files.isWritable(file);
    if (isMine || !Files.isRegularFile(file)) {
      return failure;
    }
    AccessDeniedException denied = new AccessDeniedException(file.toString());
    denied.initCause(failure);
    return denied;
  }

  /**
   * The attributes of a file; null if there is no such file, or cannot be one with that name.
   *
   * @throws IOException if this user may not access it
   */
  private static @Nullable BasicFileAttributes attributes(Path file) throws IOException {
    try {
      // Avoids an exception, because most of the files do not exist.
      return file.getFileSystem()
          .provider()
          .readAttributesIfExists(file, BasicFileAttributes.class);
    } catch (AccessDeniedException e) {
      throw e;
    } catch (FileSystemException e) {
      // The name is too long, or a parent is a file. Writing to the file reports it.
      return null;
    }
  }

  /**
   * Asks for the size of the file only to avoid allocating a large array, because the system call
   * also reads the change time, which makes the next write slower on some file systems.
   */
  private static byte[] read(RandomAccessFile file, long offsetBytes, int sizeBytes)
      throws IOException {
    boolean small = sizeBytes <= SMALL_BYTES;
    byte[] bytes =
        new byte[small ? sizeBytes : Math.clamp(file.length() - offsetBytes, 0, sizeBytes)];
    file.seek(offsetBytes);
    int count = 0;
    int more = file.read(bytes);
    while (more > 0) {
      count += more;
      more = file.read(bytes, count, bytes.length - count);
    }
    return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
  }

  @Override
  public OptionalLong sizeBytes(Path file) throws IOException {
    rejectLinks(file);
    BasicFileAttributes found = attributes(file);
    return found == null ? OptionalLong.empty() : OptionalLong.of(found.size());
  }

  @Override
  public void createFolder(Path folder) throws IOException {
    rejectLinks(folder);
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, privately("rwx------"));
    }
  }

  @Override
  public List<String> list(Path folder) throws IOException {
    rejectLinks(folder);
    BasicFileAttributes found = attributes(folder);
    if (found == null || !found.isDirectory()) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    rejectLinks(from);
    rejectLinks(to.getParent());
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void link(Path existing, Path link) throws IOException {
    rejectLinks(existing);
    rejectLinks(link.getParent());
    Files.createLink(link, existing);
  }

  /** Deletes a symbolic link itself. */
  @Override
  public void delete(Path file) throws IOException {
    rejectLinks(file.getParent());
    Files.deleteIfExists(file);
  }

  /** Does nothing on Windows, where a folder cannot be opened and a move is written through. */
  @Override
  public void forceFolder(Path folder) throws IOException {
    rejectLinks(folder);
    boolean interrupted = false;
    boolean forced = File.separatorChar != '/';
    while (!forced) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
        forced = true;
      } catch (ClosedByInterruptException e) {
        // The force is repeated and the interrupt restored afterwards.
        interrupted = Thread.interrupted();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isWritable(Path file) {
    return Files.isWritable(file);
  }

  @Override
  public Lock lock(Path file) throws IOException {
    rejectLinks(file);
    return ProcessLock.of(file);
  }

  /**
   * The identity of a file, to distinguish it from another one with the same name; null if the
   * system has no file keys.
   */
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

  /** A recent change yields no stamp, because the next one may have the same time. */
  @Override
  public Optional<Object> stamp(Path folder) throws IOException {
    if (!LINUX) {
      return Optional.empty();
    }
    try {
      Map<String, Object> stamp = Files.readAttributes(folder, "unix:ctime,ino,dev");
      return stamp.get("ctime") instanceof FileTime changed && isOld(changed)
          ? Optional.of(stamp)
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static boolean isOld(FileTime changed) {
    boolean isFine = changed.to(TimeUnit.NANOSECONDS) % 1_000_000 != 0;
    long age = System.currentTimeMillis() - changed.toMillis();
    return age > (isFine ? FINE_MILLIS : COARSE_MILLIS);
  }

  /**
   * Reads and writes without a channel, because interrupting a thread would close the channel for
   * all threads. At most {@link #MAX_OPEN} handles keep their files open, so that documents that
   * are open and not used cost no descriptors. A file is not closed between a write and a force,
   * because a failure to store the write might then be reported to nobody.
   */
  private static final class FileHandle implements Handle {

    /**
     * The handles with open files, least recently used first. The table is static, because the
     * descriptors belong to the process. Guards the fields of all handles.
     */
    private static final LinkedHashSet<FileHandle> OPEN = new LinkedHashSet<>();

    private final Path path;
    private final @Nullable Object key;

    /** Null while it is not used. */
    private @Nullable RandomAccessFile file;

    /** The same file, opened for synchronous writes. */
    private @Nullable RandomAccessFile lasting;

    /** The beginning of the file when it was closed; the key can be that of a later file. */
    private byte[] start = new byte[0];

    private int users;
    private boolean isUnforced;
    private boolean isClosed;

    /** An operation on the open file. */
    private interface FileAct<T> {
      T run(RandomAccessFile file) throws IOException;
    }

    FileHandle(Path path) throws IOException {
      this.path = path;
      this.file = opened(path);
      this.key = key(path);
      synchronized (OPEN) {
        noteUse();
      }
    }

    private static RandomAccessFile opened(Path path) throws IOException {
      try {
        return new RandomAccessFile(path.toFile(), "rw");
      } catch (FileNotFoundException e) {
        throw refusal(path, e);
      }
    }

    /** Runs an operation while the file is open. */
    private <T> T using(boolean writes, FileAct<T> act) throws IOException {
      RandomAccessFile used;
      synchronized (OPEN) {
        used = file == null ? reopened() : file;
        file = used;
        users++;
        isUnforced |= writes;
        noteUse();
      }
      try {
        return act.run(used);
      } finally {
        synchronized (OPEN) {
          users--;
        }
      }
    }

    private RandomAccessFile reopened() throws IOException {
      if (isClosed) {
        throw new ClosedChannelException();
      }
      if (isStillAt(path)) {
        RandomAccessFile found = opened(path);
        if (isStillAt(path) && Arrays.equals(FileDisk.read(found, 0, start.length), start)) {
          return found;
        }
        found.close();
      }
      throw new NoSuchFileException(path.toString(), null, "it was moved, deleted or replaced");
    }

    /** Closes the files that were not used for the longest time, if too many are open. */
    private void noteUse() {
      OPEN.addLast(this);
      Iterator<FileHandle> oldest = OPEN.iterator();
      while (OPEN.size() > MAX_OPEN && oldest.hasNext()) {
        FileHandle handle = oldest.next();
        if (handle.users == 0 && !handle.isUnforced && !handle.equals(this)) {
          try {
            handle.start = FileDisk.read(Objects.requireNonNull(handle.file), 0, START_BYTES);
            oldest.remove();
            handle.closeFiles();
          } catch (IOException e) {
            // Nothing is lost, because everything was forced; its next user notices the failure.
          }
        }
      }
    }

    private void closeFiles() throws IOException {
      RandomAccessFile first = file;
      RandomAccessFile second = lasting;
      try (first;
          second) {
        file = null;
        lasting = null;
      }
    }

    @Override
    public long sizeBytes() throws IOException {
      return using(false, RandomAccessFile::length);
    }

    @Override
    public synchronized byte[] read(long offsetBytes, int sizeBytes) throws IOException {
      try {
        return using(false, open -> FileDisk.read(open, offsetBytes, sizeBytes));
      } catch (NoSuchFileException e) {
        return new byte[0];
      }
    }

    @Override
    public synchronized void write(long offsetBytes, byte[] bytes) throws IOException {
      using(
          true,
          open -> {
            open.seek(offsetBytes);
            open.write(bytes);
            return open;
          });
    }

    /** Uses one system call if that is known to reach the medium; otherwise two. */
    @Override
    public void writeForced(long offsetBytes, byte[] bytes) throws IOException {
      boolean isForced =
          using(
              false,
              open -> {
                RandomAccessFile synchronous = lasting();
                if (synchronous != null) {
                  writeForced(synchronous, offsetBytes, bytes);
                }
                return synchronous != null;
              });
      if (!isForced) {
        Handle.super.writeForced(offsetBytes, bytes);
      }
    }

    private @Nullable RandomAccessFile lasting() throws IOException {
      if (lasting == null && LINUX && isStillAt(path)) {
        lasting = new RandomAccessFile(path.toFile(), "rwd");
      }
      return lasting;
    }

    private static void writeForced(RandomAccessFile file, long offsetBytes, byte[] bytes)
        throws NotForcedException {
      try {
        file.seek(offsetBytes);
        file.write(bytes);
      } catch (IOException e) {
        // It is unknown whether the write or the force failed.
        throw new NotForcedException(e);
      }
    }

    @Override
    public synchronized void truncate(long sizeBytes) throws IOException {
      using(
          true,
          open -> {
            if (sizeBytes < open.length()) {
              open.setLength(sizeBytes);
            }
            return open;
          });
    }

    @Override
    public void force() throws IOException {
      using(
          false,
          open -> {
            open.getFD().sync();
            return open;
          });
      synchronized (OPEN) {
        isUnforced = false;
      }
    }

    @Override
    public boolean isStillAt(Path path) throws IOException {
      return FileDisk.standsAt(key, path);
    }

    @Override
    public void close() throws IOException {
      synchronized (OPEN) {
        OPEN.remove(this);
        isClosed = true;
        closeFiles();
      }
    }
  }
}
