package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.FailingDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is opened without a history, edited, and then gets one. */
class BegunHistoryTest {

  private static final CounterDomain DOMAIN = new CounterDomain();
  private static final Origin ANN = Origin.of("ann");

  @TempDir(factory = InMemoryTempDir.class)
  private Path temporary;

  private Path path;

  @BeforeEach
  void createFile() throws IOException {
    path = Files.writeString(temporary.resolve("a.counter"), "7\n");
  }

  private static DocumentStore store(Path file, Disk disk) {
    FileJournal.Settings journals = FileJournal.Settings.defaults().withDisk(disk);
    return DocumentStore.withJournals(
        SessionSettings.standard(),
        new JournalLayout(journals, file.resolveSibling(".fcp").resolve(".drafts")));
  }

  private static DocumentStore store(Path file) {
    return store(file, Disk.system());
  }

  private static Document<Counter, CounterEvent> open(DocumentStore store, Path file) {
    return store.open(DOMAIN, file, ANN).orElseThrow();
  }

  private static void add(Document<Counter, CounterEvent> document, int n) {
    document
        .session()
        .step(EditOptions.of("add", ANN), builder -> builder.emit(new CounterEvent.Added(n)));
  }

  private static Document<Counter, CounterEvent> openAndAdd(Path file) {
    Document<Counter, CounterEvent> document = open(store(file).withoutNewHistories(), file);
    add(document, 1);
    return document;
  }

  @Test
  @Clause("DO-1")
  void a_history_holds_what_was_recorded_before_it_was_begun() {
    Document<Counter, CounterEvent> document = openAndAdd(path);
    assertThat(temporary.resolve(".fcp")).doesNotExist();
    try (Document<Counter, CounterEvent> begun = store(path).beginHistory(document).orElseThrow()) {
      assertThat(begun.isPersistent()).isTrue();
      assertThat(begun.session().state().history().steps())
          .isEqualTo(document.session().state().history().steps());
      add(begun, 2);
    }
    try (Document<Counter, CounterEvent> reopened = open(store(path), path)) {
      assertThat(reopened.session().model()).isEqualTo(new Counter(10));
      assertThat(reopened.session().undo(2)).isNotNull();
      assertThat(reopened.session().model()).isEqualTo(new Counter(7));
      assertThat(reopened.session().verify().isValid()).isTrue();
    }
  }

  @Test
  @Clause({"DO-1", "DO-9"})
  void the_history_that_another_process_has_begun_is_kept() {
    Document<Counter, CounterEvent> document = openAndAdd(path);
    try (Document<Counter, CounterEvent> other = open(store(path), path)) {
      add(other, 2);
    }
    assertThat(store(path).beginHistory(document)).isEmpty();
    assertThat(open(store(path), path).session().model()).isEqualTo(new Counter(9));
  }

  @Test
  @Clause({"DO-1", "DO-9"})
  void a_version_that_another_process_saves_while_the_file_is_opened_is_not_reported_as_external() {
    var domain = new InterruptedReadDomain(this::addAndSaveElsewhere);
    Document<Counter, CounterEvent> document =
        switch (store(path).withoutNewHistories().open(domain, path, ANN)) {
          case OpenResult.Opened<Counter, CounterEvent>(var opened, var fileChange) -> {
            assertThat(fileChange).isEqualTo(new FileChange.None());
            yield opened;
          }
          case OpenResult.Undecided<?, ?> other -> fail("not opened: " + other);
          case OpenResult.Unreadable<?, ?> other -> fail("not opened: " + other);
        };
    add(document, 1);
    assertThat(store(path).beginHistory(document)).isEmpty();
    try (Document<Counter, CounterEvent> reopened = open(store(path), path)) {
      assertThat(reopened.session().model()).isEqualTo(new Counter(9));
      assertThat(reopened.session().state().history().steps()).hasSize(1);
    }
  }

  private void addAndSaveElsewhere() {
    try (Document<Counter, CounterEvent> other = open(store(path), path)) {
      add(other, 2);
      assertThat(other.save(EditOptions.of("save", ANN))).isInstanceOf(SaveResult.Saved.class);
    }
  }

  /** Another process does some work right after the file was read for the first time. */
  private static final class InterruptedReadDomain extends ForwardingDomain<Counter, CounterEvent> {

    private final AtomicReference<Runnable> interruption;

    InterruptedReadDomain(Runnable interruption) {
      super(DOMAIN);
      this.interruption = new AtomicReference<>(interruption);
    }

    @Override
    public Digest digest(Counter model) {
      interruption.getAndSet(() -> {}).run();
      return super.digest(model);
    }
  }

