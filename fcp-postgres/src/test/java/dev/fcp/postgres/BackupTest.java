package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A restored database, from whose backup the snapshots were left out. */
class BackupTest {

  private static final PostgresSettings SETTINGS =
      PostgresSettings.defaults().withRecordsPerSnapshot(2);
  private static final String DOCUMENT = "a.counter";

  private final String original = "original_" + Worlds.fresh("b").replace('-', '_');
  private final String restored = "restored_" + Worlds.fresh("b").replace('-', '_');
  private final PostgresDatabase server = PostgresServer.database();

  @AfterEach
  void drop() {
    for (String name : List.of(original, restored)) {
      server.update("DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(name));
    }
    server.close();
  }

  private static Worlds open(String name) {
    return new Worlds(
        PostgresServer.url().replaceFirst("/postgres\\b", "/" + name),
        SETTINGS,
        WorldSettings.defaults());
  }

  @Test
  @Clause({"WO-2", "WO-9", "WO-14"})
  void a_restored_database_continues_where_the_backup_ends() {
    server.update("CREATE DATABASE " + original);
    String slug;
    UUID running;
    try (Worlds worlds = open(original)) {
      slug = worlds.create(Worlds.boards("a"));
      List.of("b", "c", "d").forEach(it -> worlds.turn(slug, it));
      WorldWorker worker = worlds.store.worker("host").orElseThrow();
      running = worlds.start(slug, worker).id();
      worker.close();
      Session<Counter, CounterEvent> session =
          Counters.created(worlds.journals.openOrCreate(DOCUMENT));
      List.of(1, 2, 3, 4).forEach(it -> Counters.add(session, it));
      session.close();
    }
    server.update("CREATE DATABASE %s TEMPLATE %s".formatted(restored, original));
    try (Worlds worlds = open(restored)) {
      assertThat(worlds.sql.update("DELETE FROM fcp.snapshots")).isPositive();
      Session<Counter, CounterEvent> session = Counters.resumed(worlds.journals.open(DOCUMENT));
      Counters.add(session, 5);
      assertThat(session.model().value()).isEqualTo(15);
      assertThat(session.verify().isValid()).isTrue();
      try (WorldWorker worker = worlds.store.worker("host").orElseThrow()) {
        assertThat(worlds.store.attempt(slug, running).orElseThrow().status())
            .isEqualTo(Attempt.Status.INTERRUPTED);
        var attempt = worlds.start(slug, worker);
        Worlds.add(attempt, "e");
        assertThat(attempt.commit().orElseThrow().turn()).isEqualTo(4);
      }
      assertThat(worlds.store.turn(slug, 4).orElseThrow().turn().entityCount()).isEqualTo(5);
      assertThat(worlds.store.verify(slug).orElseThrow().findings()).isEmpty();
    }
  }
}
