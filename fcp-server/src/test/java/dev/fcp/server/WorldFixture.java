package dev.fcp.server;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.fcp.server.mcp.McpTestClient;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A folder and an own database, on which commands on worlds are run. */
final class WorldFixture {

  private static final JsonMapper JSON = new JsonMapper();
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static final Optional<DemoServer> SERVER = DemoServer.start();

  /** The database of which {@link #withVillage} makes copies. */
  private static final String VILLAGE = "village";

  private static boolean isVillageCreated;

  private final Path folder;
  private final String url;

  private WorldFixture(Path folder, String url) {
    this.folder = folder;
    this.url = url;
  }

  /** A new database; skips the test if there is no server. */
  static WorldFixture in(Path folder) {
    return create(folder, "worlds" + DATABASES.incrementAndGet(), "template1");
  }

  private static WorldFixture create(Path folder, String name, String template) {
    if (SERVER.isEmpty()) {
      return abort("no PostgreSQL server can be started here");
    }
    WorldFixture admin = new WorldFixture(folder, SERVER.get().url());
    admin.sql("CREATE DATABASE " + name + " TEMPLATE " + template);
    return new WorldFixture(folder, SERVER.get().url(name));
  }

  /**
   * A new database with the world {@code village}, as in the demonstration; a copy of the one that
   * the first call fills.
   */
  static synchronized WorldFixture withVillage(Path folder) {
    if (!isVillageCreated) {
      WorldFixture first = create(folder, VILLAGE, "template1");
      first.writeVillage();
      first.done("scenario", "add", "village", "village.json");
      first.done("create", "village", "--scenario", "village");
      isVillageCreated = true;
    }
    WorldFixture fixture = create(folder, "worlds" + DATABASES.incrementAndGet(), VILLAGE);
    fixture.writeVillage();
    return fixture;
  }

  private void writeVillage() {
    write(
        "village.json",
        new String(DemoCommand.readDocument("village.json"), StandardCharsets.UTF_8));
    write("village.sh", new String(DemoCommand.readDocument("village.sh"), StandardCharsets.UTF_8));
  }

  String url() {
    return url;
  }

  /** The same database as another user. */
  WorldFixture as(String user) {
    return new WorldFixture(folder, url.replaceFirst("user=[^&]*", "user=" + user));
  }

