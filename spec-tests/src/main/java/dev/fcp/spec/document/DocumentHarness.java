package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.EditOptions;
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
 * A document with a durable history in its own folder, used in one of several ways. Not safe for
 * use by several threads.
 *
 * @param <M> the model
 * @param <E> the events
 */
final class DocumentHarness<M, E> implements AutoCloseable {

  /** How the document is used between two operations. */
  enum Usage {
    /** It stays open and checks its file. */
    STAYS_OPEN,
    /** It is closed and reopened. */
    IS_REOPENED,
    /** Another store opens it, as another process would, while the previous ones keep it open. */
    IS_OPENED_BY_TURNS
  }

  /** The observable state of the document and of the files beside it. */
  record Observation<M>(
      DocumentView view,
      M model,
      String text,
      Map<String, String> files,
      int draftCount,
      long recordCount) {}

  static final Origin ANN = Origin.of("ann");

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-03-04T12:05:00Z"));
  private static final SnapshotPolicy FREQUENT_SNAPSHOTS =
      new SnapshotPolicy(3, 1L << 20, Duration.ofDays(9));

  private final Domain<M, E> domain;
  private final byte[] originalBytes;
  private final Usage usage;
  private final Path folder;
  private final JournalLayout journalLayout;
  private final SessionSettings settings =
      new SessionSettings(CLOCK, new UlidGenerator(CLOCK, new Random(1)));
  private final List<Document<M, E>> otherHandles = new ArrayList<>();
  private DocumentStore store;
  private Document<M, E> document;

  /**
   * Creates a document in a new folder.
   *
   * @param originalBytes the initial content of the file {@code a}
   * @param isDraft whether the document begins without a file
   */
  DocumentHarness(Domain<M, E> domain, byte[] originalBytes, boolean isDraft, Usage usage) {
    this.domain = domain;
    this.originalBytes = originalBytes.clone();
    this.usage = usage;
    try {
      this.folder = InMemoryTempDir.create();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    FileJournal.Settings frequentSnapshots =
        FileJournal.Settings.defaults().withSnapshotPolicy(FREQUENT_SNAPSHOTS);
    this.journalLayout =
        new JournalLayout(
            usage == Usage.IS_OPENED_BY_TURNS ? FileJournal.Settings.defaults() : frequentSnapshots,
            folder.resolve(".fcp/.drafts"));
    this.store = newStore();
    write(file("a"), this.originalBytes);
    this.document =
        isDraft ? store.create(domain, ANN) : requireOpened(store.open(domain, file("a"), ANN));
  }

  private DocumentStore newStore() {
    return DocumentStore.withJournals(settings, journalLayout);
  }

  private Document<M, E> requireOpened(OpenResult<M, E> opening) {
    return opening.orElseThrow();
  }

  Document<M, E> document() {
    return document;
  }

  /** Returns the initial bytes of the file. */
  byte[] originalBytes() {
    return originalBytes.clone();
  }

  SessionState<M, E> state() {
    return document.session().state();
  }

  /** Returns the path of a file in the folder. */
  Path file(String name) {
    return folder.resolve(name + "." + domain.format().extensions().get(0));
  }

  /** Returns the path of the document; {@code a} for a draft. */
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

  static EditOptions options(String label) {
    return EditOptions.of(label, ANN);
  }

  /** Does what the usage prescribes between two operations, and returns what was reported. */
  String pause() {
    if (document.path().isEmpty() && state().history().steps().isEmpty()) {
      return "a blank draft is not kept";
    }
    return switch (usage) {
      case STAYS_OPEN -> describe(document.checkFile());
      case IS_REOPENED -> {
        var draftName = document.draftName();
        Path path = path();
        document.close();
        yield draftName.isPresent() ? openDraft(draftName.get()) : open(path);
      }
      case IS_OPENED_BY_TURNS -> {
        otherHandles.add(document);
        store = newStore();
        var draftName = document.draftName();
        yield draftName.isPresent() ? openDraft(draftName.get()) : open(path());
      }
    };
  }

  private String openDraft(String name) {
    document = store.openDraft(domain, name);
    return describe(new FileChange.None());
  }

  /** Opens a file, deciding whatever has to be decided. */
  String open(Path path) {
    return afterOpening(path, store.open(domain, path, ANN));
  }

  private String afterOpening(Path path, OpenResult<M, E> result) {
    return switch (result) {
      case OpenResult.Opened<M, E>(var opened, var fileChange) -> {
        document = opened;
        yield describe(fileChange);
      }
      case OpenResult.Undecided<M, E>(var file, var reason, var histories) ->
          afterOpening(
              path,
              histories.isEmpty()
                  ? store.openFromHistory(domain, path)
                  : store.openWithNewHistory(domain, path, ANN));
      case OpenResult.Unreadable<M, E> unreadable -> {
        write(path, originalBytes);
        yield "rewritten: " + afterOpening(path, store.openWithNewHistory(domain, path, ANN));
      }
    };
  }

  /** Closes all handles of the document, for instance before its history is replaced. */
  void closeEverywhere() {
    document.close();
    otherHandles.forEach(DocumentHarness::closeOther);
    otherHandles.clear();
  }

  private static void closeOther(Document<?, ?> other) {
    try {
      other.close();
    } catch (JournalException e) {
      // Its history was moved or deleted: closing may report that, but only once.
      assertThat(e).hasMessageContaining("open the document again");
      other.close();
    }
  }

  /** Starts a new history for the file of the document. */
  String startNewHistory() {
    Path path = path();
    closeEverywhere();
    return afterOpening(path, store.openWithNewHistory(domain, path, ANN));
  }

  /** Deletes the history of the document and reopens its file. */
  String deleteHistory() {
    Path path = path();
    closeEverywhere();
    store.deleteHistory(path);
    return open(path);
  }

  /** Discards the unsaved changes and reopens the file, or creates a new draft. */
  String discard() {
    boolean isDraft = document.path().isEmpty();
    Path path = path();
    String description = describe(document.discardUnsaved(options("discard")));
    if (isDraft) {
      document = store.create(domain, ANN);
      return description;
    }
    return description + ", " + open(path);
  }

  /** Returns a report as text, without the path of the folder. */
  String describe(Object value) {
    return value.toString().replace(folder.toString(), "");
  }

  Observation<M> observe() {
    SessionState<M, E> state = state();
    byte[] bytes = domain.format().write(state.model(), state.sourcesForWriting());
    return new Observation<>(
        DocumentView.of(state, DocumentHarness::describeStep),
        state.model(),
        latin1(bytes),
        files(),
        store.drafts(domain).size(),
        state.recordNumber());
  }

  private static String describeStep(Step<?> step) {
    return "%s by %s: %s, %s"
        .formatted(step.label(), step.origin(), step.events(), step.digestAfter());
  }

  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private Map<String, String> files() {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> found = Files.list(folder)) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        files.put(String.valueOf(file.getFileName()), latin1(Files.readAllBytes(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  @Override
  public String toString() {
    return "a document that " + usage;
  }

  /** Closes the document and deletes the folder. */
  @Override
  public void close() {
    closeEverywhere();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
