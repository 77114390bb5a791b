package dev.fcp.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A connection that looks at the tables, and changes them, beside the journals. */
final class PostgresDatabase implements AutoCloseable {

  private final String url;
  private Connection connection;

  PostgresDatabase(String url) {
    this.url = url;
    this.connection = connect(url);
  }

  private static Connection connect(String url) {
    try {
      return DriverManager.getConnection(url);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Connects again after a restart of the server. */
  void reconnect() {
    close();
    connection = connect(url);
  }

  int update(String sql, Object... arguments) {
    try {
      return Database.update(connection, sql, arguments);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first column of the result. */
  List<String> strings(String sql, Object... arguments) {
    try (PreparedStatement statement = Database.prepare(connection, sql, arguments);
        ResultSet rows = statement.executeQuery()) {
      List<String> strings = new ArrayList<>();
      while (rows.next()) {
        strings.add(rows.getString(1));
      }
      return strings;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
