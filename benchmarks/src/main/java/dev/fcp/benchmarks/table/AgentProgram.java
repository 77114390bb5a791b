package dev.fcp.benchmarks.table;

import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.ArchivePolicy;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.FolderArchive;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.eventlog.session.Projection;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.QueryHistory;
import dev.fcp.verbs.run.CallLimits;
import dev.fcp.verbs.run.QueryRunner;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.ViewState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measures a project of {@code examples/agents} with many events: opening it, a read model from its
 * stored value and from the model, a state in the archive, memory and disk. Each event is a step.
 * Half of them create an item. Nothing is forced.
 */
final class AgentProgram<M, E> {

  private static final int AGENTS = 16;
  private static final String BOARD = "board";

  private final Scale scale;
  private final DomainLanguage<M, E> language;
  private final int events;
  private final Path folder;
  private final Path archive;
  private int items;

  private AgentProgram(Scale scale, DomainLanguage<M, E> language, int events, Path parent) {
    this.scale = scale;
    this.language = language;
    this.events = events;
    this.folder = parent.resolve(".fcp/project.agents");
    this.archive = parent.resolve("archive");
  }

  /**
   * Measures a project.
   *
   * @param arguments scale, number of events, a folder on the disk to measure
   */
  public static void main(String[] arguments) throws IOException {
    DomainLanguage<?, ?> agents = Languages.installed().forDomain("agents").orElseThrow();
    try (TemporaryFolder temporary = TemporaryFolder.in(arguments[2])) {
      new AgentProgram<>(
              Scale.parse(arguments[0]), agents, Integer.parseInt(arguments[1]), temporary.path())
          .measure();
    }
  }

  private void measure() throws IOException {
    HistoryPoint early = write();
    Result.print(
        "agents.disk", events, Result.FCP, TemporaryFolder.bytes(folder, "") / (double) events);
    Result.print(
        "agents.archive", events, Result.FCP, TemporaryFolder.bytes(archive, "") / (double) events);
    measureOpening();
    measureBoard();
    measurePast(early);
  }

  /** Writes all events, moves old ones to the archive, and returns a point among the first ones. */
  private HistoryPoint write() throws IOException {
    FolderArchive unused = FolderArchive.create(Disk.system(), archive);
    try (FileJournal journal = openJournal()) {
      journal.setArchive(archive.toString());
      Session<M, E> session =
          Session.create(language.domain(), Origin.of("ann"), journal, SessionSettings.standard());
      long start = System.nanoTime();
      for (int i = 0; i < AGENTS; i++) {
        emit(
            session,
            created(
                    "agent_spawned",
                    "agent:A" + i,
                    "agent",
                    "\"assignment\":\"\",\"pings\":0,\"state\":\"idle\"")
                .replace("}}", "},\"v\":2}"));
      }
      for (int round = 1; session.state().recordNumber() <= events; round++) {
        emitRound(session, round);
      }
      Result.print("agents.write", events, Result.FCP, (System.nanoTime() - start) / 1e3 / events);
      List<StepId> steps = session.state().history().stepIds();
      HistoryPoint early = HistoryPoint.after(steps.get(steps.size() / 100));
      session.archive(ArchivePolicy.everything().withMinRecords(events / 10));
      session.close();
      return early;
    }
  }

  /** An agent is asked, works with a tool, and answers; now and then it promises something. */
  private void emitRound(Session<M, E> session, int round) {
    String agent = "A" + (1 + round % (AGENTS - 1));
    String by = "\"agent\":\"" + agent + "\",";
    String at = "\"at\":\"2026-03-04T12:00:00Z\",";
    emit(
        session,
        created(
            "message_sent",
            "sent:" + round,
            "sent",
            by + at + "\"role\":\"user\",\"text\":\"Please look at part " + round + ".\""));
    emit(session, changed("agent_state_changed", "agent:" + agent, "state", "idle", "working"));
    emit(
        session,
        created(
            "tool_started",
            "tool:" + round,
            "tool",
            by + at + "\"failed\":false,\"input\":\"make part" + round + "\",\"tool\":\"Bash\""));
    emit(session, changed("tool_finished", "tool:" + round, "output", "", "ok"));
    emit(
        session,
        created(
            "message_received",
            "received:" + round,
            "received",
            by + at + "\"input\":1200,\"output\":80,\"text\":\"Part " + round + " is built.\""));
    emit(session, changed("agent_state_changed", "agent:" + agent, "state", "working", "idle"));
    if (round % 100 == 0) {
      String key = "commitment:" + round;
      emit(
          session,
          created(
              "commitment_added",
              key,
              "commitment",
              by + "\"description\":\"Part " + round + " is tested.\",\"status\":\"pending\""));
      emit(
          session,
          changed("verification_started", key, "status", "pending", "verifying")
              .replace("}}", ",\"verifier\":\"A0\"}}"));
      emit(session, changed("verification_completed", key, "status", "verifying", "passed"));
    }
  }

