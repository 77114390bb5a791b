package dev.fcp.postgres;

import com.google.common.base.Throwables;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.NewerFormatException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** The tables in the schema {@code fcp}, created and migrated by the scripts in this jar. */
final class Schema {

  private static final int VERSION = 6;

  /** As the server numbers its versions. */
  private static final int OLDEST_SERVER = 150_000;

  private final Database database;

  Schema(Database database) {
    this.database = database;
  }

  /**
   * Brings the tables to the version of this release; does nothing, and needs no further rights, if
   * they have it.
   *
   * @throws NewerFormatException if a newer release migrated them
   * @throws JournalException if that failed, or the server is too old
   */
  void migrate() {
    requireSupportedServer();
    int version = version();
    if (version > VERSION) {
      throw new NewerFormatException(
          "the tables in %s have version %d; this release knows %d"
              .formatted(database.location(), version, VERSION));
    }
    if (version < VERSION) {
      try {
        Flyway.configure()
            .dataSource(database.source())
            .defaultSchema("fcp")
            .createSchemas(true)
            .locations("classpath:dev/fcp/postgres/migration")
            .load()
            .migrate();
      } catch (FlywayException e) {
        // Its own message has several lines.
        Throwable cause = Throwables.getRootCause(e);
        throw new JournalException(
            "the tables in %s cannot be created: %s".formatted(database.location(), cause), cause);
      }
    }
  }

  private void requireSupportedServer() {
    database
        .queryFirst(
            "tables",
            row -> row.getString(1),
            "SELECT current_setting('server_version')"
                + " WHERE current_setting('server_version_num')::int < ?",
            OLDEST_SERVER)
        .ifPresent(version -> {
          throw new JournalException(
              "%s is PostgreSQL %s; use PostgreSQL %d or newer"
                  .formatted(database.location(), version, OLDEST_SERVER / 10_000));
        });
  }

  /** The version of the tables; 0 if there are none. */
  private int version() {
    String table = "fcp.flyway_schema_history";
    boolean exists =
        database
            .queryFirst("tables", row -> row.getString(1) != null, "SELECT to_regclass(?)", table)
            .orElse(false);
    return exists
        ? database
            .queryFirst(
                "tables",
                row -> row.getInt(1),
                "SELECT coalesce(max(version::integer), 0) FROM fcp.flyway_schema_history"
                    + " WHERE success AND version IS NOT NULL")
            .orElse(0)
        : 0;
  }
}
