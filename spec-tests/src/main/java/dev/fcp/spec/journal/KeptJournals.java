package dev.fcp.spec.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Documents with histories that an earlier release wrote, as test data: each is opened, undone to
 * its first bytes step by step, and redone (JN-15).
 *
 * <pre>
 * shop.drawio        the file as it was last saved
 * first-shop.drawio  the file as it was first opened
 * types              the types of all events in the history, one per line
 * history/           the content of .fcp/shop.drawio
 * </pre>
 *
 * @param domain the domain of the document
 * @param name the name of the file
 * @param events generates the events of the history
 * @param <M> the model
 * @param <E> the family of events
 */
public record KeptJournals<M, E>(
    Domain<M, E> domain, String name, Function<M, Generator<E>> events) {

  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final Origin ANN = Origin.of("ann", "session-1", "message-1");
  private static final SnapshotPolicy SNAPSHOTS =
      new SnapshotPolicy(30, 1L << 30, Duration.ofDays(9999));
  private static final long SEED = 4;
  private static final int MAX_TRIES = 20_000;
  private static final int CHOICES_PER_EVENT = 256;
  private static final int MIN_STEPS = 30;
  private static final int EXTRA_STEP_ODDS = 20;
  private static final int STEPS_PER_SAVE = 12;

  /**
   * Writes a document and its history to a folder: steps with events of every type that can be
   * generated, saves, a name, an older version restored by another program, and an undone step. The
   * result is the same to the byte each time.
   *
   * @param goldenEvents the golden events of the domain, one JSON line each; the history must
   *     contain all their types
   */
  public void write(Path folder, byte[] initialBytes, List<String> goldenEvents)
      throws IOException {
    Set<String> types = new TreeSet<>();
    goldenEvents.forEach(line -> types.add(ValueJson.read(line).asFields().at("type").asText()));
    Files.createDirectories(folder);
    Path file = Files.write(folder.resolve(name), initialBytes);
    try (Document<M, E> document =
        open(store(folder, tickingSettings()), file, new FileChange.None())) {
      new HistoryWriter(document, file, initialBytes).run(types);
    }
    Files.write(folder.resolve("first-" + name), initialBytes);
    Path history = folder.resolve(".fcp").resolve(name);
    Files.delete(history.resolve("lock"));
    Files.move(history, folder.resolve("history"));
    Files.delete(folder.resolve(".fcp/.gitignore"));
    Files.delete(folder.resolve(".fcp"));
    Files.writeString(folder.resolve("types"), String.join("\n", types) + "\n");
  }

  private static SessionSettings tickingSettings() {
    long[] seconds = {0};
    return new SessionSettings(
        () -> START.plusSeconds(seconds[0]++),
        new dev.fcp.eventlog.history.StepId.UlidGenerator(() -> START, new Random(SEED)));
  }

  private static DocumentStore store(Path folder, SessionSettings settings) {
    FileJournal.Settings journals =
        FileJournal.Settings.defaults().withSnapshotPolicy(SNAPSHOTS).withClock(() -> START);
    return DocumentStore.withJournals(
        settings, new JournalLayout(journals, folder.resolve(".fcp/.drafts")));
  }

  private Document<M, E> open(DocumentStore store, Path file, FileChange expected) {
    return switch (store.open(domain, file, ANN)) {
      case OpenResult.Opened<M, E>(var document, var fileChange) -> {
        assertThat(fileChange).isEqualTo(expected);
        yield document;
      }
      case OpenResult.Undecided<M, E> undecided -> throw new AssertionError(undecided.toString());
      case OpenResult.Unreadable<M, E> unreadable ->
          throw new AssertionError(unreadable.toString());
    };
  }

  private static EditOptions options(String label) {
    return EditOptions.of(label, ANN);
  }

  private static void save(Document<?, ?> document) {
    assertThat(document.save(options("save"))).isInstanceOf(SaveResult.Saved.class);
  }

  /** Writes one history. */
  private final class HistoryWriter {
    private final Document<M, E> document;
    private final Path file;
    private final byte[] initialBytes;
    private final Random random = new Random(SEED);

    HistoryWriter(Document<M, E> document, Path file, byte[] initialBytes) {
      this.document = document;
      this.file = file;
      this.initialBytes = initialBytes;
    }

    void run(Set<String> types) throws IOException {
      Set<String> missing = new TreeSet<>(types);
      int steps = 0;
      for (int i = 0; i < MAX_TRIES && (steps < MIN_STEPS || !missing.isEmpty()); i++) {
        if (step(missing) && ++steps % STEPS_PER_SAVE == 0) {
          saveAndChangeFile(steps / STEPS_PER_SAVE);
        }
      }
      assertThat(missing).as("event types that were not generated").isEmpty();
      document.session().with(options("undo")).undo(1).orElseThrow();
      save(document);
    }

    /** Makes a step of an event of a missing type, and occasionally of another one. */
    private boolean step(Set<String> missing) {
      M model = document.session().model();
      E event = randomEvent(model);
      boolean isWanted = missing.contains(typeOf(event)) || random.nextInt(EXTRA_STEP_ODDS) == 0;
      if (!isWanted || domain.check(event, model).isPresent()) {
        return false;
      }
      Outcome outcome =
          document.session().step(options(typeOf(event)), builder -> builder.emit(event));
      assertThat(outcome).isInstanceOf(Outcome.Committed.class);
      missing.remove(typeOf(event));
      return true;
    }

    /**
     * Generates an event; some are the inverse of the last one, because few random events would be.
     */
    private E randomEvent(M model) {
      List<Step<E>> last = document.session().state().undoableSteps(1);
      return random.nextInt(4) == 0 && !last.isEmpty()
          ? domain.invert(last.get(0).events().get(0))
          : events.apply(model).generate(Choices.random(random, CHOICES_PER_EVENT));
    }

    private void saveAndChangeFile(int saveNumber) throws IOException {
      save(document);
      if (saveNumber == 1) {
        document.session().with(options("checkpoint")).checkpoint("a name \u00e4").orElseThrow();
        Files.write(file, initialBytes);
        assertThat(document.checkFile()).isInstanceOf(FileChange.Merged.class);
      }
    }
  }

  /** Returns the JSON type of an event. */
  private String typeOf(E event) {
    return domain.eventCodec().encode(event).find("type").map(Value::asText).orElse("");
  }

  /**
   * Copies a stored document and its history to another folder and opens it there; undoes all steps
   * and saves, redoes all steps and saves, and compares the bytes with the stored ones both times.
   */
  public void verify(Path keptFolder, Path folder) throws IOException {
    Path file = Files.copy(keptFolder.resolve(name), folder.resolve(name));
    Path history = Files.createDirectories(folder.resolve(".fcp").resolve(name));
    try (Stream<Path> files = Files.list(keptFolder.resolve("history"))) {
      for (Path part : files.toList()) {
        Files.copy(part, history.resolve(part.getFileName()));
      }
    }
    DocumentStore store = store(folder, SessionSettings.standard());
    int depth;
    try (Document<M, E> document = open(store, file, new FileChange.None())) {
      requireIntact(document, keptFolder);
      depth = document.session().state().undoDepth();
      undoAll(document);
    }
    assertThat(Files.readAllBytes(file))
        .isEqualTo(Files.readAllBytes(keptFolder.resolve("first-" + name)));
    try (Document<M, E> document = open(store, file, new FileChange.None())) {
      assertThat(document.session().with(options("redo")).redo(depth))
          .isInstanceOf(Outcome.Moved.class);
      save(document);
    }
    assertThat(Files.readAllBytes(file)).isEqualTo(Files.readAllBytes(keptFolder.resolve(name)));
  }

  private void requireIntact(Document<M, E> document, Path keptFolder) throws IOException {
    assertThat(document.recoveryReport().filter(RecoveryReport::isClean)).isPresent();
    assertThat(document.session().verify().isValid()).isTrue();
    assertThat(document.session().state().canRedo()).isTrue();
    Set<String> found = new TreeSet<>();
    for (Step<E> step : document.session().state().history().steps()) {
      step.events().forEach(event -> found.add(typeOf(event)));
    }
    List<String> types = Files.readAllLines(keptFolder.resolve("types"), StandardCharsets.UTF_8);
    assertThat(types).isNotEmpty();
    assertThat(found).containsAll(types);
  }

  /** Undoes step by step; each undo verifies the recorded digest. */
  private static void undoAll(Document<?, ?> document) {
    while (document.session().state().canUndo()) {
      assertThat(document.session().with(options("undo")).undo(1))
          .isInstanceOf(Outcome.Moved.class);
    }
    save(document);
  }
}
