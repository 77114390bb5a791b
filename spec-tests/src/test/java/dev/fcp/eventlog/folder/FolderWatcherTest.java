package dev.fcp.eventlog.folder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.folder.FolderWatcher.ChangeSource;
import dev.fcp.eventlog.folder.FolderWatcher.Listener;
import dev.fcp.eventlog.folder.FolderWatcher.Timing;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Clause("DO-18")
class FolderWatcherTest {

  private static final Timing TIMING =
      new Timing(
          Duration.ofMillis(200),
          Duration.ofSeconds(2),
          Duration.ofMinutes(1),
          Duration.ofSeconds(5));

  @TempDir private Path temp;
  private Path root;

  /** The time of the scripted source, which waiting advances. */
  private long nowNanos;

  private final List<Set<String>> reports = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();

  private final Listener listener =
      new Listener() {
        @Override
        public void changed(Set<String> paths) {
          reports.add(new TreeSet<>(paths));
        }

        @Override
        public void polling(String reason) {
          reasons.add(reason);
        }
      };

  @BeforeEach
  void begin() throws IOException {
    root = temp.toRealPath();
  }

  /** A change at a time in milliseconds, and what it does on disk. */
  private record Change(long atMillis, String path, FileAction action) {

    Change(long atMillis, String path) {
      this(atMillis, path, () -> {});
    }
  }

  private interface FileAction {
    void run() throws IOException;
  }

  /** Reports changes when their time has come; waiting takes no time. */
  private final class Script implements ChangeSource {

    private final Queue<Change> changes;

    Script(Change... changes) {
      this.changes = new ArrayDeque<>(List.of(changes));
    }

    @Override
    public void await(long nanos, Consumer<String> paths) throws IOException {
      Change next = changes.peek();
      boolean isNext =
          next != null && TimeUnit.MILLISECONDS.toNanos(next.atMillis()) - nowNanos <= nanos;
      if (isNext) {
        nowNanos = TimeUnit.MILLISECONDS.toNanos(next.atMillis());
        next.action().run();
        paths.accept(changes.remove().path());
      } else {
        nowNanos += Math.min(nanos, TimeUnit.DAYS.toNanos(1));
      }
    }

    @Override
    public void close() {}
  }

  private void run(int steps, Change... changes) throws InterruptedException {
    FolderWatcher watcher =
        new FolderWatcher(root, TIMING, listener, new Script(changes), () -> nowNanos);
    for (int i = 0; i < steps; i++) {
      watcher.step();
    }
  }

  @Test
  void writes_that_follow_each_other_are_one_report() throws Exception {
    run(
        10,
        new Change(0, "4913"),
        new Change(50, "a.md~"),
        new Change(100, "a.md"),
        new Change(900, "b.md"));
    assertThat(reports).containsExactly(Set.of("4913", "a.md~", "a.md"), Set.of("b.md"));
  }

  @Test
  void changes_during_a_switch_of_the_branch_are_one_report_after_it() throws Exception {
    Path git = Files.createDirectory(root.resolve(".git"));
    run(
        200,
        new Change(0, "a.md", () -> Files.createFile(git.resolve("index.lock"))),
        new Change(5_000, "b.md"),
        new Change(9_000, "c.md", () -> Files.delete(git.resolve("index.lock"))));
    assertThat(reports).containsExactly(Set.of("a.md", "b.md", "c.md"));
  }

  @Test
  void a_source_that_fails_is_replaced_by_reports_of_everything() throws Exception {
    ChangeSource failing =
        new ChangeSource() {
          @Override
          public void await(long nanos, Consumer<String> paths) throws IOException {
            throw new IOException("User limit of inotify watches reached");
          }

          @Override
          public void close() {}
        };
    FolderWatcher watcher = new FolderWatcher(root, TIMING, listener, failing, () -> nowNanos);
    watcher.step();
    nowNanos += TimeUnit.SECONDS.toNanos(1);
    watcher.step();
    nowNanos += TimeUnit.SECONDS.toNanos(5);
    watcher.step();
    nowNanos += TimeUnit.SECONDS.toNanos(1);
    watcher.step();
    assertThat(reasons).containsExactly("User limit of inotify watches reached");
    assertThat(reports).containsExactly(Set.of(""), Set.of(""));
  }

  @Test
  void a_written_file_is_reported_by_the_thread_of_the_watcher() throws Exception {
    BlockingQueue<Set<String>> taken = new LinkedBlockingQueue<>();
    Listener queue =
        new Listener() {
          @Override
          public void changed(Set<String> paths) {
            taken.add(paths);
          }

          @Override
          public void polling(String reason) {
            throw new AssertionError(reason);
          }
        };
    FolderWatcher watcher =
        FolderWatcher.start(root, FolderSettings.defaults(), Timing.defaults(), queue);
    try {
      Files.writeString(root.resolve("a.md"), "a");
      assertThat(taken.poll(1, TimeUnit.MINUTES)).containsExactly("a.md");
    } finally {
      watcher.close();
    }
  }
}
