package dev.fcp.eventlog.folder;

import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.folder.Directory.FileStat;
import dev.fcp.eventlog.folder.Directory.FileType;
import dev.fcp.eventlog.folder.FolderScanner.ChangeSink;
import dev.fcp.eventlog.folder.FolderScanner.LeftOut;
import dev.fcp.eventlog.folder.FolderScanner.Look;
import dev.fcp.eventlog.folder.FolderScanner.Reason;
import dev.fcp.eventlog.folder.FolderStamps.Stamp;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** One walk over a folder. */
final class FolderWalk {

  /** Each level of directories keeps files open. */
  private static final int MAX_DEPTH = 200;

  private static final int MAX_ATTEMPTS = 3;

  /** Compared without case, because some disks ignore case. */
  private static final Set<String> RESERVED_NAMES = Set.of(".fcp", ".git");

  private final PathPatterns includes;
  private final PathPatterns excludes;
  private final FolderSettings settings;
  private final FolderManifest known;
  private final SortedMap<String, Stamp> former;
  private final Instant time;
  private final ChangeSink sink;

  private final SortedMap<String, FileEntry> found = new TreeMap<>();
  private final SortedMap<String, Stamp> stamps = new TreeMap<>();
  private final SortedSet<String> written = new TreeSet<>();
  private final List<LeftOut> leftOut = new ArrayList<>();
  private long leftOutCount;
  private int freeFiles;
  private boolean isFull;

  /**
   * A walk.
   *
   * @param former the stamps of former walks
   * @param time a time before all reading
   */
  FolderWalk(
      FolderSettings settings,
      FolderManifest known,
      SortedMap<String, Stamp> former,
      Instant time,
      ChangeSink sink) {
    this.settings = settings;
    this.known = known;
    this.former = former;
    this.time = time;
    this.sink = sink;
    this.includes = PathPatterns.of(settings.includes());
    this.excludes = PathPatterns.of(settings.excludes());
    // Known files come first, so that no new file pushes one of them out.
    this.freeFiles = Math.max(0, settings.maxFiles() - known.files().size());
  }

  /** The stamps of the files that were found. */
  SortedMap<String, Stamp> stamps() {
    return stamps;
  }

  /** The result of the walk. Passes the deleted files to the sink. */
  Look look(LookedPaths looked) throws IOException {
    SortedMap<String, FileEntry> files = looked.replace(known.files(), found);
    SortedSet<String> deleted = new TreeSet<>(known.files().keySet());
    deleted.removeAll(files.keySet());
    for (String path : deleted) {
      sink.accept(path, Optional.empty());
    }
    boolean isChanged = !written.isEmpty() || !deleted.isEmpty();
    FolderManifest folder = isChanged ? new FolderManifest(files) : known;
    return new Look(folder, written, deleted, leftOut, leftOutCount);
  }

  /** Walks over the directory of the folder. */
  void walk(Directory root, LookedPaths looked) throws IOException {
    IgnoreRules rules =
        settings.respectsGitIgnore() ? IgnoreRules.ofRepository(root) : IgnoreRules.NONE;
    new OpenDirectory(root, "", rules, includes.isEmpty(), 0, looked).walk();
  }

  private void leaveOut(String path, Reason reason) {
    leftOutCount++;
    if (leftOut.size() < Look.MAX_LEFT_OUT) {
      leftOut.add(new LeftOut(path, reason));
    }
  }

  /** Leaves out what cannot be read. Known files at the path or below it count as unchanged. */
  private void keepKnown(String path, Reason reason) {
    leaveOut(path, reason);
    keep(path, known.files(), found);
    keep(path, former, stamps);
  }

  private static <V> void keep(String path, SortedMap<String, V> from, SortedMap<String, V> to) {
    V own = from.get(path);
    if (own != null) {
      to.put(path, own);
    }
    to.putAll(LookedPaths.below(from, path));
  }

  private boolean isKnown(String path) {
    return known.files().containsKey(path)
        || !LookedPaths.below(known.files(), path).isEmpty();
  }

  /** An open directory of the folder. */
  private final class OpenDirectory {

    private final Directory directory;
    private final String prefix;
    private final boolean isIncluded;
    private final int depth;
    private final LookedPaths looked;
    private final List<Path> names;
    private final Optional<FileStat> ignoreFile;
    private final IgnoreRules rules;

    /**
     * Lists an open directory.
     *
     * @param path its path; empty for the folder itself
     * @param outer the rules of the directory around it
     * @param isIncluded whether files in it are included without a pattern of their own
     */
    OpenDirectory(
        Directory directory,
        String path,
        IgnoreRules outer,
        boolean isIncluded,
        int depth,
        LookedPaths looked)
        throws IOException {
      this.directory = directory;
      this.prefix = path.isEmpty() ? "" : path + "/";
      this.isIncluded = isIncluded;
      this.depth = depth;
      this.looked = looked;
      this.names = looked.coversAllIn(path) ? sortedNames() : names(looked.namesIn(path));
      this.ignoreFile =
          settings.respectsGitIgnore() && (!looked.coversAllIn(path) || hasIgnoreFile())
              ? directory.stat(IgnoreRules.FILE_NAME)
              : Optional.empty();
      this.rules = ignoreFile.isPresent() ? outer.inside(directory, prefix, ignoreFile.get()) : outer;
    }

    private List<Path> sortedNames() throws IOException {
      List<Path> sorted = new ArrayList<>(directory.names());
      sorted.sort(Comparator.comparing(Path::toString));
      return sorted;
    }

