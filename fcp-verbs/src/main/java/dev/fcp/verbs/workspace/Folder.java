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
public final class Folder {

  private final Path base;
  private final boolean confined;

  private Folder(Path base, boolean confined) {
    this.base = base.toAbsolutePath().normalize();
    this.confined = confined;
  }

  /** A folder where relative paths begin; absolute ones lead anywhere. */
  public static Folder open(Path base) {
    return new Folder(base, false);
  }

  /** A folder out of which no path may lead, symbolic links included. */
  public static Folder confined(Path base) {
    return new Folder(base, true);
  }

  /** What a typed path means. */
  sealed interface Located {

    /** A file that may be asked for, there or not; absolute. */
    record At(Path path) implements Located {
      public At {
        Objects.requireNonNull(path, "path");
      }
    }

    /** No file that may be asked for. */
    record Refused(Refusal refusal) implements Located {
      public Refused {
        Objects.requireNonNull(refusal, "refusal");
      }
    }
  }

  /** Finds the file of a typed path. */
  Located locate(String text) {
    if (text.isBlank()) {
      return new Located.Refused(Refusal.because("a path is needed, not " + Quoting.quoted(text)));
    }
    try {
      Path path = base.resolve(text).normalize();
      return confined && leadsOut(path)
          ? new Located.Refused(Refusal.because(text + " lies outside the served folder"))
          : new Located.At(path);
    } catch (InvalidPathException e) {
      return new Located.Refused(
          Refusal.because(Quoting.quoted(text) + " is no path: " + e.getReason()));
    } catch (IOException e) {
      return new Located.Refused(Refusal.because(text + " cannot be reached: " + e));
    }
  }

  /** A path as people read it: from the folder on, if it lies within. */
  String shown(Path path) {
    return path.startsWith(base)
        ? "./" + base.relativize(path).toString().replace('\\', '/')
        : path.toString();
  }

  private boolean leadsOut(Path path) throws IOException {
    if (!path.startsWith(base)) {
      return true;
    }
    Path within = base.relativize(path);
    // A file that is not there yet lies where the last folder that is there really lies.
    for (int names = within.getNameCount(); names > 0; names--) {
      Path there = base.resolve(within.subpath(0, names));
      if (Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
        return !there.toRealPath().startsWith(base.toRealPath());
      }
    }
    return false;
  }
}
