package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The turn of this process to write to a journal: takes the lock, waits while another process
 * writes, and says who holds it if that takes too long.
 */
final class ProcessTurn {

  private static final long SHORTEST_WAIT_NANOS = 50_000;
  private static final long LONGEST_WAIT_NANOS = 2_000_000;
  private static final int OWNER_BYTES = 200;

  private final JournalFolder folder;
  private final Disk.Lock lock;
  private final Duration patience;

  ProcessTurn(JournalFolder folder, Duration patience) throws IOException {
    this.folder = folder;
    this.lock = folder.disk().lock(folder.lock());
    this.patience = patience;
  }

  void take() throws IOException {
    long start = System.nanoTime();
    long wait = SHORTEST_WAIT_NANOS;
    while (!lock.tryAcquire()) {
      if (System.nanoTime() - start > patience.toNanos()) {
        throw new IOException("it is held by " + owner());
      }
      LockSupport.parkNanos(wait);
      wait = Math.min(2 * wait, LONGEST_WAIT_NANOS);
    }
  }

  void give() throws IOException {
    lock.release();
  }

  void close() throws IOException {
    lock.close();
  }

  /** Says beside the lock who holds it for longer. */
  void sign(String owner) throws IOException {
    folder.replace(folder.owner(), owner.getBytes(StandardCharsets.UTF_8));
  }

  void unsign() throws IOException {
    folder.disk().delete(folder.owner());
  }

  private String owner() throws IOException {
    byte[] owner = folder.disk().read(folder.owner(), 0, OWNER_BYTES);
    return owner.length == 0
        ? "another program, which is writing for longer than " + patience
        : new String(owner, StandardCharsets.UTF_8).strip();
  }
}
