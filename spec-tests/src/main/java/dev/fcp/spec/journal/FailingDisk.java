package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A disk on which selected calls fail. A failing write may have written a part, as on a full disk.
 * Safe for use by several threads.
 */
public final class FailingDisk implements Disk {

  private final Disk disk;
  private final Predicate<Call> fails;
  private final boolean forces;
  private int callCount;

  /** The kinds of calls. */
  public enum Kind {
    OPEN,
    READ,
    SIZE,
    FOLDER,
    LIST,
    RENAME,
    LINK,
    DELETE,
    FORCE_FOLDER,
    LOCK,
    /** Fails by returning false. */
    IS_WRITABLE,
    WRITE,
    TRUNCATE,
    FORCE,
    CLOSE
  }

  /**
   * A call.
   *
   * @param index the number of calls before this one
   * @param path the file or folder; for a rename or link the old path, for an open file the path
   *     under which it was opened
   */
  public record Call(int index, Kind kind, Path path) {}

  /** Creates a disk on which the selected calls fail. */
  public FailingDisk(Disk disk, Predicate<Call> fails) {
    this(disk, fails, true);
  }

  private FailingDisk(Disk disk, Predicate<Call> fails, boolean forces) {
    this.disk = disk;
    this.fails = fails;
    this.forces = forces;
  }

  /**
   * Creates a disk on which the selected calls fail and force does nothing: much faster, and
   * equivalent as long as the machine does not crash.
   */
  public static FailingDisk withoutForcing(Disk disk, Predicate<Call> fails) {
    return new FailingDisk(disk, fails, false);
  }

  /** Creates a disk on which no call fails and each call is reported before it is made. */
  public static FailingDisk observed(Disk disk, Consumer<Call> observer) {
    return new FailingDisk(
        disk,
        call -> {
          observer.accept(call);
          return false;
        });
  }

  /** Returns the number of calls so far. */
  public synchronized int callCount() {
    return callCount;
  }

  private synchronized boolean countAndCheck(Kind kind, Path path) {
    return fails.test(new Call(callCount++, kind, path));
  }

  private void failIfChosen(Kind kind, Path path) throws IOException {
    if (countAndCheck(kind, path)) {
      throw new IOException("the disk fails at " + kind);
    }
  }

  @Override
  public Handle open(Path file) throws IOException {
    failIfChosen(Kind.OPEN, file);
    return new FailingHandle(file, disk.open(file));
  }

  @Override
  public byte[] read(Path file, long offsetBytes, int sizeBytes) throws IOException {
    failIfChosen(Kind.READ, file);
    return disk.read(file, offsetBytes, sizeBytes);
  }

  @Override
  public OptionalLong sizeBytes(Path file) throws IOException {
    failIfChosen(Kind.SIZE, file);
    return disk.sizeBytes(file);
  }

  @Override
  public Optional<Object> stamp(Path folder) throws IOException {
    failIfChosen(Kind.SIZE, folder);
    return disk.stamp(folder);
  }

  @Override
  public void createFolder(Path folder) throws IOException {
    failIfChosen(Kind.FOLDER, folder);
    disk.createFolder(folder);
  }

  @Override
  public List<String> list(Path folder) throws IOException {
    failIfChosen(Kind.LIST, folder);
    return disk.list(folder);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    failIfChosen(Kind.RENAME, from);
    disk.rename(from, to);
  }

  @Override
  public void link(Path existing, Path link) throws IOException {
    failIfChosen(Kind.LINK, existing);
    disk.link(existing, link);
  }

  @Override
  public void delete(Path file) throws IOException {
    failIfChosen(Kind.DELETE, file);
    disk.delete(file);
  }

  @Override
  public void forceFolder(Path folder) throws IOException {
    failIfChosen(Kind.FORCE_FOLDER, folder);
    if (forces) {
      disk.forceFolder(folder);
    }
  }

  @Override
  public boolean isWritable(Path file) {
    return !countAndCheck(Kind.IS_WRITABLE, file) && disk.isWritable(file);
  }

  @Override
  public Lock lock(Path file) throws IOException {
    failIfChosen(Kind.LOCK, file);
    Lock lock = disk.lock(file);
    return new Lock() {
      @Override
      public boolean tryAcquire() throws IOException {
        failIfChosen(Kind.LOCK, file);
        return lock.tryAcquire();
      }

      @Override
      public void release() throws IOException {
        lock.release();
        failIfChosen(Kind.LOCK, file);
      }

      @Override
      public boolean isCurrent() throws IOException {
        failIfChosen(Kind.LOCK, file);
        return lock.isCurrent();
      }

      @Override
      public void close() throws IOException {
        lock.close();
        failIfChosen(Kind.CLOSE, file);
      }
    };
  }

  private final class FailingHandle implements Handle {
    private final Path path;
    private final Handle file;

    FailingHandle(Path path, Handle file) {
      this.path = path;
      this.file = file;
    }

    @Override
    public long sizeBytes() throws IOException {
      failIfChosen(Kind.SIZE, path);
      return file.sizeBytes();
    }

    @Override
    public byte[] read(long offsetBytes, int sizeBytes) throws IOException {
      failIfChosen(Kind.READ, path);
      return file.read(offsetBytes, sizeBytes);
    }

    @Override
    public void write(long offsetBytes, byte[] bytes) throws IOException {
      if (countAndCheck(Kind.WRITE, path)) {
        file.write(offsetBytes, Arrays.copyOf(bytes, bytes.length / 2));
        throw new IOException("no space left on device");
      }
      file.write(offsetBytes, bytes);
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
      failIfChosen(Kind.TRUNCATE, path);
      file.truncate(sizeBytes);
    }

    @Override
    public void force() throws IOException {
      failIfChosen(Kind.FORCE, path);
      if (forces) {
        file.force();
      }
    }

    @Override
    public boolean isStillAt(Path other) throws IOException {
      failIfChosen(Kind.SIZE, path);
      return file.isStillAt(other);
    }

    @Override
    public void close() throws IOException {
      file.close();
      failIfChosen(Kind.CLOSE, path);
    }
  }
}
