package dev.fcp.eventlog.folder;

import com.google.common.collect.ImmutableList;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Patterns of paths in the format of {@code .gitignore}, with the same meaning as in Git: the last
 * matching pattern decides. Immutable.
 *
 * <p>A pattern without a slash, except at its end, matches names at any depth; others match the
 * whole path. {@code *} and {@code ?} match no slash, {@code **} matches any number of folders,
 * {@code [a-z]} one character. A slash at the end limits the pattern to folders, and {@code !} at
 * the start negates it. As in Git, {@code ?} matches one byte of the UTF-8 form.
 */
public final class PathPatterns {

  /** No patterns. */
  public static final PathPatterns NONE = new PathPatterns(ImmutableList.of());

  private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:[/\\\\]");

  /** The last pattern first. */
  private final ImmutableList<PathPattern> patterns;

  private PathPatterns(ImmutableList<PathPattern> patterns) {
    this.patterns = patterns;
  }

  /** The patterns of these lines; a line that is empty or a comment contains none. */
  public static PathPatterns of(List<String> lines) {
    return ofBytes(lines.stream().map(PathPatterns::bytesAsText).toList());
  }

  /** The patterns of a file {@code .gitignore}. */
  static PathPatterns ofFile(byte[] file) {
    String text = new String(file, StandardCharsets.ISO_8859_1);
    String byteOrderMark = bytesAsText("\ufeff");
    if (text.startsWith(byteOrderMark)) {
      text = text.substring(byteOrderMark.length());
    }
    return ofBytes(List.of(text.split("\r?\n")));
  }

  /**
   * Why a single pattern cannot say which files below a folder are meant: it is empty, a comment or
   * negated, it has several lines, or it is written as a path that leaves the folder; empty if it
   * can. A slash at the start, which Git accepts, counts as an absolute path.
   */
  public static Optional<String> faultOf(String pattern) {
    List<String> names = List.of(pattern.split("/", -1));
    if (pattern.isBlank() || pattern.startsWith("#") || pattern.startsWith("!")) {
      return Optional.of("it names no files");
    }
    if (pattern.chars().anyMatch(Character::isISOControl)) {
      return Optional.of("it has a line break or another control character");
    }
    if (pattern.startsWith("/") || DRIVE.matcher(pattern).lookingAt()) {
      return Optional.of("paths are relative to the folder");
    }
    return names.contains("..") || names.contains(".")
        ? Optional.of("a path has no . or .. in it")
        : Optional.empty();
  }

  private static PathPatterns ofBytes(List<String> lines) {
    List<PathPattern> patterns = new ArrayList<>();
    for (String line : lines) {
      PathPattern.ofLine(line).ifPresent(patterns::add);
    }
    return new PathPatterns(ImmutableList.copyOf(patterns).reverse());
  }

  boolean isEmpty() {
    return patterns.isEmpty();
  }

  /**
   * Whether the last pattern that matches the path accepts or negates it; empty if none matches it.
   * Patterns that match a folder around it are not considered.
   */
  Optional<Boolean> decide(String path, boolean isFolder) {
    if (patterns.isEmpty()) {
      return Optional.empty();
    }
    String bytes = bytesAsText(path);
    for (PathPattern pattern : patterns) {
      if (pattern.matches(bytes, isFolder)) {
        return Optional.of(!pattern.isNegated());
      }
    }
    return Optional.empty();
  }

  /**
   * Whether the patterns match a file, or a folder around it. The innermost match decides.
   *
   * @param path the path, relative to the folder of the patterns
   */
  public boolean matchesFile(String path) {
    Optional<Boolean> decision = decide(path, false);
    for (int end = path.lastIndexOf('/');
        decision.isEmpty() && end > 0;
        end = path.lastIndexOf('/', end - 1)) {
      decision = decide(path.substring(0, end), true);
    }
    return decision.orElse(false);
  }

  /** A text whose characters are the bytes of the UTF-8 form, because Git compares bytes. */
  private static String bytesAsText(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
      }
    }
    return text;
  }
}
