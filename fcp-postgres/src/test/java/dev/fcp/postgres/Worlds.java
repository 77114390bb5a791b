package dev.fcp.postgres;

import dev.fcp.eventlog.domain.Domains;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.StepBuilder;
import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEntity.Board;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A store of worlds of notes on the server of the tests, with a worker and a look at the tables.
 */
final class Worlds implements AutoCloseable {

  static final Domains DOMAINS = Domains.of(List.of(new NotesDomain(), new CounterDomain()));
  static final Scenario NOTES = Scenario.of("{\"domain\": \"notes\"}");

  private static final AtomicInteger NEXT = new AtomicInteger(1);
  private static final String RUN = Long.toString(System.nanoTime(), 36);

  final PostgresJournals journals;
  final WorldStore store;
  final PostgresDatabase sql;
  private final List<WorldWorker> workers = new java.util.ArrayList<>();

  Worlds() {
    this(PostgresServer.url(), PostgresSettings.defaults(), WorldSettings.defaults());
  }

  /** A store whose sessions have a clock that is wrong. */
  Worlds(Duration clockError) {
    this(PostgresServer.url(), PostgresSettings.defaults(), withClock(clockError));
  }

  private static WorldSettings withClock(Duration error) {
    InstantSource clock = () -> Instant.now().plus(error);
    return new WorldSettings(
        WorldSettings.defaults().attemptLease(),
        new SessionSettings(clock, new UlidGenerator(clock, new Random(error.toMillis()))));
  }

  Worlds(String url, PostgresSettings settings, WorldSettings worldSettings) {
    this.journals = PostgresJournals.connect(url, settings);
    this.sql = new PostgresDatabase(url);
    this.store = WorldStore.over(journals, DOMAINS, worldSettings);
  }

  /** A slug, worker id or name that nothing else has. */
  static String fresh(String prefix) {
    return "%s-%s-%d".formatted(prefix, RUN, NEXT.getAndIncrement());
  }

  /** Creates a world of notes; returns its slug. */
  String create() {
    return create(NOTES);
  }

  String create(Scenario scenario) {
    String slug = fresh("w");
    store.create(new NewWorld(slug, "A world", new ScenarioRef.Inline(scenario))).orElseThrow();
    return slug;
  }

  /** Opens a worker with an id of its own, closed with this. */
  WorldWorker worker() {
    WorldWorker worker = store.worker(fresh("worker")).orElseThrow();
    workers.add(worker);
    return worker;
  }

  WorldAttempt<EntityModel<NoteKey, NoteEntity>, NoteEvent> start(String slug) {
    return start(slug, workers.isEmpty() ? worker() : workers.get(0));
  }

  WorldAttempt<EntityModel<NoteKey, NoteEntity>, NoteEvent> start(String slug, WorldWorker worker) {
    return typed(store.startAttempt(slug, worker).orElseThrow());
  }

  @SuppressWarnings("unchecked")
  static WorldAttempt<EntityModel<NoteKey, NoteEntity>, NoteEvent> typed(
      WorldAttempt<?, ?> attempt) {
    return (WorldAttempt<EntityModel<NoteKey, NoteEntity>, NoteEvent>) attempt;
  }

  /** Commits a turn that adds a board. */
  Turn turn(String slug, String board) {
    var attempt = start(slug);
    add(attempt, board);
    return attempt.commit().orElseThrow();
  }

  static void add(WorldAttempt<EntityModel<NoteKey, NoteEntity>, NoteEvent> attempt, String board) {
    add(attempt.session(), board);
  }

  static void add(Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session, String board) {
    session
        .step(
            "add " + board,
            step ->
                step.emit(
                    new NoteEvent.BoardAdded(
                        new Change.Created<>(
                            NoteKey.board(board), new Board(board, step.model().orderKeyAtEnd())))))
        .orElseThrow();
  }

  static void rename(
      StepBuilder<EntityModel<NoteKey, NoteEntity>, NoteEvent> step, String board, String title) {
    Board before = (Board) step.model().at(NoteKey.board(board));
    step.emit(
        new NoteEvent.BoardModified(
            new Change.Modified<>(
                NoteKey.board(board),
                Value.Fields.of(Map.of("board", Value.of(before.title()))),
                Value.Fields.of(Map.of("board", Value.of(title))))));
  }

  /** An event that changes nothing. */
  static WorldOccurrence occurrence(String type, Map<String, String> components) {
    SortedMap<String, String> sorted = new TreeMap<>(components);
    return new WorldOccurrence(
        type, Optional.of("board a"), java.util.Set.of("board b"), sorted, CanonicalJson.of("{}"));
  }

  /** A scenario with boards. */
  static Scenario boards(String... ids) {
    StringBuilder entities = new StringBuilder();
    for (int i = 0; i < ids.length; i++) {
      entities
          .append(i == 0 ? "" : ",")
          .append(
              "{\"key\":{\"board\":\"%s\",\"note\":\"\"},\"units\":{\"board\":\"%s\",\"order\":\"%s\"}}"
                  .formatted(ids[i], ids[i], OrderKey.initial(i).digits()));
    }
    return Scenario.of("{\"domain\":\"notes\",\"entities\":[%s]}".formatted(entities));
  }

  /** Lets the attempt of a world expire. */
  void expire(String slug) {
    sql.update(
        """
        UPDATE fcp.attempts SET expires_at = clock_timestamp() - interval '1 hour'
        WHERE status = 'running' AND world_id = (SELECT id FROM fcp.worlds WHERE slug = ?)
        """,
        slug);
  }

  static WorldRefusal refusal(WorldResult<?> result) {
    return switch (result) {
      case WorldResult.Refused<?>(WorldRefusal refusal) -> refusal;
      case WorldResult.Done<?>(var value) -> throw new AssertionError("not refused: " + value);
    };
  }

  /** Closes the connections, after it has checked every invariant. */
  @Override
  public void close() {
    WorldInvariants.requireAll(sql);
    workers.forEach(WorldWorker::close);
    journals.close();
    sql.close();
  }
}
