package dev.fcp.server;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.postgres.PostgresJournals;
import dev.fcp.postgres.PostgresSettings;

/**
 * The documents in a database.
 *
 * @param journals the connection
 * @param documents opens and creates documents
 */
record StoredDocuments(PostgresJournals journals, DocumentStore documents)
    implements AutoCloseable {

  /**
   * Connects to a database.
   *
   * @throws IllegalArgumentException if it is not the URL of one
   * @throws dev.fcp.eventlog.journal.JournalException if it cannot be used
   */
  static StoredDocuments connect(String url) {
    PostgresJournals journals = PostgresJournals.connect(url, PostgresSettings.defaults());
    return new StoredDocuments(journals, DocumentStore.over(journals, SessionSettings.standard()));
  }

  @Override
  public void close() {
    journals.close();
  }
}
