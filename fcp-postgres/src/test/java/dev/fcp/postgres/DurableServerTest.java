package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server of the tests writes to the disk before it acknowledges. */
class DurableServerTest {

  @ParameterizedTest
  @ValueSource(strings = {"fsync", "synchronous_commit", "full_page_writes"})
  void commits_are_durable_in_each_connection(String setting) {
    try (PostgresJournals journals = PostgresServer.journals()) {
      assertThat(journals.database().query("settings", row -> row.getString(1), "SHOW " + setting))
          .containsExactly("on");
    }
  }
}
