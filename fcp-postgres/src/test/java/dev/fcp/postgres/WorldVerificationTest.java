package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.postgres.CuttingProxy.Cut;
import dev.fcp.postgres.CuttingProxy.Sender;
import dev.fcp.spec.Clause;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a verification finds. */
class WorldVerificationTest {

  private static final String WORLD = "(SELECT id FROM fcp.worlds WHERE slug = ?)";
  private static final String DOCUMENT = "(SELECT document_id FROM fcp.worlds WHERE slug = ?)";

  private final Worlds worlds =
      new Worlds(
          PostgresServer.url(),
          PostgresSettings.defaults().withRecordsPerSnapshot(2),
          WorldSettings.defaults());
  private final WorldStore store = worlds.store;
  private final String slug = worlds.create(Worlds.boards("a", "b"));

  @BeforeEach
  void makeTurns() {
    worlds.turn(slug, "c");
    var attempt = worlds.start(slug);
    Worlds.add(attempt, "d");
    attempt.session().undo().orElseThrow();
    attempt.session().redo().orElseThrow();
    attempt.commit().orElseThrow();
    worlds.turn(slug, "e");
  }

  @AfterEach
  void close() {
    worlds.close();
  }

  private List<String> findings() {
    return store.verify(slug).orElseThrow().findings();
  }

  @Test
  @Clause("WO-9")
  void every_turn_of_an_intact_world_is_compared() {
    WorldVerification verification = store.verify(slug).orElseThrow();
    assertThat(verification.isIntact()).isTrue();
    assertThat(verification.turnCount()).isEqualTo(4);
  }

  @Test
  @Clause("WO-9")
  void an_intact_world_is_intact_whatever_is_committed_between_two_statements() {
    try (CuttingProxy proxy = new CuttingProxy(PostgresServer.url(), "verify");
        PostgresJournals through =
            PostgresJournals.connect(
                proxy.url(), PostgresSettings.defaults().withMaxConnections(1))) {
      WorldStore slow = WorldStore.over(through, Worlds.DOMAINS, WorldSettings.defaults());
      int message = 0;
      boolean isReached = true;
      while (isReached) {
        message++;
        String world = worlds.create();
        worlds.turn(world, "a");
        Runnable commit = () -> worlds.turn(world, "b");
        proxy.arm(new Cut(Sender.CLIENT, message, false, Optional.of(commit)));
        WorldVerification verification = slow.verify(world).orElseThrow();
        isReached = proxy.disarm();
        assertThat(verification.findings()).as("before message " + message).isEmpty();
        assertThat(verification.turnCount()).isBetween(2L, 3L);
      }
      assertThat(message).isGreaterThan(10);
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "2", "3"})
  @Clause("WO-9")
  void a_state_that_was_changed_is_found(int turn) {
    String change = "UPDATE fcp.world_turns SET state = %s WHERE turn = %d AND world_id = " + WORLD;
    worlds.sql.update(change.formatted("state - 0 || '[{}]'", turn), slug);
    assertThat(findings()).singleElement().asString().contains("turn_00000" + turn, "stored state");
  }

  @Test
  @Clause("WO-9")
  void a_state_that_was_changed_with_its_hash_is_found() {
    String stored = "SELECT state::text FROM fcp.world_turns WHERE turn = 0 AND world_id = ";
    String state = worlds.sql.strings(stored + WORLD, slug).get(0).replace("\"a\"", "\"x\"");
    worlds.sql.update(
        "UPDATE fcp.world_turns SET state = ?::jsonb, state_hash = ? WHERE turn = 0 AND world_id = "
            + WORLD,
        state,
        CanonicalJson.of(state).hash(),
        slug);
    assertThat(findings()).singleElement().asString().contains("turn_000000", "replaying");
  }

  @Test
  @Clause("WO-9")
  void a_scenario_that_was_changed_is_found() {
    String other =
        worlds.create(Scenario.of("{\"domain\":\"notes\",\"content\":{\"x\":\"verified\"}}"));
    String change =
        """
        UPDATE fcp.scenarios SET data = replace(data::text, ?, ?)::jsonb
        WHERE hash = (SELECT scenario_hash FROM fcp.worlds WHERE slug = ?)
        """;
    worlds.sql.update(change, "verified", "forged", other);
    assertThat(store.verify(other).orElseThrow().findings())
        .singleElement()
        .asString()
        .contains("scenario");
    worlds.sql.update(change, "forged", "verified", other);
    assertThat(store.verify(other).orElseThrow().isIntact()).isTrue();
  }

  private void update(String change, Object... arguments) {
    worlds.sql.update(
        "UPDATE fcp.records SET " + change + " AND document_id = " + DOCUMENT, arguments);
  }

  private int recordCount() {
    return worlds
        .sql
        .strings("SELECT number FROM fcp.records WHERE document_id = " + DOCUMENT, slug)
        .size();
  }

  @Test
  @Clause("WO-9")
  void a_record_that_was_changed_is_found_wherever_it_is() {
    int count = recordCount();
    for (int number = 1; number <= count; number++) {
      update("record = (record::text || ' ')::json WHERE number = ?", number, slug);
      assertThat(findings()).as("record " + number).isNotEmpty();
      update("record = rtrim(record::text)::json WHERE number = ?", number, slug);
    }
    assertThat(findings()).isEmpty();
  }

  @Test
  @Clause("WO-9")
  void a_record_that_was_changed_with_its_checksum_is_found() {
    String where = "FROM fcp.records WHERE record::text LIKE '%board_added%c%' AND document_id = ";
    String number = worlds.sql.strings("SELECT max(number) " + where + DOCUMENT, slug).get(0);
    String stored = "SELECT record::text FROM fcp.records WHERE number = %s AND document_id = ";
    String record = worlds.sql.strings(stored.formatted(number) + DOCUMENT, slug).get(0);
    String changed = record.replace("\"e\"", "\"x\"");
    assertThat(changed).isNotEqualTo(record);
    int checksum = EncodedRecord.checksum(changed.getBytes(StandardCharsets.UTF_8));
    String change = "record = ?::json, checksum = ? WHERE number = " + number;
    update(change, changed, checksum, slug);
    assertThat(findings()).isNotEmpty();
    int former = EncodedRecord.checksum(record.getBytes(StandardCharsets.UTF_8));
    update(change, record, former, slug);
    assertThat(findings()).isEmpty();
  }

  @Test
  @Clause("WO-9")
  void a_missing_record_is_found_wherever_it_was() {
    int count = recordCount();
    for (int number = 1; number <= count; number++) {
      update("number = number + 1000 WHERE number = ?", number, slug);
      assertThat(findings()).as("record " + number).isNotEmpty();
      update("number = number - 1000 WHERE number > 1000", slug);
    }
    assertThat(findings()).isEmpty();
  }
}
