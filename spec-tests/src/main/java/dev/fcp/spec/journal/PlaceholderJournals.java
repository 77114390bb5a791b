package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;

/** Journals for tests. */
final class PlaceholderJournals {

  private PlaceholderJournals() {}

  /** One that stands for none until a test opens its own. */
  static Journal none() {
    return InMemoryJournal.empty();
  }
}
