package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Sessions of counters, and operations on them with short names. */
final class CounterSessions {

  static final CounterDomain DOMAIN = new CounterDomain();
  static final Origin ANN = Origin.of("ann", "session-1", "message-1");

  private CounterSessions() {}

  static Session<Counter, CounterEvent> created() {
    return created(InMemoryJournal.empty());
  }

  static Session<Counter, CounterEvent> created(Journal journal) {
    return Session.create(DOMAIN, ANN, journal, SessionSettings.standard());
  }

  /** Returns a session with the steps +1, +2, +3, labelled by their numbers: the counter is 6. */
  static Session<Counter, CounterEvent> withThreeSteps() {
    return withThreeSteps(InMemoryJournal.empty());
  }

  static Session<Counter, CounterEvent> withThreeSteps(Journal journal) {
    Session<Counter, CounterEvent> session = created(journal);
    List.of(1, 2, 3).forEach(n -> add(session, n));
    return session;
  }

  static Session<Counter, CounterEvent> opened(String file, Journal journal) {
    return opened(file, journal, SessionSettings.standard());
  }

  static Session<Counter, CounterEvent> opened(
      String file, Journal journal, SessionSettings settings) {
    return switch (DOMAIN.format().read(file.getBytes(StandardCharsets.US_ASCII))) {
      case ReadResult.Readable<Counter> readable ->
          Session.open(DOMAIN, readable, ANN, journal, settings);
      case ReadResult.Unreadable<Counter> unreadable -> throw new AssertionError(unreadable);
    };
  }

  static Session<Counter, CounterEvent> resumed(Journal journal) {
    return Session.resume(DOMAIN, journal, SessionSettings.standard());
  }

  static EditOptions options(String label) {
    return EditOptions.of(label, ANN);
  }

  static Outcome add(Session<Counter, CounterEvent> session, int n) {
    return session.step(options("+" + n), builder -> builder.emit(new CounterEvent.Added(n)));
  }

  static int value(Session<Counter, CounterEvent> session) {
    return session.model().value();
  }

  static String reason(Outcome outcome) {
    return outcome instanceof Outcome.Refused(var conflicts)
        ? conflicts.get(0).reason()
        : "not refused: " + outcome;
  }

  /** Returns a step body or guard that throws. */
  static Consumer<Object> failing() {
    return anything -> {
      throw new SessionOperation.Failure();
    };
  }
}
