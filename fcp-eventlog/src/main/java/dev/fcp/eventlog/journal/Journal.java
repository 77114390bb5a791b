package dev.fcp.eventlog.journal;

import java.util.List;

/**
 * The records of one document in their order. A journal knows nothing of what they mean, and
 * nothing of files: a database can be one.
 *
 * <p>Records are numbered from 1 without gaps. Several sessions may write to one journal; an append
 * says which record it believes to be the last and is turned away if it is not. Implementations are
 * safe for use by several threads.
 */
public interface Journal {

  /**
   * The number of the last record; 0 if there is none.
   *
   * @throws JournalException if the journal cannot be reached
   */
  long lastNumber();

  /**
   * Adds a record, if the last one has the expected number; both in one atomic act. A record that
   * was written is read by everyone from then on. After an exception the record is either there or
   * not; {@link #lastNumber()} tells.
   *
   * @throws JournalException if the record could not be written
   */
  Appended append(long expectedLastNumber, JournalRecord record);

  /**
   * The records from a number on, in their order. The list may read each record when it is asked
   * for it.
   *
   * @throws JournalException if they cannot be read
   */
  List<JournalRecord> read(long fromNumber);

  /** The answer to an append. */
  sealed interface Appended {

    /**
     * The record is the last one now.
     *
     * @param number its number
     */
    record Written(long number) implements Appended {}

    /**
     * Someone else was faster; nothing was written.
     *
     * @param lastNumber the number of the last record
     */
    record Behind(long lastNumber) implements Appended {}
  }
}
