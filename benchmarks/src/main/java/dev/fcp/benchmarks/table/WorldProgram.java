package dev.fcp.benchmarks.table;

import com.google.common.collect.Iterables;
import dev.fcp.benchmarks.table.ShapeDomain.Event;
import dev.fcp.benchmarks.table.ShapeDomain.Shape;
import dev.fcp.eventlog.domain.Domains;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.session.Session;
import dev.fcp.postgres.CanonicalJson;
import dev.fcp.postgres.NewWorld;
import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.postgres.PostgresJournals;
import dev.fcp.postgres.PostgresSettings;
import dev.fcp.postgres.Scenario;
import dev.fcp.postgres.WorldAttempt;
import dev.fcp.postgres.WorldEventQuery;
import dev.fcp.postgres.WorldOccurrence;
import dev.fcp.postgres.WorldSettings;
import dev.fcp.postgres.WorldStore;
import dev.fcp.postgres.WorldWorker;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Measures worlds in PostgreSQL: turns beside the same rows by plain SQL on the same server, pages
 * of a long audit, and the start of an attempt. The server forces each commit to the disk.
 */
final class WorldProgram {

  /** The same rows by plain SQL into the same tables, see {@link PlainTurns}. */
  static final String PLAIN = "plain SQL";

  /** The same into tables without checks and foreign keys. */
  static final String UNCHECKED = "unchecked SQL";

  private static final int WORLDS = 64;
  private static final int THREADS = 16;
  private static final int SHAPES = 100;
  private static final String SLUG = "world-%d";
  private static final Domains DOMAINS = Domains.of(List.of(ShapeSession.DOMAIN));

  private final Scale scale;
  private final String url;
  private final PostgresJournals journals;
  private final WorldStore store;
  private final Map<String, String> components;

  /** Work on a world by one of several threads. */
  @FunctionalInterface
  private interface Turn {
    void make(int thread, int world) throws SQLException;
  }

  private WorldProgram(Scale scale, String url, PostgresJournals journals, WorldStore store) {
    this.scale = scale;
    this.url = url;
    this.journals = journals;
    this.store = store;
    this.components =
        Map.of(
            "perceive",
            store.putComponent("perceive", CanonicalJson.of("\"What do you see?\"")).orElseThrow());
  }

  /**
   * Measures everything.
   *
   * @param arguments scale, a folder on the disk to measure
   */
  public static void main(String[] arguments) throws Exception {
    try (TemporaryFolder temporary = TemporaryFolder.in(arguments[1]);
        EmbeddedPostgres server = PostgresProgram.start(temporary.path().resolve("data"))) {
      String url = server.getJdbcUrl("postgres", "postgres");
      try (PostgresJournals journals =
          PostgresJournals.connect(
              url, PostgresSettings.defaults().withMaxConnections(THREADS + 2))) {
        WorldStore store = WorldStore.over(journals, DOMAINS, WorldSettings.defaults());
        new WorldProgram(Scale.parse(arguments[0]), url, journals, store).run();
      }
    }
  }

  private void run() throws Exception {
    // Those of the second half are for plain SQL.
    for (int i = 1; i <= 2 * WORLDS; i++) {
      create(i, SHAPES);
    }
    PlainTurns.createTables(url, WORLDS);
    try (WorldWorker worker = store.worker("benchmark").orElseThrow()) {
      makeTurn(store, worker, 1);
      measureTurns(1, 1, scale.of(2, 100));
      measureTurns(WORLDS, THREADS, scale.of(WORLDS, 640));
      printBytes();
      measureAudit(scale.of(4_000, 1_000_000));
      measureStart(worker, scale.of(20, 100_000));
    }
  }

  private void create(int world, int shapes) {
    String lines =
        new String(
            ShapeSession.DOMAIN.modelCodec().encode(ShapeDomain.model(shapes)),
            StandardCharsets.UTF_8);
    Scenario scenario =
        Scenario.of(
            "{\"domain\":\"shapes\",\"entities\":[%s]}"
                .formatted(String.join(",", lines.lines().toList())));
    store
        .create(new NewWorld(SLUG.formatted(world), "A world", new ScenarioRef.Inline(scenario)))
        .orElseThrow();
  }

  @SuppressWarnings("unchecked") // The scenario has this domain.
  private void makeTurn(WorldStore store, WorldWorker worker, int world) {
    WorldAttempt<?, ?> attempt = store.startAttempt(SLUG.formatted(world), worker).orElseThrow();
    for (String type : List.of("perception_emitted", "intent_formed")) {
      attempt.record(
          new WorldOccurrence(
              type,
              Optional.of("shape " + ShapeDomain.id(1)),
              Set.of("shape " + ShapeDomain.id(2)),
              new TreeMap<>(components),
              CanonicalJson.of("{\"text\":\"The mill burns.\"}")));
    }
    ShapeSession.edit(
        (Session<EntityModel<String, Shape>, Event>) attempt.session(), ShapeDomain.id(1));
    attempt.commit().orElseThrow();
  }

