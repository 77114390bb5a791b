package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.RepairResult;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentStoreTest {

  private static final CounterDomain DOMAIN = new CounterDomain();
  private static final Origin ANN = Origin.of("ann");
  private static final EditOptions SAVE = EditOptions.of("save", ANN);

  private final DocumentStore store = new DocumentStore(SessionSettings.standard());

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("a.counter"), text);
  }

  private Document<Counter, CounterEvent> opened(Path path) {
    return store.open(DOMAIN, path, ANN).orElseThrow();
  }

  private static void add(Document<Counter, CounterEvent> document, int n) {
    document
        .session()
        .step(EditOptions.of("+" + n, ANN), builder -> builder.emit(new CounterEvent.Added(n)));
  }

  private static void undo(Document<Counter, CounterEvent> document) {
    document.session().with(EditOptions.of("undo", ANN)).undo(1);
  }

  private static String reason(SaveResult saving) {
    return switch (saving) {
      case SaveResult.Saved saved -> "not refused: " + saved;
      case SaveResult.Refused(var conflicts) -> conflicts.get(0).toString();
    };
  }

  @Test
  @Clause({"SE-7", "SE-19"})
  void saving_after_an_undo_restores_the_bytes_of_the_file() throws IOException {
    Path path = file("  007 # seven\n");
    Document<Counter, CounterEvent> document = opened(path);
    add(document, 3);
    assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    assertThat(path).hasContent("  10 # seven\n");
    assertThat(document.session().state().isSaved()).isTrue();
    undo(document);
    assertThat(document.session().state().isSaved()).isFalse();
    document.save(SAVE);
    assertThat(Files.readString(path)).isEqualTo("  007 # seven\n");
    assertThat(onlyFiles()).containsExactly("a.counter");
  }

  @Test
  @Clause("SE-18")
  void the_result_and_the_journal_name_the_version_in_the_file() throws IOException {
    Path path = file("7\n");
    Document<Counter, CounterEvent> document = opened(path);
    add(document, 1);
    Source now = Source.of("8\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    assertThat(document.save(SAVE))
        .isEqualTo(
            new SaveResult.Saved(
                path.toRealPath(), now.id(), now.sizeBytes(), new FileChange.None()));
    assertThat(document.session().state().savedMark())
        .hasValueSatisfying(mark -> assertThat(mark.hash()).isEqualTo(now.id()));
    assertThat(document.session().state().isKnownFile(now.id())).isTrue();
  }

  @Test
  @Clause("SE-18")
  void an_external_version_is_not_overwritten() throws IOException {
    Path path = file("7\n");
    Document<Counter, CounterEvent> document = opened(path);
    add(document, 1);
    Files.writeString(path, "99 # mine\n");
    assertThat(reason(document.save(SAVE)))
        .isEqualTo(
            path
                + " holds another version: it contradicts what was changed here since: "
                + "counter it.value is 8, expected 7\n"
                + "  try: Revert[]");
    assertThat(path).hasContent("99 # mine\n");
    assertThat(document.session().state().isSaved()).isFalse();
  }

  @Test
  @Clause("SE-18")
  void a_file_that_went_back_to_an_older_version_of_ours_is_not_overwritten_either()
      throws IOException {
    Path path = file("7\n");
    Document<Counter, CounterEvent> document = opened(path);
    add(document, 1);
    document.save(SAVE);
    Files.writeString(path, "7\n");
    add(document, 1);
    assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Refused.class);
    assertThat(path).hasContent("7\n");
  }

  @Test
  @Clause("SE-18")
  void a_file_that_was_deleted_is_written_again() throws IOException {
    Path path = file("7\n");
    Document<Counter, CounterEvent> document = opened(path);
    add(document, 1);
    Files.delete(path);
    assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    assertThat(path).hasContent("8\n");
  }

  @Test
  @Clause({"SE-7", "SE-18"})
  void a_new_document_is_saved_under_a_name_and_keeps_it() throws IOException {
    Document<Counter, CounterEvent> document = store.create(DOMAIN, ANN);
    assertThat(reason(document.save(SAVE)))
        .isEqualTo("no file holds this document yet\n  try: SaveAs[file=./name.counter]");
    Path path = folder.resolve("new.counter");
    assertThat(document.saveAs(SAVE, path)).isInstanceOf(SaveResult.Saved.class);
    assertThat(document.path()).contains(path);
    add(document, 4);
    document.save(SAVE);
    assertThat(path).hasContent("4\n");
    assertThat(opened(path).session().model()).isEqualTo(new Counter(4));
  }

  @Test
  @Clause("SE-18")
  void saving_under_the_name_of_another_file_is_refused() throws IOException {
    Document<Counter, CounterEvent> document = store.create(DOMAIN, ANN);
    Path other = file("5\n");
    assertThat(document.saveAs(SAVE, other)).isInstanceOf(SaveResult.Refused.class);
    assertThat(other).hasContent("5\n");
    assertThat(document.path()).isEmpty();
  }

  @Test
  @Clause("SE-9")
  void a_save_that_expects_another_head_is_refused() throws IOException {
    Path path = file("7\n");
    Document<Counter, CounterEvent> document = opened(path);
    add(document, 1);
    SaveResult saving = document.save(SAVE.expectingHead(HistoryPoint.BASE));
    assertThat(reason(saving)).startsWith("the document has changed");
    assertThat(path).hasContent("7\n");
  }

  @Test
  @Clause("SE-18")
  void saving_keeps_a_symbolic_link_and_the_mode_of_the_file() throws IOException {
    Path path = file("7\n");
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));
    Path inner = Files.createDirectory(folder.resolve("links"));
    Path link = Files.createSymbolicLink(inner.resolve("to"), Path.of("../a.counter"));
    Path far = Files.createSymbolicLink(inner.resolve("far.counter"), Path.of("to"));
    Document<Counter, CounterEvent> document = opened(far);
    add(document, 1);
    document.save(SAVE);
    assertThat(path).hasContent("8\n");
    assertThat(Files.isSymbolicLink(link) && Files.isSymbolicLink(far)).isTrue();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-r-----");
  }

  @Test
  @Clause("SE-18")
  void a_link_to_a_missing_file_is_followed() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("later.counter"));
    Document<Counter, CounterEvent> document = store.create(DOMAIN, ANN);
    document.saveAs(SAVE, link);
    assertThat(folder.resolve("later.counter")).hasContent("0\n");
    assertThat(Files.isSymbolicLink(link)).isTrue();
  }

  @Test
  @Clause("SE-18")
  void a_failing_disk_is_reported_and_nothing_is_left_behind() throws IOException {
    Document<Counter, CounterEvent> document = store.create(DOMAIN, ANN);
    add(document, 4);
    Path nowhere = folder.resolve("missing/a.counter");
    assertThatThrownBy(() -> document.saveAs(SAVE, nowhere))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("document " + nowhere + ": cannot be saved")
        .hasMessageEndingWith("the session keeps all its steps");
    Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
    assertThatThrownBy(() -> document.saveAs(SAVE, loop)).isInstanceOf(JournalException.class);
    assertThat(onlyFiles()).isEmpty();
    assertThat(document.saveAs(SAVE, folder.resolve("a.counter")))
        .isInstanceOf(SaveResult.Saved.class);
  }

  /** A format that omits the sign. */
  private static final class LossyFormatDomain extends ForwardingDomain<Counter, CounterEvent> {
    LossyFormatDomain() {
      super(new CounterDomain());
    }

    @Override
    public DocumentFormat<Counter> format() {
      DocumentFormat<Counter> real = super.format();
      return new DocumentFormat<>() {
        @Override
        public List<String> extensions() {
          return real.extensions();
        }

        @Override
        public ReadResult<Counter> read(byte[] bytes) {
          return real.read(bytes);
        }

        @Override
        public byte[] write(Counter model, List<Source> sources) {
          return real.write(new Counter(Math.abs(model.value())), sources);
        }
      };
    }
  }

  @Test
  @Clause({"SE-12", "SE-18"})
  void a_format_that_fails_its_round_trip_replaces_no_file() {
    Document<Counter, CounterEvent> document = store.create(new LossyFormatDomain(), ANN);
    Path path = folder.resolve("a.counter");
    add(document, -4);
    assertThatThrownBy(() -> document.saveAs(SAVE, path))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("the counter format has a fault, please report it")
        .hasMessageContaining("the document is n=-4")
        .hasMessageContaining("what was written is n=4");
    assertThat(path).doesNotExist();
    assertThat(document.session().state().isSaved()).isFalse();
  }

  @Test
  @Clause("DM-7")
  void a_malformed_file_is_refused_with_the_offset() throws IOException {
    assertThat(store.open(DOMAIN, file("  99999999999\n"), ANN))
        .isEqualTo(
            new OpenResult.Unreadable<>(
                folder.resolve("a.counter"), 2, "99999999999 is out of range", Optional.empty()));
    assertThat(store.open(DOMAIN, file("seven"), ANN))
        .isEqualTo(
            new OpenResult.Unreadable<>(
                folder.resolve("a.counter"),
                0,
                "no counter",
                Optional.of(new Suggestion.Advice("a number, then # and a comment"))));
  }

  @Test
  @Clause("SE-20")
  void a_damaged_file_is_repaired_by_one_step_and_undo_restores_it() throws IOException {
    Path path = file("n is 42!");
    RepairResult.Repaired<Counter, CounterEvent> repaired = repaired(path);
    assertThat(repaired.findings()).containsExactly("all but the number at byte 5");
    Document<Counter, CounterEvent> document = repaired.document();
    assertThat(document.session().model()).isEqualTo(new Counter(42));
    assertThat(document.session().state().history().steps())
        .extracting(step -> step.origin().actor())
        .containsExactly("repair");
    document.save(SAVE);
    assertThat(path).hasContent("42\n");
    undo(document);
    assertThat(document.session().model()).isEqualTo(DOMAIN.empty());
    assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    assertThat(Files.readString(path)).isEqualTo("n is 42!");
  }

  @Test
  @Clause("SE-20")
  void a_session_started_from_a_damaged_file_is_read_from_its_journal() throws IOException {
    Session<Counter, CounterEvent> session = repaired(file("n is 42!")).document().session();
    assertThat(session.verify().isValid()).isTrue();
    assertThat(session.rebuild().model()).isEqualTo(new Counter(42));
    session.with(EditOptions.of("undo", ANN)).undo(1);
    assertThat(session.rebuild().model()).isEqualTo(DOMAIN.empty());
  }

  @Test
  @Clause("SE-20")
  void an_intact_file_needs_no_repair_and_an_unreadable_one_has_none() throws IOException {
    RepairResult.Repaired<Counter, CounterEvent> intact = repaired(file("7 # seven\n"));
    assertThat(intact.findings()).isEmpty();
    assertThat(intact.document().session().state().history().steps()).isEmpty();
    Path path = file("seven");
    assertThat(store.repair(DOMAIN, path, ANN))
        .isEqualTo(
            new RepairResult.Irreparable<>(
                new OpenResult.Unreadable<>(
                    path,
                    0,
                    "no counter",
                    Optional.of(new Suggestion.Advice("a number, then # and a comment")))));
    assertThat(store.repair(DOMAIN, folder, ANN)).isInstanceOf(RepairResult.Irreparable.class);
  }

  private RepairResult.Repaired<Counter, CounterEvent> repaired(Path path) {
    return switch (store.repair(DOMAIN, path, ANN)) {
      case RepairResult.Repaired<Counter, CounterEvent> repaired -> repaired;
      case RepairResult.Irreparable<Counter, CounterEvent> hopeless ->
          throw new AssertionError(hopeless.toString());
    };
  }

  @Test
  @Clause("DM-7")
  void a_file_larger_than_the_limit_is_refused_without_being_read() throws IOException {
    Path path = file("1");
    try (RandomAccessFile large = new RandomAccessFile(path.toFile(), "rw")) {
      large.setLength(DocumentStore.MAX_FILE_BYTES + 1);
    }
    String reason = "it has 67108865 bytes, more than the limit of 67108864";
    assertThat(store.open(DOMAIN, path, ANN))
        .isEqualTo(new OpenResult.Unreadable<>(path, 0, reason, Optional.empty()));
  }

  @Test
  @Clause("DO-1")
  void a_missing_file_is_refused() {
    Path path = folder.resolve("missing");
    assertThat(store.open(DOMAIN, path, ANN))
        .isEqualTo(new OpenResult.Unreadable<>(path, 0, "there is no such file", Optional.empty()));
  }

  @Test
  @Clause("DO-18")
  void a_folder_is_refused_by_a_domain_of_files() {
    assertThat(store.open(DOMAIN, folder, ANN))
        .isInstanceOfSatisfying(
            OpenResult.Unreadable.class,
            refused ->
                assertThat(refused.reason())
                    .isEqualTo(
                        "it is a folder, and a document of the domain counter is a file; name one of"
                            + " its files"));
    assertThat(folder).isEmptyDirectory();
  }

  private List<String> onlyFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).map(f -> f.getFileName().toString()).toList();
    }
  }
}
