package dev.fcp.eventlog.folder;

import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.folder.Directory.FileStat;
import dev.fcp.eventlog.folder.Directory.FileType;
import dev.fcp.eventlog.folder.FolderScanner.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Walks over the directories and files that belong to a folder, sorted by name. */
final class FolderWalk {

  /** Each level of directories keeps files open. */
  private static final int MAX_DEPTH = 200;

  private static final int MAX_ATTEMPTS = 3;

  private final boolean respectsGitIgnore;
  private final PathPatterns includes;
  private final PathPatterns excludes;
  private final LookedPaths looked;
  private final Visitor visitor;

  /** Receives what a walk finds. */
  interface Visitor {

    /** Receives a directory before it is listed. */
    void enter(String path);

    /** Receives a file, and returns whether it is to be read. */
    boolean wants(String path, FileStat stat);

    /** Receives a file that was read. */
    void read(String path, FileStat stat, byte[] bytes) throws IOException;

    /** Whether a path belongs to the folder although it is excluded or ignored. */
    boolean keeps(String path);

    /** Receives what was left out for another reason than patterns. */
    void leaveOut(String path, Reason reason);
  }

  FolderWalk(FolderSettings settings, LookedPaths looked, Visitor visitor) {
    this.respectsGitIgnore = settings.respectsGitIgnore();
    this.includes = PathPatterns.of(settings.includes());
    this.excludes = PathPatterns.of(settings.excludes());
    this.looked = looked;
    this.visitor = visitor;
  }

  /** Whether a name never belongs to a folder. */
  static boolean isReserved(Path name) {
    return FolderManifest.isReserved(name.toString());
  }

  /** Walks over the directory of the folder. */
  void walk(Directory root) throws IOException {
    IgnoreRules rules = respectsGitIgnore ? IgnoreRules.ofRepository(root) : IgnoreRules.NONE;
    new Level(root, "", rules, includes.isEmpty(), false, 0).walk();
  }

  /** An open directory of the folder. */
  private final class Level {

    private final Directory directory;
    private final String prefix;
    private final boolean isIncluded;
    private final boolean isIgnored;
    private final int depth;
    private final List<Path> names;
    private final Optional<FileStat> ignoreFile;
    private final IgnoreRules rules;

    /**
     * Lists an open directory.
     *
     * @param path its path; empty for the folder itself
     * @param outer the rules of the directory around it
     * @param isIncluded whether files in it are included without a pattern of their own
     * @param isIgnored whether it is ignored, so that only files in it that are kept are examined
     */
    Level(
        Directory directory,
        String path,
        IgnoreRules outer,
        boolean isIncluded,
        boolean isIgnored,
        int depth)
        throws IOException {
      this.directory = directory;
      this.prefix = path.isEmpty() ? "" : path + "/";
      this.isIncluded = isIncluded;
      this.isIgnored = isIgnored;
      this.depth = depth;
      boolean isWhole = looked.coversAllIn(path);
      if (isWhole) {
        visitor.enter(path);
      }
      this.names = isWhole ? allNames() : looked.namesIn(path).stream().map(Path::of).toList();
      boolean mayHaveRules =
          respectsGitIgnore && (!isWhole || names.contains(IgnoreRules.FILE_NAME));
      this.ignoreFile = mayHaveRules ? directory.stat(IgnoreRules.FILE_NAME) : Optional.empty();
      this.rules =
          ignoreFile.isPresent() ? outer.inside(directory, prefix, ignoreFile.get()) : outer;
    }

    private List<Path> allNames() throws IOException {
      List<Path> sorted = new ArrayList<>(directory.names());
      sorted.sort(Comparator.comparing(Path::toString));
      return sorted;
    }

    void walk() throws IOException {
      for (Path name : names) {
        if (!isReserved(name)) {
          examine(name, prefix + name);
        }
      }
    }

    private void examine(Path name, String path) throws IOException {
      if (!isValid(name, path)) {
        visitor.leaveOut(path, Reason.INVALID_PATH);
        return;
      }
      Optional<FileStat> stat =
          ignoreFile.isPresent() && name.equals(IgnoreRules.FILE_NAME)
              ? ignoreFile
              : stat(name, path);
      for (int attempts = 1; stat.isPresent() && !examine(name, path, stat.get()); attempts++) {
        if (attempts == MAX_ATTEMPTS) {
          visitor.leaveOut(path, Reason.CHANGING);
          return;
        }
        stat = stat(name, path);
      }
    }

    /** Whether a name can be part of a path: it may have bytes that are no characters. */
    private static boolean isValid(Path name, String path) {
      try {
        FolderManifest.requireValidPath(path);
        return name.getFileSystem().getPath(name.toString()).equals(name);
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    /** The attributes of an entry; empty if there is none, or if it was left out. */
    private Optional<FileStat> stat(Path name, String path) {
      try {
        return directory.stat(name);
      } catch (IOException e) {
        visitor.leaveOut(path, Reason.UNREADABLE);
        return Optional.empty();
      }
    }

    /** Examines an entry, and returns whether it was still the same. */
    private boolean examine(Path name, String path, FileStat stat) throws IOException {
      boolean isDirectory = stat.type() == FileType.DIRECTORY;
      boolean isOwn = includes.decide(path, isDirectory).orElse(isIncluded);
      boolean isOut =
          isIgnored
              || (!isOwn && !isDirectory)
              || excludes.decide(path, isDirectory).orElse(false)
              || rules.isIgnored(path, isDirectory);
      if (isOut && !visitor.keeps(path)) {
        return true;
      }
      return switch (stat.type()) {
        case LINK -> {
          visitor.leaveOut(path, Reason.LINK);
          yield true;
        }
        case OTHER -> {
          visitor.leaveOut(path, Reason.NOT_A_FILE);
          yield true;
        }
        case DIRECTORY -> enter(name, path, stat, isOwn, isOut);
        case FILE -> !visitor.wants(path, stat) || read(name, path, stat);
      };
    }

    private boolean enter(Path name, String path, FileStat stat, boolean isOwn, boolean isOut)
        throws IOException {
      if (depth == MAX_DEPTH) {
        visitor.leaveOut(path, Reason.TOO_DEEP);
        return true;
      }
      Level entered;
      try {
        entered = open(name, path, isOwn, isOut);
      } catch (IOException e) {
        return isUnreadable(name, path, stat);
      }
      try {
        entered.walk();
      } finally {
        entered.directory.close();
      }
      return true;
    }

    private Level open(Path name, String path, boolean isOwn, boolean isOut) throws IOException {
      Directory opened = directory.open(name);
      try {
        return new Level(opened, path, rules, isOwn, isOut, depth + 1);
      } catch (IOException | RuntimeException e) {
        opened.close();
        throw e;
      }
    }

    private boolean read(Path name, String path, FileStat stat) throws IOException {
      Optional<byte[]> bytes;
      try {
        bytes = directory.read(name, stat);
      } catch (IOException e) {
        return isUnreadable(name, path, stat);
      }
      if (bytes.isPresent()) {
        visitor.read(path, stat, bytes.get());
      }
      return bytes.isPresent();
    }

    /** Leaves out an entry that could not be read, unless it is another one now. */
    private boolean isUnreadable(Path name, String path, FileStat stat) {
      Optional<FileStat> now = stat(name, path);
      if (now.isPresent() && !now.get().isSameEntry(stat)) {
        return false;
      }
      if (now.isPresent()) {
        visitor.leaveOut(path, Reason.UNREADABLE);
      }
      return true;
    }
  }
}
