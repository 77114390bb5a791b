package dev.fcp.eventlog.folder;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;
import static java.nio.file.StandardWatchEventKinds.OVERFLOW;

import com.google.common.collect.BiMap;
import com.google.common.collect.HashBiMap;
import dev.fcp.eventlog.folder.Directory.FileStat;
import dev.fcp.eventlog.folder.FolderScanner.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Gets the events of all directories of a folder from the system. */
final class WatchedDirectories implements FolderWatcher.ChangeSource {

  /** Stands for what Git logs; a look at this path examines no file of the folder. */
  static final String GIT_LOG = ".git/logs/HEAD";

  private final Path root;
  private final FolderSettings settings;
  private final PathPatterns excludes;
  private final WatchService service;
  private final BiMap<WatchKey, String> directories = HashBiMap.create();

  /** The key of the folder of Git's log; empty if there is none. */
  private Optional<WatchKey> gitLog = Optional.empty();

  private WatchedDirectories(Path root, FolderSettings settings, WatchService service) {
    this.root = root;
    this.settings = settings;
    this.excludes = PathPatterns.of(settings.excludes());
    this.service = service;
  }

  /**
   * Begins to watch.
   *
   * @param root a path without symbolic links
   * @throws IOException if the system does not watch so many directories, or any
   */
  static WatchedDirectories of(Path root, FolderSettings settings) throws IOException {
    WatchedDirectories watched =
        new WatchedDirectories(root, settings, root.getFileSystem().newWatchService());
    try {
      watched.register(ChangeCollector.ALL);
      watched.registerGitLog();
      return watched;
    } catch (IOException | RuntimeException e) {
      watched.close();
      throw e;
    }
  }

  @Override
  public void await(long nanos, Consumer<String> paths) throws IOException, InterruptedException {
    WatchKey key = service.poll(nanos, TimeUnit.NANOSECONDS);
    while (key != null) {
      String directory = directories.get(key);
      if (gitLog.filter(key::equals).isPresent()) {
        // A switched branch may change no file, and what is changed next is not part of it.
        paths.accept(GIT_LOG);
      }
      for (WatchEvent<?> event : key.pollEvents()) {
        if (directory != null) {
          accept(directory, event, paths);
        }
      }
      if (!key.reset() && directory != null) {
        directories.remove(key);
        if (directory.equals(ChangeCollector.ALL)) {
          throw new NoSuchFileException(root.toString());
        }
        paths.accept(directory);
      }
      key = service.poll();
    }
  }

  private void accept(String directory, WatchEvent<?> event, Consumer<String> paths)
      throws IOException {
    if (event.kind().equals(OVERFLOW) || !(event.context() instanceof Path name)) {
      register(ChangeCollector.ALL);
      paths.accept(ChangeCollector.ALL);
      return;
    }
    String path = directory.isEmpty() ? name.toString() : directory + "/" + name;
    if (FolderWalk.isReserved(name) || excludes.matchesFile(path)) {
      return;
    }
    boolean isWatched = directories.containsValue(path);
    if (event.kind().equals(ENTRY_MODIFY) && isWatched) {
      // Its entries have events of their own.
      return;
    }
    if (event.kind().equals(ENTRY_DELETE) && isWatched) {
      unregister(path);
    }
    if (event.kind().equals(ENTRY_CREATE) || name.equals(IgnoreRules.FILE_NAME)) {
      // The path of an ignore file stands for its directory.
      register(path);
    }
    paths.accept(path);
  }

  /** A directory that was renamed keeps its key; it is registered again with its new name. */
  private void unregister(String path) {
    directories
        .entrySet()
        .removeIf(entry -> {
          boolean isGone = entry.getValue().equals(path) || entry.getValue().startsWith(path + "/");
          if (isGone) {
            entry.getKey().cancel();
          }
          return isGone;
        });
  }

  private void registerGitLog() throws IOException {
    Optional<Path> folder =
        GitWorkTree.around(root).map(GitWorkTree::logFolder).filter(Files::isDirectory);
    gitLog =
        folder.isPresent()
            ? Optional.of(folder.get().register(service, ENTRY_CREATE, ENTRY_MODIFY))
            : Optional.empty();
  }

  /** Registers the directories at a path and below it, before their entries are looked at. */
  private void register(String path) throws IOException {
    try (Directory opened = DiskDirectory.at(root)) {
      new FolderWalk(settings, LookedPaths.of(Set.of(path)), new Registration()).walk(opened);
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }

  /** Registers the directories of a walk. */
  private final class Registration implements FolderWalk.Visitor {

    @Override
    public void enter(String path) {
      try {
        directories.forcePut(
            root.resolve(path).register(service, ENTRY_CREATE, ENTRY_MODIFY, ENTRY_DELETE), path);
      } catch (FileSystemException e) {
        // It is gone, or cannot be read, which the look reports.
      } catch (IOException e) {
        // The system watches no more directories. A walk would only leave the directory out.
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public boolean wants(String path, FileStat stat) {
      return false;
    }

    @Override
    public void read(String path, FileStat stat, byte[] bytes) {}

    @Override
    public boolean keeps(String path) {
      return false;
    }

    @Override
    public void leaveOut(String path, Reason reason) {}
  }

  @Override
  public void close() throws IOException {
    service.close();
  }
}
