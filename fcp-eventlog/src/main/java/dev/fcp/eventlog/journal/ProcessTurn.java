package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The turn of this process to write to a journal: takes the lock, waits while another process
 * writes, and says who holds it if that takes too long.
 */
final class ProcessTurn {

  private static final long SHORTEST_WAIT_NANOS = 50_000;
  private static final long LONGEST_WAIT_NANOS = 2_000_000;
  private static final int OWNER_BYTES = 200;

  private final JournalFolder folder;
  private final Duration patience;
  private Disk.Lock lock;

  /** What is published about who holds it, while it is held for longer. */
  private @Nullable String signature;

  ProcessTurn(JournalFolder folder, Duration patience) throws IOException {
    this.folder = folder;
    this.patience = patience;
    this.lock = folder.disk().lock(folder.lock());
  }

  /** Makes a folder, if it is not there, and takes its lock. */
  static ProcessTurn takenIn(JournalFolder folder, Duration patience) throws IOException {
    while (true) {
      folder.create();
      ProcessTurn turn = new ProcessTurn(folder, patience);
      try {
        turn.take();
        if (turn.stands()) {
          return turn;
        }
      } catch (IOException | RuntimeException e) {
        turn.close();
        throw e;
      }
      // Somebody deleted the folder after it was made here.
      turn.close();
    }
  }

  void take() throws IOException {
    boolean interrupted = false;
    try {
      long start = System.nanoTime();
      long wait = SHORTEST_WAIT_NANOS;
      while (!lock.tryAcquire()) {
        if (System.nanoTime() - start > patience.toNanos()) {
          throw new IOException("it is held by " + owner());
        }
        LockSupport.parkNanos(wait);
        // Nobody waits with its interrupt pending.
        interrupted |= Thread.interrupted();
        wait = Math.min(2 * wait, LONGEST_WAIT_NANOS);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Does one thing with the lock, which is held, and gives it back for good. */
  void end(Crew.DiskAct act) throws IOException {
    try {
      act.run();
    } finally {
      close();
    }
  }

  /** Whether the lock keeps others out of the folder: nobody moved or deleted it. */
  boolean stands() throws IOException {
    return lock.isCurrent();
  }

  /** Gives the lock back, and says no more who holds it. */
  void give() throws IOException {
    try {
      if (signature != null) {
        folder.disk().delete(folder.owner());
        signature = null;
      }
    } finally {
      lock.release();
    }
  }

  Duration patience() {
    return patience;
  }

  /** Goes on with the lock of another turn, which is not used any more; gives the one it had. */
  Disk.Lock goOnWith(ProcessTurn other) {
    Disk.Lock left = lock;
    lock = other.lock;
    return left;
  }

  void close() throws IOException {
    lock.close();
  }

  /** Says beside the lock who holds it for longer. It need not last: a lock does not either. */
  void sign(String owner) throws IOException {
    signature = owner;
    signIn(folder);
  }

  /** Says the same in another folder, if anything is said. */
  void signIn(JournalFolder other) throws IOException {
    String signature = this.signature;
    if (signature != null) {
      try (Disk.Handle file = other.disk().open(other.owner())) {
        file.truncate(0);
        file.write(0, signature.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private String owner() throws IOException {
    byte[] owner = folder.disk().read(folder.owner(), 0, OWNER_BYTES);
    return owner.length == 0
        ? "another program, which is writing for longer than %d ms".formatted(patience.toMillis())
        : new String(owner, StandardCharsets.UTF_8).strip();
  }
}
