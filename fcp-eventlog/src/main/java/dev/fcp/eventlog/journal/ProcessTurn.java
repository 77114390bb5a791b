package dev.fcp.eventlog.journal;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The right of this process to write to a journal: acquires the lock, waits while another process
 * writes, and reports the owner if that takes too long.
 */
final class ProcessTurn {

  private static final long SHORTEST_WAIT_NANOS = 50_000;
  private static final long LONGEST_WAIT_NANOS = 2_000_000;
  private static final int OWNER_BYTES = 200;

  private final JournalFolder folder;
  private final Duration patience;
  private Disk.Lock lock;

  /** The published owner, while the lock is held for longer. */
  private @Nullable String signature;

  ProcessTurn(JournalFolder folder, Duration patience) throws IOException {
    this.folder = folder;
    this.patience = patience;
    this.lock = folder.disk().lock(folder.lock());
  }

  /** Creates a folder, if it does not exist, and acquires its lock. */
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
      // Another process deleted the folder in the meantime.
      turn.close();
    }
  }

  void take() throws IOException {
    boolean interrupted = false;
    try {
      long start = System.nanoTime();
      long wait = SHORTEST_WAIT_NANOS;
      while (!lock.tryAcquire()) {
        if (System.nanoTime() - start > NANOSECONDS.convert(patience)) {
          throw new IOException("it is held by " + owner());
        }
        LockSupport.parkNanos(wait);
        // A pending interrupt would end each wait at once.
        interrupted |= Thread.interrupted();
        wait = Math.min(2 * wait, LONGEST_WAIT_NANOS);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether the lock still protects the folder: it was not moved or deleted. */
  boolean stands() throws IOException {
    return lock.isCurrent();
  }

  /** Releases the lock and deletes the published owner. */
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

  /**
   * Replaces the lock by that of another object, which must not be used any more; returns the old
   * one.
   */
  Disk.Lock goOnWith(ProcessTurn other) {
    Disk.Lock left = lock;
    lock = other.lock;
    return left;
  }

  void close() throws IOException {
    lock.close();
  }

  /**
   * Publishes the owner of the lock. Not forced, because a lock does not survive a power cut
   * either.
   */
  void sign(String owner) throws IOException {
    signature = owner;
    signIn(folder);
  }

  /** Publishes the same owner in another folder, if there is one. */
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
