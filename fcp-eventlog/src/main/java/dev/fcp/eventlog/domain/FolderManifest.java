package dev.fcp.eventlog.domain;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.base.Utf8;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.hash.Hashing;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;

/**
 * One version of a folder: its files by path, each identified by its hash. Immutable.
 *
 * @param files the files by path; a path is relative to the folder and separates names by {@code /}
 */
public record FolderManifest(SortedMap<String, FileEntry> files) {

  /** A folder without files. */
  public static final FolderManifest EMPTY = new FolderManifest(ImmutableSortedMap.of());

  /** The maximum length of a path in UTF-16 code units. */
  public static final int MAX_PATH_LENGTH = 1_000;

  private static final Set<String> RESERVED_NAMES = Set.of(".fcp", ".git");

  private static final Splitter NAMES = Splitter.on('/');
  private static final CharMatcher FORBIDDEN =
      CharMatcher.javaIsoControl().or(CharMatcher.is('\\'));

  /**
   * Copies the map.
   *
   * @throws IllegalArgumentException if a path is not valid, or if a file lies below another one
   */
  public FolderManifest {
    files = ImmutableSortedMap.copyOf(files);
    for (String path : files.keySet()) {
      requireValidPath(path);
      for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
        if (files.containsKey(path.substring(0, end))) {
          throw new IllegalArgumentException(path + " lies below a file");
        }
      }
    }
  }

  /**
   * Rejects what is not the path of a file below a folder.
   *
   * @throws IllegalArgumentException if the path is empty, too long or absolute, if a name in it is
   *     empty, {@code .}, {@code ..} or {@linkplain #isReserved reserved}, or if it contains a
   *     backslash, a control character or an unpaired surrogate
   */
  public static void requireValidPath(String path) {
    if (path.length() > MAX_PATH_LENGTH) {
      throw new IllegalArgumentException(
          "a path of %d characters, more than %d".formatted(path.length(), MAX_PATH_LENGTH));
    }
    for (String name : NAMES.split(path)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        throw new IllegalArgumentException("not a path in the folder: \"" + path + "\"");
      }
      if (isReserved(name)) {
        throw new IllegalArgumentException(
            "\"%s\" does not belong to the folder, because of \"%s\"".formatted(path, name));
      }
    }
    if (FORBIDDEN.matchesAnyOf(path)) {
      throw new IllegalArgumentException(
          "a path with a backslash or a control character: \"" + path + "\"");
    }
    // Rejects unpaired surrogates.
    var unused = Utf8.encodedLength(path);
  }

  /**
   * Whether files and folders with a name never belong to a folder: those of git and of its
   * history. Compared without case, because some disks ignore case.
   */
  public static boolean isReserved(String name) {
    return RESERVED_NAMES.contains(name.toLowerCase(Locale.ROOT));
  }

  /**
   * A file.
   *
   * @param sha256 the SHA-256 of its bytes, 64 hex digits in lower case
   * @param sizeBytes its size
   * @param isText whether its bytes are valid UTF-8 without U+0000, at most {@link
   *     #MAX_TEXT_BYTES}, and with at most {@link #MAX_TEXT_LINES} line feeds
   * @param isExecutable whether its owner may execute it
   */
  public record FileEntry(String sha256, long sizeBytes, boolean isText, boolean isExecutable) {

    /** The maximum size of a text in bytes: 16 MiB. */
    public static final int MAX_TEXT_BYTES = 16 << 20;

    /** The maximum number of line feeds in a text. */
    public static final int MAX_TEXT_LINES = 1 << 18;

    private static final int HASH_LENGTH = 64;
    private static final CharMatcher HEX_DIGITS = CharMatcher.anyOf("0123456789abcdef");

    /**
     * Rejects what is not a hash or a size.
     *
     * @throws IllegalArgumentException if it is not
     */
    public FileEntry {
      if (sha256.length() != HASH_LENGTH || !HEX_DIGITS.matchesAllOf(sha256)) {
        throw new IllegalArgumentException("not a SHA-256: " + sha256);
      }
      if (sizeBytes < 0) {
        throw new IllegalArgumentException("a size of " + sizeBytes + " bytes");
      }
    }

    /** The entry of a file with these bytes. */
    public static FileEntry of(byte[] bytes, boolean isExecutable) {
      return new FileEntry(
          Hashing.sha256().hashBytes(bytes).toString(), bytes.length, isText(bytes), isExecutable);
    }

    private static boolean isText(byte[] bytes) {
      if (bytes.length > MAX_TEXT_BYTES) {
        return false;
      }
      int lines = 0;
      for (byte it : bytes) {
        if (it == 0 || (it == '\n' && ++lines > MAX_TEXT_LINES)) {
          return false;
        }
      }
      return Utf8.isWellFormed(bytes);
    }
  }
}
