package dev.fcp.spec.session;

import static dev.fcp.spec.session.RedactedNotes.SECRET;
import static dev.fcp.spec.session.RedactedNotes.bytes;
import static dev.fcp.spec.session.RedactedNotes.filesWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Redaction;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalRecord.Pruned;
import dev.fcp.eventlog.journal.JournalRecord.Redacted;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A redaction reaches the places that are easily forgotten, or it is refused. */
class RedactionRemainsTest {

  private static final Redaction TEXT = new Redaction.OfText(SECRET);
  private static final NoteKey NOTE = NoteKey.note("1", "n1");
  private static final Redaction ENTITY =
      new Redaction.OfEntity(new EntityRef("note", NOTE.toString()));

  private static void assertRefused(RedactedNotes notes, Redaction redaction, String reason) {
    Map<Path, byte[]> files = notes.disk.copy().files();
    assertThatThrownBy(() -> notes.session.redact(redaction, reason))
        .isInstanceOf(RefusedException.class);
    assertThat(notes.disk.files().keySet()).isEqualTo(files.keySet());
    files.forEach((file, content) -> assertThat(notes.disk.files().get(file)).isEqualTo(content));
  }

  @Example
  @Clause({"RD-1", "RD-4", "PR-11"})
  void a_redaction_after_which_a_record_would_still_contain_the_text_changes_nothing() {
    try (RedactedNotes notes = RedactedNotes.begin()) {
      notes.session.fileRecorder().recordSaving("5f".repeat(32), HistoryPoint.BASE);
      notes.journal.writeProjection("p", Snapshot.of(1, Value.Fields.EMPTY, bytes("5f5f5f5f")));
      assertRefused(notes, new Redaction.OfText("5f5f5f5f"), "why");
      assertThat(notes.journal.projection("p")).isPresent();
    }
  }

  @Example
  @Clause("RD-4")
  void a_text_that_a_marker_would_contain_is_refused() {
    try (RedactedNotes notes = RedactedNotes.begin()) {
      assertRefused(notes, new Redaction.OfText("dact"), "why");
      assertThatThrownBy(() -> notes.session.redactable(new Redaction.OfText("redacted"), "why"))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("a marker such as [redacted ");
    }
  }

  @Example
  @Clause({"RD-1", "RD-3"})
  void names_of_provenance_and_the_origin_of_the_redaction_are_purged() {
    try (RedactedNotes notes = RedactedNotes.begin()) {
      Origin origin =
          Origin.of("ann", "s", "purge " + SECRET).withProvenance(Map.of("of " + SECRET, "x"));
      notes.session = notes.session.by(origin);
      notes.add("n1", "plain");
      notes.cleanUp();
      Redacted redacted = notes.session.redact(TEXT, "leaked").orElseThrow();
      assertThat(redacted.origin().message()).startsWith("purge [redacted ");
      assertThat(filesWith(notes.disk, SECRET)).isEmpty();
      assertThat(notes.session.verify().isValid()).isTrue();
    }
  }

  @Example
  @Clause({"RD-1", "RD-3"})
  void names_messages_and_provenance_do_not_quote_a_purged_entity() {
    try (RedactedNotes notes = RedactedNotes.begin()) {
      Origin origin =
          Origin.of("ann", "s", "about own-text").withProvenance(Map.of("prompt", "own-text?"));
      notes.session = notes.session.by(origin);
      notes.add("n1", "own-text");
      notes.session.checkpoint("with own-text");
      notes.remove(NOTE);
      notes.save();
      assertRefused(notes, ENTITY, "it says own-text");
      assertThat(notes.session.redact(ENTITY, "asked")).isPresent();
      assertThat(filesWith(notes.disk, "own-text")).isEmpty();
      notes.reopen();
      assertThat(notes.session.verify().isValid()).isTrue();
    }
  }

  @Example
  @Clause("RD-1")
  void a_text_is_purged_from_a_label_that_quotes_it() {
    InMemoryJournal journal = InMemoryJournal.empty();
    var session = CounterSessions.withThreeSteps(journal);
    session.step(
        "spawn Bo \"s3c\\\"ret\\\\key\"", builder -> builder.emit(new CounterEvent.Added(4)));
    assertThat(session.redact(new Redaction.OfText("s3c\"ret\\key"), "why")).isPresent();
    assertThat(session.state().undoLabel()).contains("spawn Bo \"[redacted 6]\"");
  }

