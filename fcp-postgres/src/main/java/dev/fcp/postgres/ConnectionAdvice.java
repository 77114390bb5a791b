package dev.fcp.postgres;

import com.google.common.base.Throwables;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import javax.net.ssl.SSLException;

/** Says what to do if no connection can be made. */
final class ConnectionAdvice {

  private static final String PASSWORD =
      "put the password into the file that PGPASSFILE names (by default ~/.pgpass), readable only"
          + " by you, as HOST:PORT:DATABASE:USER:PASSWORD";

  private ConnectionAdvice() {}

  /**
   * What failed and what to do, without the advice of the driver, which knows less.
   *
   * @param database the name of the database
   */
  static String explain(Throwable failure, String database) {
    String message =
        failure instanceof SQLException ? failure.getMessage() : String.valueOf(failure);
    return String.valueOf(message)
            .replaceFirst(" Check that the hostname and port are correct.*", "")
            .replaceFirst("\\.$", "")
        + of(failure, database);
  }

  /**
   * The advice for a failure; empty if there is none.
   *
   * @param database the name of the database
   */
  private static String of(Throwable failure, String database) {
    if (hasCause(failure, UnknownHostException.class)) {
      return "; check the name of the host";
    }
    if (hasCause(failure, SSLException.class)
        || hasCause(failure, GeneralSecurityException.class)) {
      return "; check the certificate of the server, and sslmode and sslrootcert in the URL";
    }
    String state =
        Throwables.getCausalChain(failure).stream()
            .filter(SQLException.class::isInstance)
            .map(cause -> String.valueOf(((SQLException) cause).getSQLState()))
            .findFirst()
            .orElse("");
    return switch (state) {
      case "28P01" -> "; " + PASSWORD;
      case "08004" -> isAboutPassword(failure) ? "; " + PASSWORD : "; check sslmode in the URL";
      case "28000" -> "; check user in the URL and the rules in pg_hba.conf of the server";
      case "3D000" -> "; create it: createdb " + database;
      case "08001" -> "; check host and port, and whether the server runs and accepts connections";
      case "08006" -> "; check sslmode and sslrootcert in the URL, and whether the server runs";
      default -> "";
    };
  }

  private static boolean isAboutPassword(Throwable failure) {
    return String.valueOf(failure.getMessage()).contains("password");
  }

  private static boolean hasCause(Throwable failure, Class<? extends Throwable> kind) {
    return Throwables.getCausalChain(failure).stream().anyMatch(kind::isInstance);
  }
}
