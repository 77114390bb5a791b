package dev.fcp.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.fcp.eventlog.journal.JournalException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;

/**
 * A pool of connections to a database. Its failures are {@link JournalException}s; their messages
 * name host, port and database, and never the password. Thread-safe.
 */
final class Database implements AutoCloseable {

  /** How much later than the server the driver gives up a statement. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** How many times a transaction is tried that conflicts with others. */
  static final int MAX_TRIES = 5;

  private static final String PREFIX = "jdbc:postgresql://";

  /**
   * A URL whose syntax the driver does not log as invalid: hosts and ports, database, parameters.
   */
  private static final Pattern URL =
      Pattern.compile(
          "jdbc:postgresql:(//([^/:?]+|\\[[^]]+])(:[0-9]{1,5})?"
              + "(,([^/:?,]+|\\[[^]]+])(:[0-9]{1,5})?)*/[^?/]*|[^/?]*)(\\?.*)?");

  private static final Pattern STATEMENT_TIMEOUT =
      Pattern.compile("\\bstatement[_-]timeout\\b", Pattern.CASE_INSENSITIVE);

  private final PGSimpleDataSource source;
  private final HikariDataSource pool;
  private final String location;

  /** Work with a connection that commits each statement. */
  @FunctionalInterface
  interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  /** Reads a row of a result. */
  @FunctionalInterface
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private Database(PGSimpleDataSource source, HikariDataSource pool, String location) {
    this.source = source;
    this.pool = pool;
    this.location = location;
  }

  /**
   * Connects to a database.
   *
   * @throws IllegalArgumentException if it is not a URL of the PostgreSQL driver
   * @throws JournalException if the database cannot be reached or refuses the user
   */
  static Database connect(String url, PostgresSettings settings) {
    Properties parts = parse(url);
    String location =
        "postgresql://%s:%s/%s"
            .formatted(
                PGProperty.PG_HOST.getOrDefault(parts),
                PGProperty.PG_PORT.getOrDefault(parts),
                PGProperty.PG_DBNAME.getOrDefault(parts));
    PGSimpleDataSource source = source(url, parts, settings);
    if (setsStatementTimeout(parts) && !PGProperty.SOCKET_TIMEOUT.isPresent(parts)) {
      try {
        waitAsLongAsServer(source);
      } catch (SQLException e) {
        throw noConnection(location, parts, e);
      }
    }
    HikariConfig config = new HikariConfig();
    config.setPoolName("fcp");
    config.setDataSource(source);
    config.setMaximumPoolSize(settings.maxConnections());
    config.setMinimumIdle(1);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setConnectionTimeout(Math.max(250, settings.lockTimeout().toMillis()));
    try {
      return new Database(source, new HikariDataSource(config), location);
    } catch (PoolInitializationException e) {
      throw noConnection(location, parts, e.getCause() == null ? e : e.getCause());
    }
  }

  private static JournalException noConnection(String location, Properties parts, Throwable cause) {
    String database = String.valueOf(PGProperty.PG_DBNAME.getOrDefault(parts));
    return new JournalException(
        "%s: no connection: %s".formatted(location, ConnectionAdvice.explain(cause, database)),
        cause);
  }

  /** The parts of a URL. No message, and no log of the driver, contains the URL or its password. */
  private static Properties parse(String url) {
    if (url.startsWith(PREFIX) && authority(url).contains("@")) {
      throw new IllegalArgumentException(
          "the URL has a user before the host; write jdbc:postgresql://HOST/DATABASE?user=USER");
    }
    Properties parts =
        URL.matcher(url).matches() && isEncoded(url) ? Driver.parseURL(url, null) : null;
    if (parts == null) {
      throw new IllegalArgumentException(
          "not a URL of a PostgreSQL database, such as jdbc:postgresql://localhost/documents");
    }
    return parts;
  }

  /** What is before the database: hosts and ports. */
  private static String authority(String url) {
    return url.substring(PREFIX.length()).split("[/?]", 2)[0];
  }

  private static boolean isEncoded(String url) {
    try {
      return !URLDecoder.decode(url, StandardCharsets.UTF_8).isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** The source of connections; what the URL says takes precedence over the settings. */
  private static PGSimpleDataSource source(
      String url, Properties parts, PostgresSettings settings) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url);
    source.setTcpKeepAlive(true);
    if (!PGProperty.APPLICATION_NAME.isPresent(parts)) {
      source.setApplicationName("fcp");
    }
    if (!PGProperty.SOCKET_TIMEOUT.isPresent(parts)) {
      source.setSocketTimeout((int) settings.statementTimeout().plus(GRACE).toSeconds());
    }
    if (!setsStatementTimeout(parts)) {
      String timeout = "-c statement_timeout=" + settings.statementTimeout().toMillis();
      source.setOptions((options(parts) + " " + timeout).strip());
    }
    return source;
  }

  private static String options(Properties parts) {
    return Objects.requireNonNullElse(PGProperty.OPTIONS.getOrDefault(parts), "");
  }

  private static boolean setsStatementTimeout(Properties parts) {
    return STATEMENT_TIMEOUT.matcher(options(parts)).find();
  }