  private String created(String type, String key, String kind, String units) {
    return "{\"type\":\"%s\",\"key\":\"%s\",\"entity\":{\"kind\":\"%s\",\"order\":\"%s\",%s}}"
        .formatted(type, key, kind, OrderKey.initial(items++), units);
  }

  private static String changed(String type, String key, String unit, String from, String to) {
    String before = from.isEmpty() ? "" : "\"%s\":\"%s\"".formatted(unit, from);
    return "{\"type\":\"%s\",\"key\":\"%s\",\"before\":{%s},\"after\":{\"%s\":\"%s\"}}"
        .formatted(type, key, before, unit, to);
  }

  private void emit(Session<M, E> session, String json) {
    E event = language.domain().eventCodec().decode(ValueJson.read(json).asFields());
    session.step("event", step -> step.emit(event)).orElseThrow();
  }

  private void measureOpening() {
    double[] millis = new double[scale.of(1, 5)];
    for (int i = -1; i < millis.length; i++) {
      long before = i < 0 ? Heap.usedBytes() : 0;
      long start = System.nanoTime();
      try (Session<M, E> session = open()) {
        millis[Math.max(i, 0)] = millisSince(start);
        if (i < 0) {
          double bytes = Heap.usedBytes() - before;
          Result.print("agents.heap", events, Result.FCP, bytes / events);
        }
        if (session.state().recordNumber() <= events) {
          throw new IllegalStateException(session.state().recordNumber() + " records");
        }
      }
    }
    Result.print("agents.open", events, Result.FCP, millis);
  }

  /** Measures the first query after opening; closing stores the value that it needs. */
  private void measureBoard() throws IOException {
    double[] stored = new double[scale.of(1, 5)];
    double[] computed = new double[stored.length];
    for (int i = -1; i < stored.length; i++) {
      deleteStoredValues();
      computed[Math.max(i, 0)] = millisOfBoard();
      stored[Math.max(i, 0)] = millisOfBoard();
    }
    Result.print("agents.board", events, Result.FCP, stored);
    Result.print("agents.board", events, "from the model", computed);
  }

  private void deleteStoredValues() throws IOException {
    List<Path> values = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files.filter(file -> file.toString().endsWith(".projection")).forEach(values::add);
    }
    for (Path value : values) {
      Files.delete(value);
    }
  }

  private double millisOfBoard() {
    try (Session<M, E> session = open()) {
      QueryRunner<M> queries =
          new QueryRunner<>(language.queries(), CallLimits.STANDARD, new SessionHistory<>(session));
      long start = System.nanoTime();
      Response response = queries.answer(session.model(), ViewState.initial(), BOARD);
      double millis = millisSince(start);
      if (response.isError() || response.text().isEmpty()) {
        throw new IllegalStateException("the board: " + response.text());
      }
      return millis;
    }
  }

  /** The read models of a session, as in a program. */
  private record SessionHistory<M, E>(Session<M, E> session) implements QueryHistory<M> {

    @Override
    public List<Step<E>> steps() {
      return session.state().history().stepsTo(session.state().head());
    }

    @Override
    @SuppressWarnings("unchecked") // The queries of a language are about the events of its domain.
    public <R> R read(Projection<M, ?, R> projection, M model) {
      return session.readModel((Projection<M, E, R>) projection).now().value();
    }
  }

  /** Measures the first look at a state whose records are in the archive. */
  private void measurePast(HistoryPoint early) {
    double[] millis = new double[scale.of(1, 3)];
    for (int i = 0; i < millis.length; i++) {
      try (Session<M, E> session = open()) {
        long start = System.nanoTime();
        if (session.views().viewAt(early).isEmpty()) {
          throw new IllegalStateException(early + " cannot be viewed");
        }
        millis[i] = millisSince(start);
      }
    }
    Result.print("agents.past", events, Result.FCP, millis);
  }

  private Session<M, E> open() {
    return Session.resume(language.domain(), openJournal(), SessionSettings.standard());
  }

  private FileJournal openJournal() {
    // Half of the events create an item, so each snapshot is larger than the one before.
    FileJournal.Settings settings =
        FileJournal.Settings.defaults()
            .withDurability(Durability.none())
            .withSnapshotPolicy(
                new SnapshotPolicy(scale.of(100, 10_000), 1L << 40, Duration.ofDays(1)));
    return FileJournal.open(
        folder, scale == Scale.SMOKE ? settings.withSegmentBytes(1 << 14) : settings);
  }

  private static double millisSince(long start) {
    return (System.nanoTime() - start) / 1e6;
  }
}
