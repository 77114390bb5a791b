package dev.fcp.verbs.workspace;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.Quoting;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The folder against which typed paths are resolved; a confined one also rejects paths outside it.
 * Immutable.
 */
public final class BaseFolder {

  private final Path base;
  private final boolean confined;

  private BaseFolder(Path base, boolean confined) {
    this.base = base.toAbsolutePath().normalize();
    this.confined = confined;
  }

  /** A folder that accepts paths outside it. */
  public static BaseFolder unconfined(Path base) {
    return new BaseFolder(base, false);
  }

  /** A folder that rejects paths outside it, including paths through symbolic links. */
  public static BaseFolder confined(Path base) {
    return new BaseFolder(base, true);
  }

  /** The result of resolving a typed path. */
  sealed interface PathResult {

    /** An absolute path that is allowed; the file may not exist. */
    record Allowed(Path path) implements PathResult {
      public Allowed {
        Objects.requireNonNull(path, "path");
      }
    }

    /** The path is invalid, or outside a confined folder. */
    record Refused(Refusal refusal) implements PathResult {
      public Refused {
        Objects.requireNonNull(refusal, "refusal");
      }
    }
  }

  /** Resolves a typed path. */
  PathResult resolve(String text) {
    if (text.isBlank()) {
      return new PathResult.Refused(
          Refusal.because("expected a path, not " + Quoting.quoteAlways(text)));
    }
    try {
      Path path = base.resolve(text).normalize();
      return confined && escapes(path)
          ? new PathResult.Refused(
              Refusal.because(Quoting.quoteIfNeeded(text) + " is outside the served folder"))
          : new PathResult.Allowed(path);
    } catch (InvalidPathException e) {
      return new PathResult.Refused(
          Refusal.because(Quoting.quoteAlways(text) + " is not a path: " + e.getReason()));
    } catch (IOException e) {
      return new PathResult.Refused(
          Refusal.because(Quoting.quoteIfNeeded(text) + " cannot be reached: " + e));
    }
  }

  /**
   * The files of this folder that can be opened, by name; not those in its subfolders, hidden ones,
   * and ones outside a confined folder that a link leads to.
   *
   * @param isIncluded which files are meant
   * @throws IOException if the folder cannot be read
   */
  List<Path> files(Predicate<Path> isIncluded) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(base)) {
      for (Path path : entries) {
        if (isIncluded.test(path)
            && Files.isRegularFile(path)
            && !Files.isHidden(path)
            && !(confined && escapes(path))) {
          files.add(path);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    files.sort(null);
    return files;
  }

  /** A path for display: relative to this folder if it is inside. */
  String display(Path path) {
    return path.startsWith(base)
        ? "./" + base.relativize(path).toString().replace('\\', '/')
        : path.toString();
  }

  private boolean escapes(Path path) throws IOException {
    if (!path.startsWith(base)) {
      return true;
    }
    Path relative = base.relativize(path);
    // For a file that does not exist yet, the real path of its nearest existing parent decides.
    for (int nameCount = relative.getNameCount(); nameCount > 0; nameCount--) {
      Path existing = base.resolve(relative.subpath(0, nameCount));
      if (Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
        return !existing.toRealPath().startsWith(base.toRealPath());
      }
    }
    return false;
  }
}
