package dev.fcp.postgres;

import com.google.common.collect.ImmutableList;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.History.HistoryPath;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Session;
import java.util.ArrayList;
import java.util.List;

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
      PostgresJournals journals,
      WorldSettings settings,
      WorldRow world,
      Scenario scenario,
      Domain<M, E> domain) {
    List<String> findings = new ArrayList<>();
    if (!scenario.hash().equals(world.scenarioHash())) {
      findings.add(
          "the scenario has the hash %s, recorded is %s"
              .formatted(scenario.hash(), world.scenarioHash()));
    }
    InMemoryJournal records = intactRecords(journals, world, findings);
    Replay<M, E> replay = null;
    if (records.lastNumber() > 0) {
      try (Session<M, E> session = Session.resume(domain, records, settings.sessions())) {
        replay = new Replay<>(domain, session.state().history());
      } catch (JournalException | IllegalArgumentException e) {
        findings.add("the journal cannot be replayed: " + e.getMessage());
      }
    }
    long next = 0;
    long lastRecord = 0;
    List<TurnRows.Located> page;
    do {
      page = TurnRows.page(journals.database(), world, next, TURNS_PER_PAGE);
      for (TurnRows.Located turn : page) {
        if (turn.info().turn() != next) {
          findings.add("%s: the turn before it is missing".formatted(turn.info().ref()));
        }
        next = turn.info().turn() + 1;
        lastRecord = turn.lastRecord();
        compareStored(journals.database(), world, turn, findings);
        if (replay != null && lastRecord <= records.lastNumber()) {
          replay.compare(turn, findings);
        }
      }
    } while (!page.isEmpty());
    if (lastRecord != world.document(journals.database()).extent().lastNumber()) {
      findings.add("the last turn ends with record %d, the journal does not".formatted(lastRecord));
    }
    return new WorldVerification(next, findings);
  }

  /** The records before the first one that is damaged; no snapshot is used. */
  private static InMemoryJournal intactRecords(
      PostgresJournals journals, WorldRow world, List<String> findings) {
    InMemoryJournal intact = InMemoryJournal.empty();
    try (PostgresJournal journal =
        new PostgresJournal(world.document(journals.database()), journals.settings())) {
      for (JournalRecord record : journal.read(1)) {
        intact.append(intact.lastNumber(), record);
      }
    } catch (JournalException.DamagedRecordException e) {
      findings.add("%s; later turns were not replayed".formatted(e.getMessage()));
    }
    return intact;
  }

  private static void compareStored(
      Database database, WorldRow world, TurnRows.Located turn, List<String> findings) {
    String stored = TurnRows.storedEntities(database, world, turn.info().turn()).hash();
    if (!stored.equals(turn.info().stateHash())) {
      findings.add(
          "%s: the stored state has the hash %s, recorded is %s"
              .formatted(turn.info().ref(), stored, turn.info().stateHash()));
    }
  }

  /** Replays the events of a history from turn to turn. */
  private static final class Replay<M, E> {

    private final Domain<M, E> domain;
    private final History<E> history;
    private HistoryPoint position = HistoryPoint.BASE;
    private M model;
    private TurnRows.Entities entities = TurnRows.Entities.NONE;

    Replay(Domain<M, E> domain, History<E> history) {
      this.domain = domain;
      this.history = history;
      this.model = domain.empty();
    }

    void compare(TurnRows.Located turn, List<String> findings) {
      try {
        move(turn.head());
      } catch (IllegalArgumentException e) {
        findings.add("%s cannot be replayed: %s".formatted(turn.info().ref(), e.getMessage()));
        return;
      }
      entities = entities.of(domain, model);
      String replayed = entities.json().hash();
      if (!replayed.equals(turn.info().stateHash())) {
        findings.add(
            "%s: replaying the journal gives a state with the hash %s, recorded is %s"
                .formatted(turn.info().ref(), replayed, turn.info().stateHash()));
      }
    }

    private void move(HistoryPoint head) {
      HistoryPath path = history.path(position, head);
      M moved = model;
      for (StepId id : path.undoSteps()) {
        for (E event : history.step(id).events().reversed()) {
          moved = domain.replay(domain.invert(event), moved);
        }
      }
      for (StepId id : path.redoSteps()) {
        for (E event : history.step(id).events()) {
          moved = domain.replay(event, moved);
        }
      }
      model = moved;
      position = head;
    }
  }
}
