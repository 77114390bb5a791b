package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;

/** A journal that stands in until a test opens its own. */
final class PlaceholderJournals {

  private PlaceholderJournals() {}

  /** Returns the placeholder. */
  static Journal none() {
    return InMemoryJournal.empty();
  }
}
