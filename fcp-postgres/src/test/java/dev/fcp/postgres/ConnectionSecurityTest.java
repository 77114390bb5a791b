package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.base.Throwables;
import dev.fcp.eventlog.journal.JournalException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Passwords from a file and parameters for TLS reach the driver, and a server that asks for them.
 */
class ConnectionSecurityTest {

  private static final String PASSWORD = "s3cr3t-word";

  @TempDir private static Path folder;
  private static OwnServer server;
  private static OwnServer plainServer;

  @BeforeAll
  static void start() throws Exception {
    certificate("server", "IP:127.0.0.1");
    certificate("other", "DNS:elsewhere.example");
    plainServer = OwnServer.start(folder.resolve("plain"), Map.of());
    server =
        OwnServer.start(
            folder.resolve("data"),
            Map.of(
                "ssl", "on",
                "ssl_cert_file", folder.resolve("server.crt").toString(),
                "ssl_key_file", folder.resolve("server.key").toString()));
    try (PostgresDatabase database = server.database()) {
      database.update("CREATE ROLE ann LOGIN SUPERUSER PASSWORD '%s'".formatted(PASSWORD));
      Path rules = Path.of(database.strings("SHOW hba_file").get(0));
      Files.writeString(
          rules, "host all ann 127.0.0.1/32 scram-sha-256\n" + Files.readString(rules));
      assertThat(database.strings("SELECT pg_reload_conf()")).containsExactly("t");
      // New connections see the rules once the server has read them.
      while (database
          .strings(
              "SELECT 1 FROM pg_hba_file_rules WHERE rule_number = 1 AND 'ann' = ANY (user_name)")
          .isEmpty()) {
        Thread.onSpinWait();
      }
    }
  }

  @AfterAll
  static void stop() {
    server.close();
    plainServer.close();
  }

  /** Makes a key and a certificate that it signs itself; skips the tests without OpenSSL. */
  private static void certificate(String name, String subject) throws Exception {
    List<String> command =
        List.of(
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=" + name,
            "-addext",
            "subjectAltName=" + subject,
            "-keyout",
            folder.resolve(name + ".key").toString(),
            "-out",
            folder.resolve(name + ".crt").toString());
    int status;
    try {
      status =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
    } catch (IOException e) {
      status = -1;
    }
    assumeTrue(status == 0, "there is no OpenSSL here to make a certificate");
    Files.setPosixFilePermissions(
        folder.resolve(name + ".key"), PosixFilePermissions.fromString("rw-------"));
  }

  private static String tls(String mode, String rootCertificate) {
    return "user=postgres&sslmode=%s&sslrootcert=%s"
        .formatted(mode, folder.resolve(rootCertificate));
  }

  private static void requireNames(String url) {
    try (PostgresJournals journals = PostgresJournals.connect(url, PostgresSettings.defaults())) {
      assertThat(journals.names()).isEmpty();
    }
  }

  @Test
  void a_connection_that_requires_tls_is_encrypted() {
    requireNames(server.url("user=postgres&sslmode=require&ApplicationName=tls"));
    try (PostgresDatabase database =
        new PostgresDatabase(server.url("user=postgres&sslmode=require"))) {
      assertThat(database.strings("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"))
          .containsExactly("t");
    }
  }

  @Test
  void a_server_without_tls_is_refused_if_tls_is_required() {
    assertThatThrownBy(() -> requireNames(plainServer.url("user=postgres&sslmode=require")))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("SSL");
    requireNames(plainServer.url("user=postgres&sslmode=prefer"));
  }

  @Test
  void the_certificate_that_the_url_names_is_trusted() {
    requireNames(server.url(tls("verify-full", "server.crt")));
  }

  @ParameterizedTest
  @CsvSource({"verify-full, other.crt", "verify-ca, other.crt", "verify-full, missing.crt"})
  void an_unknown_certificate_is_refused(String mode, String rootCertificate) {
    assertThatThrownBy(() -> requireNames(server.url(tls(mode, rootCertificate))))
        .isInstanceOf(JournalException.class)
        .hasMessageContainingAll("no connection", "sslrootcert");
  }

  @Test
  void a_certificate_for_another_host_is_refused() {
    String url = server.url(tls("verify-full", "server.crt")).replace("127.0.0.1", "localhost");
    assertThatThrownBy(() -> requireNames(url))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("localhost");
  }

  /** Connects; the argument is the URL. */
  static final class Connector {

    private Connector() {}

    public static void main(String[] args) {
      try {
        requireNames(args[0]);
        System.out.println("connected");
      } catch (JournalException e) {
        System.out.println(Throwables.getStackTraceAsString(e));
      }
    }
  }

  /** The output of a process that connects with a file of passwords. */
  private static String connect(String passwordLine) throws Exception {
    Path file = Files.writeString(folder.resolve("passwords"), passwordLine + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(Connector.class.getName(), server.url("user=ann")));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PGPASSFILE", file.toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output;
  }

  @Test
  void the_password_comes_from_the_file_that_the_environment_names() throws Exception {
    assertThat(connect("127.0.0.1:*:*:ann:" + PASSWORD)).contains("connected");
    assertThat(connect("127.0.0.1:*:*:ann:wrong-" + PASSWORD))
        .contains("password authentication failed for user \"ann\"", "PGPASSFILE")
        .doesNotContain(PASSWORD);
    assertThat(connect("elsewhere:*:*:ann:" + PASSWORD))
        .contains("no password was provided", "PGPASSFILE")
        .doesNotContain(PASSWORD);
  }

  @Test
  void a_wrong_password_in_the_url_is_not_shown() {
    Throwable failure =
        catchThrowable(() -> requireNames(server.url("user=ann&password=wrong-" + PASSWORD)));
    assertThat(failure)
        .isInstanceOf(JournalException.class)
        .hasMessageContainingAll("no connection", "PGPASSFILE");
    assertThat(Throwables.getStackTraceAsString(failure)).doesNotContain(PASSWORD);
    requireNames(server.url("user=ann&password=" + PASSWORD));
  }
}
