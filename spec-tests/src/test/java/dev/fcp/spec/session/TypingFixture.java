package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.options;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Duration;
import java.time.Instant;

/** A session for typing, with a clock that only the test advances. */
final class TypingFixture {

  private final Duration window;
  private final InMemoryJournal journal = InMemoryJournal.empty();
  private final SessionSettings settings =
      new SessionSettings(() -> now(), SessionSettings.standard().ids());
  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private Session<Counter, CounterEvent> session;

  TypingFixture(Duration window) {
    this.window = window;
    this.session = Session.create(CounterSessions.DOMAIN, CounterSessions.ANN, journal, settings);
  }

  private Instant now() {
    return now;
  }

  void advanceMillis(long millis) {
    now = now.plusMillis(millis);
  }

  void type(int n) {
    step(options("type").merging("typing", window), n);
  }

  /** Adds a number in a step without a merge key. */
  void addIsolated(int n) {
    step(options("isolated"), n);
  }

  private void step(EditOptions options, int n) {
    if (session.step(options, builder -> builder.emit(new CounterEvent.Added(n)))
        instanceof dev.fcp.eventlog.session.Outcome.Refused refused) {
      throw new AssertionError(refused);
    }
  }

  /** Resumes the session from the lines of the journal alone. */
  void reopenFromJson() {
    session = Session.resume(CounterSessions.DOMAIN, InMemoryJournal.of(journal.lines()), settings);
  }

  int depth() {
    return session.state().undoDepth();
  }

  Session<Counter, CounterEvent> session() {
    return session;
  }
}
