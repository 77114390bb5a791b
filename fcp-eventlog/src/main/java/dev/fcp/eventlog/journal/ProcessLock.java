package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file lock of this process, shared by all its users. The process opens the file only once,
 * because on POSIX systems closing any other descriptor of the file would release the lock. The
 * file stays open while the lock is free, because an open file keeps its key: a lock file that was
 * deleted and created again, perhaps in the folder of another history, is thus another one.
 */
final class ProcessLock {

  /**
   * All locks of this process by file. The table is static, because file locks belong to the
   * process and not to an object.
   */
  private static final Map<Path, ProcessLock> OPEN = new HashMap<>();

  private final Path file;
  private final FileChannel channel;
  private final @Nullable Object key;
  private int users;

  /** The holder; null if the lock is free. Guarded by this. */
  private @Nullable Share holder;

  private @Nullable FileLock held;

  private ProcessLock(Path file, FileChannel channel, @Nullable Object key) {
    this.file = file;
    this.channel = channel;
    this.key = key;
  }

  static Disk.Lock of(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || file.getFileName() == null) {
      throw new IOException(file + " is no file name");
    }
    Path real = folder.toRealPath().resolve(file.getFileName());
    synchronized (OPEN) {
      ProcessLock lock = OPEN.get(real);
      if (lock == null || !FileDisk.standsAt(lock.key, real)) {
        FileDisk.makePrivately(real);
        FileChannel channel =
            FileChannel.open(real, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        lock = new ProcessLock(real, channel, FileDisk.key(real));
        OPEN.put(real, lock);
      }
      lock.users++;
      return lock.new Share();
    }
  }

  private void leave() throws IOException {
    synchronized (OPEN) {
      users--;
      if (users == 0) {
        OPEN.remove(file, this);
        channel.close();
      }
    }
  }

  /** The lock as seen by one user. */
  private final class Share implements Disk.Lock {

    private boolean closed;

    @Override
    public boolean tryAcquire() throws IOException {
      synchronized (ProcessLock.this) {
        if (holder == null) {
          try {
            held = channel.tryLock(0, 1, false);
          } catch (OverlappingFileLockException e) {
            // Other code in this process has locked the file.
            return false;
          }
          holder = held == null ? null : this;
        }
        return equals(holder);
      }
    }

    @Override
    public void release() throws IOException {
      synchronized (ProcessLock.this) {
        if (held != null && equals(holder)) {
          holder = null;
          FileLock released = held;
          held = null;
          released.release();
        }
      }
    }

    @Override
    public boolean isCurrent() throws IOException {
      return FileDisk.standsAt(key, file);
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        try {
          release();
        } finally {
          leave();
        }
      }
    }
  }
}
