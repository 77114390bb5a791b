package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEntity.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.util.List;
import java.util.Optional;

/** A board of notes on which several people work, for scenarios of a few lines. */
final class NoteBoardFixture {

  static final Origin ANN = Origin.of("ann", "desk", "");
  static final Origin BEN = Origin.of("ben", "desk", "");

  private static final NotesDomain DOMAIN = new NotesDomain();

  private final Journal journal = InMemoryJournal.empty();
  private Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session =
      Session.create(DOMAIN, ANN, journal, SessionSettings.standard());

  private NoteBoardFixture() {}

  /** A board, with a note of each name. */
  static NoteBoardFixture with(String... notes) {
    NoteBoardFixture board = new NoteBoardFixture();
    board.step(
        ANN, DOMAIN.added(NoteKey.board("1"), new NoteEntity.Board("plan", OrderKey.initial(1))));
    List.of(notes).forEach(note -> board.add(ANN, note));
    return board;
  }

  Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session() {
    return session;
  }

  /** Resumes the session from the journal. */
  void restart() {
    session = Session.resume(DOMAIN, journal, SessionSettings.standard());
  }

  static NoteKey key(String note) {
    return NoteKey.note("1", note);
  }

  StepId step(Origin origin, NoteEvent... events) {
    return step(EditOptions.of("work", origin), events);
  }

  StepId step(EditOptions options, NoteEvent... events) {
    return made(session.step(options, builder -> List.of(events).forEach(builder::emit)));
  }

  static StepId made(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    return ((Outcome.Committed) outcome).steps().get(0);
  }

  NoteEvent added(String note, Optional<String> parent) {
    return DOMAIN.added(key(note), new Note("", parent, Optional.empty(), OrderKey.initial(1)));
  }

  NoteEvent changed(String note, String unit, String value) {
    return DOMAIN.changed(key(note), session.model(), unit, Value.of(value));
  }

  NoteEvent removed(String note) {
    return DOMAIN.removed(key(note), session.model());
  }

  StepId add(Origin origin, String note) {
    return step(origin, added(note, Optional.empty()));
  }

  StepId text(Origin origin, String note, String text) {
    return step(origin, changed(note, "text", text));
  }

  StepId remove(Origin origin, String note) {
    return step(origin, removed(note));
  }

  RollbackPlan<NoteEvent> plan(StepId... steps) {
    return session.rollbacks().plan(RollbackSelection.of(steps));
  }

  StepId rollBack(StepId... steps) {
    return made(
        session
            .with(EditOptions.of("roll back", ANN))
            .rollbacks()
            .rollback(plan(steps), Mode.BEST_EFFORT));
  }

  Outcome undo(int count) {
    return session.with(EditOptions.of("undo", ANN)).undo(count);
  }

  Outcome redo(int count) {
    return session.with(EditOptions.of("redo", ANN)).redo(count);
  }

  Outcome undoOwn(Origin origin) {
    return session
        .with(EditOptions.of("undo", origin))
        .rollbacks()
        .undoOwn(StepFilter.sameActorAndSession(origin))
        .outcome();
  }

  Outcome redoOwn(Origin origin) {
    return session
        .with(EditOptions.of("redo", origin))
        .rollbacks()
        .redoOwn(StepFilter.sameActorAndSession(origin))
        .outcome();
  }

  boolean has(String note) {
    return session.model().contains(key(note));
  }

  String text(String note) {
    return ((Note) session.model().at(key(note))).text();
  }

  Optional<String> parent(String note) {
    return ((Note) session.model().at(key(note))).parent();
  }
}
