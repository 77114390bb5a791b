package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drafts that several processes have open. */
@Clause("DO-7")
class DraftsTest {

  @TempDir private Path folder;

  private Document<Counter, CounterEvent> newDraft() {
    return CounterDocuments.openIn(folder)
        .store()
        .create(CounterDocuments.DOMAIN, CounterDocuments.ANN);
  }

  private Document<Counter, CounterEvent> draft(String name) {
    return CounterDocuments.openIn(folder).store().openDraft(CounterDocuments.DOMAIN, name);
  }

  @Test
  @Clause("DO-9")
  void a_draft_with_a_step_of_another_process_is_kept_when_this_one_made_none() {
    Document<Counter, CounterEvent> blank = newDraft();
    String name = blank.draftName().orElseThrow();
    try (var other = draft(name)) {
      CounterDocuments.add(other, 3);
    }
    blank.close();
    try (var reopened = draft(name)) {
      assertThat(CounterDocuments.value(reopened)).isEqualTo(3);
    }
  }

  @Test
  void a_discarded_draft_is_deleted_and_closed() {
    Document<Counter, CounterEvent> draft = newDraft();
    CounterDocuments.add(draft, 3);
    assertThat(draft.discardUnsaved(CounterDocuments.SAVE)).isInstanceOf(Outcome.Unchanged.class);
    draft.close();
    assertThat(CounterDocuments.openIn(folder).store().drafts(CounterDocuments.DOMAIN)).isEmpty();
  }

  @Test
  void closing_a_blank_draft_again_does_nothing() {
    Document<Counter, CounterEvent> blank = newDraft();
    blank.close();
    blank.close();
    assertThat(CounterDocuments.openIn(folder).store().drafts(CounterDocuments.DOMAIN)).isEmpty();
  }
}
