package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Source;
import java.util.List;
import java.util.Objects;

/** What a look at the file of a document found. */
public sealed interface FileChange {

  /** The file is as it was last loaded, found or saved; or no file holds the document yet. */
  record None() implements FileChange {}

  /** The file is no longer there. */
  record Deleted() implements FileChange {}

  /**
   * Somebody else wrote it, in other bytes but with the same content. The bytes belong to that
   * state now.
   */
  record Rewritten() implements FileChange {}

  /**
   * Somebody else wrote it, and the document took over what it could, as one step.
   *
   * @param changeCount how many changes that step makes; none if the document had made them itself
   * @param conflicts the changes that contradict those of the document, which keeps its own
   */
  record Merged(int changeCount, List<Conflict> conflicts) implements FileChange {

    /** Copies the list. */
    public Merged {
      conflicts = List.copyOf(conflicts);
    }
  }

  /**
   * Somebody else wrote it, and nothing of it fits. The version is kept in the history, the
   * document is as it was, and its owner is to decide: take the version over ({@link
   * Document#revert}), write the document in its place ({@link Document#saveOverwriting}), or begin
   * a new history with it ({@link DocumentStore#openWithNewHistory}).
   *
   * @param version the file as it stands
   * @param reason why nothing fits
   */
  record Undecided(Source version, String reason) implements FileChange {

    /** Refuses null. */
    public Undecided {
      Objects.requireNonNull(version, "version");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * Somebody else wrote it while it was being saved, and nothing of that fits. The file holds the
   * document; that version is kept in the history.
   *
   * @param version the version that was replaced
   * @param reason why nothing fits
   */
  record Overwritten(Source version, String reason) implements FileChange {

    /** Refuses null. */
    public Overwritten {
      Objects.requireNonNull(version, "version");
      Objects.requireNonNull(reason, "reason");
    }
  }
}
