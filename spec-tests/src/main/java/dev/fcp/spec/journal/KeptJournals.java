package dev.fcp.spec.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.FileNews;
import dev.fcp.eventlog.document.JournalFiles;
import dev.fcp.eventlog.document.Opening;
import dev.fcp.eventlog.document.Saving;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.domain.ValueJson;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepIds;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.journal.SnapshotPolicy;
import dev.fcp.eventlog.session.Intent;
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
 * Documents with their histories as a release wrote them, kept for the releases after it: each is
 * opened, undone to its first bytes, step by step, and redone (JN-15).
 *
 * <pre>
 * shop.drawio        the file as it was last saved
 * first-shop.drawio  the file as it was first opened
 * types              the types of all events of its history, one a line
 * history/           what lay in .fcp/shop.drawio
 * </pre>
 *
 * @param domain what kind of document it is
 * @param name the name of its file
 * @param events events for a model, by which a history is made that holds all types of events
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
  private static final int TRIES = 20_000;
  private static final int CHOICES = 256;
  private static final int LEAST_STEPS = 30;
  private static final int FILLER = 20;
  private static final int STEPS_PER_SAVE = 12;

  /**
   * Writes a document and its history to a folder: steps with events of every type that can be come
   * by, saves, a name, a version that somebody else put back, and a step that is undone. The same
   * to the byte each time.
   *
   * @param golden events as the domain writes them, one JSON line each: these types there have to
   *     be
   */
  public void write(Path folder, byte[] first, List<String> golden) throws IOException {
    Set<String> types = new TreeSet<>();
    golden.forEach(line -> types.add(ValueJson.read(line).asFields().at("type").asText()));
    Files.createDirectories(folder);
    Path file = Files.write(folder.resolve(name), first);
    try (Document<M, E> document = opened(store(folder, ticking()), file, new FileNews.Nothing())) {
      new Writing(document, file, first).run(types);
    }
    Files.write(folder.resolve("first-" + name), first);
    Path history = folder.resolve(".fcp").resolve(name);
    Files.delete(history.resolve("lock"));
    Files.move(history, folder.resolve("history"));
    Files.delete(folder.resolve(".fcp/.gitignore"));
    Files.delete(folder.resolve(".fcp"));
    Files.writeString(folder.resolve("types"), String.join("\n", types) + "\n");
  }

  private static SessionSettings ticking() {
    long[] seconds = {0};
    return new SessionSettings(
        () -> START.plusSeconds(seconds[0]++), new StepIds(() -> START, new Random(SEED)));
  }

  private static DocumentStore store(Path folder, SessionSettings settings) {
    FileJournal.Settings journals =
        FileJournal.Settings.standard().with(SNAPSHOTS).with(() -> START);
    return DocumentStore.withJournals(
        settings, new JournalFiles(journals, folder.resolve(".fcp/.drafts")));
  }

  private Document<M, E> opened(DocumentStore store, Path file, FileNews expected) {
    return switch (store.open(domain, file, ANN)) {
      case Opening.Opened<M, E>(var document, var news) -> {
        assertThat(news).isEqualTo(expected);
        yield document;
      }
      case Opening.Undecided<M, E> undecided -> throw new AssertionError(undecided.toString());
      case Opening.Unreadable<M, E> unreadable -> throw new AssertionError(unreadable.toString());
    };
  }

  private static Intent intent(String label) {
    return Intent.of(label, ANN);
  }

  private static void save(Document<?, ?> document) {
    assertThat(document.save(intent("save"))).isInstanceOf(Saving.Saved.class);
  }

  /** The making of a history. */
  private final class Writing {
    private final Document<M, E> document;
    private final Path file;
    private final byte[] first;
    private final Random chance = new Random(SEED);

    Writing(Document<M, E> document, Path file, byte[] first) {
      this.document = document;
      this.file = file;
      this.first = first;
    }

    void run(Set<String> types) throws IOException {
      Set<String> missing = new TreeSet<>(types);
      int steps = 0;
      for (int i = 0; i < TRIES && (steps < LEAST_STEPS || !missing.isEmpty()); i++) {
        if (step(missing) && ++steps % STEPS_PER_SAVE == 0) {
          between(steps / STEPS_PER_SAVE);
        }
      }
      assertThat(missing).as("types that were not come by").isEmpty();
      document.session().undo(intent("undo"), 1);
      save(document);
    }

    /** An event of a type that is missing is a step, and now and then another one. */
    private boolean step(Set<String> missing) {
      M model = document.session().model();
      E event = some(model);
      boolean wanted = missing.contains(type(event)) || chance.nextInt(FILLER) == 0;
      if (!wanted || domain.check(event, model).isPresent()) {
        return false;
      }
      Outcome outcome = document.session().step(intent(type(event)), stage -> stage.emit(event));
      assertThat(outcome).isInstanceOf(Outcome.Committed.class);
      missing.remove(type(event));
      return true;
    }

    /** Some are the opposite of the last one, which few others may be. */
    private E some(M model) {
      List<Step<E>> last = document.session().state().recent(1);
      return chance.nextInt(4) == 0 && !last.isEmpty()
          ? domain.invert(last.get(0).events().get(0))
          : events.apply(model).generate(Choices.by(chance, CHOICES));
    }

    private void between(int time) throws IOException {
      save(document);
      if (time == 1) {
        document.session().checkpoint(intent("checkpoint"), "a name \u00e4");
        Files.write(file, first);
        assertThat(document.look()).isInstanceOf(FileNews.TakenIn.class);
      }
    }
  }

  /** By what word an event is written. */
  private String type(E event) {
    return domain.eventCodec().encode(event).find("type").map(Value::asText).orElse("");
  }

  /**
   * Opens a document and its history, which lie in a folder, in another folder; undoes all and
   * saves, redoes all and saves, and holds both against the bytes that are kept. A test throws what
   * this throws.
   */
  public void hold(Path kept, Path folder) throws IOException {
    Path file = Files.copy(kept.resolve(name), folder.resolve(name));
    Path history = Files.createDirectories(folder.resolve(".fcp").resolve(name));
    try (Stream<Path> files = Files.list(kept.resolve("history"))) {
      for (Path part : files.toList()) {
        Files.copy(part, history.resolve(part.getFileName()));
      }
    }
    DocumentStore store = store(folder, SessionSettings.standard());
    int depth;
    try (Document<M, E> document = opened(store, file, new FileNews.Nothing())) {
      requireWhole(document, kept);
      depth = document.session().state().undoDepth();
      undoAll(document);
    }
    assertThat(Files.readAllBytes(file))
        .isEqualTo(Files.readAllBytes(kept.resolve("first-" + name)));
    try (Document<M, E> document = opened(store, file, new FileNews.Nothing())) {
      assertThat(document.session().redo(intent("redo"), depth)).isInstanceOf(Outcome.Moved.class);
      save(document);
    }
    assertThat(Files.readAllBytes(file)).isEqualTo(Files.readAllBytes(kept.resolve(name)));
  }

  private void requireWhole(Document<M, E> document, Path kept) throws IOException {
    assertThat(document.recovery().filter(RecoveryReport::isClean)).isPresent();
    assertThat(document.session().verify().holds()).isTrue();
    assertThat(document.session().state().canRedo()).isTrue();
    Set<String> found = new TreeSet<>();
    for (Step<E> step : document.session().state().history().steps()) {
      step.events().forEach(event -> found.add(type(event)));
    }
    List<String> types = Files.readAllLines(kept.resolve("types"), StandardCharsets.UTF_8);
    assertThat(types).isNotEmpty();
    assertThat(found).containsAll(types);
  }

  /** Step by step, each digest as it was recorded. */
  private static void undoAll(Document<?, ?> document) {
    while (document.session().state().canUndo()) {
      assertThat(document.session().undo(intent("undo"), 1)).isInstanceOf(Outcome.Moved.class);
    }
    save(document);
  }
}
