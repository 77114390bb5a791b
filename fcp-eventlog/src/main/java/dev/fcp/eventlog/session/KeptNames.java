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
final class KeptNames {

  private KeptNames() {}

  /** Keeps the models of all names whose steps would go with those up to a step of the line. */
  static <M, E> void keep(
      Domain<M, E> domain, Journal journal, SessionState<M, E> state, StepId last) {
    for (NamedState named : state.history().named()) {
      boolean stays =
          !named.place().equals(Optional.of(last))
              && state.history().isAncestor(Optional.of(last), named.place());
      Optional<M> model = stays ? Optional.empty() : state.modelAt(named.place());
      if (model.isPresent()) {
        SnapshotFields about =
            new SnapshotFields()
                .text("name", named.name())
                .place("place", named.place())
                .digest("digest", domain.digest(model.get()));
        byte[] bytes = domain.modelCodec().encode(model.get());
        journal.keepNamed(named.name(), Snapshot.of(state.recordNumber(), about.toFields(), bytes));
      }
    }
  }

  static <M, E> Optional<M> model(
      Domain<M, E> domain, Journal journal, SessionState<M, E> state, NamedState named) {
    Optional<M> model = state.modelAt(named.place());
    return model.isPresent() ? model : kept(domain, journal, named);
  }

  private static <M, E> Optional<M> kept(Domain<M, E> domain, Journal journal, NamedState named) {
    Optional<Snapshot> kept =
        journal
            .named(named.name())
            .filter(it -> SnapshotFields.of(it.state()).place("place").equals(named.place()));
    try {
      return kept.map(it -> domain.modelCodec().decode(it.model()));
    } catch (MalformedValueException e) {
      throw new JournalException(
          "the state named \"%s\" cannot be read: %s".formatted(named.name(), e.getMessage()), e);
    }
  }
}
