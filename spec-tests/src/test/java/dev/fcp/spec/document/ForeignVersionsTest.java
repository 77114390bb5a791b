package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.FileNews;
import dev.fcp.eventlog.document.Opening;
import dev.fcp.eventlog.document.Repairing;
import dev.fcp.eventlog.document.Saving;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.notes.Item;
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

/** Versions of a document that somebody else wrote. */
class ForeignVersionsTest extends LastingNotes {

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