    private static List<Path> names(Set<String> names) {
      return names.stream().map(Path::of).toList();
    }

    private boolean hasIgnoreFile() {
      return names.contains(IgnoreRules.FILE_NAME);
    }

    void walk() throws IOException {
      for (Path name : names) {
        if (!RESERVED_NAMES.contains(name.toString().toLowerCase(Locale.ROOT))) {
          examine(name);
        }
      }
    }

    private void examine(Path name) throws IOException {
      String path = prefix + name;
      if (!isValid(name, path)) {
        leaveOut(path, Reason.INVALID_PATH);
        return;
      }
      Optional<FileStat> stat =
          name.equals(IgnoreRules.FILE_NAME) && ignoreFile.isPresent() ? ignoreFile : stat(name, path);
      for (int attempts = 1; stat.isPresent(); attempts++) {
        if (examine(name, path, stat.get())) {
          return;
        }
        if (attempts == MAX_ATTEMPTS) {
          keepKnown(path, Reason.CHANGING);
          return;
        }
        stat = stat(name, path);
      }
    }

    /** The attributes of an entry; empty if there is none, or if it was left out. */
    private Optional<FileStat> stat(Path name, String path) {
      try {
        return directory.stat(name);
      } catch (IOException e) {
        keepKnown(path, Reason.UNREADABLE);
        return Optional.empty();
      }
    }

    /** Whether a name can be part of a path: it may have bytes that are no characters. */
    private static boolean isValid(Path name, String path) {
      FileSystem disk = name.getFileSystem();
      try {
        FolderManifest.requireValidPath(path);
        return disk.getPath(name.toString()).equals(name);
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    /** Examines an entry, unless it changed since its attributes were read. */
    private boolean examine(Path name, String path, FileStat stat) throws IOException {
      boolean isDirectory = stat.type() == FileType.DIRECTORY;
      boolean isOwn = includes.decide(path, isDirectory).orElse(isIncluded);
      boolean isExcluded =
          excludes.decide(path, isDirectory).orElse(false)
              || rules.isIgnored(path, isDirectory)
              || (!isOwn && !isDirectory);
      if (isExcluded) {
        if (isKnown(path)) {
          leaveOut(path, Reason.IGNORED);
        }
        return true;
      }
      switch (stat.type()) {
        case LINK -> leaveOut(path, Reason.LINK);
        case OTHER -> leaveOut(path, Reason.NOT_A_FILE);
        case DIRECTORY -> {
          return enter(name, path, stat, isOwn);
        }
        case FILE -> {
          return examineFile(name, path, stat);
        }
      }
      return true;
    }

    private boolean enter(Path name, String path, FileStat stat, boolean isOwn)
        throws IOException {
      if (depth == MAX_DEPTH) {
        keepKnown(path, Reason.TOO_DEEP);
        return true;
      }
      OpenDirectory entered;
      try {
        entered = open(name, path, isOwn);
      } catch (IOException e) {
        return isUnreadable(name, path, stat);
      }
      try (Directory open = entered.directory) {
        entered.walk();
      }
      return true;
    }

    private OpenDirectory open(Path name, String path, boolean isOwn) throws IOException {
      Directory opened = directory.open(name);
      try {
        return new OpenDirectory(opened, path, rules, isOwn, depth + 1, looked);
      } catch (IOException | RuntimeException e) {
        opened.close();
        throw e;
      }
    }

    /** Leaves out an entry that could not be read, unless it is another one now. */
    private boolean isUnreadable(Path name, String path, FileStat stat) {
      Optional<FileStat> now = stat(name, path);
      if (now.isEmpty()) {
        return true;
      }
      boolean isSame = now.get().type() == stat.type() && now.get().key().equals(stat.key());
      if (isSame) {
        keepKnown(path, Reason.UNREADABLE);
      }
      return isSame;
    }

    private boolean examineFile(Path name, String path, FileStat stat) throws IOException {
      if (stat.sizeBytes() > settings.maxFileBytes()) {
        leaveOut(path, Reason.TOO_LARGE);
        return true;
      }
      FileEntry knownEntry = known.files().get(path);
      Stamp stamp = former.get(path);
      if (stamp != null && stamp.isTrusted(stat) && stamp.entry().equals(knownEntry)) {
        found.put(path, stamp.entry());
        stamps.put(path, stamp);
        return true;
      }
      if (knownEntry == null && freeFiles == 0) {
        leaveOutNew(path);
        return true;
      }
      Optional<byte[]> bytes;
      try {
        bytes = directory.read(name, stat);
      } catch (IOException e) {
        return isUnreadable(name, path, stat);
      }
      if (bytes.isPresent()) {
        add(path, stat, bytes.get());
      }
      return bytes.isPresent();
    }
  }

  private void leaveOutNew(String path) {
    if (isFull) {
      leftOutCount++;
    } else {
      isFull = true;
      leaveOut(path, Reason.TOO_MANY);
    }
  }

  private void add(String path, FileStat stat, byte[] bytes) throws IOException {
    FileEntry entry = FileEntry.of(bytes, stat.isExecutable());
    found.put(path, entry);
    stamps.put(path, Stamp.of(stat, entry, time));
    FileEntry knownEntry = known.files().get(path);
    if (knownEntry == null) {
      freeFiles--;
    }
    if (!entry.equals(knownEntry)) {
      written.add(path);
      sink.accept(path, Optional.of(new FileBytes(bytes, entry)));
    }
  }
}
