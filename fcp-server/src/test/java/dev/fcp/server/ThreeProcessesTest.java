package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.server.mcp.McpTestClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server for agents, a process that undoes and redoes, and a process that edits, all on one
 * document at the same time. They share one history, and only conflicts over this history cause
 * refusals.
 */
@Timeout(240)
class ThreeProcessesTest {

  private static final String SHOP = SampleDocument.DIAGRAM.file();
  private static final int AGENT_OPERATIONS = 34;
  private static final int MOVES = 33;
  private static final int RUNS = 33;

  /**
   * The minimum number of applied operations; the others find nothing to undo or redo, or a changed
   * head.
   */
  private static final int MIN_DONE = 50;

  /**
   * The allowed refusals: nothing to undo or redo, or another process changed the document first.
   */
  private static final Pattern ALLOWED_REFUSAL =
      Pattern.compile(
          "(! (un|re)?done elsewhere[^/]* / )*"
              + "(! nothing to undo"
              + "|! nothing to redo"
              + "|(! none of the operations was applied / )?"
              + "(! the document has changed: expected [^/]*"
              + "|! another session changed the document in between; look and try again)"
              + ")( / digest: [^/]*)?");

  /** An operation and its result; {@code refusal} is empty if it was applied. */
  private record AttemptedOperation(String verb, String refusal) {
    boolean isDone() {
      return refusal.isEmpty();
    }
  }

  @TempDir Path temporary;
  private Path folder;
  private CommandLineFixture fixture;

  @BeforeEach
  void create_fixture() throws IOException {
    folder = Files.createDirectory(temporary.resolve("folder"));
    fixture = new CommandLineFixture(folder).add(SampleDocument.DIAGRAM);
  }

  @Test
  void a_hundred_operations_on_one_document_make_one_history() throws Exception {
    List<AttemptedOperation> attempts = new ArrayList<>();
    Path errors = temporary.resolve("server.txt");
    try (ProgramProcesses.McpServerProcess server =
            new ProgramProcesses.McpServerProcess(folder, errors);
        CommandLoopProcess moves = new CommandLoopProcess(CommandLoop.Kind.MOVES, MOVES, 2);
        CommandLoopProcess runs = new CommandLoopProcess(CommandLoop.Kind.RUNS, RUNS, 3)) {
      server.agent().actSuccessfully("drawio", "open " + SHOP);
      moves.start();
      runs.start();
      attempts.addAll(operateAsAgent(server.agent(), new Random(1)));
      attempts.addAll(moves.attempts());
      attempts.addAll(runs.attempts());
      server.agent().actSuccessfully("drawio", "save");
      assertThat(server.disconnect()).isEmpty();
    }
    assertThat(attempts).hasSize(AGENT_OPERATIONS + MOVES + RUNS);
    for (AttemptedOperation attempt : attempts) {
      assertThat(attempt.isDone() || ALLOWED_REFUSAL.matcher(attempt.refusal()).matches())
          .as(attempt.toString())
          .isTrue();
    }
    assertThat(attempts)
        .filteredOn(AttemptedOperation::isDone)
        .hasSizeGreaterThanOrEqualTo(MIN_DONE)
        .extracting(AttemptedOperation::verb)
        .contains("run", "undo", "redo");
    assertRecordsMatch(attempts);
    assertFileHoldsTheState();
  }

  /** Runs random operations as an agent. */
  private static List<AttemptedOperation> operateAsAgent(McpTestClient agent, Random random) {
    List<AttemptedOperation> attempts = new ArrayList<>();
    for (int i = 0; i < AGENT_OPERATIONS; i++) {
      int choice = random.nextInt(6);
      String verb = choice < 3 ? "run" : choice < 5 ? "undo" : "redo";
      McpTestClient.Reply reply =
          switch (verb) {
            case "run" -> agent.run("drawio", "add box Agent" + i);
            case "undo" -> agent.act("drawio", "undo any:yes");
            default -> agent.act("drawio", "redo");
          };
      attempts.add(
          new AttemptedOperation(verb, reply.isError() ? reply.text().replace("\n", " / ") : ""));
    }
    return attempts;
  }

