package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.FileNews;
import dev.fcp.eventlog.document.JournalFiles;
import dev.fcp.eventlog.document.Opening;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepIds;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.SnapshotPolicy;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A document with a history that lasts, in a folder of its own, and the habit of whoever works on
 * it. Not safe for use by several threads.
 *
 * @param <M> the model
 * @param <E> the events
 */
final class DocumentAtWork<M, E> implements AutoCloseable {

  /** What happens to the document between two operations. */
  enum Habit {
    /** It stays open, and looks at its file. */
    STAYS_OPEN,
    /** It is closed, and opened again. */
    IS_OPENED_AGAIN,
    /** Another store opens it, as another process would; whoever had it open keeps it open. */
    GOES_ROUND
  }

  /** All that can be seen of the document and of the files around it. */
  record Seen<M>(
      DocumentView view,
      M model,
      String text,
      Map<String, String> files,
      int drafts,
      long records) {}

  static final Origin ANN = Origin.of("ann");

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-03-04T12:05:00Z"));
  private static final SnapshotPolicy OFTEN = new SnapshotPolicy(3, 1L << 20, Duration.ofDays(9));

  private final Domain<M, E> domain;
  private final byte[] first;
  private final Habit habit;
  private final Path folder;
  private final JournalFiles journals;
  private final SessionSettings settings =
      new SessionSettings(CLOCK, new StepIds(CLOCK, new Random(1)));
  private final List<Document<M, E>> others = new ArrayList<>();
  private DocumentStore store;
  private Document<M, E> document;

  /**
   * A document in a new folder.
   *
   * @param first the file {@code a} as somebody wrote it
   * @param isDraft whether the document begins without a file
   */
  DocumentAtWork(Domain<M, E> domain, byte[] first, boolean isDraft, Habit habit) {
    this.domain = domain;
    this.first = first.clone();
    this.habit = habit;
    try {
      this.folder = MemoryFolder.fresh();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    FileJournal.Settings often = FileJournal.Settings.standard().with(OFTEN);
    this.journals =
        new JournalFiles(
            habit == Habit.GOES_ROUND ? FileJournal.Settings.standard() : often,
            folder.resolve(".fcp/.drafts"));
    this.store = nextStore();
    write(file("a"), this.first);
    this.document =
        isDraft ? store.create(domain, ANN) : opened(store.open(domain, file("a"), ANN));
  }

  private DocumentStore nextStore() {
    return DocumentStore.withJournals(settings, journals);
  }

  private Document<M, E> opened(Opening<M, E> opening) {
    return opening.orElseThrow();
  }

  Document<M, E> document() {
    return document;
  }

  /** The file as it was first written. */
  byte[] first() {
    return first.clone();
  }

  SessionState<M, E> state() {
    return document.session().state();
  }

  /** A file in the folder. */
  Path file(String name) {
    return folder.resolve(name + "." + domain.format().extensions().get(0));
  }

  /** Where the document is saved; {@code a} while no file holds it. */
  Path path() {
    return document.path().orElseGet(() -> file("a"));
  }

  void write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Intent intent(String label) {
    return Intent.of(label, ANN);
  }

  /** Leaves the document as the habit says, and comes back; tells what was found. */
  String pause() {
    if (document.path().isEmpty() && state().history().steps().isEmpty()) {
      return "a blank draft is not kept";
    }
    return switch (habit) {
      case STAYS_OPEN -> told(document.look());
      case IS_OPENED_AGAIN -> {
        var draft = document.draft();
        Path path = path();
        document.close();
        yield draft.isPresent() ? openedDraft(draft.get()) : open(path);
      }
      case GOES_ROUND -> {
        others.add(document);
        store = nextStore();
        var draft = document.draft();
        yield draft.isPresent() ? openedDraft(draft.get()) : open(path());
      }
    };
  }

  private String openedDraft(String name) {
    document = store.openDraft(domain, name);
    return told(new FileNews.Nothing());
  }

  /** Opens a file by whatever way there is. */
  String open(Path path) {
    return took(path, store.open(domain, path, ANN));
  }

  private String took(Path path, Opening<M, E> opening) {
    return switch (opening) {
      case Opening.Opened<M, E>(var opened, var news) -> {
        document = opened;
        yield told(news);
      }
      case Opening.Undecided<M, E>(var file, var reason, var histories) ->
          took(
              path,
              histories.isEmpty() ? store.restore(domain, path) : store.adopt(domain, path, ANN));
      case Opening.Unreadable<M, E> unreadable -> {
        write(path, first);
        yield "written anew: " + took(path, store.adopt(domain, path, ANN));
      }
    };
  }

  /** Lets everybody go who has the document open, as one who is about to do without its history. */
  void leave() {
    document.close();
    others.forEach(DocumentAtWork::leave);
    others.clear();
  }

  private static void leave(Document<?, ?> other) {
    try {
      other.close();
    } catch (JournalException e) {
      // Somebody took its history elsewhere, or deleted it: that may be told, but once only.
      assertThat(e).hasMessageContaining("open the document again");
      other.close();
    }
  }

  /** Begins a new history for the file of the document. */
  String beginAnew() {
    Path path = path();
    leave();
    return took(path, store.adopt(domain, path, ANN));
  }

  /** Deletes the history of the file of the document, and opens it. */
  String forget() {
    Path path = path();
    leave();
    store.forget(path);
    return open(path);
  }

  /** Lets go of what no file holds, and goes on with the file, or with a new draft. */
  String discard() {
    boolean isDraft = document.path().isEmpty();
    Path path = path();
    String told = told(document.discard(intent("discard")));
    if (isDraft) {
      document = store.create(domain, ANN);
      return told;
    }
    return told + ", " + open(path);
  }

  /** What was told, without the name of the folder. */
  String told(Object answer) {
    return answer.toString().replace(folder.toString(), "");
  }

  Seen<M> seen() {
    SessionState<M, E> state = state();
    byte[] text = domain.format().write(state.model(), state.sourcesForWriting());
    return new Seen<>(
        DocumentView.of(state, DocumentAtWork::word),
        state.model(),
        plain(text),
        files(),
        store.drafts(domain).size(),
        state.recordNumber());
  }

  private static String word(Step<?> step) {
    return "%s by %s: %s, %s".formatted(step.label(), step.origin(), step.events(), step.after());
  }

  private static String plain(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private Map<String, String> files() {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> found = Files.list(folder)) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        files.put(String.valueOf(file.getFileName()), plain(Files.readAllBytes(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  @Override
  public String toString() {
    return "a document that " + habit;
  }

  /** Closes the document, and deletes the folder. */
  @Override
  public void close() {
    leave();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
