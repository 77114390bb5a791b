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

/** A board of notes that a person and an agent edit in one session. */
abstract class TwoAuthorsFixture {

  static final NotesDomain DOMAIN = new NotesDomain();
  static final NoteKey BOARD = NoteKey.board("1");
  static final Origin ANN = Origin.of("ann", "desk", "");
  static final Origin AGENT = Origin.of("agent", "run", "1");
  static final Origin AGENT_LATER = Origin.of("agent", "run", "2");

  final Journal journal = InMemoryJournal.empty();
  Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session =
      Session.create(DOMAIN, ANN, journal, SessionSettings.standard());

  static NoteKey note(String id) {
    return NoteKey.note("1", id);
  }

  static Note content(String text, Optional<String> parent, Optional<String> see) {
    return new Note(text, parent, see, OrderKey.initial(1));
  }

  StepId step(Origin origin, NoteEvent... events) {
    Outcome outcome =
        session.step(
            EditOptions.of("work", origin), builder -> List.of(events).forEach(builder::emit));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    return ((Outcome.Committed) outcome).steps().get(0);
  }

  StepId board(Origin origin) {
    return step(origin, DOMAIN.added(BOARD, new NoteEntity.Board("plan", OrderKey.initial(1))));
  }

  StepId add(Origin origin, String id) {
    return step(origin, DOMAIN.added(note(id), content("", Optional.empty(), Optional.empty())));
  }

  StepId addBelow(Origin origin, String id, String parent) {
    return step(origin, DOMAIN.added(note(id), content("", Optional.of(parent), Optional.empty())));
  }

  StepId set(Origin origin, String id, String unit, String value) {
    return step(origin, DOMAIN.changed(note(id), session.model(), unit, Value.of(value)));
  }

  StepId remove(Origin origin, String id) {
    return step(origin, DOMAIN.removed(note(id), session.model()));
  }

  String text(String id) {
    return ((Note) session.model().at(note(id))).text();
  }

  boolean has(String id) {
    return session.model().contains(note(id));
  }

  RollbackPlan<NoteEvent> plan(StepId... steps) {
    return session.rollbacks().plan(RollbackSelection.of(steps));
  }

  StepId rollBack(StepId... steps) {
    Outcome outcome =
        session
            .with(EditOptions.of("roll back", ANN))
            .rollbacks()
            .rollback(plan(steps), Mode.BEST_EFFORT);
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    return ((Outcome.Committed) outcome).steps().get(0);
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

  void restart() {
    session = Session.resume(DOMAIN, journal, SessionSettings.standard());
  }
}