  /**
   * Asserts that records are numbered without gaps, and that each applied operation has a record.
   */
  private void assertRecordsMatch(List<AttemptedOperation> attempts) throws IOException {
    List<JsonNode> records = records();
    assertThat(records)
        .extracting(record -> record.path("n").longValue())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, records.size()).mapToObj(Long::valueOf).toList());
    assertThat(count(records, "committed", "")).isEqualTo(doneCount(attempts, "run"));
    assertThat(count(records, "moved", "undo")).isEqualTo(doneCount(attempts, "undo"));
    assertThat(count(records, "moved", "redo")).isEqualTo(doneCount(attempts, "redo"));
    assertThat(count(records, "external", "")).isZero();
    assertThat(records)
        .filteredOn(it -> it.path("type").stringValue("").equals("committed"))
        .extracting(it -> it.at("/origin/actor").stringValue(""))
        .contains("bot", System.getProperty("user.name"));
  }

  private List<JsonNode> records() throws IOException {
    JsonMapper json = new JsonMapper();
    Path journal = folder.resolve(".fcp").resolve(SHOP);
    List<JsonNode> records = new ArrayList<>();
    try (Stream<Path> files = Files.list(journal)) {
      for (Path segment : files.filter(it -> it.toString().endsWith(".jsonl")).sorted().toList()) {
        Files.readAllLines(segment).forEach(line -> records.add(json.readTree(line)));
      }
    }
    return records;
  }

  private static long count(List<JsonNode> records, String type, String kind) {
    return records.stream()
        .filter(it -> it.path("type").stringValue("").equals(type))
        .filter(it -> it.path("kind").stringValue("").equals(kind))
        .count();
  }

  private static long doneCount(List<AttemptedOperation> attempts, String verb) {
    return attempts.stream().filter(it -> it.isDone() && it.verb().equals(verb)).count();
  }

  private void assertFileHoldsTheState() {
    assertThat(fixture.run("verify", SHOP)).contains("all digests match");
    String status = fixture.run("query", SHOP, "status");
    assertThat(status).contains("saved: yes").doesNotContain("! ");
    String digest =
        status.lines().filter(it -> it.startsWith("digest: ")).findFirst().orElseThrow();
    fixture.write("read.drawio", fixture.bytes(SHOP));
    assertThat(fixture.run("query", "read.drawio", "status")).contains(digest);
    fixture.run("undo", SHOP, "1000");
    assertThat(fixture.bytes(SHOP)).isEqualTo(SampleDocument.DIAGRAM.bytes());
  }

  /** A process that runs a {@link CommandLoop}. */
  private final class CommandLoopProcess implements AutoCloseable {

    private final Process process;
    private final Path errors;
    private final BufferedReader output;
    private final int count;

    CommandLoopProcess(CommandLoop.Kind kind, int count, long seed) throws IOException {
      this.count = count;
      this.errors = temporary.resolve(kind + ".txt");
      this.process =
          ProgramProcesses.start(
              CommandLoop.class,
              errors,
              folder.toString(),
              SHOP,
              kind.name(),
              Integer.toString(count),
              Long.toString(seed));
      this.output =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      assertThat(output.readLine()).isEqualTo("ready");
    }

    void start() throws IOException {
      Writer writer = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
      writer.write("go\n");
      writer.flush();
    }

    /** Waits for the process and returns its operations. */
    List<AttemptedOperation> attempts() throws IOException, InterruptedException {
      List<AttemptedOperation> attempts = new ArrayList<>();
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        String[] parts = line.split("\\|", 3);
        assertThat(parts[0]).as(line).isIn("0", "1");
        attempts.add(new AttemptedOperation(parts[1], parts[2].replaceFirst(" / $", "")));
      }
      ProgramProcesses.assertExited(process, errors);
      assertThat(attempts).hasSize(count);
      return attempts;
    }

    @Override
    public void close() {
      process.destroyForcibly().onExit().join();
    }
  }
}
