package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on documents in a database, which belong to no file. */
class StoredDocumentCommandsTest {

  private static Optional<DemoServer> server = Optional.empty();
  private static int databaseCount;

  @TempDir private Path folder;
  private ProgramRunner runner = new ProgramRunner(Path.of(""));
  private String url = "";

  @BeforeAll
  static void startServer() {
    server = DemoServer.start();
    assumeTrue(server.isPresent(), "no PostgreSQL server can be started here");
  }

  @AfterAll
  static void stopServer() {
    server.ifPresent(DemoServer::close);
  }

  @BeforeEach
  void createDatabase() throws Exception {
    databaseCount++;
    String name = "documents" + databaseCount;
    try (var connection = DriverManager.getConnection(server.orElseThrow().url());
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    url = server.orElseThrow().url(name);
    runner = new ProgramRunner(folder);
  }

  private ProgramRunner.Result fcp(String... args) {
    return runner.run(
        Stream.concat(Stream.of("--store", url), Stream.of(args)).toArray(String[]::new));
  }

  private String done(String... args) {
    ProgramRunner.Result result = fcp(args);
    assertThat(result.exitCode()).as(result.combined()).isZero();
    return result.out();
  }

  private String refused(String... args) {
    ProgramRunner.Result result = fcp(args);
    assertThat(result.exitCode()).as(result.combined()).isEqualTo(ExitCode.REFUSED.code());
    return result.err();
  }

  @Test
  void an_imported_file_is_edited_undone_and_exported_to_the_byte() throws IOException {
    SampleDocument sample = SampleDocument.DIAGRAM;
    Files.write(folder.resolve("file.drawio"), sample.bytes());
    assertThat(done("import", "file.drawio", "--as", "shop.drawio"))
        .startsWith("+ imported file.drawio as shop.drawio");
    Files.delete(folder.resolve("file.drawio"));
    done("run", "shop.drawio", sample.operation(0), "--message", "m1");
    done("run", "shop.drawio", sample.operation(1), "--message", "m2");
    assertThat(done("log", "shop.drawio")).contains("m1", "m2");
    done("rollback", "shop.drawio", "--message", "m1");
    done("undo", "shop.drawio");
    done("redo", "shop.drawio");
    assertThat(done("verify", "shop.drawio")).contains("all digests match");
    done("undo", "shop.drawio", "3");
    done("export", "shop.drawio", "copy.drawio");
    assertThat(Files.readAllBytes(folder.resolve("copy.drawio"))).isEqualTo(sample.bytes());
    assertThat(folder).isDirectoryNotContaining("glob:**.fcp");
  }

  @Test
  void branches_jumps_comparisons_and_audits_work_as_with_files() {
    done("run", "--new", "shop.drawio", "add box Till");
    done("run", "shop.drawio", "add box Shelf", "--message", "m1");
    done("branch", "shop.drawio", "with shelf");
    done("undo", "shop.drawio");
    done("run", "shop.drawio", "add box Door", "--message", "m2");
    assertThat(done("branches", "shop.drawio")).contains("with shelf");
    assertThat(done("audit", "shop.drawio")).contains("message m2").doesNotContain("message m1");
    done("switch", "shop.drawio", "with shelf");
    assertThat(done("audit", "shop.drawio")).contains("message m1").doesNotContain("message m2");
    assertThat(done("query", "shop.drawio", "map")).contains("Shelf").doesNotContain("Door");
    assertThat(done("diff", "shop.drawio", "1")).contains("Shelf");
    done("jump", "shop.drawio", "1");
    assertThat(done("query", "shop.drawio", "map"))
        .contains("Till")
        .doesNotContain("Shelf", "Door");
    assertThat(done("verify", "shop.drawio")).contains("all digests match");
  }

  @Test
  void a_new_document_needs_a_name_that_is_free() {
    assertThat(done("run", "--new", "a.drawio", "add box Till")).contains("digest: 1s");
    assertThat(refused("run", "--new", "a.drawio", "add box Till")).contains("already exists");
    assertThat(refused("run", "b.drawio", "add box Till"))
        .contains("there is no document b.drawio");
    refused("run", "--new", "b.drawio", "add nothing");
    assertThat(refused("log", "b.drawio")).contains("there is no document b.drawio");
  }

  @Test
  void a_dry_run_changes_nothing() {
    done("run", "--new", "a.drawio", "add box Till");
    done("run", "a.drawio", "--dry-run", "add box Shelf");
    assertThat(done("log", "a.drawio", "--raw").lines()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"repair", "forget", "archive", "watch", "revert"})
  void commands_on_files_are_refused(String command) {
    done("run", "--new", "a.drawio", "add box Till");
    assertThat(refused(command, "a.drawio")).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"import a.drawio", "export a.drawio b.drawio", "mirror a.drawio"})
  void commands_on_a_database_need_one(String command) {
    ProgramRunner.Result result = runner.run(command.split(" "));
    assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(result.err()).contains("this needs a database");
  }

