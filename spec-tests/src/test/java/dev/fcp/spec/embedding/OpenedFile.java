package dev.fcp.spec.embedding;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.PrintStream;
import java.nio.file.Path;

/** The second way of embedding: the engine owns the model and the file. */
final class OpenedFile {

  private OpenedFile() {}

  static void edit(Path file, PrintStream out) {
    Origin ann = Origin.of("ann");
    // region
    DocumentStore store =
        DocumentStore.withJournals(
            SessionSettings.standard(), JournalLayout.standard(file.getParent()));
    try (Document<Counter, CounterEvent> document =
        store.open(new CounterDomain(), file, ann).orElseThrow()) {
      var session = document.session().by(ann);
      session.listen(change -> out.println(change.kind() + ": " + session.model().value()));
      try (var drag = session.beginGesture("drag the slider")) {
        drag.step(builder -> builder.emit(new CounterEvent.Added(1))).orElseThrow();
        drag.step(builder -> builder.emit(new CounterEvent.Added(1))).orElseThrow();
      }
      session.undo().orElseThrow();
      document.save(EditOptions.of("save", ann));
    }
    // end
  }
}
