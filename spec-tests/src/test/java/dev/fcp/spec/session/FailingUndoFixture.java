package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;

/** A session of three steps whose domain fails once, at a selected event. */
final class FailingUndoFixture extends ForwardingDomain<Counter, CounterEvent> {

  private final InMemoryJournal journal = InMemoryJournal.empty();
  final Session<Counter, CounterEvent> session;
  private int failsOnUndo;

  FailingUndoFixture() {
    super(new CounterDomain());
    session = Session.create(this, CounterSessions.ANN, journal, SessionSettings.standard());
    add(session, 1);
    add(session, 2);
    add(session, 3);
  }

  @Override
  public Counter replay(CounterEvent event, Counter model) {
    if (event.equals(new CounterEvent.Added(failsOnUndo))) {
      failsOnUndo = 0;
      throw new IllegalStateException("the command fails");
    }
    return super.replay(event, model);
  }

  /**
   * Checks that a move that fails at an event changes nothing, and succeeds when it is repeated.
   */
  void failsOnceAt(int event, Runnable move, int before, int after) {
    Observation observation = Observation.of(session.state());
    assertThat(value(session)).isEqualTo(before);
    failsOnUndo = event;
    assertThatThrownBy(move::run).hasMessage("the command fails");
    assertThat(Observation.of(session.state())).isEqualTo(observation);
    move.run();
    assertThat(value(session)).isEqualTo(after);
    assertThat(CounterSessions.resumed(journal).digest()).isEqualTo(session.digest());
  }

  void undo(int count) {
    assertThat(session.with(options("undo")).undo(count)).isNotNull();
  }

  void redo(int count) {
    assertThat(session.with(options("redo")).redo(count)).isNotNull();
  }
}
