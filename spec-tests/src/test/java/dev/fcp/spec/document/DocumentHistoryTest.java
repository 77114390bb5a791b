package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.FileNews;
import dev.fcp.eventlog.document.JournalFiles;
import dev.fcp.eventlog.document.Opening;
import dev.fcp.eventlog.document.Repairing;
import dev.fcp.eventlog.document.Saving;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepIds;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Retention;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.notes.Item;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
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
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents whose histories last. Closing and opening again stands for another process. */
class DocumentHistoryTest {

  private static final NotesDomain DOMAIN = new NotesDomain();
  private static final Origin ANN = Origin.of("ann");
  private static final Intent SAVE = Intent.of("save", ANN);
  private static final String FIRST =
      """
      # shopping

      {"board":"Saturday"}
      {"id":"m",  "text":"market"}
      {"id":"a","text":"apples"}
      """;

  @TempDir private Path folder;

  private Path path() throws IOException {
    return Files.writeString(folder.resolve("a.notes"), FIRST);
  }

  private DocumentStore store() {
    return DocumentStore.withJournals(SessionSettings.standard(), JournalFiles.standard(folder));
  }

  private Document<EntityModel<NoteKey, Item>, NoteEvent> open(Path path) {
    return store().open(DOMAIN, path, ANN).orElseThrow();
  }

  private FileNews newsOf(Path path) {
    return switch (store().open(DOMAIN, path, ANN)) {
      case Opening.Opened<EntityModel<NoteKey, Item>, NoteEvent>(var document, var news) -> {
        document.close();
        yield news;
      }
      case Opening.Undecided<EntityModel<NoteKey, Item>, NoteEvent> undecided ->
          throw new AssertionError(undecided.toString());
      case Opening.Unreadable<EntityModel<NoteKey, Item>, NoteEvent> unreadable ->
          throw new AssertionError(unreadable.toString());
    };
  }

  private static EntityModel<NoteKey, Item> read(String text) {
    return switch (DOMAIN.format().read(text.getBytes(StandardCharsets.UTF_8))) {
      case ReadResult.Readable<EntityModel<NoteKey, Item>>(var model, var source) -> model;
      case ReadResult.Unreadable<EntityModel<NoteKey, Item>> unreadable ->
          throw new AssertionError(unreadable.toString());
    };
  }

  /** Makes a document hold what a text says, by one step. */
  private static void edit(Document<EntityModel<NoteKey, Item>, NoteEvent> document, String text) {
    Outcome outcome =
        document
            .session()
            .step(
                Intent.of("edit", ANN),
                stage -> DOMAIN.diff(stage.model(), read(text)).forEach(stage::emit));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
  }

  private static void editAndSave(
      Document<EntityModel<NoteKey, Item>, NoteEvent> document, String text) {
    edit(document, text);
    assertThat(document.save(SAVE)).isInstanceOf(Saving.Saved.class);
  }

  private static List<String> actors(Document<?, ?> document) {
    return document.session().state().history().steps().stream()
        .map(Step::origin)
        .map(Origin::actor)
        .toList();
  }

  private static void undo(Document<?, ?> document, int steps) {
    assertThat(document.session().undo(Intent.of("undo", ANN), steps))
        .isInstanceOf(Outcome.Moved.class);
  }

  @Test
  @Clause({"DO-1", "DO-8"})
  void a_document_that_is_opened_again_can_be_undone_to_its_first_bytes() throws IOException {
    Path path = path();
    String second = FIRST + "{\"id\":\"p\",\"text\":\"pears\"}\n";
    try (var document = open(path)) {
      editAndSave(document, second);
    }
    String saved = Files.readString(path);
    try (var document = open(path)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
      assertThat(document.session().state().isSaved()).isTrue();
      undo(document, 1);
      document.save(SAVE);
    }
    assertThat(Files.readString(path)).isEqualTo(FIRST);
    try (var document = open(path)) {
      document.session().redo(Intent.of("redo", ANN), 1);
      document.save(SAVE);
    }
    assertThat(Files.readString(path)).isEqualTo(saved);
    assertThat(folder.resolve(".fcp/.gitignore")).hasContent("*\n");
  }

