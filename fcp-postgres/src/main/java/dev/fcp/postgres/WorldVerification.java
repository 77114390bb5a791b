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
    Extent extent = Extent.of(journals.database(), world);
    if (extent.lastTurn() != extent.currentTurn()) {
      findings.add(
          "the last turn is %d, that of the world is %d"
              .formatted(extent.lastTurn(), extent.currentTurn()));
    }
    if (extent.lastRecord() != extent.lastNumber()) {
      findings.add(
          "the last turn ends with record %d, the journal with %d"
              .formatted(extent.lastRecord(), extent.lastNumber()));
    }
    InMemoryJournal records = intactRecords(journals, world, extent.lastRecord(), findings);
    Replay<M, E> replay = null;
    if (records.lastNumber() > 0) {
      try (Session<M, E> session = Session.resume(domain, records, settings.sessions())) {
        replay = new Replay<>(domain, session.state().history());
      } catch (JournalException | IllegalArgumentException e) {
        findings.add("the journal cannot be replayed: " + e.getMessage());
      }
    }
    long next = 0;
    while (next <= extent.lastTurn()) {
      for (TurnRows.Located turn :
          TurnRows.page(journals.database(), world, next, extent.lastTurn(), TURNS_PER_PAGE)) {
        if (turn.info().turn() != next) {
          findings.add("%s: the turn before it is missing".formatted(turn.info().ref()));
        }
        next = turn.info().turn() + 1;
        compareStored(journals.database(), world, turn, findings);
        if (replay != null && turn.lastRecord() <= records.lastNumber()) {
          replay.compare(turn, findings);
        }
      }
    }
    return new WorldVerification(next, findings);
  }

  /**
   * How far a world is, read by one statement. What is committed afterwards is not verified, so
   * that other workers do not have to wait.
   *
   * @param currentTurn the turn to which the world points
   * @param lastTurn the last turn that is stored
   * @param lastRecord the record with which it ends
   * @param lastNumber the number of the last record of the journal
   */
  private record Extent(long currentTurn, long lastTurn, long lastRecord, long lastNumber) {

    static Extent of(Database database, WorldRow world) {
      return database
          .queryFirst(
              "world " + world.slug(),
              row -> new Extent(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)),
              """
              SELECT current_turn, turn, last_record, last_number
              FROM fcp.worlds
              JOIN fcp.documents ON documents.id = document_id
              JOIN fcp.world_turns ON world_id = worlds.id
              WHERE worlds.id = ? ORDER BY turn DESC LIMIT 1
              """,
              world.id())
          .orElseGet(() -> new Extent(world.currentTurn(), -1, 0, 0));
    }
  }

  /** The records before the first one that is damaged; no snapshot is used. */
  private static InMemoryJournal intactRecords(
      PostgresJournals journals, WorldRow world, long lastRecord, List<String> findings) {
    InMemoryJournal intact = InMemoryJournal.empty();
    RecordReader reader =
        new RecordReader(world.document(journals.database()), journals.settings().upcasters());
    try {
      for (JournalRecord record : reader.records(1, lastRecord)) {
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
