package dev.fcp.postgres;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;

/**
 * A turn of a world and the session state after it, where an attempt begins.
 *
 * @param scenario the scenario of the world
 * @param entities the entities of the state, as far as they are known
 * @param journal the journal after the turn
 * @param loadedRecord the last record when the state was loaded; the steps after it are in memory
 */
record CommittedState<M, E>(
    Scenario scenario,
    TurnRows.Located turn,
    SessionState<M, E> state,
    TurnRows.Entities entities,
    BufferedJournal journal,
    long loadedRecord) {

  /**
   * With more steps in memory, the state is loaded anew, which leaves the steps in the database.
   */
  private static final int MAX_STEPS = 1024;

  /** Loads the state after a turn. */
  static <M, E> CommittedState<M, E> load(
      PostgresJournals journals,
      WorldSettings settings,
      WorldRow world,
      Scenario scenario,
      Domain<M, E> domain,
      TurnRows.Located turn) {
    BufferedJournal journal = BufferedJournal.after(journals, world, turn.lastRecord());
    SessionState<M, E> state = Session.resume(domain, journal, settings.sessions()).state();
    return new CommittedState<>(
        scenario, turn, state, TurnRows.Entities.NONE, journal, turn.lastRecord());
  }

  /** The state after the next turn. */
  CommittedState<M, E> next(
      TurnRows.Located next,
      SessionState<M, E> after,
      TurnRows.Entities entities,
      BufferedJournal used) {
    return new CommittedState<>(
        scenario, next, after, entities, used.after(next.lastRecord()), loadedRecord);
  }

  /** Whether it should be loaded anew. */
  boolean isLarge() {
    return turn.lastRecord() - loadedRecord > MAX_STEPS;
  }

  /** A journal for the records of an attempt. */
  BufferedJournal newJournal() {
    return journal.after(turn.lastRecord());
  }
}
