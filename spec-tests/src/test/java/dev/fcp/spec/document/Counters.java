package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalFiles;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.nio.file.Path;

/** Counters in files, with histories that last. */
record Counters(DocumentStore store) {

  static final CounterDomain DOMAIN = new CounterDomain();
  static final Origin ANN = Origin.of("ann");
  static final Intent SAVE = intent("save");

  static Counters in(Path folder) {
    return in(folder, FileJournal.Settings.standard());
  }

  static Counters in(Path folder, FileJournal.Settings settings) {
    JournalFiles files = new JournalFiles(settings, folder.resolve(".fcp/.drafts"));
    return new Counters(DocumentStore.withJournals(SessionSettings.standard(), files));
  }

  static Intent intent(String label) {
    return Intent.of(label, ANN);
  }

  Document<Counter, CounterEvent> open(Path path) {
    return store.open(DOMAIN, path, ANN).orElseThrow();
  }

  static void add(Document<Counter, CounterEvent> document, int n) {
    Outcome outcome =
        document.session().step(intent("+" + n), stage -> stage.emit(new CounterEvent.Added(n)));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
  }

  static int value(Document<Counter, CounterEvent> document) {
    return document.session().model().value();
  }

  static int depth(Document<Counter, CounterEvent> document) {
    return document.session().state().undoDepth();
  }
}
