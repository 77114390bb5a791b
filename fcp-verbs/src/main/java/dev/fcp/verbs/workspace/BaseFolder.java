package dev.fcp.verbs.workspace;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.Quoting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;

/** Where the paths that someone types begin, and whether they may lead out of there. Immutable. */
public final class BaseFolder {

  private final Path base;
  private final boolean confined;

  private BaseFolder(Path base, boolean confined) {
    this.base = base.toAbsolutePath().normalize();
    this.confined = confined;
  }

  /** A folder where relative paths begin; absolute ones lead anywhere. */
  public static BaseFolder unconfined(Path base) {
    return new BaseFolder(base, false);
  }

  /** A folder out of which no path may lead, symbolic links included. */
  public static BaseFolder confined(Path base) {
    return new BaseFolder(base, true);
  }

  /** What a typed path means. */
  sealed interface PathResult {

    /** A file that may be asked for, there or not; absolute. */
    record Allowed(Path path) implements PathResult {
      public Allowed {
        Objects.requireNonNull(path, "path");
      }
    }

    /** No file that may be asked for. */
    record Refused(Refusal refusal) implements PathResult {
      public Refused {
        Objects.requireNonNull(refusal, "refusal");
      }
    }
  }

  /** Finds the file of a typed path. */
  PathResult resolve(String text) {
    if (text.isBlank()) {
      return new PathResult.Refused(
          Refusal.because("expected a path, not " + Quoting.quoteAlways(text)));
    }
    try {
      Path path = base.resolve(text).normalize();
      return confined && escapes(path)
          ? new PathResult.Refused(Refusal.because(text + " is outside the served folder"))
          : new PathResult.Allowed(path);
    } catch (InvalidPathException e) {
      return new PathResult.Refused(
          Refusal.because(Quoting.quoteAlways(text) + " is not a path: " + e.getReason()));
    } catch (IOException e) {
      return new PathResult.Refused(Refusal.because(text + " cannot be reached: " + e));
    }
  }

  /** A path as people read it: from the folder on, if it lies within. */
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
    // A file that is not there yet lies where the last folder that is there really lies.
    for (int nameCount = relative.getNameCount(); nameCount > 0; nameCount--) {
      Path existing = base.resolve(relative.subpath(0, nameCount));
      if (Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
        return !existing.toRealPath().startsWith(base.toRealPath());
      }
    }
    return false;
  }
}
