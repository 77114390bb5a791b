package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * A disk on which chosen calls fail. A write that fails may have written a part, as one does on a
 * full disk. Safe for use by several threads.
 */
public final class FailingDisk implements Disk {

  private final Disk disk;
  private final Predicate<Call> fails;
  private final boolean forces;
  private int count;

  /** What may be called. */
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
    /** Fails by answering no. */
    IS_WRITABLE,
    WRITE,
    TRUNCATE,
    FORCE,
    CLOSE
  }

  /**
   * A call.
   *
   * @param index how many calls there were before it
   */
  public record Call(int index, Kind kind) {}

  /** A disk on which some calls fail. */
  public FailingDisk(Disk disk, Predicate<Call> fails) {
    this(disk, fails, true);
  }

  private FailingDisk(Disk disk, Predicate<Call> fails, boolean forces) {
    this.disk = disk;
    this.fails = fails;
    this.forces = forces;
  }

  /**
   * The same, where nothing is really forced: much faster, and no different as long as the machine
   * runs.
   */
  public static FailingDisk unforced(Disk disk, Predicate<Call> fails) {
    return new FailingDisk(disk, fails, false);
  }

  /** How many calls there were. */
  public synchronized int count() {
    return count;
  }

  private synchronized boolean failsNow(Kind kind) {
    return fails.test(new Call(count++, kind));
  }

  private void call(Kind kind) throws IOException {
    if (failsNow(kind)) {
      throw new IOException("the disk fails at " + kind);
    }
  }

  @Override
  public Handle open(Path file) throws IOException {
    call(Kind.OPEN);
    return new FailingHandle(disk.open(file));
  }

  @Override
  public byte[] read(Path file, long offsetBytes, int sizeBytes) throws IOException {
    call(Kind.READ);
    return disk.read(file, offsetBytes, sizeBytes);
  }

  @Override
  public OptionalLong sizeBytes(Path file) throws IOException {
    call(Kind.SIZE);
    return disk.sizeBytes(file);
  }

  @Override
  public void createFolder(Path folder) throws IOException {
    call(Kind.FOLDER);
    disk.createFolder(folder);
  }

  @Override
  public List<String> list(Path folder) throws IOException {
    call(Kind.LIST);
    return disk.list(folder);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    call(Kind.RENAME);
    disk.rename(from, to);
  }

  @Override
  public void link(Path existing, Path link) throws IOException {
    call(Kind.LINK);
    disk.link(existing, link);
  }

  @Override
  public void delete(Path file) throws IOException {
    call(Kind.DELETE);
    disk.delete(file);
  }

  @Override
  public void forceFolder(Path folder) throws IOException {
    call(Kind.FORCE_FOLDER);
    if (forces) {
      disk.forceFolder(folder);
    }
  }

  @Override
  public boolean isWritable(Path file) {
    return !failsNow(Kind.IS_WRITABLE) && disk.isWritable(file);
  }

  @Override
  public Lock lock(Path file) throws IOException {
    call(Kind.LOCK);
    Lock lock = disk.lock(file);
    return new Lock() {
      @Override
      public boolean tryAcquire() throws IOException {
        call(Kind.LOCK);
        return lock.tryAcquire();
      }

      @Override
      public void release() throws IOException {
        lock.release();
        call(Kind.LOCK);
      }

      @Override
      public boolean stands() throws IOException {
        call(Kind.LOCK);
        return lock.stands();
      }

      @Override
      public void close() throws IOException {
        lock.close();
        call(Kind.CLOSE);
      }
    };
  }

  private final class FailingHandle implements Handle {
    private final Handle file;

    FailingHandle(Handle file) {
      this.file = file;
    }

    @Override
    public long sizeBytes() throws IOException {
      call(Kind.SIZE);
      return file.sizeBytes();
    }

    @Override
    public byte[] read(long offsetBytes, int sizeBytes) throws IOException {
      call(Kind.READ);
      return file.read(offsetBytes, sizeBytes);
    }

    @Override
    public void write(long offsetBytes, byte[] bytes) throws IOException {
      if (failsNow(Kind.WRITE)) {
        file.write(offsetBytes, Arrays.copyOf(bytes, bytes.length / 2));
        throw new IOException("no space left on device");
      }
      file.write(offsetBytes, bytes);
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
      call(Kind.TRUNCATE);
      file.truncate(sizeBytes);
    }

    @Override
    public void force() throws IOException {
      call(Kind.FORCE);
      if (forces) {
        file.force();
      }
    }

    @Override
    public boolean standsAt(Path path) throws IOException {
      call(Kind.SIZE);
      return file.standsAt(path);
    }

    @Override
    public void close() throws IOException {
      file.close();
      call(Kind.CLOSE);
    }
  }
}
