package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalRecord.Saving.SavedFile;
import dev.fcp.eventlog.session.SessionState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Where a document is stored: in one file, or in the files of a folder. */
interface DocumentFiles<M, E> {

  /** The file or folder, as given by the caller. */
  Path path();

  /** The file or folder, with symbolic links resolved. */
  Path target() throws IOException;

  /**
   * Whether it is a folder. A model determines every byte of a folder, so that no version of it has
   * to be stored that is a state of the document.
   */
  boolean isFolder();

  /** The version that is there now; empty if there is none. */
  Optional<FoundVersion<M>> find(SessionState<M, E> state) throws IOException;

  /**
   * The reason why nothing can be saved, whatever the document contains.
   *
   * @param isOwn whether it belongs to the document
   * @param overwrites whether write protection is no reason
   */
  Optional<Conflict> obstacle(boolean isOwn, boolean overwrites) throws IOException;

  /** Computes what a save writes; nothing is written yet. */
  Write<M> plan(SessionState<M, E> state, boolean overwrites) throws IOException;

  /** A version of the document that was found. */
  interface FoundVersion<M> {

    /** Whether nothing was written since the version was marked with {@link #setSeen}. */
    boolean isLastSeen();

    /** Marks this version as the one that was compared with the document. */
    void setSeen() throws IOException;

    /** The SHA-256 of its bytes, or for a folder of its manifest. */
    String hash() throws IOException;

    /** What was read. */
    ReadResult<M> content() throws IOException;

    /**
     * This version in parts, each with the changes of one owner (DO-22).
     *
     * @param ownerOf the owner of a file of a folder by its path, and of a single file without one
     */
    default List<OwnedPart<M>> byOwner(Function<Optional<String>, Optional<Origin>> ownerOf) {
      return List.of(new OwnedPart<>(ownerOf.apply(Optional.empty()), model -> this));
    }

    /** Makes what a model of it cannot contain durable: the contents of files without lines. */
    void keepContents() throws IOException;

    /** Its bytes, or for a folder its manifest, of which all contents are durable. */
    Source source() throws IOException;
  }

  /**
   * The changes of one owner in a version.
   *
   * @param owner the owner; empty if there is none
   * @param version the version with these changes of the file or folder of a model
   */
  record OwnedPart<M>(Optional<Origin> owner, Function<M, FoundVersion<M>> version) {

    FoundVersion<M> on(M modelOfFile) {
      return version.apply(modelOfFile);
    }
  }

  /** What a save writes. Closing deletes all temporary files. */
  interface Write<M> extends AutoCloseable {

    /** The reasons why it cannot be written; usually none. */
    List<Conflict> refusals();

    /** The SHA-256 of the bytes, or for a folder of its manifest. */
    String hash();

    /** The size of all bytes. */
    long sizeBytes();

    /** The files of a folder that are written; empty for a single file. */
    List<SavedFile> files();

    /** Writes and forces the bytes under other names. */
    void prepare() throws IOException;

    /** Replaces the files. */
    void replace() throws IOException;

    /**
     * What was replaced, if another program wrote it since the last check.
     *
     * @param state the state before the save
     */
    Optional<FoundVersion<M>> replacedVersion(SessionState<M, ?> state) throws IOException;

    /**
     * Undoes what {@link #replace} did before it failed.
     *
     * @return whether all files are as they were, and the save can be recorded as failed; false
     *     also for a single file, which is either old or new
     */
    boolean takeBack() throws IOException;

    /** Deletes all temporary files. */
    void deleteFiles() throws IOException;

    @Override
    void close() throws IOException;
  }
}
