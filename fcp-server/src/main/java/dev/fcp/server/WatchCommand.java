package dev.fcp.server;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.folder.FolderSettings;
import dev.fcp.eventlog.folder.FolderWatcher;
import dev.fcp.eventlog.folder.FolderWatcher.Timing;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Subscription;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.workspace.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fcp watch DIR}: records what changes in a folder, and prints it, until interrupted. */
@Command(
    name = "watch",
    description = {
      "Records what changes in a folder, whoever changes it, and prints it.",
      "Runs until it is interrupted; other commands work meanwhile.",
      "fcp mark says to whom the changes belong."
    },
    footer = {"", "Example: fcp watch ~/notes", "         fcp watch . --json"})
final class WatchCommand extends FileCommand {

  private static final Set<String> ALL_FILES = Set.of("");

  @Option(names = "--json", description = "Prints one line of JSON for each step.")
  private boolean json;

  @Option(
      names = "--poll",
      description = "Looks at all files every 5 seconds, where the system cannot watch folders.")
  private boolean poll;

  /** Paths to look at, as the watcher reports them. */
  private final BlockingQueue<Set<String>> reports = new LinkedBlockingQueue<>();

  /** Whether the last look failed, so that the next one comes after an interval. */
  private boolean hasFailed;

  WatchCommand(Console console, Languages languages) {
    super(console, languages);
  }

  @Override
  public Integer call() {
    return target().watchFolder(this::watch).code();
  }

  /** Looks when the watcher reports something, until the thread is interrupted. */
  private ExitCode watch(
      Path folder, Supplier<FolderSettings> settings, Workspace<?, ?> workspace) {
    Document<?, ?> document = workspace.document().orElseThrow();
    CountDownLatch isDone = new CountDownLatch(1);
    Thread interruption = interruption(Thread.currentThread(), isDone);
    Runtime.getRuntime().addShutdownHook(interruption);
    Subscription report = workspace.report(json, this::print);
    FolderSettings watched = settings.get();
    Optional<FolderWatcher> watcher = watcher(folder, watched);
    try {
      if (!look(document, ALL_FILES)) {
        return ExitCode.BROKEN;
      }
      print(json ? "{\"kind\":\"watching\"}" : "! watching %s; stop with Ctrl-C".formatted(file()));
      // Each look records and prints what changed.
      while (look(document, nextPaths())) {
        FolderSettings current = current(settings, watched);
        if (!current.equals(watched)) {
          watcher.ifPresent(this::close);
          watcher = watcher(folder, current);
          watched = current;
          reports.add(ALL_FILES);
        }
      }
      return ExitCode.BROKEN;
    } catch (InterruptedException e) {
      return ExitCode.DONE;
    } finally {
      watcher.ifPresent(this::close);
      report.close();
      removeHook(interruption);
      isDone.countDown();
    }
  }

  /** The current settings; the former ones if these are not valid, which the next look reports. */
  private FolderSettings current(Supplier<FolderSettings> settings, FolderSettings former) {
    try {
      return settings.get();
    } catch (UncheckedIOException e) {
      hasFailed = true;
      return former;
    }
  }

  private void close(FolderWatcher watcher) {
    try {
      watcher.close();
    } catch (IOException e) {
      throw cannotWatch(e);
    }
  }

  private JournalException cannotWatch(IOException failure) {
    return new JournalException("%s cannot be watched: %s".formatted(file(), failure), failure);
  }

  /** A watcher of the files that belong to a folder; empty if all are looked at regularly. */
  private Optional<FolderWatcher> watcher(Path folder, FolderSettings settings) {
    if (poll) {
      return Optional.empty();
    }
    FolderWatcher.Listener listener =
        new FolderWatcher.Listener() {
          @Override
          public void changed(Set<String> paths) {
            reports.add(paths);
          }

          @Override
          public void polling(String reason) {
            console().err().println(Line.of("! looking every 5 seconds: " + reason).text());
            console().err().flush();
          }
        };
    try {
      return Optional.of(FolderWatcher.start(folder, settings, Timing.defaults(), listener));
    } catch (IOException e) {
      throw cannotWatch(e);
    }
  }

  /** The paths that were reported; all of them after an interval if there is no watcher. */
  private Set<String> nextPaths() throws InterruptedException {
    long intervalMillis = poll || hasFailed ? Timing.defaults().poll().toMillis() : Long.MAX_VALUE;
    Set<String> first = reports.poll(intervalMillis, TimeUnit.MILLISECONDS);
    Set<String> paths = new HashSet<>(first == null ? ALL_FILES : first);
    List<Set<String>> more = new ArrayList<>();
    reports.drainTo(more);
    more.forEach(paths::addAll);
    return paths;
  }

  /** Records what changed; returns false if the folder is gone. */
  private boolean look(Document<?, ?> document, Set<String> paths) {
    hasFailed = false;
    try {
      FileChange change = document.checkFiles(paths);
      if (change instanceof FileChange.Deleted) {
        console().printError(ExitCode.BROKEN, "! %s is no folder any more".formatted(file()));
        return false;
      }
      if (change instanceof FileChange.Merged(var count, var conflicts)) {
        conflicts.forEach(conflict ->
            console().err().println(Line.of("! not merged: " + conflict.reason()).text()));
      }
    } catch (JournalException e) {
      // Another process may hold the history for long; a later look finds the changes.
      console().printError(ExitCode.BROKEN, "! " + e.getMessage());
      hasFailed = true;
    }
    console().err().flush();
    return true;
  }

  private void print(String line) {
    console().out().println(line);
    console().out().flush();
  }

  /** Interrupts the watching thread when the program is stopped, and waits until it has ended. */
  private static Thread interruption(Thread watching, CountDownLatch isDone) {
    return new Thread(() -> {
      watching.interrupt();
      try {
        boolean unused = isDone.await(5, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The program is being stopped.
    }
  }
}