  @Test
  @Clause("DO-1")
  void the_first_edit_reads_only_the_file_and_what_is_written() throws IOException {
    var domain = new CountingDomain();
    Document<Counter, CounterEvent> document =
        store(path).withoutNewHistories().open(domain, path, ANN).orElseThrow();
    add(document, 1);
    try (var begun = store(path).beginHistory(document).orElseThrow()) {
      assertThat(begun.save(EditOptions.of("save", ANN))).isInstanceOf(SaveResult.Saved.class);
    }
    assertThat(domain.read).containsExactly("7\n", Files.readString(path));
    assertThat(domain.digested).containsExactly(new Counter(7), new Counter(8));
    assertThat(domain.replayed).as("for the step").isEqualTo(1);
    assertThat(domain.coded).as("encoded or decoded models").isZero();
  }

  @Test
  @Clause("SE-21")
  void a_later_edit_reads_only_the_first_version_and_what_is_written() throws IOException {
    store(path).beginHistory(openAndAdd(path)).orElseThrow().close();
    var domain = new CountingDomain();
    try (var document = store(path).open(domain, path, ANN).orElseThrow()) {
      add(document, 1);
      assertThat(document.save(EditOptions.of("save", ANN))).isInstanceOf(SaveResult.Saved.class);
    }
    assertThat(domain.read).containsExactly("7\n", Files.readString(path));
    assertThat(domain.digested).containsExactly(new Counter(7), new Counter(9));
    assertThat(domain.replayed).as("for the two steps").isEqualTo(2);
    assertThat(domain.coded).as("encoded or decoded models").isZero();
  }

  /** Counts what costs time in a large document. */
  private static final class CountingDomain extends ForwardingDomain<Counter, CounterEvent> {

    final List<String> read = new ArrayList<>();
    final List<Counter> digested = new ArrayList<>();
    int replayed;
    int coded;

    CountingDomain() {
      super(DOMAIN);
    }

    @Override
    public Digest digestFromScratch(Counter model) {
      digested.add(model);
      return super.digestFromScratch(model);
    }

    @Override
    public Counter replay(CounterEvent event, Counter model) {
      replayed++;
      return super.replay(event, model);
    }

    @Override
    public ModelCodec<Counter> modelCodec() {
      coded++;
      return super.modelCodec();
    }

    @Override
    public DocumentFormat<Counter> format() {
      DocumentFormat<Counter> format = super.format();
      return new DocumentFormat<>() {
        @Override
        public List<String> extensions() {
          return format.extensions();
        }

        @Override
        public ReadResult<Counter> read(byte[] bytes) {
          read.add(new String(bytes, StandardCharsets.UTF_8));
          return format.read(bytes);
        }

        @Override
        public byte[] write(Counter model, List<Source> sources) {
          return format.write(model, sources);
        }
      };
    }
  }

  @Test
  @Clause("DO-1")
  void a_document_without_a_file_gets_no_history() {
    Document<Counter, CounterEvent> document =
        new DocumentStore(SessionSettings.standard()).create(DOMAIN, ANN);
    assertThatThrownBy(() -> store(path).beginHistory(document))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Clause({"DO-1", "JN-8", "SE-8"})
  void wherever_the_disk_fails_the_step_is_recorded_or_can_be_made_again() throws IOException {
    int index = 0;
    while (!beginsWithFailure(index)) {
      index++;
    }
    assertThat(index).isGreaterThan(10);
  }

  /** Begins a history while one disk call fails; returns whether there was no such call. */
  private boolean beginsWithFailure(int index) throws IOException {
    Path file = Files.createDirectory(temporary.resolve("" + index)).resolve("a.counter");
    Files.writeString(file, "7\n");
    AtomicBoolean hasFailed = new AtomicBoolean();
    FailingDisk disk =
        new FailingDisk(Disk.system(), call -> call.index() == index && !hasFailed.getAndSet(true));
    Document<Counter, CounterEvent> document = openAndAdd(file);
    boolean isBegun = begin(store(file, disk), document);
    try (Document<Counter, CounterEvent> reopened = open(store(file), file)) {
      assertThat(reopened.session().model().value()).isBetween(isBegun ? 8 : 7, 8);
      assertThat(reopened.session().verify().isValid()).isTrue();
    }
    return !hasFailed.get();
  }

  private static boolean begin(DocumentStore store, Document<Counter, CounterEvent> document) {
    try {
      Optional<Document<Counter, CounterEvent>> begun = store.beginHistory(document);
      begun.orElseThrow().close();
      return true;
    } catch (JournalException e) {
      return false;
    }
  }
}
