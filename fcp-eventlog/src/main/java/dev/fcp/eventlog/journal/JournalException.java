package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.history.StepId;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Thrown if the storage fails or is damaged. The message says what failed, where, and what was
 * kept.
 */
public class JournalException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** Creates an exception. */
  public JournalException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message the message; class names of the cause in it are replaced by plain text
   */
  public JournalException(String message, Throwable cause) {
    super(plain(message, cause), cause);
  }

  /** Replaces the class names of a failure and its causes in a message by plain text. */
  private static String plain(String message, Throwable failure) {
    String text = message;
    // The message of a failure may contain that of its cause, which is replaced next.
    for (Throwable at = failure; at != null; at = at.getCause()) {
      text = text.replace(at.toString(), cause(at));
    }
    return text;
  }

  private static String cause(Throwable failure) {
    return switch (failure) {
      case NoSuchFileException gone -> "there is no " + gone.getFile();
      case AccessDeniedException denied -> "no permission for " + denied.getFile();
      case FileAlreadyExistsException there -> there.getFile() + " is there already";
      case FileSystemException refused when refused.getReason() != null -> refused.getReason();
      case Throwable other ->
          Objects.requireNonNullElse(other.getLocalizedMessage(), "it failed without a word");
    };
  }

  /**
   * Thrown if a record of a journal is damaged: it is unreadable, or inconsistent with the records
   * before it.
   */
  public static final class DamagedRecordException extends JournalException {

    private static final long serialVersionUID = 1;

    private final long recordNumber;

    /** Creates an exception. */
    public DamagedRecordException(long recordNumber, String reason) {
      super(message(recordNumber, reason));
      this.recordNumber = recordNumber;
    }

    /** Creates an exception with a cause. */
    public DamagedRecordException(long recordNumber, String reason, Throwable cause) {
      super(message(recordNumber, reason), cause);
      this.recordNumber = recordNumber;
    }

    /** The number of the record. */
    public long recordNumber() {
      return recordNumber;
    }

    private static String message(long recordNumber, String reason) {
      return "record %d: %s; the %d records before it are good"
          .formatted(recordNumber, reason, recordNumber - 1);
    }
  }

  /**
   * Thrown if records are in an object of an archive that is missing or damaged. The journal is
   * unchanged; the records can be read when the object is there again (AR-4).
   */
  public static final class ArchiveUnavailableException extends JournalException {

    private static final long serialVersionUID = 1;

    private final transient ArchivedObject object;
    private final String place;

    /**
     * Creates an exception.
     *
     * @param folder the folder of the journal
     * @param place the place of the archive; empty if the journal has none
     * @param problem what is wrong: a clause for the message
     */
    ArchiveUnavailableException(Path folder, ArchivedObject object, String place, String problem) {
      super(message(folder, object, place, problem));
      this.object = object;
      this.place = place;
    }

    /** Creates an exception with the failure of the archive. */
    ArchiveUnavailableException(
        Path folder, ArchivedObject object, String place, String problem, Throwable cause) {
      super(message(folder, object, place, problem), cause);
      this.object = object;
      this.place = place;
    }

    private static String message(
        Path folder, ArchivedObject object, String place, String problem) {
      return "journal %s: records %d to %d are in the archive %s, object %s: %s"
          .formatted(
              folder, object.firstRecord(), object.lastRecord(), place, object.name(), problem);
    }

    /** The object. */
    public ArchivedObject object() {
      return object;
    }

    /** The place of the archive; empty if the journal has none. */
    public String place() {
      return place;
    }
  }

  /** Thrown if a newer release wrote the journal; it can only be read. */
  public static final class NewerFormatException extends JournalException {

    private static final long serialVersionUID = 1;

    /** Creates an exception. */
    public NewerFormatException(String message) {
      super(message);
    }
  }

  /**
   * Thrown if records were written, but forcing them to disk failed, or if the connection to a
   * database broke while they were committed. The journal accepts no more records; opening it again
   * shows which of them exist.
   */
  public static final class OutcomeUnknownException extends JournalException {

    private static final long serialVersionUID = 1;

    private final transient List<StepId> steps;

    /**
     * Creates an exception.
     *
     * @param where the folder of the journal
     * @param steps the steps whose outcome is unknown
     * @param cause the failure of the disk
     */
    public OutcomeUnknownException(String where, List<StepId> steps, Throwable cause) {
      this(where, steps, "the disk could not be forced", cause);
    }

    /**
     * Creates an exception.
     *
     * @param where the journal
     * @param steps the steps whose outcome is unknown
     * @param failure what failed: a clause for the message
     * @param cause the failure of the storage
     */
    public OutcomeUnknownException(
        String where, List<StepId> steps, String failure, Throwable cause) {
      super(
          "journal %s: outcome unknown of %s: %s: %s; it is read-only now, open it again"
              .formatted(where, words(steps), failure, cause),
          cause);
      this.steps = List.copyOf(steps);
    }

    private static String words(List<StepId> steps) {
      return steps.isEmpty()
          ? "what was recorded last"
          : steps.stream().map(StepId::ulid).collect(Collectors.joining(", ", "steps ", ""));
    }

    /** The steps whose outcome is unknown. */
    public List<StepId> steps() {
      return steps;
    }
  }
}