  /**
   * Lets the driver wait somewhat longer than the server works on a statement: without a limit if
   * the server has none. What the options of a URL mean, the server knows.
   */
  private static void waitAsLongAsServer(PGSimpleDataSource source) throws SQLException {
    try (Connection connection = source.getConnection()) {
      long millis =
          queryFirst(
                  connection,
                  row -> row.getLong(1),
                  "SELECT setting::bigint FROM pg_settings WHERE name = 'statement_timeout'")
              .orElse(0L);
      source.setSocketTimeout(
          millis == 0 ? 0 : (int) Duration.ofMillis(millis).plus(GRACE).toSeconds());
    }
  }

  /** Host, port and name of the database. */
  String location() {
    return location;
  }

  /** Connections outside the pool. */
  DataSource source() {
    return source;
  }

  /** The connections of the pool. */
  HikariDataSource pool() {
    return pool;
  }

  /**
   * Runs work with a connection.
   *
   * @param what the subject of the message if it fails
   * @throws JournalException if it fails
   */
  <T> T run(String what, Work<T> work) {
    try (Connection connection = pool.getConnection()) {
      return work.run(connection);
    } catch (SQLException e) {
      throw exception(what, e);
    }
  }

  /**
   * Runs work in one transaction; as {@link #run}. The work is repeated if the server ended it
   * because of a deadlock or a conflict with another transaction.
   */
  <T> T runInTransaction(String what, Work<T> work) {
    return run(what, connection -> repeat(connection, it -> runInTransaction(it, work)));
  }

  /** Runs work; repeats it if the server rolled it back because of others. */
  static <T> T repeat(Connection connection, Work<T> work) throws SQLException {
    for (int tries = 1; ; tries++) {
      try {
        return work.run(connection);
      } catch (SQLException e) {
        if (tries == MAX_TRIES || !isConflict(e)) {
          throw e;
        }
      }
    }
  }

  private static <T> T runInTransaction(Connection connection, Work<T> work) throws SQLException {
    connection.setAutoCommit(false);
    try {
      T result = work.run(connection);
      connection.commit();
      return result;
    } catch (SQLException | RuntimeException e) {
      rollBack(connection, e);
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private static void rollBack(Connection connection, Exception reason) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  /** The rows that a query returns. */
  <T> List<T> query(String what, RowReader<T> reader, String sql, @Nullable Object... arguments) {
    return run(what, connection -> query(connection, reader, sql, arguments));
  }

  static <T> List<T> query(
      Connection connection, RowReader<T> reader, String sql, @Nullable Object... arguments)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, arguments);
        ResultSet rows = statement.executeQuery()) {
      List<T> result = new ArrayList<>();
      while (rows.next()) {
        result.add(reader.read(rows));
      }
      return result;
    }
  }

  static <T> Optional<T> queryFirst(
      Connection connection, RowReader<T> reader, String sql, @Nullable Object... arguments)
      throws SQLException {
    return query(connection, reader, sql, arguments).stream().findFirst();
  }

  /** The first row that a query returns. */
  <T> Optional<T> queryFirst(
      String what, RowReader<T> reader, String sql, @Nullable Object... arguments) {
    return query(what, reader, sql, arguments).stream().findFirst();
  }

  /** Runs a statement, as {@link #runInTransaction}; returns the number of changed rows. */
  int update(String what, String sql, @Nullable Object... arguments) {
    return run(what, connection -> repeat(connection, it -> update(it, sql, arguments)));
  }

  static int update(Connection connection, String sql, @Nullable Object... arguments)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, arguments)) {
      return statement.executeUpdate();
    }
  }

  static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... arguments)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, arguments[i]);
    }
    return statement;
  }

  /** The values of a column: one parameter of a statement, whatever the number of rows. */
  static <T> @Nullable String[] column(List<T> rows, Function<T, @Nullable String> value) {
    @Nullable String[] values = new @Nullable String[rows.size()];
    Arrays.setAll(values, i -> value.apply(rows.get(i)));
    return values;
  }

  JournalException exception(String what, SQLException failure) {
    return new JournalException("%s in %s: %s".formatted(what, location, failure), failure);
  }

  /**
   * Whether the server reported that it rolled the statement back; otherwise the statement may be
   * committed nevertheless.
   */
  static boolean isRolledBack(SQLException failure) {
    return failure instanceof PSQLException answered
        && answered.getServerErrorMessage() != null
        && "ERROR".equals(answered.getServerErrorMessage().getSeverity());
  }

  /** Whether a statement failed because it refers to a row that does not exist. */
  static boolean isMissingReference(JournalException failure) {
    return failure.getCause() instanceof SQLException cause
        && PSQLState.FOREIGN_KEY_VIOLATION.getState().equals(cause.getSQLState());
  }

  /** Whether the statement was rolled back only because of others: it may succeed if repeated. */
  static boolean isConflict(SQLException failure) {
    return isRolledBack(failure)
        && (PSQLState.SERIALIZATION_FAILURE.getState().equals(failure.getSQLState())
            || PSQLState.DEADLOCK_DETECTED.getState().equals(failure.getSQLState()));
  }

  /**
   * A connection outside the pool, for as long as the caller needs it.
   *
   * @throws SQLException if the database cannot be reached
   */
  Connection connectApart() throws SQLException {
    return source.getConnection();
  }

  @Override
  public void close() {
    pool.close();
  }
}
