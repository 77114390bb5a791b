package dev.fcp.postgres;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.postgres.WorldRefusal.AlreadyExists;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A world to create, with what becomes its turn 0.
 *
 * @param createdFrom how it is created, without any content
 * @param entities the entities of turn 0; empty for an empty model
 * @param simulationTime the time in the world at turn 0
 */
record WorldSeed(
    String slug,
    String name,
    Scenario scenario,
    CanonicalJson createdFrom,
    Optional<CanonicalJson> entities,
    long simulationTime) {

  /** The seed of a world that begins as its scenario says. */
  static WorldSeed of(NewWorld world, Scenario scenario) {
    String hash = scenario.hash();
    CanonicalJson from =
        switch (world.scenario()) {
          case ScenarioRef.ByName(String name) -> createdFrom("name", name, hash);
          case ScenarioRef.ByHash(String given) -> createdFrom("hash", given, hash);
          case ScenarioRef.Inline ignored -> createdFrom("inline_data", null, hash);
        };
    return new WorldSeed(
        world.slug(), world.name(), scenario, from, scenario.entities(), scenario.simulationTime());
  }

  /** The seed of a world that begins with the state of another one. */
  static WorldSeed fork(
      String slug, String name, Scenario scenario, String forked, TurnState state) {
    String input = "%s@%d".formatted(forked, state.turn().turn());
    return new WorldSeed(
        slug,
        name,
        scenario,
        createdFrom("fork", input, scenario.hash()),
        Optional.of(state.entities()),
        state.turn().simulationTime());
  }

  private static CanonicalJson createdFrom(String kind, @Nullable String input, String hash) {
    return CanonicalJson.of(
        CanonicalJson.object().put("kind", kind).put("input", input).put("resolved_hash", hash));
  }

  /**
   * Inserts the world, its journal and its turn 0.
   *
   * @return the id of the world
   * @throws WorldRefusedException if that is refused; the transaction must be rolled back
   */
  <M, E> long create(
      Connection connection,
      PostgresJournals journals,
      SessionSettings sessions,
      Domain<M, E> domain)
      throws SQLException {
    if (!WorldRow.isSlug(slug)) {
      throw WorldRefusedException.invalid(
          "a slug has 1 to 100 lower-case letters, digits and inner hyphens, not \"%s\""
              .formatted(slug));
    }
    WorldRefusedException.requireText("the name of the world", name);
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<M, E> session = Session.create(domain, Origin.of("scenario"), journal, sessions);
    if (entities.isPresent()) {
      plant(session, domain, TurnRows.model(domain, entities.get()));
    }
    TurnRows.Entities stored = TurnRows.Entities.NONE.of(domain, session.model());
    if (entities.isPresent() && !stored.json().equals(entities.get())) {
      throw WorldRefusedException.invalid(
          "the entities of the scenario are not in the form of " + domain.name());
    }
    long documentId =
        Database.queryFirst(
                connection,
                row -> row.getLong(1),
                """
                INSERT INTO fcp.documents (name, is_world) VALUES (?, true)
                ON CONFLICT DO NOTHING RETURNING id
                """,
                slug)
            .orElseThrow(() ->
                new WorldRefusedException(new AlreadyExists(false, slug, "; choose another slug")));
    long id =
        Database.queryFirst(
                connection,
                row -> row.getLong(1),
                """
                INSERT INTO fcp.worlds (slug, name, document_id, scenario_hash, created_from_ref)
                VALUES (?, ?, ?, ?, ?::jsonb) RETURNING id
                """,
                slug,
                name,
                documentId,
                scenario.hash(),
                createdFrom.text())
            .orElseThrow();
    List<EncodedRecord> records = journal.read(1).stream().map(EncodedRecord::of).toList();
    DocumentRow document = new DocumentRow(journals.database(), documentId, "world " + slug);
    new RecordAppender(document, journals.settings())
        .append(connection, 0, records, Optional.empty());
    TurnRows.insert(
        connection,
        id,
        0,
        stored,
        simulationTime,
        Optional.empty(),
        records.size(),
        session.state().head());
    return id;
  }

  private static <M, E> void plant(Session<M, E> session, Domain<M, E> domain, M seed) {
    List<E> events = domain.diff(session.model(), seed);
    for (E event : events) {
      for (Unit unit : domain.touches(event).subject()) {
        IndexedText.problem("the id of an entity", unit.entity().toString())
            .ifPresent(problem -> {
              throw WorldRefusedException.invalid(problem);
            });
      }
    }
    if (!events.isEmpty()) {
      try {
        session.step("seed", step -> events.forEach(step::emit)).orElseThrow();
      } catch (RefusedException e) {
        throw WorldRefusedException.invalid("no entities of a new world: " + e.getMessage());
      }
    }
  }
}
