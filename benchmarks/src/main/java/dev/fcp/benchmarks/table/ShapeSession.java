package dev.fcp.benchmarks.table;

import dev.fcp.benchmarks.table.ShapeDomain.Event;
import dev.fcp.benchmarks.table.ShapeDomain.Shape;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;

/** Sessions over shapes, and their steps. */
final class ShapeSession {

  static final EditOptions OPTIONS = EditOptions.of("label", Origin.of("ann", "s1", "m7"));
  static final ShapeDomain DOMAIN = new ShapeDomain();

  private ShapeSession() {}

  /** Begins a session of a model of shapes. */
  static Session<EntityModel<String, Shape>, Event> open(
      EntityModel<String, Shape> model, Journal journal) {
    var file = new ReadResult.Readable<>(model, Source.of(new byte[0]));
    return Session.open(DOMAIN, file, OPTIONS.origin(), journal, SessionSettings.standard());
  }

  /** Changes the label of a shape: one step of one event. */
  static void edit(Session<EntityModel<String, Shape>, Event> session, String key) {
    requireDone(
        session.step(
            OPTIONS,
            builder -> {
              Shape before = builder.model().find(key).orElseThrow();
              builder.emit(new Event.Modified(ShapeDomain.relabelled(key, before)));
            }));
  }

  static void requireDone(Outcome outcome) {
    if (!(outcome instanceof Outcome.Committed) && !(outcome instanceof Outcome.Moved)) {
      throw new IllegalStateException("not done: " + outcome);
    }
  }
}
