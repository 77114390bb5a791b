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

/** Documents that no file holds, and that several have open. */
@Clause("DO-7")
class DraftsTest {

  @TempDir private Path folder;

  private Document<Counter, CounterEvent> begun() {
    return Counters.in(folder).store().create(Counters.DOMAIN, Counters.ANN);
  }

  private Document<Counter, CounterEvent> draft(String name) {
    return Counters.in(folder).store().openDraft(Counters.DOMAIN, name);
  }

  @Test
  @Clause("DO-9")
  void a_draft_in_which_somebody_else_made_a_step_is_kept_by_who_made_none() {
    Document<Counter, CounterEvent> blank = begun();
    String name = blank.draft().orElseThrow();
    try (var other = draft(name)) {
      Counters.add(other, 3);
    }
    blank.close();
    try (var again = draft(name)) {
      assertThat(Counters.value(again)).isEqualTo(3);
    }
  }

  @Test
  void a_draft_that_was_discarded_is_gone_and_closed() {
    Document<Counter, CounterEvent> draft = begun();
    Counters.add(draft, 3);
    assertThat(draft.discard(Counters.SAVE)).isInstanceOf(Outcome.Unchanged.class);
    draft.close();
    assertThat(Counters.in(folder).store().drafts(Counters.DOMAIN)).isEmpty();
  }

  @Test
  void closing_a_blank_draft_again_does_nothing() {
    Document<Counter, CounterEvent> blank = begun();
    blank.close();
    blank.close();
    assertThat(Counters.in(folder).store().drafts(Counters.DOMAIN)).isEmpty();
  }
}
