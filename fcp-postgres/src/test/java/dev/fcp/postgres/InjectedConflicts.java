package dev.fcp.postgres;

/**
 * Makes statements that change a table fail as if they conflicted with another transaction, as long
 * as it is open: those of the connections with some name, and only the first of them.
 */
final class InjectedConflicts implements AutoCloseable {

  static final String SERIALIZATION_FAILURE = "40001";
  static final String DEADLOCK = "40P01";

  private final PostgresDatabase database;
  private final int limit;

  /**
   * Begins.
   *
   * @param sqlState what they fail with, such as {@link #DEADLOCK}
   * @param application the name of the connections
   * @param table the table, without its schema
   * @param count how many statements fail
   */
  InjectedConflicts(
      PostgresDatabase database, String sqlState, String application, String table, int count) {
    this.database = database;
    this.limit = count;
    database.update("CREATE SEQUENCE fcp.conflicts");
    database.update(
        """
        CREATE FUNCTION fcp.conflict() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN
          -- What a sequence counts is not rolled back.
          IF current_setting('application_name') = '%s' AND nextval('fcp.conflicts') <= %d THEN
            RAISE EXCEPTION SQLSTATE '%s' USING MESSAGE = 'injected';
          END IF;
          RETURN NULL;
        END $$
        """
            .formatted(application, count, sqlState));
    database.update(
        """
        CREATE TRIGGER conflict BEFORE INSERT OR UPDATE ON fcp.%s
        FOR EACH STATEMENT EXECUTE FUNCTION fcp.conflict()
        """
            .formatted(table));
  }

  /** How many statements failed. */
  long count() {
    String sql = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM fcp.conflicts";
    return Math.min(limit, Long.parseLong(database.strings(sql).get(0)));
  }

  @Override
  public void close() {
    database.update("DROP FUNCTION fcp.conflict CASCADE");
    database.update("DROP SEQUENCE fcp.conflicts");
  }
}
