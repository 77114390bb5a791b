package dev.fcp.postgres;

import com.google.common.collect.ImmutableList;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.session.HistoricalViews.View;
import dev.fcp.eventlog.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of replaying a world.
 *
 * @param turnCount the number of turns that were compared
 * @param findings what is wrong, for people; empty if every turn has its recorded state
 */
public record WorldVerification(long turnCount, List<String> findings) {

  private static final int TURNS_PER_PAGE = 500;

  /** Copies the list. */
  public WorldVerification {
    findings = ImmutableList.copyOf(findings);
  }

  /** Whether nothing is wrong. */
  public boolean isIntact() {
    return findings.isEmpty();
  }

  static <M, E> WorldVerification of(
      PostgresJournals journals, WorldSettings settings, WorldRow world, Domain<M, E> domain) {
    List<String> findings = new ArrayList<>();
    long count = 0;
    try (Session<M, E> session =
        Session.resume(
            domain,
            new PostgresJournal(world.document(journals.database()), journals.settings()),
            settings.sessions())) {
      List<TurnRows.Located> page;
      do {
        page = TurnRows.page(journals.database(), world, count, TURNS_PER_PAGE);
        for (TurnRows.Located turn : page) {
          compare(journals.database(), world, domain, session, turn).ifPresent(findings::add);
          count++;
        }
      } while (!page.isEmpty());
    }
    return new WorldVerification(count, findings);
  }

  private static <M, E> Optional<String> compare(
      Database database,
      WorldRow world,
      Domain<M, E> domain,
      Session<M, E> session,
      TurnRows.Located turn) {
    String ref = turn.info().ref();
    Optional<View<M>> view = session.views().viewAt(turn.head());
    if (view.isEmpty()) {
      return Optional.of("%s: its %s is not in the journal".formatted(ref, turn.head()));
    }
    String replayed = TurnRows.entities(domain, view.get().model()).hash();
    if (!replayed.equals(turn.info().stateHash())) {
      return Optional.of(
          "%s: replaying the journal gives a state with the hash %s, recorded is %s"
              .formatted(ref, replayed, turn.info().stateHash()));
    }
    CanonicalJson stored = TurnRows.storedEntities(database, world, turn.info().turn());
    return stored.hash().equals(replayed)
        ? Optional.empty()
        : Optional.of(
            "%s: the stored state has the hash %s, recorded is %s"
                .formatted(ref, stored.hash(), replayed));
  }
}
