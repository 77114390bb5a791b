package dev.fcp.benchmarks.table;

import dev.fcp.benchmarks.table.TextDomain.Page;
import dev.fcp.benchmarks.table.TextDomain.PageEvent;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.plaintext.InsertionIds;
import dev.fcp.eventlog.plaintext.Text;
import dev.fcp.eventlog.plaintext.TextEdit;
import dev.fcp.eventlog.plaintext.TypingKeys;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Replays the recorded editing of a paper, and measures Yjs, Loro and Automerge with the same
 * recording if Node.js and npm are installed and can load them into a temporary folder.
 */
final class TextProgram {

  private static final TextDomain DOMAIN = new TextDomain();
  private static final int UNDO_EDITS = 10_000;
  private static final double SECONDS = 20;
  private static final int WARM_UPS = 5;
  private static final int WARM_UP_STEPS = 5_000;
  private static final List<Origin> AUTHORS = List.of(Origin.of("ann"), Origin.of("ben"));

  /** A recorded edit; the offset is in code points. */
  private record Patch(int offset, int deleted, String inserted) {}

  private final List<Patch> patches;
  private final String end;

  private TextProgram(List<Patch> patches, String end) {
    this.patches = patches;
    this.end = end;
  }

  /** Runs the program: scale, folder. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Scale scale = Scale.parse(arguments[0]);
    Optional<Path> recording = recording(Path.of(arguments[1]).toAbsolutePath());
    if (scale == Scale.SMOKE) {
      typing(500).measure(200, arguments[1]);
    } else if (recording.isEmpty()) {
      System.err.println("skipped: no shared/corpus/text above " + arguments[1]);
    } else {
      TextProgram program = read(recording.get());
      program.measure(UNDO_EDITS, arguments[1]);
      Result.print(
          "text.disk",
          program.patches.size(),
          "gzipped recording",
          (double) Files.size(recording.get()));
      measurePeers(recording.get(), arguments[1]);
    }
  }

  private static Optional<Path> recording(Path folder) {
    for (Path at = folder; at != null; at = at.getParent()) {
      Path file = at.resolve("shared/corpus/text/automerge-paper.json.gz");
      if (Files.exists(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  private static TextProgram read(Path recording) throws IOException {
    JsonNode trace;
    try (InputStream in = new GZIPInputStream(Files.newInputStream(recording))) {
      trace = new JsonMapper().readTree(in);
    }
    List<Patch> patches = new ArrayList<>();
    for (JsonNode transaction : trace.get("txns")) {
      for (JsonNode patch : transaction.get("patches")) {
        patches.add(new Patch(patch.get(0).asInt(), patch.get(1).asInt(), patch.get(2).asString()));
      }
    }
    return new TextProgram(patches, trace.get("endContent").asString());
  }

  /** Returns a text that is typed character by character. */
  private static TextProgram typing(int count) {
    List<Patch> patches = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      String typed = i % 6 == 5 ? " " : "x";
      patches.add(new Patch(i, 0, typed));
      text.append(typed);
    }
    return new TextProgram(patches, text.toString());
  }

  private void measure(int undoEdits, String folder) throws IOException {
    int size = patches.size();
    for (int i = 0; i < WARM_UPS; i++) {
      Text unused = replay();
    }
    List<Cost> edits = Cost.ofRounds(10, SECONDS, round -> this::replay);
    Result.print("text.edit", size, Result.FCP, Cost.of(edits, Cost::cpuNanos, 1e3 * size));
    long before = Heap.usedBytes();
    Text text = replay();
    Result.print("text.memory", size, Result.FCP, (Heap.usedBytes() - before) / 1024.0);
    requireText(end, text);
    for (int count : undoEdits < size ? List.of(undoEdits, size) : List.of(undoEdits)) {
      if (count > WARM_UP_STEPS) {
        measureUndo(WARM_UP_STEPS, false);
      }
      measureUndo(Math.min(count, size), true);
    }
    measureDisk(folder);
  }

  /** The recorded text after some edits; computed with a string. */
  private String textAfter(int count) {
    StringBuilder text = new StringBuilder();
    for (Patch patch : patches.subList(0, count)) {
      int from = text.offsetByCodePoints(0, patch.offset());
      text.replace(from, text.offsetByCodePoints(from, patch.deleted()), patch.inserted());
    }
    return text.toString();
  }

  private Text replay() {
    InsertionIds ids = new InsertionIds(new Random(1));
    Text text = Text.EMPTY;
    for (Patch patch : patches) {
      text = text.apply(text.splice(patch.offset(), patch.deleted(), patch.inserted(), ids));
    }
    return text;
  }

  private static Session<EntityModel<String, Page>, PageEvent> session(Journal journal) {
    ReadResult.Readable<EntityModel<String, Page>> file =
        (ReadResult.Readable<EntityModel<String, Page>>) DOMAIN.format().read(new byte[0]);
    return Session.open(DOMAIN, file, AUTHORS.get(0), journal, SessionSettings.standard());
  }

  private static Text body(Session<EntityModel<String, Page>, PageEvent> session) {
    return session.model().at(TextDomain.KEY).body();
  }

  private static void commit(
      Session<EntityModel<String, Page>, PageEvent> session, Origin author, TextEdit edit) {
    Outcome outcome =
        session.step(
            EditOptions.of("typing", author),
            step -> step.emit(DOMAIN.edited(TextDomain.KEY, step.model(), TextDomain.BODY, edit)));
    requireCommitted(outcome);
  }

  private static void requireCommitted(Outcome outcome) {
    if (!(outcome instanceof Outcome.Committed)) {
      throw new IllegalStateException(outcome.toString());
    }
  }

  private static void requireText(String expected, Text text) {
    if (!text.toString().equals(expected)) {
      throw new IllegalStateException("another text than recorded");
    }
  }

  /** Undo of one's own steps in a session of two authors. */
  private void measureUndo(int count, boolean isPrinted) {
    var session = session(InMemoryJournal.empty());
    InsertionIds ids = new InsertionIds(new Random(1));
    Cost all =
        Cost.of(() -> {
          for (int i = 0; i < count; i++) {
            Patch patch = patches.get(i);
            TextEdit edit =
                body(session).splice(patch.offset(), patch.deleted(), patch.inserted(), ids);
            commit(session, AUTHORS.get(i % AUTHORS.size()), edit);
          }
        });
    Origin author = AUTHORS.get(0);
    var own = session.with(EditOptions.of("undo", author)).rollbacks();
    requireText(count == patches.size() ? end : textAfter(count), body(session));
    Runnable undo =
        () -> {
          Outcome outcome;
          do {
            outcome = own.undoOwn(StepFilter.sameActorAndSession(author)).outcome();
            // What the other author has deleted is passed over.
          } while (outcome instanceof Outcome.Recorded);
          requireCommitted(outcome);
        };
    List<Cost> costs = Cost.ofRounds(40, SECONDS, round -> undo);
    // The first plan of a session reads the steps.
    double[] millis = Cost.of(costs.subList(1, costs.size()), Cost::cpuNanos, 1e6);
    if (isPrinted) {
      Result.print("text.step", count, Result.FCP, all.cpuNanos() / 1e3 / count);
      Result.print("text.undo", count, Result.FCP, millis);
    }
  }

  /** The bytes of a journal with a step for each word. */
  private void measureDisk(String parent) throws IOException {
    try (TemporaryFolder folder = TemporaryFolder.in(parent)) {
      int steps = 0;
      try (FileJournal journal =
              FileJournal.open(
                  folder.path(),
                  FileJournal.Settings.defaults().withDurability(Durability.none()));
          var session = session(journal)) {
        steps = commitWords(session);
      }
      measureLoad(folder.path());
      printBytes(folder.path(), Result.FCP, "");
      printBytes(folder.path(), "records", ".jsonl", ".jsonl.gz");
      printBytes(folder.path(), "indexes", ".index");
      printBytes(folder.path(), "snapshots", ".snapshot");
      Result.print("text.words", patches.size(), Result.FCP, steps);
    }
  }

  /** Opening the journal of all edits, which reads its newest snapshot and the records after it. */
  private void measureLoad(Path folder) {
    Runnable load =
        () -> {
          try (FileJournal journal = FileJournal.open(folder, FileJournal.Settings.defaults());
              var session = Session.resume(DOMAIN, journal, SessionSettings.standard())) {
            requireText(end, body(session));
          }
        };
    for (int i = 0; i < WARM_UPS; i++) {
      load.run();
    }
    List<Cost> loads = Cost.ofRounds(20, SECONDS, round -> load);
    Result.print("text.load", patches.size(), Result.FCP, Cost.of(loads, Cost::cpuNanos, 1e6));
  }

  private void printBytes(Path folder, String subject, String... nameEnds) throws IOException {
    double bytes = 0;
    for (String nameEnd : nameEnds) {
      bytes += TemporaryFolder.bytes(folder, nameEnd);
    }
    Result.print("text.disk", patches.size(), subject, bytes);
  }

  /** Commits the recording, the typing in one word as one step; returns the number of steps. */
  private int commitWords(Session<EntityModel<String, Page>, PageEvent> session) {
    InsertionIds ids = new InsertionIds(new Random(1));
    Text text = Text.EMPTY;
    TextEdit pending = TextEdit.NONE;
    TypingKeys typing = new TypingKeys();
    String key = "";
    int steps = 0;
    for (Patch patch : patches) {
      TextEdit edit = text.splice(patch.offset(), patch.deleted(), patch.inserted(), ids);
      text = text.apply(edit);
      int inserted = patch.inserted().codePointCount(0, patch.inserted().length());
      String nextKey = typing.next(text, patch.offset(), patch.offset() + inserted);
      if (!nextKey.equals(key) && !pending.isEmpty()) {
        commit(session, AUTHORS.get(0), pending);
        pending = TextEdit.NONE;
        steps++;
      }
      pending = pending.then(edit);
      key = nextKey;
    }
    if (!pending.isEmpty()) {
      commit(session, AUTHORS.get(0), pending);
      steps++;
    }
    if (!body(session).equals(text)) {
      throw new IllegalStateException("another text than typed");
    }
    return steps;
  }

  private static void measurePeers(Path recording, String parent)
      throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.in(parent)) {
      Path driver = folder.path().resolve("text-peers.mjs");
      try (InputStream in =
          Objects.requireNonNull(TextProgram.class.getResourceAsStream("text-peers.mjs"))) {
        Files.write(driver, in.readAllBytes());
      }
      List<String> install =
          List.of("npm", "install", "--silent", "yjs@13", "loro-crdt@1", "@automerge/automerge@3");
      if (!runs(folder.path(), install)
          || !runs(
              folder.path(),
              List.of(
                  "node",
                  "--expose-gc",
                  driver.toString(),
                  recording.toString(),
                  Integer.toString(UNDO_EDITS)))) {
        System.err.println("skipped: Yjs, Loro and Automerge");
      }
    }
  }

  /** Runs a command that prints results; returns whether it succeeded. */
  private static boolean runs(Path folder, List<String> command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
        lines.lines().filter(line -> line.startsWith("{")).forEach(System.out::println);
      }
      return process.waitFor() == 0;
    } catch (IOException e) {
      System.err.println("skipped: " + e.getMessage());
      return false;
    }
  }
}
