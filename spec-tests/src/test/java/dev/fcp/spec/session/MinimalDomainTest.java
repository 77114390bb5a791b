package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.history.AuditQuery;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Rollbacks;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionGroup;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.UndoLimits;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.text.TextDomain;
import dev.fcp.spec.domains.text.TextDomain.Edit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a session over a domain with five operations supports and what it refuses. */
@Clause("DM-15")
class MinimalDomainTest {

  private static final Origin ANN = Origin.of("ann");

  private final Session<String, Edit> session =
      session(new TextDomain(), InMemoryJournal.empty(), SessionSettings.standard());

  private static Session<String, Edit> session(
      TextDomain domain, Journal journal, SessionSettings settings) {
    return Session.create(domain, ANN, journal, settings);
  }

  private static Outcome append(Session<String, Edit> session, String text) {
    return session.step("type", step -> step.emit(new Edit(session.model().length(), "", text)));
  }

  /** A domain with a name, but without codecs. */
  private static final class NamedTextDomain extends TextDomain {
    @Override
    public String name() {
      return "text";
    }
  }

  @Test
  void steps_are_undone_and_redone() {
    append(session, "a");
    append(session, "b");
    session.undo(2);
    assertThat(session.model()).isEmpty();
    session.redo(1);
    assertThat(session.model()).isEqualTo("a");
  }

  @Test
  void the_last_step_is_rolled_back_and_an_earlier_one_is_superseded() {
    append(session, "a");
    append(session, "b");
    List<StepId> steps = session.state().undoStack().applied();
    RollbackPlan<Edit> first = session.rollbacks().plan(RollbackSelection.of(steps.get(0)));
    assertThat(first.events()).isEmpty();
    assertThat(first.superseded()).hasSize(1);
    RollbackPlan<Edit> last = session.rollbacks().plan(RollbackSelection.of(steps.get(1)));
    session.rollbacks().rollback(last, Rollbacks.Mode.ALL_OR_NOTHING);
    assertThat(session.model()).isEqualTo("a");
  }

  @Test
  void the_audit_lists_the_steps() {
    append(session, "a");
    assertThat(session.audit().after(AuditQuery.ALL, 0, 10).entries())
        .last()
        .satisfies(entry ->
            assertThat(entry.steps().get(0).events()).containsExactly(new Edit(0, "", "a")));
  }

  @Test
  void earlier_models_can_be_viewed() {
    append(session, "a");
    append(session, "b");
    assertThat(session.views().viewAt(HistoryPoint.BASE).orElseThrow().model()).isEmpty();
    assertThat(session.views().viewAfter(2).orElseThrow().model()).isEqualTo("a");
  }

  @Test
  void steps_are_squashed() {
    session.checkpoint("start");
    append(session, "a");
    append(session, "b");
    session.squashTo("start");
    session.undo(1);
    assertThat(session.model()).isEmpty();
  }

  @Test
  void a_group_undoes_in_its_active_session() {
    SessionGroup group = new SessionGroup();
    group.add(session);
    group.activate(session);
    append(session, "a");
    group.undo(1);
    assertThat(session.model()).isEmpty();
  }

  @Test
  void a_journal_in_memory_is_enough_to_resume() {
    InMemoryJournal journal = InMemoryJournal.empty();
    append(session(new TextDomain(), journal, SessionSettings.standard()), "a");
    Session<String, Edit> resumed =
        Session.resume(new TextDomain(), journal, SessionSettings.standard());
    assertThat(resumed.model()).isEqualTo("a");
    assertThat(resumed.verify().isValid()).isTrue();
  }

  @Test
  void a_journal_in_files_needs_a_name(@TempDir Path folder) {
    try (FileJournal journal = FileJournal.open(folder, FileJournal.Settings.defaults())) {
      assertThatThrownBy(() -> session(new TextDomain(), journal, SessionSettings.standard()))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("name");
      assertThat(journal.lastNumber()).isZero();
    }
  }

  @Test
  void a_journal_in_files_needs_an_event_codec(@TempDir Path folder) {
    try (FileJournal journal = FileJournal.open(folder, FileJournal.Settings.defaults())) {
      Session<String, Edit> kept =
          session(new NamedTextDomain(), journal, SessionSettings.standard());
      assertRefused(kept, "eventCodec", () -> append(kept, "a"));
      assertThat(journal.read(1)).allMatch(record -> record.steps().isEmpty());
      assertThat(kept.snapshotFailure().orElseThrow()).hasMessageContaining("modelCodec");
    }
  }

  @Test
  void lines_need_an_event_codec() {
    InMemoryJournal journal = InMemoryJournal.empty();
    append(session(new NamedTextDomain(), journal, SessionSettings.standard()), "a");
    assertThatThrownBy(journal::lines)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("eventCodec");
  }

  @Test
  void a_limit_of_bytes_needs_an_event_codec() {
    UndoLimits limits = new UndoLimits(Integer.MAX_VALUE, 100, Duration.ofDays(1));
    Session<String, Edit> limited =
        session(
            new TextDomain(),
            InMemoryJournal.empty(),
            SessionSettings.standard().withUndoLimits(limits));
    assertRefused(limited, "eventCodec", () -> append(limited, "a"));
  }

  @Test
  void a_comparison_needs_a_diff() {
    append(session, "a");
    assertRefused(
        session, "diff", () -> session.views().compare(HistoryPoint.BASE, session.state().head()));
  }

  @Test
  void pruning_needs_a_model_codec() {
    session.checkpoint("start");
    append(session, "a");
    append(session, "b");
    append(session, "c");
    RetentionPolicy policy = new RetentionPolicy(1, Duration.ZERO, 1);
    assertRefused(session, "modelCodec", () -> session.prune(policy));
  }

  @Test
  void a_document_in_a_file_needs_a_format(@TempDir Path folder) throws Exception {
    DocumentStore store =
        DocumentStore.withJournals(SessionSettings.standard(), JournalLayout.standard(folder));
    Path file = java.nio.file.Files.writeString(folder.resolve("a.txt"), "a");
    assertThatThrownBy(() -> store.open(new NamedTextDomain(), file, ANN))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("format");
    assertThat(file).hasContent("a");
  }

  private static void assertRefused(
      Session<String, Edit> session, String operation, Runnable action) {
    Digest before = session.digest();
    assertThatThrownBy(action::run)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining(operation);
    assertThat(session.digest()).isEqualTo(before);
    assertThat(session.state().recordNumber())
        .isEqualTo(session.audit().after(AuditQuery.ALL, 0, 100).lastRecordNumber());
  }
}