  /**
   * Measures turns of several threads, each with a worker and in worlds of its own; ours and plain
   * in turns.
   */
  private void measureTurns(int worlds, int threads, int count) throws Exception {
    Map<String, Turn> subjects = new LinkedHashMap<>();
    List<WorldWorker> workers = new ArrayList<>();
    for (int i = 1; i <= threads; i++) {
      workers.add(store.worker("worker %d of %d".formatted(i, threads)).orElseThrow());
    }
    List<PlainTurns> checked = plainTurns(PlainTurns.CHECKED, threads);
    List<PlainTurns> unchecked = plainTurns(PlainTurns.UNCHECKED, threads);
    subjects.put(Result.FCP, (thread, world) -> makeTurn(store, workers.get(thread), world));
    subjects.put(PLAIN, (thread, world) -> checked.get(thread).make(WORLDS + world));
    subjects.put(UNCHECKED, (thread, world) -> unchecked.get(thread).make(world));
    int rounds = scale.of(1, 9);
    Map<String, double[]> times = new LinkedHashMap<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (int round = -scale.of(1, 2); round < rounds; round++) {
        for (Map.Entry<String, Turn> subject : subjects.entrySet()) {
          double micros = micros(pool, threads, worlds, count, subject.getValue());
          times.computeIfAbsent(subject.getKey(), it -> new double[rounds])[Math.max(0, round)] =
              micros;
        }
      }
    }
    for (PlainTurns connection : Iterables.concat(checked, unchecked)) {
      connection.close();
    }
    workers.forEach(WorldWorker::close);
    times.forEach((subject, micros) -> Result.print("worlds.turn", worlds, subject, micros));
  }

  private List<PlainTurns> plainTurns(String schema, int count) throws SQLException {
    List<PlainTurns> connections = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      connections.add(PlainTurns.like(url, schema, SLUG.formatted(1)));
    }
    return connections;
  }

  /** The time of a turn: that of all of them divided by their number. */
  private static double micros(ExecutorService pool, int threads, int worlds, int count, Turn turn)
      throws Exception {
    long start = System.nanoTime();
    List<Future<?>> running =
        IntStream.range(0, threads)
            .<Future<?>>mapToObj(thread ->
                pool.submit(() -> {
                  for (int i = thread; i < count; i += threads) {
                    turn.make(thread, 1 + i % worlds);
                  }
                  return null;
                }))
            .toList();
    for (Future<?> future : running) {
      future.get();
    }
    return (System.nanoTime() - start) / 1e3 / count;
  }

  /**
   * Measures the start of an attempt in a world of so many turns and few shapes, by a store that
   * has not used the world before.
   */
  private void measureStart(WorldWorker worker, int turns) {
    int world = 2 * WORLDS + 1;
    create(world, 10);
    makeTurns(world, turns);
    double[] millis = new double[scale.of(1, 15)];
    for (int i = 0; i < millis.length; i++) {
      WorldStore other = WorldStore.over(journals, DOMAINS, WorldSettings.defaults());
      long start = System.nanoTime();
      WorldAttempt<?, ?> attempt = other.startAttempt(SLUG.formatted(world), worker).orElseThrow();
      millis[i] = (System.nanoTime() - start) / 1e6;
      attempt.fail("only measured").orElseThrow();
    }
    Result.print("worlds.start", turns, Result.FCP, millis);
  }

  /** Makes turns that are not forced to the disk. */
  private void makeTurns(int world, int count) {
    String quick = url + "&options=-c%20synchronous_commit%3Doff";
    try (PostgresJournals journals = PostgresJournals.connect(quick, PostgresSettings.defaults())) {
      WorldStore filled = WorldStore.over(journals, DOMAINS, WorldSettings.defaults());
      try (WorldWorker worker = filled.worker("turns").orElseThrow()) {
        for (int i = 0; i < count; i++) {
          makeTurn(filled, worker, world);
        }
      }
    }
  }

  /** Measures pages of the audit of a world with so many events. */
  private void measureAudit(int events) throws SQLException {
    int world = 2 * WORLDS + 2;
    create(world, 10);
    addEvents(world, events);
    String slug = SLUG.formatted(world);
    WorldEventQuery middle = WorldEventQuery.FIRST.after(events / 2);
    String id = strings("SELECT id FROM fcp.worlds WHERE slug = '%s'".formatted(slug)).get(0);
    String after = String.valueOf(middle.after());
    String hash = "7".repeat(64);
    printPage("worlds.page", events, slug, middle);
    printPlan(id, after, "100");
    printPage("worlds.type", events, slug, middle.withType("type 7"));
    printPlan(id, after, "type 7", "100");
    printPage("worlds.entity", events, slug, middle.withEntity("shape s7"));
    printPlan(id, "shape s7", after, id, after, "100");
    printPage("worlds.component", events, slug, middle.withComponent("perceive", hash));
    printPlan("perceive", hash, id, after, id, after, "100");
  }

  /** Prints the bytes of a turn, by the query of docs/postgres.md. */
  private void printBytes() throws SQLException {
    strings(
            """
            SELECT relname || ', bytes a turn: ' || pg_total_relation_size(relid)
              / greatest(1, (SELECT count(*) FROM fcp.world_turns))
            FROM pg_stat_user_tables WHERE schemaname = 'fcp'
            ORDER BY pg_total_relation_size(relid) DESC LIMIT 8
            """)
        .forEach(System.err::println);
  }

  private List<String> strings(String... statements) throws SQLException {
    List<String> strings = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        if (statement.execute(sql)) {
          try (ResultSet rows = statement.getResultSet()) {
            while (rows.next()) {
              strings.add(rows.getString(1));
            }
          }
        }
      }
    }
    return strings;
  }

  /** Prints the plan of the page that was read last: of the statement that the server received. */
  private void printPlan(String... arguments) throws SQLException {
    String page =
        strings(
                """
                SELECT query FROM pg_stat_activity
                WHERE query LIKE '%FROM fcp.world_audit_events audit%' AND pid <> pg_backend_pid()
                ORDER BY query_start DESC LIMIT 1
                """)
            .get(0);
    strings(
            "PREPARE page AS " + page,
            "EXPLAIN (ANALYZE, BUFFERS, COSTS off) EXECUTE page ('%s')"
                .formatted(String.join("', '", arguments)))
        .forEach(System.err::println);
  }

  /** Copies the events of a turn under other numbers, with 1,000 entities and 10 types. */
  private void addEvents(int world, int count) throws SQLException {
    try (WorldWorker worker = store.worker("filler").orElseThrow()) {
      makeTurn(store, worker, world);
    }
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          SET session_replication_role = replica;
          INSERT INTO fcp.world_audit_events (world_id, world_event_seq, turn, turn_ref, attempt_id,
              attempt_status, simulation_time, type, actor, entity_id, event, occurred_at)
            SELECT world_id, n, turn, turn_ref, attempt_id, attempt_status, simulation_time,
              'type ' || n %% 10, actor, 'shape s' || n %% 1000, event, occurred_at
            FROM fcp.world_audit_events JOIN fcp.worlds ON id = world_id,
              generate_series(10, %1$d) AS n
            WHERE slug = '%2$s' AND world_event_seq = 1;
          INSERT INTO fcp.world_audit_event_entities (world_id, world_event_seq, entity_id, role)
            SELECT id, n, 'shape s' || n %% 1000, 'subject'
            FROM fcp.worlds, generate_series(10, %1$d) AS n WHERE slug = '%2$s';
          INSERT INTO fcp.world_audit_event_components (world_id, world_event_seq, kind, hash)
            SELECT id, n, 'perceive', CASE n %% 1000 WHEN 7 THEN repeat('7', 64)
              ELSE md5((n %% 1000)::text) || md5((n %% 1000)::text) END
            FROM fcp.worlds, generate_series(10, %1$d) AS n WHERE slug = '%2$s';
          UPDATE fcp.worlds SET next_event_seq = %1$d + 1 WHERE slug = '%2$s';
          ANALYZE fcp.world_audit_events, fcp.world_audit_event_entities,
            fcp.world_audit_event_components;
          """
              .formatted(count, SLUG.formatted(world)));
    }
  }

  private void printPage(String row, int events, String slug, WorldEventQuery query) {
    int rounds = scale.of(1, 25);
    double[] millis =
        LongStream.range(-scale.of(0, 10), rounds)
            .mapToDouble(round -> {
              long start = System.nanoTime();
              if (store.events(slug, query).orElseThrow().events().isEmpty()) {
                throw new IllegalStateException("no events");
              }
              return (System.nanoTime() - start) / 1e6;
            })
            .skip(scale.of(0, 10))
            .toArray();
    Result.print(row, events, Result.FCP, millis);
  }
}
