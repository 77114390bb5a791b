package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.server.mcp.Peer;
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
 * A server for agents, a process that goes back and forth, and one that edits, all on one document
 * at the same time: they have one history, and none refuses anything but because of it.
 */
@Timeout(240)
class ThreeProcessesTest {

  private static final String SHOP = Sample.DIAGRAM.file();
  private static final int BY_AGENT = 34;
  private static final int MOVES = 33;
  private static final int RUNS = 33;

  /** What is left finds nothing to redo, or another head than it expects. */
  private static final int LEAST_DONE = 50;

  /** All that may be refused: there is nothing to move to, or somebody else was quicker. */
  private static final Pattern ALLOWED =
      Pattern.compile(
          "(! (un|re)?done elsewhere[^/]* / )*"
              + "(! nothing to undo"
              + "|! nothing to redo"
              + "|(! none of the operations was applied / )?"
              + "(! the document moved: you expect [^/]*"
              + "|! another session changed the document in between; look and try again)"
              + ")( / digest: [^/]*)?");

  /** One operation and what came of it; {@code refusal} is empty if it was done. */
  private record Attempt(String verb, String refusal) {
    boolean isDone() {
      return refusal.isEmpty();
    }
  }

  @TempDir Path temporary;
  private Path folder;
  private Workbench bench;

  @BeforeEach
  void lay_out() throws IOException {
    folder = Files.createDirectory(temporary.resolve("folder"));
    bench = new Workbench(folder).with(Sample.DIAGRAM);
  }

  @Test
  void a_hundred_operations_on_one_document_make_one_history() throws Exception {
    List<Attempt> attempts = new ArrayList<>();
    Path errors = temporary.resolve("server.txt");
    try (Processes.Server server = new Processes.Server(folder, errors);
        Loop moves = new Loop(CommandLoop.Kind.MOVES, MOVES, 2);
        Loop runs = new Loop(CommandLoop.Kind.RUNS, RUNS, 3)) {
      server.agent().done("drawio", "open " + SHOP);
      moves.go();
      runs.go();
      attempts.addAll(worked(server.agent(), new Random(1)));
      attempts.addAll(moves.attempts());
      attempts.addAll(runs.attempts());
      server.agent().done("drawio", "save");
      assertThat(server.leave()).isEmpty();
    }
    assertThat(attempts).hasSize(BY_AGENT + MOVES + RUNS);
    for (Attempt attempt : attempts) {
      assertThat(attempt.isDone() || ALLOWED.matcher(attempt.refusal()).matches())
          .as(attempt.toString())
          .isTrue();
    }
    assertThat(attempts)
        .filteredOn(Attempt::isDone)
        .hasSizeGreaterThanOrEqualTo(LEAST_DONE)
        .extracting(Attempt::verb)
        .contains("run", "undo", "redo");
    assertRecordsTellOf(attempts);
    assertFileHoldsTheState();
  }

  /** What an agent does meanwhile. */
  private static List<Attempt> worked(Peer agent, Random random) {
    List<Attempt> attempts = new ArrayList<>();
    for (int i = 0; i < BY_AGENT; i++) {
      int choice = random.nextInt(6);
      String verb = choice < 3 ? "run" : choice < 5 ? "undo" : "redo";
      Peer.Reply reply =
          switch (verb) {
            case "run" -> agent.run("drawio", "add box Agent" + i);
            case "undo" -> agent.act("drawio", "undo any:yes");
            default -> agent.act("drawio", "redo");
          };
      attempts.add(new Attempt(verb, reply.isError() ? reply.text().replace("\n", " / ") : ""));
    }
    return attempts;
  }

  /** Each record has the next number, and there is one for each operation that was done. */
  private void assertRecordsTellOf(List<Attempt> attempts) throws IOException {
    List<JsonNode> records = records();
    assertThat(records)
        .extracting(record -> record.path("n").longValue())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, records.size()).mapToObj(Long::valueOf).toList());
    assertThat(count(records, "committed", "")).isEqualTo(done(attempts, "run"));
    assertThat(count(records, "moved", "undo")).isEqualTo(done(attempts, "undo"));
    assertThat(count(records, "moved", "redo")).isEqualTo(done(attempts, "redo"));
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

  private static long done(List<Attempt> attempts, String verb) {
    return attempts.stream().filter(it -> it.isDone() && it.verb().equals(verb)).count();
  }

  private void assertFileHoldsTheState() {
    assertThat(bench.done("verify", SHOP)).contains("each with the digest that was recorded");
    String status = bench.done("query", SHOP, "status");
    assertThat(status).contains("saved: yes").doesNotContain("! ");
    String digest =
        status.lines().filter(it -> it.startsWith("digest: ")).findFirst().orElseThrow();
    bench.write("read.drawio", bench.bytes(SHOP));
    assertThat(bench.done("query", "read.drawio", "status")).contains(digest);
    bench.done("undo", SHOP, "1000");
    assertThat(bench.bytes(SHOP)).isEqualTo(Sample.DIAGRAM.bytes());
  }

  /** A process that types commands. */
  private final class Loop implements AutoCloseable {

    private final Process process;
    private final Path errors;
    private final BufferedReader told;
    private final int count;

    Loop(CommandLoop.Kind kind, int count, long seed) throws IOException {
      this.count = count;
      this.errors = temporary.resolve(kind + ".txt");
      this.process =
          Processes.start(
              CommandLoop.class,
              errors,
              folder.toString(),
              SHOP,
              kind.name(),
              Integer.toString(count),
              Long.toString(seed));
      this.told =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      assertThat(told.readLine()).isEqualTo("ready");
    }

    void go() throws IOException {
      Writer writer = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
      writer.write("go\n");
      writer.flush();
    }

    /** What came of all of its commands, once they are done. */
    List<Attempt> attempts() throws IOException, InterruptedException {
      List<Attempt> attempts = new ArrayList<>();
      for (String line = told.readLine(); line != null; line = told.readLine()) {
        String[] parts = line.split("\\|", 3);
        assertThat(parts[0]).as(line).isIn("0", "1");
        attempts.add(new Attempt(parts[1], parts[2].replaceFirst(" / $", "")));
      }
      Processes.assertLeft(process, errors);
      assertThat(attempts).hasSize(count);
      return attempts;
    }

    @Override
    public void close() {
      process.destroyForcibly().onExit().join();
    }
  }
}
