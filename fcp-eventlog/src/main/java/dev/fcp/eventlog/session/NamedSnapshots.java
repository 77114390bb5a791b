package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.Snapshot;
import dev.fcp.eventlog.journal.SnapshotFields;
import java.util.Optional;

/** The models of named states, which are kept when their steps are let go. */
final class NamedSnapshots {

  private NamedSnapshots() {}

  /** Keeps the models of all names whose steps would go with those up to a step of the line. */
  static <M, E> void save(
      Domain<M, E> domain, Journal journal, SessionState<M, E> state, StepId last) {
    for (NamedState named : state.history().named()) {
      boolean isKept =
          !named.point().equals(Optional.of(last))
              && state.history().isAncestor(Optional.of(last), named.point());
      Optional<M> model = isKept ? Optional.empty() : state.modelAt(named.point());
      if (model.isPresent()) {
        SnapshotFields fields =
            new SnapshotFields()
                .text("name", named.name())
                .point("place", named.point())
                .digest("digest", domain.digest(model.get()));
        byte[] bytes = domain.modelCodec().encode(model.get());
        journal.writeNamedSnapshot(
            named.name(), Snapshot.of(state.recordNumber(), fields.toFields(), bytes));
      }
    }
  }

  static <M, E> Optional<M> model(
      Domain<M, E> domain, Journal journal, SessionState<M, E> state, NamedState named) {
    Optional<M> model = state.modelAt(named.point());
    return model.isPresent() ? model : loadModel(domain, journal, named);
  }

  private static <M, E> Optional<M> loadModel(
      Domain<M, E> domain, Journal journal, NamedState named) {
    Optional<Snapshot> snapshot =
        journal
            .namedSnapshot(named.name())
            .filter(it -> SnapshotFields.of(it.state()).point("place").equals(named.point()));
    try {
      return snapshot.map(it -> domain.modelCodec().decode(it.model()));
    } catch (MalformedValueException e) {
      throw new JournalException(
          "the state named \"%s\" cannot be read: %s".formatted(named.name(), e.getMessage()), e);
    }
  }
}