  void write(String name, String text) {
    try {
      Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a statement, and returns the first column of its rows. */
  List<String> sql(String sql) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      List<String> values = new ArrayList<>();
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            values.add(String.valueOf(rows.getString(1)));
          }
        }
      }
      return values;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** All rows of the database, except for snapshots. */
  List<String> rows() {
    List<String> tables =
        sql(
            """
            SELECT tablename FROM pg_tables WHERE schemaname = 'fcp' AND tablename <> 'snapshots'
            """);
    assertThat(tables).contains("worlds", "attempts", "world_turns", "records");
    return sql(
        tables.stream()
            .map(it -> "SELECT '%1$s ' || to_jsonb(t)::text FROM fcp.%1$s t".formatted(it))
            .collect(joining(" UNION ALL ", "", " ORDER BY 1")));
  }

  ProgramRunner.Result run(String... args) {
    String[] words =
        Stream.concat(Stream.of("--store", url, "world"), Stream.of(args)).toArray(String[]::new);
    return new ProgramRunner(folder).run(words);
  }

  /** Runs a command that must succeed; returns its output. */
  String done(String... args) {
    ProgramRunner.Result result = run(args);
    assertThat(result.exitCode()).as(result.combined()).isZero();
    return result.out();
  }

  /** Runs a command that must succeed with the option {@code --json}. */
  JsonNode json(String... args) {
    List<String> words = new ArrayList<>(List.of(args));
    // What follows "--" belongs to a program.
    words.add(words.contains("--") ? words.indexOf("--") : words.size(), "--json");
    String out = done(words.toArray(String[]::new));
    assertThat(out.lines()).hasSize(1);
    return JSON.readTree(out);
  }

  /** The types of events. */
  static List<String> types(JsonNode page) {
    return page.path("events").valueStream().map(it -> it.path("type").stringValue()).toList();
  }

  /** Runs a command that must be refused and print nothing; returns the message. */
  String refused(ExitCode code, String... args) {
    ProgramRunner.Result result = run(args);
    assertThat(result.exitCode()).as(result.combined()).isEqualTo(code.code());
    assertThat(result.out()).isEmpty();
    return result.err();
  }

  /** Starts an attempt at a turn of a world as another process that never ends it. */
  void startAttempt(String world) {
    sql(
        """
        WITH started AS (
          INSERT INTO fcp.attempts (id, world_id, worker_id, turn_before, attempted_turn, expires_at)
          SELECT gen_random_uuid(), id, 'other', current_turn, current_turn + 1,
            clock_timestamp() + interval '1 hour'
          FROM fcp.worlds WHERE slug = '%s' RETURNING *)
        UPDATE fcp.worlds SET active_attempt_id = started.id
        FROM started WHERE worlds.id = started.world_id
        """
            .formatted(world));
  }

  /** Runs the command that a refusal suggests. */
  ProgramRunner.Result suggested(String message) {
    String[] words = message.strip().replaceFirst("(?s).*\\n  try: fcp ", "").split(" ");
    return new ProgramRunner(folder)
        .run(Stream.of(words).map(it -> it.replaceAll("^'|'$", "")).toArray(String[]::new));
  }

  /** Makes a turn with the text of a shell program. */
  ProgramRunner.Result turn(String script) {
    return run("run", "village", "--", "sh", "-c", script);
  }

  /** A call of a tool. */
  record Call(String tool, String arguments) {}

  /** The results of calls over one connection to the server for agents. */
  List<JsonNode> served(Call... calls) {
    List<String> lines = new ArrayList<>();
    lines.add(
        """
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
        "capabilities":{},"clientInfo":{"name":"bot","version":"1"}}}\
        """);
    lines.add("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    for (Call call : calls) {
      lines.add(
          "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}"
              .formatted(lines.size() - 1, call.tool(), call.arguments().replace("\n", " ")));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintWriter unused = new PrintWriter(Writer.nullWriter());
    byte[] input = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    Console console =
        new Console(
            folder,
            new BufferedReader(Reader.nullReader()),
            unused,
            unused,
            new StandardStreams(new ByteArrayInputStream(input), out),
            false);
    assertThat(Program.run(console, "mcp", "--store", url)).isZero();
    return out.toString(StandardCharsets.UTF_8)
        .lines()
        .<JsonNode>map(JSON::readTree)
        .sorted(Comparator.comparingInt(it -> it.path("id").intValue(0)))
        .skip(1)
        .map(it -> it.path("result"))
        .toList();
  }

  /** A client of a server for agents that runs until the client disconnects. */
  McpTestClient connect() throws IOException {
    Pipe in = Pipe.open();
    Pipe out = Pipe.open();
    PrintWriter unused = new PrintWriter(Writer.nullWriter());
    FutureTask<Integer> serving =
        new FutureTask<>(() -> {
          try (OutputStream answers = Channels.newOutputStream(out.sink())) {
            Console console =
                new Console(
                    folder,
                    new BufferedReader(Reader.nullReader()),
                    unused,
                    unused,
                    new StandardStreams(Channels.newInputStream(in.source()), answers),
                    false);
            return Program.run(console, "mcp", "--store", url);
          }
        });
    Thread.ofPlatform().daemon().start(serving);
    return new McpTestClient(
            Channels.newOutputStream(in.sink()), Channels.newInputStream(out.source()))
        .connect("bot");
  }

  /** The answer of a tool that was not refused. */
  static JsonNode answer(JsonNode result) {
    String text = result.at("/content/0/text").stringValue("");
    assertThat(result.path("isError").booleanValue(true)).as(text).isFalse();
    return JSON.readTree(text);
  }
}
