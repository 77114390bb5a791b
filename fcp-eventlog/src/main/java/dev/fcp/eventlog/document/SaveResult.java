package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Conflict;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The answer to saving a document. */
public sealed interface SaveResult {

  /**
   * The file holds the document.
   *
   * @param path the file that was replaced or made; where a symbolic link led, its target
   * @param hash the SHA-256 of its bytes, 64 hex digits
   * @param sizeBytes how many they are
   * @param fileChange what was found in the file before, or in its place at the last moment: then
   *     the document is ahead of its file again
   */
  record Saved(Path path, String hash, long sizeBytes, FileChange fileChange)
      implements SaveResult {

    /** Refuses null. */
    public Saved {
      Objects.requireNonNull(path, "path");
      Objects.requireNonNull(hash, "hash");
      Objects.requireNonNull(fileChange, "fileChange");
    }
  }

  /**
   * The file is as it was.
   *
   * @param conflicts why it was not replaced; never none
   */
  record Refused(List<Conflict> conflicts) implements SaveResult {

    /** Copies the list; refuses an empty one. */
    public Refused {
      conflicts = List.copyOf(conflicts);
      if (conflicts.isEmpty()) {
        throw new IllegalArgumentException("a refusal without a reason");
      }
    }
  }
}
