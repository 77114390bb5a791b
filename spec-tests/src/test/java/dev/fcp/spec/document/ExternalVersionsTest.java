package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.RepairResult;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Versions of a document that another program wrote. */
class ExternalVersionsTest extends PersistentNotesFixture {

  @Test
  @Clause({"DO-3", "DO-8"})
  void an_external_save_becomes_a_step_and_every_version_is_restored_byte_for_byte()
      throws IOException {
    Path path = path();
    List<String> versions = new ArrayList<>(List.of(INITIAL_TEXT));
    try (var document = open(path)) {
      editAndSave(document, INITIAL_TEXT + "{\"id\":\"p\",\"text\":\"pears\"}\n");
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
    assertThat(fileChangeOf(path)).isEqualTo(new FileChange.Merged(1, List.of()));
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
        document.session().with(EditOptions.of("redo", ANN)).redo(1);
        document.save(SAVE);
      }
      assertThat(Files.readString(path)).isEqualTo(versions.get(i));
    }
  }

  @Test
  @Clause({"DO-3", "DO-22"})
  void an_external_change_belongs_to_the_newest_open_mark_of_the_whole_document()
      throws IOException {
    Path path = path();
    Origin agent = Origin.of("agent", "s", "m");
    try (var document = open(path)) {
      assertThat(document.session().by(agent).mark("")).isInstanceOf(Outcome.Recorded.class);
      Outcome limited = document.session().by(Origin.of("other", "t", "m")).mark("*.notes");
      assertThat(limited).isInstanceOf(Outcome.Recorded.class);
    }
    Files.writeString(path, INITIAL_TEXT.replace("apples", "pears"));
    assertThat(fileChangeOf(path)).isEqualTo(new FileChange.Merged(1, List.of()));
    try (var document = open(path)) {
      assertThat(document.session().by(agent).endMarks()).isInstanceOf(Outcome.Recorded.class);
    }
    Files.writeString(path, INITIAL_TEXT.replace("apples", "quinces"));
    try (var document = open(path)) {
      assertThat(document.session().state().history().steps())
          .extracting(Step::origin)
          .containsExactly(agent, Origin.of("external"));
    }
  }

  @Test
  @Clause("DO-3")
  void other_bytes_with_the_same_content_are_recorded_without_a_step() throws IOException {
    Path path = path();
    open(path).close();
    String theirs = INITIAL_TEXT.replace("# shopping", "# groceries");
    Files.writeString(path, theirs);
    assertThat(fileChangeOf(path)).isEqualTo(new FileChange.Rewritten());
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
  void an_external_version_is_merged_into_unsaved_steps_and_conflicts_are_listed()
      throws IOException {
    Path path = path();
    try (var document = open(path)) {
      edit(document, INITIAL_TEXT.replace("apples", "green apples"));
      Files.writeString(
          path, INITIAL_TEXT.replace("apples", "red apples").replace("market", "fair"));
      FileChange fileChange = document.checkFile();
      assertThat(fileChange).isInstanceOf(FileChange.Merged.class);
      FileChange.Merged merged = (FileChange.Merged) fileChange;
      assertThat(merged.changeCount()).isEqualTo(1);
      assertThat(merged.conflicts()).singleElement().asString().contains("green apples");
      assertThat(document.session().state().isSaved()).isFalse();
      assertThat(document.checkFile()).isEqualTo(new FileChange.None());
      document.save(SAVE);
    }
    assertThat(Files.readString(path))
        .isEqualTo(INITIAL_TEXT.replace("apples", "green apples").replace("market", "fair"));
  }

  @Test
  @Clause("DO-3")
  void a_second_version_is_compared_with_the_first_one_and_not_with_the_last_save()
      throws IOException {
    Path path = path();
    try (var document = open(path)) {
      edit(document, INITIAL_TEXT.replace("apples", "green apples"));
      Files.writeString(path, INITIAL_TEXT.replace("market", "fair"));
      assertThat(document.checkFile()).isEqualTo(new FileChange.Merged(1, List.of()));
      Files.writeString(path, INITIAL_TEXT.replace("market", "fair at noon"));
      assertThat(document.checkFile()).isEqualTo(new FileChange.Merged(1, List.of()));
      document.save(SAVE);
    }
    assertThat(Files.readString(path))
        .isEqualTo(
            INITIAL_TEXT.replace("apples", "green apples").replace("market", "fair at noon"));
  }

  @Test
  @Clause({"DO-3", "DO-5"})
  void a_version_in_complete_conflict_is_kept_until_the_user_decides() throws IOException {
    Path path = path();
    String theirs = INITIAL_TEXT.replace("apples", "red apples");
    try (var document = open(path)) {
      edit(document, INITIAL_TEXT.replace("apples", "green apples"));
      Files.writeString(path, theirs);
      assertThat(document.checkFile()).isInstanceOf(FileChange.Undecided.class);
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Refused.class);
    }
    assertThat(Files.readString(path)).isEqualTo(theirs);
    assertThat(fileChangeOf(path)).isInstanceOf(FileChange.Undecided.class);
    try (var document = open(path)) {
      long records = document.session().state().recordNumber();
      assertThat(document.checkFile()).isInstanceOf(FileChange.Undecided.class);
      assertThat(document.session().state().recordNumber()).isEqualTo(records);
      assertThat(document.revert(EditOptions.of("revert", ANN)))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(document.session().state().isSaved()).isTrue();
      assertThat(document.checkFile()).isEqualTo(new FileChange.None());
      undo(document, 1);
      document.save(SAVE);
    }
    assertThat(Files.readString(path)).isEqualTo(INITIAL_TEXT.replace("apples", "green apples"));
  }

  @Test
  @Clause({"DO-3", "DO-5"})
  void an_unreadable_version_is_kept_and_the_history_does_not_change() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, INITIAL_TEXT.replace("apples", "pears"));
    }
    Files.writeString(path, "{{{");
    FileChange fileChange = fileChangeOf(path);
    assertThat(fileChange).isInstanceOf(FileChange.Undecided.class);
    assertThat(((FileChange.Undecided) fileChange).reason()).contains("cannot be read at byte");
    try (var document = open(path)) {
      assertThat(document.revert(EditOptions.of("revert", ANN)))
          .isInstanceOf(Outcome.Refused.class);
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
    }
    assertThat(Files.readString(path)).isEqualTo("{{{");
  }

  @Test
  @Clause({"DO-3", "DO-8"})
  void a_version_in_complete_conflict_is_overwritten_on_request() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, INITIAL_TEXT.replace("apples", "pears"));
    }
    String saved = Files.readString(path);
    Files.writeString(path, "{{{");
    try (var document = open(path)) {
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Refused.class);
      assertThat(Files.readString(path)).isEqualTo("{{{");
      assertThat(document.saveOverwriting(SAVE)).isInstanceOf(SaveResult.Saved.class);
      assertThat(document.checkFile()).isEqualTo(new FileChange.None());
      assertThat(document.session().state().isSaved()).isTrue();
    }
    assertThat(Files.readString(path)).isEqualTo(saved);
    assertThat(fileChangeOf(path)).isEqualTo(new FileChange.None());
  }

  /** Notes whose file another program writes while a save writes its own version. */
  private final class Interrupted
      extends ForwardingDomain<EntityModel<NoteKey, NoteEntity>, NoteEvent> {

    private String theirs = "";

    Interrupted() {
      super(DOMAIN);
    }

    @Override
    public DocumentFormat<EntityModel<NoteKey, NoteEntity>> format() {
      DocumentFormat<EntityModel<NoteKey, NoteEntity>> real = super.format();
      return new DocumentFormat<>() {
        @Override
        public List<String> extensions() {
          return real.extensions();
        }

        @Override
        public ReadResult<EntityModel<NoteKey, NoteEntity>> read(byte[] bytes) {
          return real.read(bytes);
        }

        @Override
        public byte[] write(EntityModel<NoteKey, NoteEntity> model, List<Source> sources) {
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
  void an_external_write_during_a_save_becomes_a_step_after_it() throws IOException {
    Path path = path();
    Interrupted domain = new Interrupted();
    try (var document = store().open(domain, path, ANN).orElseThrow()) {
      edit(document, INITIAL_TEXT.replace("apples", "pears"));
      domain.theirs = INITIAL_TEXT.replace("market", "fair");
      SaveResult saving = document.save(SAVE);
      assertThat(saving).isInstanceOf(SaveResult.Saved.class);
      assertThat(((SaveResult.Saved) saving).fileChange())
          .isEqualTo(new FileChange.Merged(1, List.of()));
      assertThat(Files.readString(path)).isEqualTo(INITIAL_TEXT.replace("apples", "pears"));
      assertThat(document.session().state().isSaved()).isFalse();
      assertThat(actors(document)).containsExactly("ann", "external");
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    }
    assertThat(Files.readString(path))
        .isEqualTo(INITIAL_TEXT.replace("apples", "pears").replace("market", "fair"));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("a.notes", ".fcp");
    }
  }

  @Test
  @Clause({"SE-27", "DO-3"})
  void a_guard_can_refuse_an_external_version_but_not_the_record_of_a_save() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      edit(document, INITIAL_TEXT.replace("apples", "pears"));
      document.session().addGuard((label, change) -> Optional.of(Conflict.because("not today")));
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
      assertThat(document.session().state().isSaved()).isTrue();
      Files.writeString(path, INITIAL_TEXT.replace("apples", "plums"));
      FileChange fileChange = document.checkFile();
      assertThat(fileChange).isInstanceOf(FileChange.Undecided.class);
      assertThat(((FileChange.Undecided) fileChange).reason()).isEqualTo("not today");
      assertThat(actors(document)).containsExactly("ann");
    }
  }

  @Test
  @Clause("SE-20")
  void a_completely_unreadable_version_is_not_reported_as_repaired() throws IOException {
    Path path = path();
    open(path).close();
    Files.writeString(path, "\u0000");
    switch (store().repair(DOMAIN, path, ANN)) {
      case RepairResult.Irreparable<EntityModel<NoteKey, NoteEntity>, NoteEvent>(var opening) -> {
        assertThat(opening).isInstanceOf(OpenResult.Unreadable.class);
        assertThat(opening.toString()).contains("SaveOverwriting");
      }
      case RepairResult.Repaired<EntityModel<NoteKey, NoteEntity>, NoteEvent> repaired ->
          throw new AssertionError(repaired.toString());
    }
    try (var document = open(path)) {
      assertThat(document.saveOverwriting(SAVE)).isInstanceOf(SaveResult.Saved.class);
    }
    assertThat(Files.readString(path)).isEqualTo(INITIAL_TEXT);
  }
}
