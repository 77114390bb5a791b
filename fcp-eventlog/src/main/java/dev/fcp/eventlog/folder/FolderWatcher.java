package dev.fcp.eventlog.folder;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Watches a folder and reports the paths that may have changed, once nothing more changes for a
 * while. If the system cannot watch its directories, everything is reported at intervals instead.
 */
public final class FolderWatcher implements AutoCloseable {

  /**
   * When changes are reported.
   *
   * @param quiet the time without changes after which they are reported
   * @param maxWait the time after the first change after which they are reported in any case
   * @param maxGit the same if Git is changing files, for instance to switch the branch
   * @param poll the interval of reports if the system cannot watch the directories
   */
  public record Timing(Duration quiet, Duration maxWait, Duration maxGit, Duration poll) {

    /**
     * Rejects times that are not positive.
     *
     * @throws IllegalArgumentException if one is not
     */
    public Timing {
      for (Duration time : new Duration[] {quiet, maxWait, maxGit, poll}) {
        if (!time.isPositive()) {
          throw new IllegalArgumentException("a time of " + time);
        }
      }
    }

    /** 200 milliseconds, two seconds, one minute and five seconds. */
    public static Timing defaults() {
      return new Timing(
          Duration.ofMillis(200),
          Duration.ofSeconds(2),
          Duration.ofMinutes(1),
          Duration.ofSeconds(5));
    }
  }

  /** Receives reports, on the thread of the watcher. Must not throw. */
  public interface Listener {

    /**
     * Receives the paths that may have changed, for {@link FolderScanner#look(
     * dev.fcp.eventlog.domain.FolderManifest, Set, FolderScanner.ChangeSink)}.
     *
     * @param paths relative to the directory; an empty path means everything
     */
    void changed(Set<String> paths);

    /** Receives the reason why everything is reported at intervals from now on. */
    void polling(String reason);
  }

  /** Reports changes. */
  interface ChangeSource extends Closeable {

    /**
     * Waits for changes.
     *
     * @param paths receives the paths that may have changed
     * @throws ClosedWatchServiceException if it was closed
     * @throws IOException if it cannot go on
     */
    void await(long nanos, Consumer<String> paths) throws IOException, InterruptedException;
  }

  private final Path root;
  private final Timing timing;
  private final Listener listener;
  private final LongSupplier nanoClock;
  private final ChangeCollector collector;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile ChangeSource source;

  FolderWatcher(
      Path root, Timing timing, Listener listener, ChangeSource source, LongSupplier nanoClock) {
    this.root = root;
    this.timing = timing;
    this.listener = listener;
    this.source = source;
    this.nanoClock = nanoClock;
    this.collector = new ChangeCollector(timing.quiet(), timing.maxWait(), timing.maxGit());
  }

  /**
   * Begins to watch the folder in a directory, on a daemon thread. What changes from then on is
   * reported; look at everything once afterwards to find what changed before.
   *
   * @throws IOException if there is no such directory
   */
  public static FolderWatcher start(
      Path directory, FolderSettings settings, Timing timing, Listener listener)
      throws IOException {
    Path root = directory.toRealPath();
    FolderWatcher watcher;
    try {
      ChangeSource source = WatchedDirectories.of(root, settings);
      watcher = new FolderWatcher(root, timing, listener, source, System::nanoTime);
    } catch (IOException e) {
      watcher = new FolderWatcher(root, timing, listener, new NoSource(e), System::nanoTime);
    }
    Thread.ofPlatform().name("fcp-watch").daemon().start(watcher::run);
    return watcher;
  }

  /** A source that never began. */
  private record NoSource(IOException failure) implements ChangeSource {

    @Override
    public void await(long nanos, Consumer<String> paths) throws IOException {
      throw failure;
    }

    @Override
    public void close() {}
  }

  private void run() {
    try {
      while (closed.getCount() > 0) {
        step();
      }
    } catch (ClosedWatchServiceException e) {
      // It was closed while it waited.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reports changes if it is time, else waits for some. */
  void step() throws InterruptedException {
    long delayNanos =
        collector.isEmpty()
            ? Long.MAX_VALUE
            : collector.delayNanos(nanoClock.getAsLong(), isGitBusy());
    if (delayNanos <= 0) {
      listener.changed(collector.take());
      return;
    }
    try {
      source.await(delayNanos, this::collect);
    } catch (IOException e) {
      poll(e);
    }
  }

  private void collect(String path) {
    collector.add(path, nanoClock.getAsLong());
  }

  private void poll(IOException failure) {
    ChangeSource failed = source;
    source = new Interval();
    try {
      failed.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
    collect(ChangeCollector.ALL);
    listener.polling(String.valueOf(failure.getMessage()));
  }

  /** Reports everything at intervals. */
  private final class Interval implements ChangeSource {

    private long lastNanos = nanoClock.getAsLong();

    @Override
    public void await(long nanos, Consumer<String> paths) throws InterruptedException {
      long untilNext = lastNanos + timing.poll().toNanos() - nanoClock.getAsLong();
      if (closed.await(Math.min(nanos, untilNext), TimeUnit.NANOSECONDS)) {
        return;
      }
      if (nanoClock.getAsLong() - lastNanos >= timing.poll().toNanos()) {
        lastNanos = nanoClock.getAsLong();
        paths.accept(ChangeCollector.ALL);
      }
    }

    @Override
    public void close() {}
  }

  private boolean isGitBusy() {
    return GitWorkTree.around(root).filter(GitWorkTree::isBusy).isPresent();
  }

  /** Stops watching. A report that is under way is completed. */
  @Override
  public void close() throws IOException {
    closed.countDown();
    source.close();
  }
}