  @Example
  @Clause("RD-1")
  void bytes_that_were_set_aside_are_deleted_even_if_only_they_contain_the_text() {
    try (RedactedNotes notes = RedactedNotes.begin()) {
      Path aside = JournalFixtures.FOLDER.resolve("000000000001.jsonl.77.aside");
      notes.disk.put(aside, bytes("{\"label\":\"only-aside"));
      assertThat(notes.session.redact(new Redaction.OfText("elsewhere"), "why")).isEmpty();
      assertThat(notes.disk.files()).containsKey(aside);
      assertThat(notes.session.redact(new Redaction.OfText("only-aside"), "why")).isPresent();
      assertThat(notes.disk.files()).doesNotContainKey(aside);
      assertThat(notes.session.verify().isValid()).isTrue();
    }
  }

  @Example
  @Clause("RD-1")
  void versions_of_the_file_that_cannot_be_read_are_purged() {
    for (Redaction redaction : List.of(TEXT, ENTITY)) {
      try (RedactedNotes notes = RedactedNotes.begin()) {
        notes.add("n1", "own-text");
        notes.remove(NOTE);
        notes.cleanUp();
        notes
            .session
            .fileRecorder()
            .recordUndecided(Source.of(bytes("{broken own-text " + SECRET)));
        assertThat(filesWith(notes.disk, "{broken own-text")).isNotEmpty();
        assertThat(notes.session.redact(redaction, "leaked")).isPresent();
        assertThat(filesWith(notes.disk, "{broken own-text " + SECRET)).isEmpty();
        assertThat(filesWith(notes.disk, redaction.equals(TEXT) ? SECRET : "own-text")).isEmpty();
        notes.reopen();
        assertThat(notes.session.verify().isValid()).isTrue();
        assertThat(notes.journal.recoveryReport().lostSources()).isEmpty();
      }
    }
  }

  @Property(tries = 30)
  @Clause("RD-3")
  void digests_of_pruned_steps_are_erased(@ForAll long seed) {
    try (RedactedNotes notes = RedactedNotes.begin()) {
      Random random = new Random(seed);
      for (int i = 0; i < 40; i++) {
        notes.add("n" + random.nextInt(4), i + " " + SECRET);
      }
      notes.prune();
      notes.cleanUp();
      assertThat(notes.session.redact(TEXT, "leaked")).isPresent();
      List<Pruned> pruned =
          notes.journal.read(notes.journal.firstNumber()).stream()
              .filter(Pruned.class::isInstance)
              .map(Pruned.class::cast)
              .toList();
      assertThat(pruned).isNotEmpty();
      assertThat(pruned)
          .flatExtracting(Pruned::summary)
          .extracting(group -> group.digestAfter().version())
          .containsOnly(0);
      notes.reopen();
      assertThat(notes.session.verify().isValid()).isTrue();
      assertThat(notes.session.redact(TEXT, "again")).isEqualTo(Optional.empty());
    }
  }

  @Example
  @Clause("RD-1")
  void what_a_crash_left_in_the_archive_is_deleted() {
    try (RedactedNotes notes = RedactedNotes.begin()) {
      for (int i = 0; i < 40; i++) {
        notes.session.step(
            EditOptions.of("add " + SECRET, Origin.of("ann")),
            builder -> builder.emit(RedactedNotes.added(builder.model(), "n1", "text")));
        notes.remove(NOTE);
      }
      notes.cleanUp();
      var copy = notes.disk.copy();
      try (RedactedNotes archived = RedactedNotes.reopen(copy)) {
        assertThat(archived.session.archive(ArchivedJournals.TWO_STEPS)).isNotEmpty();
      }
      copy.files()
          .forEach((file, content) -> {
            if (file.toString().endsWith(".gz") && file.startsWith(ArchivedJournals.ARCHIVE)) {
              notes.disk.put(file, content);
              notes.disk.put(
                  file.resolveSibling(file.getFileName() + ".1-2.tmp"), bytes("cut " + SECRET));
            }
          });
      notes.session.redact(TEXT, "leaked");
      assertThat(filesWith(notes.disk, SECRET)).isEmpty();
    }
  }
}
