package dev.fcp.postgres;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.postgres.WorldRefusal.Invalid;
import dev.fcp.postgres.WorldRefusal.TurnNotFound;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The turns of worlds with their states. */
final class TurnRows {

  private static final String COLUMNS =
      """
       turn, state_hash, simulation_time, entity_count, attempt_id, committed_at, last_record,
        head_step\
      """;

  private TurnRows() {}

  /**
   * A turn and its place in the journal.
   *
   * @param lastRecord the last record that belongs to it
   * @param head the history point at the cursor after it
   */
  record Located(Turn info, long lastRecord, HistoryPoint head) {}

  private static Located located(ResultSet row) throws SQLException {
    Optional<StepId> head = Optional.ofNullable(row.getString(8)).map(StepId::new);
    return new Located(
        new Turn(
            row.getLong(1),
            row.getString(2),
            row.getLong(3),
            row.getLong(4),
            Optional.ofNullable(row.getObject(5, UUID.class)),
            AttemptRows.time(row, 6).orElseThrow()),
        row.getLong(7),
        head.map(HistoryPoint::after).orElse(HistoryPoint.BASE));
  }

  /** The first turns of a world from one to another, in order. */
  static List<Located> page(Database database, WorldRow world, long from, long to, int limit) {
    return database.query(
        "world " + world.slug(),
        TurnRows::located,
        "SELECT"
            + COLUMNS
            + " FROM fcp.world_turns WHERE world_id = ? AND turn BETWEEN ? AND ?"
            + " ORDER BY turn LIMIT ?",
        world.id(),
        from,
        to,
        limit);
  }

  /**
   * A turn of a world.
   *
   * @throws WorldRefusedException with {@link TurnNotFound}
   */
  static Located find(Database database, WorldRow world, long turn) {
    return page(database, world, turn, turn, 1).stream()
        .findFirst()
        .orElseThrow(() -> missing(world, "turn " + turn));
  }

  /** A turn that this transaction inserted or that exists. */
  static Located find(Connection connection, WorldRow world, long turn) throws SQLException {
    return Database.queryFirst(
            connection,
            TurnRows::located,
            "SELECT" + COLUMNS + " FROM fcp.world_turns WHERE world_id = ? AND turn = ?",
            world.id(),
            turn)
        .orElseThrow(() -> missing(world, "turn " + turn));
  }

  private static WorldRefusedException missing(WorldRow world, String turn) {
    return new WorldRefusedException(new TurnNotFound(world.slug(), turn));
  }

  /**
   * The number of the last turn at a simulation time: of several, the one with the greater number.
   */
  static long numberAt(Database database, WorldRow world, long simulationTime) {
    return database
        .queryFirst(
            "world " + world.slug(),
            row -> row.getLong(1),
            """
            SELECT turn FROM fcp.world_turns WHERE world_id = ? AND simulation_time <= ?
            ORDER BY simulation_time DESC, turn DESC LIMIT 1
            """,
            world.id(),
            simulationTime)
        .orElseThrow(() -> missing(world, "turn at simulation time %d".formatted(simulationTime)));
  }

  /**
   * The state after a turn.
   *
   * @param content the content of the scenario
   * @throws JournalException if it does not have its recorded hash
   */
  static TurnState state(Database database, WorldRow world, CanonicalJson content, long turn) {
    Turn info = find(database, world, turn).info();
    CanonicalJson entities = storedEntities(database, world, turn);
    if (!entities.hash().equals(info.stateHash())) {
      throw new JournalException(
          "world %s, %s: the stored state has the hash %s, recorded is %s; verify shows what is"
                  .formatted(world.slug(), info.ref(), entities.hash(), info.stateHash())
              + " damaged");
    }
    return new TurnState(info, entities, content);
  }

  /** The entities after a turn as they are stored, whatever their hash. */
  static CanonicalJson storedEntities(Database database, WorldRow world, long turn) {
    return database
        .queryFirst(
            "world " + world.slug(),
            row -> CanonicalJson.of(row.getString(1)),
            "SELECT state FROM fcp.world_turns WHERE world_id = ? AND turn = ?",
            world.id(),
            turn)
        .orElseThrow(() -> missing(world, "turn " + turn));
  }

  /** Inserts a turn; returns it. */
  static Located insert(
      Connection connection,
      long worldId,
      long turn,
      Entities entities,
      long simulationTime,
      Optional<UUID> attempt,
      long lastRecord,
      HistoryPoint head)
      throws SQLException {
    return Database.queryFirst(
            connection,
            TurnRows::located,
            """
            INSERT INTO fcp.world_turns (world_id, turn, turn_ref, state, state_hash, simulation_time,
              entity_count, attempt_id, last_record, head_step)
            VALUES (?, ?, ?, ?::jsonb, ?, ?, ?, ?::uuid, ?, ?)
            RETURNING\
            """
                + COLUMNS,
            worldId,
            turn,
            Turn.ref(turn),
            entities.json().text(),
            entities.json().hash(),
            simulationTime,
            entities.count(),
            attempt.map(UUID::toString).orElse(null),
            lastRecord,
            head.step().map(StepId::ulid).orElse(null))
        .orElseThrow();
  }

  /**
   * The entities of a model.
   *
   * @param json the entities as an array
   * @param lines their canonical forms by their lines in the encoded model
   */
  record Entities(CanonicalJson json, int count, Map<String, String> lines) {

    static final Entities NONE = new Entities(new CanonicalJson("[]"), 0, Map.of());

    /**
     * The entities of a model; those that have not changed are not parsed.
     *
     * @throws WorldRefusedException with {@link Invalid} if the database cannot store them
     */
    <M> Entities of(Domain<M, ?> domain, M model) {
      String encoded = new String(domain.modelCodec().encode(model), StandardCharsets.UTF_8);
      List<String> canonical = new ArrayList<>();
      Map<String, String> newLines = new HashMap<>();
      try {
        for (String line : encoded.lines().toList()) {
          String known = lines.get(line);
          canonical.add(known == null ? CanonicalJson.of(line).text() : known);
          newLines.put(line, canonical.getLast());
        }
      } catch (IllegalArgumentException e) {
        throw new WorldRefusedException(
            new Invalid("the state cannot be stored: " + e.getMessage()));
      }
      String array = "[%s]".formatted(String.join(",", canonical));
      return new Entities(new CanonicalJson(array), canonical.size(), newLines);
    }
  }

  /**
   * The model with some entities.
   *
   * @throws WorldRefusedException with {@link Invalid} if they are none of the domain
   */
  static <M> M model(Domain<M, ?> domain, CanonicalJson entities) {
    StringBuilder lines = new StringBuilder();
    entities.node().forEach(entity -> lines.append(CanonicalJson.of(entity)).append('\n'));
    try {
      return domain.modelCodec().decode(lines.toString().getBytes(StandardCharsets.UTF_8));
    } catch (MalformedValueException e) {
      throw new WorldRefusedException(
          new Invalid("no entities of %s: %s".formatted(domain.name(), e.getMessage())));
    }
  }
}