  @Test
  void a_wrong_url_is_refused_without_showing_it() {
    ProgramRunner.Result result =
        runner.run("--store", "jdbc:mysql://ann:secret@host/docs", "log", "a.drawio");
    assertThat(result.exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(result.combined())
        .contains("--store: not a URL of a PostgreSQL database")
        .doesNotContain("secret");
  }

  /** The command of the last line that gives one, as words. */
  private String[] advice(String output) {
    String line =
        output.lines().filter(it -> it.startsWith("  try: fcp ")).findFirst().orElseThrow();
    return Pattern.compile("'([^']*)'|\\S+")
        .matcher(line.substring("  try: fcp ".length()))
        .results()
        .map(word -> word.group(1) == null ? word.group() : word.group(1))
        .toArray(String[]::new);
  }

  @Test
  void the_advice_after_a_refusal_names_the_database_and_works() {
    String[] create = advice(refused("run", "b.drawio", "add box Till"));
    assertThat(create).containsExactly("--store", url, "run", "--new", "b.drawio");
    assertThat(runner.run(create).exitCode()).isZero();
    String[] query = advice(refused("query", "b.drawio", "mapp"));
    assertThat(query).startsWith("--store", url, "query", "b.drawio");
    assertThat(runner.run(query).exitCode()).isZero();
  }

  @Test
  void the_advice_names_no_password_but_the_variable_with_the_url() {
    url += "&password=s3cret";
    String refusal = refused("run", "b.drawio", "add box Till");
    assertThat(refusal)
        .contains("  try: fcp --store \"$FCP_STORE\" run --new b.drawio")
        .doesNotContain("s3cret");
    assertThat(runner.run("--store", "", "run", "--new", "b.drawio").err())
        .contains("--store: ", "FCP_STORE can be set");
  }

  @Test
  void the_environment_can_name_the_database_and_then_the_advice_works_in_it() {
    runner = new ProgramRunner(folder, Map.of("FCP_STORE", url + "&password=s3cret"));
    ProgramRunner.Result refused = runner.run("run", "b.drawio", "add box Till");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(advice(refused.err())).containsExactly("run", "--new", "b.drawio");
    assertThat(runner.run(advice(refused.err())).exitCode()).isZero();
    assertThat(done("log", "b.drawio")).isNotEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void a_new_user_is_told_what_to_do_about_each_mistake_and_sees_no_password() {
    String wrongDatabase = url.replaceFirst("/documents\\d+", "/nothing");
    String wrongUser = url.replaceFirst("user=postgres", "user=nobody");
    String noServer = url.replaceFirst(":\\d+/", ":1/");
    Map<String, String> adviceByUrl =
        Map.of(
            "jdbc:postgresql://ann:s3cret@localhost/documents",
            "?user=USER",
            "postgres://ann:s3cret@localhost/documents",
            "jdbc:postgresql://localhost/documents",
            wrongDatabase + "&password=s3cret",
            "createdb nothing",
            wrongUser + "&password=s3cret",
            "role \"nobody\" does not exist; check user",
            noServer + "&password=s3cret",
            "check host and port");
    adviceByUrl.forEach((wrong, advice) -> {
      ProgramRunner.Result result = runner.run("--store", wrong, "import", "shop.drawio");
      assertThat(result.exitCode()).isNotZero();
      assertThat(result.combined()).contains(advice).doesNotContain("s3cret", "internal error");
    });
  }

  @Test
  void an_imported_file_that_is_missing_or_imported_already_is_refused() throws IOException {
    assertThat(refused("import", "shop.drawio")).contains("there is no file shop.drawio");
    Files.write(folder.resolve("shop.drawio"), SampleDocument.DIAGRAM.bytes());
    done("import", "shop.drawio");
    assertThat(refused("import", "shop.drawio")).contains("already", "--as");
  }

  @Test
  void a_folder_is_mirrored_into_a_table_for_other_programs() throws Exception {
    FolderFixture vault = new FolderFixture(Files.createDirectory(folder.resolve("vault")));
    vault.write("notes.md", "# Notes\n");
    ProgramRunner.Result none = runner.run("mirror", "vault", "--store", url);
    assertThat(none.exitCode()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(none.err()).contains("vault has no history yet; nothing was mirrored");
    vault.agent("S", "m1", "timeline add 1 Morning Rain");
    vault.agent("S", "m2", "note append notes x");
    String first = runner.run("mirror", "vault", "--store", url).combined();
    assertThat(first).contains("! mirrored vault: ", "0 with another status, 0 removed");
    assertThat(runner.run("mirror", "vault", "--store", url).combined()).contains("; 0 added");
    assertThat(mirrored()).contains("timeline_appended file canon/timeline.md applied");
    vault.fcp("undo", ".");
    assertThat(fcp("mirror", "vault").out()).contains("0 added, 0 with another status, 1 removed");
    vault.fcp("rollback", ".", "--message", "m1");
    done("mirror", "vault");
    assertThat(mirrored())
        .contains(
            "timeline_appended file canon/timeline.md applied",
            "file_removed file canon/timeline.md applied");
  }

  private List<String> mirrored() throws SQLException {
    List<String> rows = new ArrayList<>();
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var found =
            statement.executeQuery(
                "SELECT concat_ws(' ', event_type, entity_type, entity_id, status)"
                    + " FROM fcp.vault_events ORDER BY created_at, id")) {
      while (found.next()) {
        rows.add(found.getString(1));
      }
    }
    return rows;
  }

  @Test
  void an_agent_creates_and_edits_documents_through_the_server() {
    String answers =
        served(
            call("drawio_session", "{\"action\":\"new Shop\",\"file\":\"shop.drawio\"}"),
            call("drawio", "{\"file\":\"shop.drawio\",\"ops\":[\"add box Till\"]}"),
            call("drawio_session", "{\"action\":\"documents\"}"));
    assertThat(answers).contains("digest: 1s").contains("shop.drawio").contains("stored");
    assertThat(done("query", "shop.drawio", "map")).contains("Till");
  }

  private static String call(String tool, String arguments) {
    return """
    {"jsonrpc":"2.0","id":"%s","method":"tools/call","params":{"name":"%s","arguments":%s}}\
    """
        .formatted(tool + arguments.hashCode(), tool, arguments);
  }

  /** The messages of the server in answer to some calls. */
  private String served(String... calls) {
    String start =
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
        "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
        {"jsonrpc":"2.0","method":"notifications/initialized"}
        """;
    String input = start + String.join("\n", calls) + "\n";
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintWriter unused = new PrintWriter(Writer.nullWriter());
    Console console =
        new Console(
            folder,
            new BufferedReader(new StringReader("")),
            unused,
            unused,
            new StandardStreams(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), out),
            false);
    assertThat(Program.run(console, "mcp", "--store", url)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }
}
