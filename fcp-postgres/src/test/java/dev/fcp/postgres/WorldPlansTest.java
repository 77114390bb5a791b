package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A page of a long audit costs its own length, whatever it selects. */
@Clause("WO-6")
class WorldPlansTest {

  private static final int EVENTS = 40_000;

  /** The pages of the database that a statement looks at. */
  private static final Pattern BUFFERS =
      Pattern.compile("Buffers: shared(?: hit=(\\d+))?(?: read=(\\d+))?");

  private final Worlds worlds = new Worlds();
  private String slug = "";

  @BeforeEach
  void fill() {
    slug = worlds.create();
    worlds.turn(slug, "a");
    worlds.sql.update("SET session_replication_role = replica");
    worlds.sql.update(
        """
        INSERT INTO fcp.world_audit_events (world_id, world_event_seq, turn, turn_ref, attempt_id,
            attempt_status, simulation_time, type, actor, entity_id, event, occurred_at)
          SELECT world_id, n, 1 + n / 100, 'turn_' || lpad((1 + n / 100)::text, 6, '0'), attempt_id,
            CASE WHEN n % 100 < 10 THEN 'failed' ELSE 'committed' END, n / 100,
            'type ' || n % 10, actor, 'note ' || n % 1000, event, occurred_at
          FROM fcp.world_audit_events JOIN fcp.worlds ON id = world_id,
            generate_series(10, ?) AS n
          WHERE slug = ? AND world_event_seq = 1
        """,
        EVENTS, slug);
    worlds.sql.update(
        """
        INSERT INTO fcp.world_audit_event_entities (world_id, world_event_seq, entity_id, role)
          SELECT id, n, 'note ' || n % 1000, 'subject'
          FROM fcp.worlds, generate_series(10, ?) AS n WHERE slug = ?
        """,
        EVENTS, slug);
    worlds.sql.update(
        """
        INSERT INTO fcp.world_audit_event_components (world_id, world_event_seq, kind, hash)
          SELECT id, n, 'perceive', md5((n % 1000)::text) || md5((n % 1000)::text)
          FROM fcp.worlds, generate_series(10, ?) AS n WHERE slug = ?
        """,
        EVENTS, slug);
    worlds.sql.update("ANALYZE fcp.world_audit_events, fcp.world_audit_event_entities");
    worlds.sql.update("ANALYZE fcp.world_audit_event_components");
  }

  @AfterEach
  void clear() {
    for (String table : List.of("_event_entities", "_event_components", "_events")) {
      worlds.sql.update(
          "DELETE FROM fcp.world_audit%s USING fcp.worlds".formatted(table)
              + " WHERE id = world_id AND slug = ? AND world_event_seq >= 10",
          slug);
    }
    worlds.close();
  }

  private static Stream<WorldEventQuery> queries() {
    WorldEventQuery middle = WorldEventQuery.FIRST.after(EVENTS / 2);
    String hash = "8f14e45fceea167a5a36dedd4bea25438f14e45fceea167a5a36dedd4bea2543";
    return Stream.of(
        WorldEventQuery.FIRST,
        middle,
        middle.includingFailed(),
        middle.withType("type 7"),
        middle.withEntity("note 7"),
        middle.withEntity("note 7", "subject"),
        middle.withEntity("note 7").withType("type 7"),
        middle.withTurns(300, 310),
        WorldEventQuery.FIRST.withTurns(300, 310),
        middle.withComponent("perceive", hash));
  }

  @Test
  void a_page_looks_at_few_pages_of_the_database() {
    WorldRow world = WorldRow.find(worlds.journals.database(), slug);
    List<String> expensive = new ArrayList<>();
    queries()
        .forEach(query -> {
          List<Object> arguments = new ArrayList<>();
          String sql = AuditRows.sql(world, query, arguments);
          String plan =
              String.join(
                  "\n",
                  worlds.sql.strings(
                      "EXPLAIN (ANALYZE, BUFFERS, COSTS off, TIMING off) " + sql,
                      arguments.toArray()));
          if (buffers(plan) > 800) {
            expensive.add(query + "\n" + plan);
          }
        });
    assertThat(expensive).isEmpty();
  }

  /** What the statement as a whole looks at, which is more than any part of it. */
  private static long buffers(String plan) {
    return BUFFERS
        .matcher(plan)
        .results()
        .mapToLong(it -> number(it.group(1)) + number(it.group(2)))
        .max()
        .orElseThrow();
  }

  private static long number(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
