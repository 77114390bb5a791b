package dev.fcp.eventlog.document;

import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import java.util.List;

/**
 * Journals that are found by the names of their documents, such as those in a database. The
 * documents have no files. Thread-safe.
 */
public interface NamedJournals {

  /**
   * The names of the documents, sorted; not those of empty journals.
   *
   * @throws JournalException if they cannot be read
   */
  List<String> names();

  /**
   * Whether there is a document with a name, which has at least one record.
   *
   * @throws JournalException if that cannot be read
   */
  boolean contains(String name);

  /**
   * Opens the journal of a document.
   *
   * @throws JournalException if there is none, or it cannot be opened
   */
  Journal open(String name);

  /**
   * Opens the journal of a document; creates an empty one if there is none.
   *
   * @throws IllegalArgumentException if it is not a possible name
   * @throws JournalException if it cannot be opened
   */
  Journal openOrCreate(String name);

  /** The name of the document of a journal that was opened here. */
  String nameOf(Journal journal);

  /**
   * Deletes the journal of a document, if there is one.
   *
   * @throws JournalException if that failed
   */
  void delete(String name);
}
