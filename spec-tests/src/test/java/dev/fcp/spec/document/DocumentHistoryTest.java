package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Documents with durable histories. Closing and reopening represents another process. */
class DocumentHistoryTest extends PersistentNotesFixture {

  @Test
  @Clause({"DO-1", "DO-8"})
  void a_reopened_document_can_be_undone_to_its_first_bytes() throws IOException {
    Path path = path();
    String second = INITIAL_TEXT + "{\"id\":\"p\",\"text\":\"pears\"}\n";
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
    assertThat(Files.readString(path)).isEqualTo(INITIAL_TEXT);
    try (var document = open(path)) {
      document.session().with(EditOptions.of("redo", ANN)).redo(1);
      document.save(SAVE);
    }
    assertThat(Files.readString(path)).isEqualTo(saved);
    assertThat(folder.resolve(".fcp/.gitignore")).hasContent("*\n");
  }

  @Test
  @Clause("DO-1")
  void unsaved_steps_are_restored() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      edit(document, INITIAL_TEXT + "{\"id\":\"p\",\"text\":\"pears\"}\n");
    }
    assertThat(Files.readString(path)).isEqualTo(INITIAL_TEXT);
    try (var document = open(path)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
      assertThat(document.session().state().isSaved()).isFalse();
    }
  }

  @Test
  @Clause("DO-2")
  void a_save_interrupted_before_its_record_is_recognized_as_ours() throws IOException {
    Path path = path();
    String text = INITIAL_TEXT.replace("apples", "pears");
    String hash;
    try (var document = open(path)) {
      editAndSave(document, text);
      hash = document.session().state().savedMark().orElseThrow().hash();
      undo(document, 1);
      document.save(SAVE);
      document.session().with(EditOptions.of("redo", ANN)).redo(1);
      var state = document.session().state();
      document.session().with(SAVE).fileRecorder().recordSaving(hash, state.head());
    }
    Files.writeString(path, text);
    assertThat(fileChangeOf(path)).isEqualTo(new FileChange.None());
    try (var document = open(path)) {
      assertThat(document.session().state().isSaved()).isTrue();
      assertThat(actors(document)).containsExactly("ann");
    }
  }

  @Test
  @Clause("DO-2")
  void an_older_version_of_ours_restored_by_another_program_becomes_a_step_back_to_it()
      throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, INITIAL_TEXT.replace("apples", "pears"));
      editAndSave(document, INITIAL_TEXT.replace("apples", "plums"));
    }
    Files.writeString(path, INITIAL_TEXT.replace("apples", "pears"));
    assertThat(fileChangeOf(path)).isEqualTo(new FileChange.Merged(1, List.of()));
    try (var document = open(path)) {
      assertThat(actors(document)).containsExactly("ann", "ann", "external");
      undo(document, 1);
      document.save(SAVE);
    }
    assertThat(Files.readString(path)).isEqualTo(INITIAL_TEXT.replace("apples", "plums"));
  }

  @Test
  @Clause("DO-9")
  void two_processes_that_have_it_open_share_one_history() throws IOException {
    Path path = path();
    try (var one = open(path);
        var other = open(path)) {
      edit(one, INITIAL_TEXT.replace("apples", "pears"));
      assertThat(other.checkFile()).isEqualTo(new FileChange.None());
      assertThat(other.session().state().undoDepth()).isEqualTo(1);
      edit(other, INITIAL_TEXT.replace("apples", "pears").replace("market", "fair"));
      one.save(SAVE);
      assertThat(Files.readString(path)).contains("pears").contains("fair");
      assertThat(other.checkFile()).isEqualTo(new FileChange.None());
      assertThat(other.session().state().isSaved()).isTrue();
      undo(other, 2);
      other.save(SAVE);
      assertThat(one.checkFile()).isEqualTo(new FileChange.None());
      assertThat(one.session().state().redoDepth()).isEqualTo(2);
    }
    assertThat(Files.readString(path)).isEqualTo(INITIAL_TEXT);
  }

  @Test
  @Clause("DO-10")
  void deleting_a_history_keeps_the_file() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, INITIAL_TEXT.replace("apples", "pears"));
    }
    String saved = Files.readString(path);
    store().deleteHistory(path);
    assertThat(Files.readString(path)).isEqualTo(saved);
    assertThat(folder.resolve(".fcp/a.notes")).doesNotExist();
    try (var document = open(path)) {
      assertThat(document.session().state().undoDepth()).isZero();
    }
  }

  /** The order is that of the records, independent of the clock. */
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
        new SessionSettings(backwards, new UlidGenerator(backwards, new Random(7)));
    JournalLayout journals =
        new JournalLayout(
            FileJournal.Settings.defaults().withClock(backwards), folder.resolve("drafts"));
    List<String> versions = new ArrayList<>(List.of(INITIAL_TEXT));
    for (int i = 0; i < 5; i++) {
      try (var document =
          DocumentStore.withJournals(settings, journals).open(DOMAIN, path, ANN).orElseThrow()) {
        editAndSave(document, INITIAL_TEXT.replace("apples", "apples " + i));
      }
      versions.add(Files.readString(path));
    }
    try (var document = open(path)) {
      assertThat(document.session().verify().isValid()).isTrue();
      List<Instant> times =
          document.session().state().history().steps().stream().map(Step::time).toList();
      assertThat(times).isSortedAccordingTo(Comparator.reverseOrder());
      assertThat(RetentionPolicy.standard().expiredCount(document.session().state(), now[0]))
          .isZero();
      for (int i = versions.size() - 2; i >= 0; i--) {
        undo(document, 1);
        document.save(SAVE);
        assertThat(Files.readString(path)).isEqualTo(versions.get(i));
      }
    }
  }
}
