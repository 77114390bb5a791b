package dev.fcp.server;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domains;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.postgres.PostgresJournals;
import dev.fcp.postgres.PostgresSettings;
import dev.fcp.postgres.WorldSettings;
import dev.fcp.postgres.WorldStore;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Languages;
import java.util.List;

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

  /** The worlds of the database, which can have the domains of some languages. */
  WorldStore worlds(Languages languages) {
    List<? extends Domain<?, ?>> domains =
        languages.all().stream().map(DomainLanguage::domain).toList();
    return WorldStore.over(journals, Domains.of(domains), WorldSettings.defaults());
  }

  @Override
  public void close() {
    journals.close();
  }
}
