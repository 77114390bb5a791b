package dev.fcp.eventlog.folder;

import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.folder.FolderStamps.Stamp;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Finds what changed in a folder. A file is read only if its attributes differ from those of its
 * last reading, or if it was read so soon after a write that another write may not have changed
 * them. Symbolic links are not followed. For one thread at a time.
 *
 * <p>A program that writes a file in place and then sets its modification time back to the former
 * one is not noticed if the size is the same.
 */
public final class FolderScanner {

  /** Receives the files that differ from a known version. */
  @FunctionalInterface
  public interface ChangeSink {

    /** Receives a file that was created or changed, or one without content that was deleted. */
    void accept(String path, Optional<FileBytes> content) throws IOException;
  }

  /**
   * The result of a look.
   *
   * @param folder the files of the folder; the known version itself if nothing changed
   * @param written the paths of files that were created or changed
   * @param deleted the paths of known files that no longer belong to the folder
   * @param leftOut the first entries that were left out, at most {@link #MAX_LEFT_OUT}
   * @param leftOutCount the number of entries that were left out
   */
  public record Look(
      FolderManifest folder,
      SortedSet<String> written,
      SortedSet<String> deleted,
      List<LeftOut> leftOut,
      long leftOutCount) {

    /** The maximum number of entries that are listed as left out. */
    public static final int MAX_LEFT_OUT = 1_000;

    /** Copies the collections. */
    public Look {
      written = Collections.unmodifiableSortedSet(new TreeSet<>(written));
      deleted = Collections.unmodifiableSortedSet(new TreeSet<>(deleted));
      leftOut = List.copyOf(leftOut);
    }

    /** Whether files were created, changed or deleted. */
    public boolean isChanged() {
      return !written.isEmpty() || !deleted.isEmpty();
    }
  }

  /**
   * An entry of the directory that was left out.
   *
   * @param path its path; may contain any characters if it is not valid
   */
  public record LeftOut(String path, Reason reason) {}

  /** Why an entry was left out. */
  public enum Reason {
    /** It is a symbolic link. */
    LINK(false),
    /** It is neither a file nor a directory, but for instance a pipe. */
    NOT_A_FILE(false),
    /** It is larger than the limit. */
    TOO_LARGE(true),
    /** It and all later new files exceed the maximum number of files. */
    TOO_MANY(false),
    /** It lies too deep in the folder. */
    TOO_DEEP(true),
    /** Its path is not valid by {@link FolderManifest#requireValidPath}. */
    INVALID_PATH(false),
    /** It cannot be read. */
    UNREADABLE(true),
    /** It changed while it was read, several times. */
    CHANGING(true);

    private final boolean keepsKnown;

    Reason(boolean keepsKnown) {
      this.keepsKnown = keepsKnown;
    }

    /** Whether known files at the path and below it count as unchanged, and not as deleted. */
    public boolean keepsKnown() {
      return keepsKnown;
    }
  }

  private final Path root;
  private final FolderSettings settings;
  private final Directory.Opener disk;
  private final InstantSource clock;
  private SortedMap<String, Stamp> stamps;

  FolderScanner(
      Path root,
      FolderSettings settings,
      SortedMap<String, Stamp> stamps,
      Directory.Opener disk,
      InstantSource clock) {
    this.root = root;
    this.settings = settings;
    this.stamps = stamps;
    this.disk = disk;
    this.clock = clock;
  }

  /**
   * A scanner of the folder in a directory.
   *
   * @param stamps the stamps of a former scanner of the directory; if they are empty or damaged all
   *     files are read
   * @throws IOException if there is no such directory
   */
  public static FolderScanner of(Path directory, FolderSettings settings, byte[] stamps)
      throws IOException {
    return new FolderScanner(
        directory.toRealPath(),
        settings,
        FolderStamps.decode(stamps),
        DiskDirectory::at,
        InstantSource.system());
  }

  /** The stamps of all files that were read, for a later scanner. */
  public byte[] stamps() {
    return FolderStamps.encode(stamps);
  }

  /** The directory, with symbolic links resolved. */
  public Path root() {
    return root;
  }

  /**
   * Looks at all files.
   *
   * @param known the version to compare with
   * @param sink receives the files that differ from that version; those that were deleted last
   * @throws IOException if the directory cannot be read, or if the sink fails; the next look then
   *     finds the same differences
   */
  public Look look(FolderManifest known, ChangeSink sink) throws IOException {
    return look(known, Set.of(""), sink);
  }

  /**
   * Looks at the files at some paths and below them; all others count as unchanged. The path of a
   * file {@code .gitignore} stands for its directory, because it decides what belongs to the folder
   * there.
   *
   * @param paths relative to the directory; an empty path means all files
   * @throws IOException as for {@link #look(FolderManifest, ChangeSink)}
   */
  public Look look(FolderManifest known, Set<String> paths, ChangeSink sink) throws IOException {
    LookedPaths looked = LookedPaths.of(paths);
    FolderComparison comparison =
        new FolderComparison(settings, known, stamps, clock.instant(), sink);
    try (Directory opened = disk.open(root)) {
      new FolderWalk(settings, looked, comparison).walk(opened);
    }
    Look look = comparison.look(looked);
    stamps = looked.replace(stamps, comparison.stamps());
    return look;
  }
}
