package dev.fcp.postgres;

import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.postgres.WorldRefusal.AlreadyExists;
import dev.fcp.postgres.WorldRefusal.Invalid;
import dev.fcp.postgres.WorldRefusal.ScenarioNotFound;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The scenarios and the components, which never change. */
final class ScenarioRows {

  private static final String SELECT =
      """
      SELECT data, name, created_at,
        (SELECT count(*) FROM fcp.worlds WHERE scenario_hash = hash AND status = 'active')
      FROM fcp.scenarios\
      """;

  private ScenarioRows() {}

  private static StoredScenario of(ResultSet row) throws SQLException {
    return new StoredScenario(
        Scenario.of(row.getString(1)),
        Optional.ofNullable(row.getString(2)),
        AttemptRows.time(row, 3).orElseThrow(),
        row.getLong(4));
  }

  /** All scenarios: those with names first. */
  static List<StoredScenario> all(Database database) {
    return database.query(
        "the scenarios", ScenarioRows::of, SELECT + " ORDER BY name NULLS LAST, hash");
  }

  /**
   * The scenario that a reference means; one that is given as a whole is stored.
   *
   * @throws WorldRefusedException with {@link ScenarioNotFound}
   */
  static StoredScenario resolve(Connection connection, ScenarioRef reference) throws SQLException {
    return switch (reference) {
      case ScenarioRef.ByName(String name) -> find(connection, "name", name);
      case ScenarioRef.ByHash(String hash) -> find(connection, "hash", hash);
      case ScenarioRef.Inline(Scenario scenario) -> {
        store(connection, scenario);
        yield find(connection, "hash", scenario.hash());
      }
    };
  }

  /** A scenario as it is stored, even if its hash is another one. */
  static Scenario get(Connection connection, String hash) throws SQLException {
    return find(connection, "hash", hash).scenario();
  }

  private static StoredScenario find(Connection connection, String column, String value)
      throws SQLException {
    return (CanonicalJson.isStorable(value)
            ? Database.queryFirst(
                connection, ScenarioRows::of, SELECT + " WHERE %s = ?".formatted(column), value)
            : Optional.<StoredScenario>empty())
        .orElseThrow(() -> new WorldRefusedException(new ScenarioNotFound(value)));
  }

  /**
   * Stores a scenario under a name.
   *
   * @throws WorldRefusedException with {@link AlreadyExists} if another scenario has the name, or
   *     the scenario another name
   */
  static StoredScenario store(Connection connection, String name, Scenario scenario)
      throws SQLException {
    // One name at a time, so that it is still free when it is stored.
    Database.queryFirst(
        connection,
        row -> true,
        "SELECT pg_advisory_xact_lock(hashtextextended('fcp scenario ' || ?, 0))",
        name);
    store(connection, scenario);
    int count =
        Database.update(
            connection,
            """
            UPDATE fcp.scenarios SET name = ? WHERE hash = ? AND coalesce(name, ?) = ?
              AND NOT EXISTS (SELECT FROM fcp.scenarios WHERE name = ? AND hash <> ?)
            """,
            name,
            scenario.hash(),
            name,
            name,
            name,
            scenario.hash());
    if (count == 0) {
      Optional<String> own = find(connection, "hash", scenario.hash()).name();
      String advice =
          own.isPresent()
              ? " with the same content; use that name"
              : " with other content; choose another name";
      throw new WorldRefusedException(new AlreadyExists(true, own.orElse(name), advice));
    }
    return find(connection, "hash", scenario.hash());
  }

  private static void store(Connection connection, Scenario scenario) throws SQLException {
    Database.update(
        connection,
        "INSERT INTO fcp.scenarios (hash, data) VALUES (?, ?::jsonb) ON CONFLICT DO NOTHING",
        scenario.hash(),
        scenario.json().text());
    for (Map.Entry<String, CanonicalJson> component : scenario.components().entrySet()) {
      store(connection, component.getKey(), component.getValue());
    }
  }

  /**
   * Stores a component; returns its hash.
   *
   * @throws WorldRefusedException with {@link Invalid} if the kind is empty or too long
   */
  static String store(Connection connection, String kind, CanonicalJson content)
      throws SQLException {
    WorldRefusedException.requireIndexed("the kind of the component", kind);
    Database.update(
        connection,
        """
        INSERT INTO fcp.components (kind, hash, content) VALUES (?, ?, ?::jsonb)
        ON CONFLICT DO NOTHING
        """,
        kind,
        content.hash(),
        content.text());
    return content.hash();
  }

  /** Those of some components, hashes by kind, that are stored. */
  static Set<Map.Entry<String, String>> stored(
      Connection connection, Set<Map.Entry<String, String>> components) throws SQLException {
    List<Map.Entry<String, String>> storable =
        components.stream()
            .filter(it -> CanonicalJson.isStorable(it.getKey() + it.getValue()))
            .toList();
    return storable.isEmpty()
        ? Set.of()
        : Set.copyOf(
            Database.query(
                connection,
                row -> Map.entry(row.getString(1), row.getString(2)),
                """
                SELECT kind, hash FROM fcp.components
                JOIN unnest(?::text[], ?::text[]) AS given (kind, hash) USING (kind, hash)
                """,
                storable.stream().map(Map.Entry::getKey).toArray(String[]::new),
                storable.stream().map(Map.Entry::getValue).toArray(String[]::new)));
  }
}
