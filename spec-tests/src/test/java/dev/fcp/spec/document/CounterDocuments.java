package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.nio.file.Path;

/** Counters in files, with durable histories. */
record CounterDocuments(DocumentStore store) {

  static final CounterDomain DOMAIN = new CounterDomain();
  static final Origin ANN = Origin.of("ann");
  static final EditOptions SAVE = options("save");

  static CounterDocuments openIn(Path folder) {
    return openIn(folder, FileJournal.Settings.defaults());
  }

  static CounterDocuments openIn(Path folder, FileJournal.Settings settings) {
    JournalLayout files = new JournalLayout(settings, folder.resolve(".fcp/.drafts"));
    return new CounterDocuments(DocumentStore.withJournals(SessionSettings.standard(), files));
  }

  static EditOptions options(String label) {
    return EditOptions.of(label, ANN);
  }

  Document<Counter, CounterEvent> open(Path path) {
    return store.open(DOMAIN, path, ANN).orElseThrow();
  }

  static void add(Document<Counter, CounterEvent> document, int n) {
    Outcome outcome =
        document
            .session()
            .step(options("+" + n), builder -> builder.emit(new CounterEvent.Added(n)));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
  }

  static int value(Document<Counter, CounterEvent> document) {
    return document.session().model().value();
  }

  static int depth(Document<Counter, CounterEvent> document) {
    return document.session().state().undoDepth();
  }
}
