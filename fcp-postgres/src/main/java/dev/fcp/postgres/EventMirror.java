package dev.fcp.postgres;

import com.google.common.collect.Lists;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.EventId;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.SessionState.SaveStatus;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Mirrors the histories of documents that are elsewhere, such as in folders, into a table. It has
 * one row for each event and is named {@code fcp.vault_events}. Other programs can query it;
 * nothing reads it back. Thread-safe.
 *
 * <p>The status of a row is {@code applied} if the files contain the step, {@code pending} if no
 * save has written it yet or one is under way, and {@code failed} if the save that was to write it
 * failed. Reversed events stay, and the rollback that reverses them has rows of its own. Steps that
 * are undone or on another branch have no rows; they get them back when they are applied again.
 *
 * <p>The entity of a row is the first one that {@link Domain#touches} names as subject. The payload
 * is the JSON of the event. An event with U+0000 or an unpaired surrogate, which {@code jsonb}
 * cannot hold, has a payload of one string, which contains its JSON with these characters escaped;
 * elsewhere in a row they become U+FFFD. Ids of sessions and messages of more than 2,000 bytes in
 * UTF-8, which an index cannot hold, are shortened.
 */
public final class EventMirror {

  /** How many steps are compared with the table at once. */
  private static final int STEPS_AT_ONCE = 500;

  private static final String SUBJECT = "the mirrored events";

  private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtext('fcp.vault_events'))";

  private static final String INSERT =
      "INSERT INTO fcp.vault_events (id, session_id, message_id, event_type, entity_type,"
          + " entity_id, status, payload, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?)";

  private final Database database;

  EventMirror(Database database) {
    this.database = database;
  }

  /**
   * What changed in the table.
   *
   * @param eventCount the number of rows that the document has now
   * @param addedCount the number of new rows
   * @param changedCount the number of rows with a new status
   * @param removedCount the number of removed rows: those of steps that are no longer applied
   */
  public record MirrorResult(int eventCount, int addedCount, int changedCount, int removedCount) {}

  /**
   * Makes the table contain the events of a document, in one transaction. Rows of steps that the
   * history no longer knows, because they were pruned, stay. Doing it again changes nothing.
   *
   * @param domain the domain of the document; it must have an {@link EventCodec}
   * @param state the document
   * @throws JournalException if the database cannot be used; then nothing changed
   */
  public <M, E> MirrorResult mirror(Domain<M, E> domain, SessionState<M, E> state) {
    return database.runInTransaction(
        SUBJECT, connection -> new Mirroring<>(connection, domain, state).run());
  }

  /** One run. */
  private static final class Mirroring<M, E> {

    private final Connection connection;
    private final Domain<M, E> domain;
    private final EventCodec<E> codec;
    private final SessionState<M, E> state;
    private int eventCount;
    private int addedCount;
    private int changedCount;
    private int removedCount;

    Mirroring(Connection connection, Domain<M, E> domain, SessionState<M, E> state) {
      this.connection = connection;
      this.domain = domain;
      this.codec = domain.eventCodec();
      this.state = state;
    }

    MirrorResult run() throws SQLException {
      // Two runs must not overtake each other.
      try (PreparedStatement lock = Database.prepare(connection, LOCK)) {
        lock.execute();
      }
      Set<StepId> applied = new HashSet<>();
      state.history().stepsTo(state.head()).forEach(step -> applied.add(step.id()));
      for (List<Step<E>> steps : Lists.partition(state.history().steps(), STEPS_AT_ONCE)) {
        mirror(steps, applied);
      }
      return new MirrorResult(eventCount, addedCount, changedCount, removedCount);
    }

    private void mirror(List<Step<E>> steps, Set<StepId> applied) throws SQLException {
      Map<String, String> known = knownStatuses(steps);
      List<Object[]> added = new ArrayList<>();
      List<Object[]> changed = new ArrayList<>();
      List<Object[]> removed = new ArrayList<>();
      for (Step<E> step : steps) {
        SaveStatus saveStatus = state.saveStatus(step.id());
        boolean isShown = applied.contains(step.id()) || saveStatus == SaveStatus.FAILED;
        String status = status(saveStatus);
        for (int i = 0; i < step.events().size(); i++) {
          EventId id = new EventId(step.id(), i);
          String found = known.get(id.toString());
          if (isShown) {
            eventCount++;
          }
          if (isShown && found == null) {
            added.add(row(id, step, status));
          } else if (isShown && !status.equals(found)) {
            changed.add(new Object[] {status, id.toString()});
          } else if (!isShown && found != null) {
            removed.add(new Object[] {id.toString()});
          }
        }
      }
      addedCount += run(INSERT, added);
      changedCount += run("UPDATE fcp.vault_events SET status = ? WHERE id = ?", changed);
      removedCount += run("DELETE FROM fcp.vault_events WHERE id = ?", removed);
    }

    /** The statuses in the table by the ids of the events of some steps. */
    private Map<String, String> knownStatuses(List<Step<E>> steps) throws SQLException {
      String[] ids =
          steps.stream()
              .flatMap(step ->
                  IntStream.range(0, step.events().size())
                      .mapToObj(i -> new EventId(step.id(), i).toString()))
              .toArray(String[]::new);
      Map<String, String> statuses = new HashMap<>();
      try (PreparedStatement statement =
              Database.prepare(
                  connection,
                  "SELECT id, status FROM fcp.vault_events WHERE id = ANY (?)",
                  connection.createArrayOf("text", ids));
          ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          statuses.put(rows.getString(1), rows.getString(2));
        }
      }
      return statuses;
    }

    private static String status(SaveStatus status) {
      return switch (status) {
        case SAVED -> "applied";
        case UNSAVED, PENDING -> "pending";
        case FAILED -> "failed";
      };
    }

    private @Nullable Object[] row(EventId id, Step<E> step, String status) {
      E event = step.events().get(id.index());
      Value.Fields encoded = codec.encode(event);
      String json = ValueJson.write(encoded);
      String payload = isStorable(encoded) ? json : ValueJson.write(Value.of(json));
      EntityRef entity =
          domain.touches(event).subject().stream()
              .min(Unit::compareTo)
              .orElse(Domain.Touches.DOCUMENT.subject().iterator().next())
              .entity();
      String message = step.origin().message();
      return new Object[] {
        id.toString(),
        IndexedText.fitted(step.origin().session()),
        message.isEmpty() ? null : IndexedText.fitted(message),
        CanonicalJson.replaceNotStorable(encoded.text("type")),
        CanonicalJson.replaceNotStorable(entity.type()),
        CanonicalJson.replaceNotStorable(entity.key()),
        status,
        payload,
        step.time().atOffset(ZoneOffset.UTC)
      };
    }

    /** Whether {@code jsonb} can hold a value. */
    private static boolean isStorable(Value value) {
      return switch (value) {
        case Value.Text(var text) -> CanonicalJson.isStorable(text);
        case Value.Int number -> true;
        case Value.Bool flag -> true;
        case Value.Sequence(var items) -> items.stream().allMatch(Mirroring::isStorable);
        case Value.Fields(var fields) ->
            fields.entrySet().stream()
                .allMatch(field ->
                    CanonicalJson.isStorable(field.getKey()) && isStorable(field.getValue()));
        case Value.InMemory object -> false;
      };
    }

    /** Runs a statement for some rows; returns their number. */
    private int run(String sql, List<Object[]> rows) throws SQLException {
      if (rows.isEmpty()) {
        return 0;
      }
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (Object[] row : rows) {
          for (int i = 0; i < row.length; i++) {
            statement.setObject(i + 1, row[i]);
          }
          statement.addBatch();
        }
        statement.executeBatch();
      }
      return rows.size();
    }
  }
}