  @Test
  @Clause("DO-1")
  void steps_that_were_not_saved_are_there_again() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      edit(document, FIRST + "{\"id\":\"p\",\"text\":\"pears\"}\n");
    }
    assertThat(Files.readString(path)).isEqualTo(FIRST);
    try (var document = open(path)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
      assertThat(document.session().state().isSaved()).isFalse();
    }
  }

  @Test
  @Clause({"DO-3", "DO-8"})
  void what_somebody_else_saved_is_a_step_and_every_version_comes_back_to_the_byte()
      throws IOException {
    Path path = path();
    List<String> versions = new ArrayList<>(List.of(FIRST));
    try (var document = open(path)) {
      editAndSave(document, FIRST + "{\"id\":\"p\",\"text\":\"pears\"}\n");
    }
    versions.add(Files.readString(path));
    String theirs =
        """
        # written by another program
        {"board":   "Saturday"}
        {"text":"market",  "id":"m"}
        {"text":"apples",  "id":"a"}
        {"text":"sweet pears",  "id":"p"}
        """;
    Files.writeString(path, theirs);
    versions.add(theirs);
    assertThat(newsOf(path)).isEqualTo(new FileNews.TakenIn(1, List.of()));
    try (var document = open(path)) {
      assertThat(document.session().state().isSaved()).isTrue();
      editAndSave(document, theirs + "{\"id\":\"q\",\"text\":\"quinces\"}\n");
      assertThat(actors(document)).containsExactly("ann", "external", "ann");
    }
    versions.add(Files.readString(path));
    for (int i = versions.size() - 2; i >= 0; i--) {
      try (var document = open(path)) {
        undo(document, 1);
        document.save(SAVE);
      }
      assertThat(Files.readString(path)).isEqualTo(versions.get(i));
    }
    for (int i = 1; i < versions.size(); i++) {
      try (var document = open(path)) {
        document.session().redo(Intent.of("redo", ANN), 1);
        document.save(SAVE);
      }
      assertThat(Files.readString(path)).isEqualTo(versions.get(i));
    }
  }

  @Test
  @Clause("DO-3")
  void other_bytes_with_the_same_content_are_a_text_and_no_step() throws IOException {
    Path path = path();
    open(path).close();
    String theirs = FIRST.replace("# shopping", "# groceries");
    Files.writeString(path, theirs);
    assertThat(newsOf(path)).isEqualTo(new FileNews.Rewritten());
    try (var document = open(path)) {
      assertThat(document.session().state().history().steps()).isEmpty();
      assertThat(document.session().state().isSaved()).isTrue();
      editAndSave(document, theirs + "{\"id\":\"p\",\"text\":\"pears\"}\n");
      assertThat(Files.readString(path)).startsWith("# groceries\n");
      undo(document, 1);
      document.save(SAVE);
    }
    assertThat(Files.readString(path)).isEqualTo(theirs);
  }

  @Test
  @Clause("DO-3")
  void over_unsaved_steps_what_fits_is_taken_over_and_the_rest_is_named() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      edit(document, FIRST.replace("apples", "green apples"));
      Files.writeString(path, FIRST.replace("apples", "red apples").replace("market", "fair"));
      FileNews news = document.look();
      assertThat(news).isInstanceOf(FileNews.TakenIn.class);
      FileNews.TakenIn taken = (FileNews.TakenIn) news;
      assertThat(taken.changes()).isEqualTo(1);
      assertThat(taken.conflicts()).singleElement().asString().contains("green apples");
      assertThat(document.session().state().isSaved()).isFalse();
      assertThat(document.look()).isEqualTo(new FileNews.Nothing());
      document.save(SAVE);
    }
    assertThat(Files.readString(path))
        .isEqualTo(FIRST.replace("apples", "green apples").replace("market", "fair"));
  }

  @Test
  @Clause("DO-3")
  void a_second_version_is_compared_with_the_first_one_and_not_with_the_last_save()
      throws IOException {
    Path path = path();
    try (var document = open(path)) {
      edit(document, FIRST.replace("apples", "green apples"));
      Files.writeString(path, FIRST.replace("market", "fair"));
      assertThat(document.look()).isEqualTo(new FileNews.TakenIn(1, List.of()));
      Files.writeString(path, FIRST.replace("market", "fair at noon"));
      assertThat(document.look()).isEqualTo(new FileNews.TakenIn(1, List.of()));
      document.save(SAVE);
    }
    assertThat(Files.readString(path))
        .isEqualTo(FIRST.replace("apples", "green apples").replace("market", "fair at noon"));
  }

  @Test
  @Clause({"DO-3", "DO-5"})
  void a_version_of_which_nothing_fits_is_kept_and_asked_about_until_it_is_decided()
      throws IOException {
    Path path = path();
    String theirs = FIRST.replace("apples", "red apples");
    try (var document = open(path)) {
      edit(document, FIRST.replace("apples", "green apples"));
      Files.writeString(path, theirs);
      assertThat(document.look()).isInstanceOf(FileNews.Undecided.class);
      assertThat(document.save(SAVE)).isInstanceOf(Saving.Refused.class);
    }
    assertThat(Files.readString(path)).isEqualTo(theirs);
    assertThat(newsOf(path)).isInstanceOf(FileNews.Undecided.class);
    try (var document = open(path)) {
      long records = document.session().state().recordNumber();
      assertThat(document.look()).isInstanceOf(FileNews.Undecided.class);
      assertThat(document.session().state().recordNumber()).isEqualTo(records);
      assertThat(document.revert(Intent.of("revert", ANN))).isInstanceOf(Outcome.Committed.class);
      assertThat(document.session().state().isSaved()).isTrue();
      assertThat(document.look()).isEqualTo(new FileNews.Nothing());
      undo(document, 1);
      document.save(SAVE);
    }
    assertThat(Files.readString(path)).isEqualTo(FIRST.replace("apples", "green apples"));
  }

  @Test
  @Clause({"DO-3", "DO-5"})
  void a_version_that_cannot_be_read_is_kept_and_the_history_stands() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, FIRST.replace("apples", "pears"));
    }
    Files.writeString(path, "{{{");
    FileNews news = newsOf(path);
    assertThat(news).isInstanceOf(FileNews.Undecided.class);
    assertThat(((FileNews.Undecided) news).reason()).contains("cannot be read at byte");
    try (var document = open(path)) {
      assertThat(document.revert(Intent.of("revert", ANN))).isInstanceOf(Outcome.Refused.class);
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
    }
    assertThat(Files.readString(path)).isEqualTo("{{{");
  }

  @Test
  @Clause({"DO-3", "DO-8"})
  void a_version_of_which_nothing_fits_is_saved_over_when_its_owner_says_so() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, FIRST.replace("apples", "pears"));
    }
    String saved = Files.readString(path);
    Files.writeString(path, "{{{");
    try (var document = open(path)) {
      assertThat(document.save(SAVE)).isInstanceOf(Saving.Refused.class);
      assertThat(Files.readString(path)).isEqualTo("{{{");
      assertThat(document.saveOver(SAVE)).isInstanceOf(Saving.Saved.class);
      assertThat(document.look()).isEqualTo(new FileNews.Nothing());
      assertThat(document.session().state().isSaved()).isTrue();
    }
    assertThat(Files.readString(path)).isEqualTo(saved);
    assertThat(newsOf(path)).isEqualTo(new FileNews.Nothing());
  }

  @Test
  @Clause("DO-6")
  void another_document_in_the_place_of_one_is_not_mixed_with_it() throws IOException {
    StringBuilder many = new StringBuilder("{\"board\":\"one\"}\n");
    StringBuilder others = new StringBuilder("{\"board\":\"two\"}\n");
    for (int i = 0; i < 20; i++) {
      many.append("{\"id\":\"a%d\",\"text\":\"note %d\"}\n".formatted(i, i));
      others.append("{\"id\":\"b%d\",\"text\":\"other %d\"}\n".formatted(i, i));
    }
    Path path = Files.writeString(folder.resolve("a.notes"), many);
    open(path).close();
    Files.writeString(path, others);
    FileNews news = newsOf(path);
    assertThat(news).isInstanceOf(FileNews.Undecided.class);
    assertThat(((FileNews.Undecided) news).reason()).contains("another document");
    try (var document = store().adopt(DOMAIN, path, ANN).orElseThrow()) {
      assertThat(document.session().state().undoDepth()).isZero();
      assertThat(document.session().state().isSaved()).isTrue();
    }
    try (Stream<Path> former = Files.list(folder.resolve(".fcp/.former"))) {
      assertThat(former.filter(Files::isDirectory)).singleElement().asString().endsWith("-a.notes");
    }
  }

  @Test
  @Clause("DO-6")
  void a_document_that_was_moved_is_asked_about_and_takes_its_history_along() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, FIRST.replace("apples", "pears"));
    }
    Path moved = Files.move(path, folder.resolve("b.notes"));
    assertThat(store().open(DOMAIN, moved, ANN))
        .isEqualTo(
            new Opening.Undecided<>(
                moved,
                "it has no history, and that of a.notes, which is gone, tells of it",
                List.of(folder.toRealPath().resolve("a.notes"))));
    assertThat(folder.resolve(".fcp/b.notes")).doesNotExist();
    try (var document = store().adoptHistory(DOMAIN, moved, path, ANN).orElseThrow()) {
      assertThat(document.path()).contains(moved);
      undo(document, 1);
      document.save(SAVE);
    }
    assertThat(Files.readString(moved)).isEqualTo(FIRST);
    assertThat(path).doesNotExist();
    assertThat(newsOf(moved)).isEqualTo(new FileNews.Nothing());
  }

  @Test
  @Clause("DO-6")
  void a_copy_begins_a_history_of_its_own_or_adopts_a_copy() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, FIRST.replace("apples", "pears"));
    }
    Path copy = Files.copy(path, folder.resolve("b.notes"));
    try (var document = open(copy)) {
      assertThat(document.session().state().undoDepth()).isZero();
    }
    try (var document = store().adoptHistory(DOMAIN, copy, path, ANN).orElseThrow()) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
    }
    try (var document = open(path)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
    }
  }

  @Test
  @Clause("DO-6")
  void a_document_that_is_gone_is_restored_from_its_history() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, FIRST.replace("apples", "pears"));
    }
    byte[] saved = Files.readAllBytes(path);
    Files.delete(path);
    assertThat(store().open(DOMAIN, path, ANN)).isInstanceOf(Opening.Undecided.class);
    try (var document = store().restore(DOMAIN, path).orElseThrow()) {
      assertThat(document.look()).isEqualTo(new FileNews.Gone());
      assertThat(document.save(SAVE)).isInstanceOf(Saving.Saved.class);
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(saved);
    Path other = folder.resolve("z.notes");
    assertThat(store().restore(DOMAIN, other))
        .isEqualTo(new Opening.Unreadable<>(other, 0, "it has no history", Optional.empty()));
  }

  @Test
  @Clause("DO-7")
  void a_draft_lasts_and_its_history_follows_to_the_file_it_is_saved_as() throws IOException {
    try (var document = store().create(DOMAIN, ANN)) {
      edit(document, FIRST);
    }
    List<String> drafts = store().drafts(DOMAIN);
    assertThat(drafts).hasSize(1);
    Path path = folder.resolve("new one \u00e4.notes");
    try (var document = store().openDraft(DOMAIN, drafts.get(0))) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
      assertThat(document.saveAs(SAVE, path)).isInstanceOf(Saving.Saved.class);
      edit(document, FIRST.replace("apples", "pears"));
    }
    assertThat(store().drafts(DOMAIN)).isEmpty();
    try (var document = open(path)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(2);
    }
  }

  @Test
  @Clause("DO-7")
  void a_draft_to_which_nothing_happened_leaves_nothing() {
    store().create(DOMAIN, ANN).close();
    assertThat(store().drafts(DOMAIN)).isEmpty();
  }

  @Test
  @Clause("DO-7")
  void saved_under_another_name_both_files_have_the_history() throws IOException {
    Path path = path();
    Path other = folder.resolve("other.notes");
    try (var document = open(path)) {
      edit(document, FIRST.replace("apples", "pears"));
      document.saveAs(SAVE, other);
      edit(document, FIRST.replace("apples", "plums"));
      document.save(SAVE);
    }
    assertThat(Files.readString(path)).isEqualTo(FIRST);
    try (var document = open(path)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
    }
    try (var document = open(other)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(2);
      undo(document, 2);
      document.save(SAVE);
    }
    assertThat(Files.readString(other)).isEqualTo(FIRST);
  }

  @Test
  @Clause("DO-2")
  void a_save_that_nobody_lived_to_note_is_known_as_ours() throws IOException {
    Path path = path();
    String text = FIRST.replace("apples", "pears");
    String hash;
    try (var document = open(path)) {
      editAndSave(document, text);
      hash = document.session().state().savedMark().orElseThrow().hash();
      undo(document, 1);
      document.save(SAVE);
      document.session().redo(Intent.of("redo", ANN), 1);
      var state = document.session().state();
      document.session().file().saving(SAVE, hash, state.head());
    }
    Files.writeString(path, text);
    assertThat(newsOf(path)).isEqualTo(new FileNews.Nothing());
    try (var document = open(path)) {
      assertThat(document.session().state().isSaved()).isTrue();
      assertThat(actors(document)).containsExactly("ann");
    }
  }

  @Test
  @Clause("DO-2")
  void an_older_version_of_ours_that_somebody_put_back_is_a_step_back_to_it() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, FIRST.replace("apples", "pears"));
      editAndSave(document, FIRST.replace("apples", "plums"));
    }
    Files.writeString(path, FIRST.replace("apples", "pears"));
    assertThat(newsOf(path)).isEqualTo(new FileNews.TakenIn(1, List.of()));
    try (var document = open(path)) {
      assertThat(actors(document)).containsExactly("ann", "ann", "external");
      undo(document, 1);
      document.save(SAVE);
    }
    assertThat(Files.readString(path)).isEqualTo(FIRST.replace("apples", "plums"));
  }

  @Test
  @Clause("DO-9")
  void two_who_have_it_open_have_one_history() throws IOException {
    Path path = path();
    try (var one = open(path);
        var other = open(path)) {
      edit(one, FIRST.replace("apples", "pears"));
      assertThat(other.look()).isEqualTo(new FileNews.Nothing());
      assertThat(other.session().state().undoDepth()).isEqualTo(1);
      edit(other, FIRST.replace("apples", "pears").replace("market", "fair"));
      one.save(SAVE);
      assertThat(Files.readString(path)).contains("pears").contains("fair");
      assertThat(other.look()).isEqualTo(new FileNews.Nothing());
      assertThat(other.session().state().isSaved()).isTrue();
      undo(other, 2);
      other.save(SAVE);
      assertThat(one.look()).isEqualTo(new FileNews.Nothing());
      assertThat(one.session().state().redoDepth()).isEqualTo(2);
    }
    assertThat(Files.readString(path)).isEqualTo(FIRST);
  }

  /** Notes whose file somebody else writes while a save writes its own version of it. */
  private final class Interrupted extends ForwardingDomain<EntityModel<NoteKey, Item>, NoteEvent> {

    private String theirs = "";

    Interrupted() {
      super(DOMAIN);
    }

    @Override
    public DocumentFormat<EntityModel<NoteKey, Item>> format() {
      DocumentFormat<EntityModel<NoteKey, Item>> real = super.format();
      return new DocumentFormat<>() {
        @Override
        public List<String> extensions() {
          return real.extensions();
        }

        @Override
        public ReadResult<EntityModel<NoteKey, Item>> read(byte[] bytes) {
          return real.read(bytes);
        }

        @Override
        public byte[] write(EntityModel<NoteKey, Item> model, List<Source> sources) {
          if (!theirs.isEmpty()) {
            write(theirs);
            theirs = "";
          }
          return real.write(model, sources);
        }

        private void write(String text) {
          try {
            Files.writeString(folder.resolve("a.notes"), text);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };
    }
  }

  @Test
  @Clause("DO-4")
  void what_was_written_at_the_last_moment_is_a_step_after_the_save() throws IOException {
    Path path = path();
    Interrupted domain = new Interrupted();
    try (var document = store().open(domain, path, ANN).orElseThrow()) {
      edit(document, FIRST.replace("apples", "pears"));
      domain.theirs = FIRST.replace("market", "fair");
      Saving saving = document.save(SAVE);
      assertThat(saving).isInstanceOf(Saving.Saved.class);
      assertThat(((Saving.Saved) saving).news()).isEqualTo(new FileNews.TakenIn(1, List.of()));
      assertThat(Files.readString(path)).isEqualTo(FIRST.replace("apples", "pears"));
      assertThat(document.session().state().isSaved()).isFalse();
      assertThat(actors(document)).containsExactly("ann", "external");
      assertThat(document.save(SAVE)).isInstanceOf(Saving.Saved.class);
    }
    assertThat(Files.readString(path))
        .isEqualTo(FIRST.replace("apples", "pears").replace("market", "fair"));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("a.notes", ".fcp");
    }
  }

  @Test
  @Clause("DO-10")
  void a_forgotten_history_is_gone_and_the_file_stays() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, FIRST.replace("apples", "pears"));
    }
    String saved = Files.readString(path);
    store().forget(path);
    assertThat(Files.readString(path)).isEqualTo(saved);
    assertThat(folder.resolve(".fcp/a.notes")).doesNotExist();
    try (var document = open(path)) {
      assertThat(document.session().state().undoDepth()).isZero();
    }
  }

  /** The order is that of the records, whatever the clock says. */
  @Test
  @Clause({"DO-1", "DO-8"})
  void a_clock_that_goes_backwards_changes_nothing_but_the_times() throws IOException {
    Path path = path();
    Instant[] now = {Instant.parse("2026-06-01T00:00:00Z")};
    InstantSource backwards =
        () -> {
          now[0] = now[0].minus(Duration.ofHours(1));
          return now[0];
        };
    SessionSettings settings =
        new SessionSettings(backwards, new StepIds(backwards, new Random(7)));
    JournalFiles journals =
        new JournalFiles(FileJournal.Settings.standard().with(backwards), folder.resolve("drafts"));
    List<String> versions = new ArrayList<>(List.of(FIRST));
    for (int i = 0; i < 5; i++) {
      try (var document =
          DocumentStore.withJournals(settings, journals).open(DOMAIN, path, ANN).orElseThrow()) {
        editAndSave(document, FIRST.replace("apples", "apples " + i));
      }
      versions.add(Files.readString(path));
    }
    try (var document = open(path)) {
      assertThat(document.session().verify().holds()).isTrue();
      List<Instant> times =
          document.session().state().history().steps().stream().map(Step::time).toList();
      assertThat(times).isSortedAccordingTo(Comparator.reverseOrder());
      assertThat(Retention.standard().expired(document.session().state(), now[0])).isZero();
      for (int i = versions.size() - 2; i >= 0; i--) {
        undo(document, 1);
        document.save(SAVE);
        assertThat(Files.readString(path)).isEqualTo(versions.get(i));
      }
    }
  }

  @Test
  @Clause({"SE-27", "DO-3"})
  void a_guard_keeps_a_version_of_somebody_else_out_and_no_save_from_being_noted()
      throws IOException {
    Path path = path();
    try (var document = open(path)) {
      edit(document, FIRST.replace("apples", "pears"));
      document.session().guard((label, change) -> Optional.of(Conflict.because("not today")));
      assertThat(document.save(SAVE)).isInstanceOf(Saving.Saved.class);
      assertThat(document.session().state().isSaved()).isTrue();
      Files.writeString(path, FIRST.replace("apples", "plums"));
      FileNews news = document.look();
      assertThat(news).isInstanceOf(FileNews.Undecided.class);
      assertThat(((FileNews.Undecided) news).reason()).isEqualTo("not today");
      assertThat(actors(document)).containsExactly("ann");
    }
  }

  @Test
  @Clause("SE-20")
  void a_damaged_version_of_which_nothing_is_readable_is_not_called_repaired() throws IOException {
    Path path = path();
    open(path).close();
    Files.writeString(path, "\u0000");
    switch (store().repair(DOMAIN, path, ANN)) {
      case Repairing.Hopeless<EntityModel<NoteKey, Item>, NoteEvent>(var opening) -> {
        assertThat(opening).isInstanceOf(Opening.Unreadable.class);
        assertThat(opening.toString()).contains("Optional[save over:yes]");
      }
      case Repairing.Repaired<EntityModel<NoteKey, Item>, NoteEvent> repaired ->
          throw new AssertionError(repaired.toString());
    }
    try (var document = open(path)) {
      assertThat(document.saveOver(SAVE)).isInstanceOf(Saving.Saved.class);
    }
    assertThat(Files.readString(path)).isEqualTo(FIRST);
  }
}
