package dev.fcp.postgres;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;

/** Sessions of counters in journals of a database. */
final class Counters {

  static final CounterDomain DOMAIN = new CounterDomain();
  static final Origin ANN = Origin.of("ann", "session-1", "message-1");

  private Counters() {}

  static Session<Counter, CounterEvent> created(Journal journal) {
    return Session.create(DOMAIN, ANN, journal, SessionSettings.standard());
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

  /** Adds one until that is committed, although others append at the same time. */
  static void addOne(Session<Counter, CounterEvent> session) {
    Outcome outcome;
    do {
      outcome = add(session, 1);
    } while (!(outcome instanceof Outcome.Committed));
  }

  static int value(Journal journal) {
    return resumed(journal).model().value();
  }
}
