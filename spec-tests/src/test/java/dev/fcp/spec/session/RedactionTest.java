package dev.fcp.spec.session;

import static dev.fcp.spec.session.RedactedNotes.SECRET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Redaction;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.Redacted;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.embedding.TextIndex;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.DelegatingJournal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A secret is purged from a history of notes, and the rest stays what it was. */
class RedactionTest {

  private static final Redaction TEXT = new Redaction.OfText(SECRET);
  private static final EntityRef NOTE = new EntityRef("note", NoteKey.note("1", "n1").toString());

  private static RedactedNotes program(long seed, int length) {
    RedactedNotes notes = RedactedNotes.begin();
    Random random = new Random(seed);
    for (int i = 0; i < length; i++) {
      notes.run(random);
    }
    return notes;
  }

  private static Map<String, String> redacted(Map<String, String> states, long record) {
    Map<String, String> redacted = new TreeMap<>(states);
    redacted.replaceAll((point, text) -> text.replace(SECRET, "[redacted " + record + "]"));
    return redacted;
  }

  private static List<String> points(RedactedNotes notes) {
    List<String> points = new ArrayList<>();
    notes.session.state().history().stepIds().forEach(id -> points.add(id.ulid()));
    points.add(notes.session.state().head().toString());
    points.add("" + notes.session.state().undoStack());
    notes.session.state().history().named().stream()
        .map(named -> "" + named.point())
        .sorted()
        .forEach(points::add);
    return points;
  }

  @Property(tries = 200)
  @Clause({"RD-1", "RD-2", "RD-3"})
  void after_any_program_no_text_is_left_and_the_states_are_those_without_it(@ForAll long seed) {
    try (RedactedNotes notes = program(seed, 40)) {
      notes.cleanUp();
      Map<String, String> states = notes.states();
      List<String> points = points(notes);
      String model = notes.session.model().toString();
      notes.storeProjection();
      Redacted redacted = notes.session.redact(TEXT, "a key was leaked").orElseThrow();
      long record = notes.journal.lastNumber();
      assertThat(RedactedNotes.filesWith(notes.disk, SECRET)).isEmpty();
      assertThat(notes.journal.read(record)).containsExactly(redacted);
      for (int i = 0; i < 2; i++) {
        assertThat(notes.states()).isEqualTo(redacted(states, record));
        assertThat(points(notes)).isEqualTo(points);
        assertThat(notes.session.model()).hasToString(model);
        assertThat(notes.session.verify().isValid()).isTrue();
        assertThat(notes.session.verify().redactions()).containsExactly(redacted);
        assertThat(notes.journal.recoveryReport().isClean()).isTrue();
        assertThat(notes.journal.recoveryReport().lostSources()).isEmpty();
        assertThat(notes.journal.archiveStatus().missing()).isEmpty();
        notes.reopen();
      }
      Random random = new Random(seed);
      for (int i = 0; i < 20; i++) {
        notes.run(random);
      }
      assertThat(notes.session.verify().isValid()).isTrue();
      notes.reopen();
      assertThat(notes.session.verify().isValid()).isTrue();
    }
  }

  @Example
  @Clause({"RD-1", "PR-11"})
  void values_of_projections_are_deleted_and_computed_again() {
    try (RedactedNotes notes = RedactedNotes.begin()) {
      notes.add("n1", "one " + SECRET);
      var texts = notes.session.readModel(new TextIndex());
      assertThat(texts.now().value().toString()).contains(SECRET);
      notes.remove(NoteKey.note("1", "n1"));
      notes.remove(NoteKey.note("1", "a"));
      notes.save();
      byte[] value = RedactedNotes.bytes(SECRET);
      notes.journal.writeProjection("stored", Snapshot.of(2, Value.Fields.EMPTY, value));
      Redacted unused = notes.session.redact(TEXT, "leaked").orElseThrow();
      assertThat(notes.journal.projection("stored")).isEmpty();
      assertThat(RedactedNotes.filesWith(notes.disk, SECRET)).isEmpty();
      assertThat(texts.verify().isValid()).isTrue();
    }
  }

  @Example
  @Clause("RD-2")
  void undo_redo_and_jumps_lead_to_the_redacted_states() {
    try (RedactedNotes notes = RedactedNotes.begin()) {
      notes.add("n1", "one " + SECRET);
      notes.add("n2", "two");
      notes.remove(NoteKey.note("1", "n1"));
      notes.remove(NoteKey.note("1", "a"));
      notes.save();
      Redacted redacted = notes.session.redact(TEXT, "leaked").orElseThrow();
      assertThat(redacted.redactedSteps()).hasSize(3);
      assertThat(redacted.digestCount()).isEqualTo(3);
      assertThat(redacted.digests()).hasSize(1);
      notes.session.undo(2);
      String marked = "one [redacted " + notes.journal.lastNumber();
      assertThat(notes.session.model().at(NoteKey.note("1", "n1")).toString())
          .contains("one [redacted ");
      notes.session.redo(2);
      assertThat(notes.session.model().find(NoteKey.note("1", "n1"))).isEmpty();
      notes.session.branches().jumpTo(HistoryPoint.BASE);
      assertThat(notes.session.model().at(NoteKey.note("1", "a")).toString())
          .contains("key [redacted ")
          .doesNotContain(marked);
    }
  }

  @Property(tries = 100)
  @Clause({"RD-1", "RD-2"})
  void all_texts_of_a_deleted_note_are_purged(@ForAll long seed) {
    try (RedactedNotes notes = program(seed, 30)) {
      NoteKey key = NoteKey.note("1", "n1");
      if (notes.session.model().find(key).isEmpty()) {
        notes.add("n1", "own-text-of-it");
      }
      notes.remove(key);
      notes.save();
      notes.session.redact(new Redaction.OfEntity(NOTE), "asked by its author");
      assertThat(RedactedNotes.filesWith(notes.disk, "own-text-of-it")).isEmpty();
      notes
          .states()
          .forEach((point, state) ->
              state
                  .lines()
                  .filter(line -> line.contains("\"note\":\"n1\""))
                  .forEach(line -> assertThat(line).contains("\"text\":\"[redacted ")));
      assertThat(notes.session.verify().isValid()).isTrue();
      notes.reopen();
      assertThat(notes.session.verify().isValid()).isTrue();
    }
  }

  @Example
  @Clause({"RD-1", "RD-4"})
  void the_former_values_of_a_field_are_purged_and_the_present_one_stays() {
    try (RedactedNotes notes = RedactedNotes.begin()) {
      notes.add("n1", "former one");
      notes.add("n1", "former two");
      notes.add("n1", "former one");
      notes.add("n1", "present");
      notes.save();
      Redacted redacted =
          notes.session.redact(new Redaction.OfField(NOTE, "text"), "wrong name").orElseThrow();
      assertThat(redacted.kind()).isEqualTo(Redacted.Kind.FIELD);
      assertThat(RedactedNotes.filesWith(notes.disk, "former")).isEmpty();
      assertThat(RedactedNotes.filesWith(notes.disk, "present")).isNotEmpty();
      assertThat(notes.session.state().history().steps())
          .extracting(step -> step.label().replaceAll("redacted \\d+", "r"))
          .containsExactly("add [r.1]", "add [r.2]", "add [r.1]", "add present");
    }
  }

  @Example
  @Clause("RD-4")
  void a_redaction_is_refused_while_the_document_or_its_file_contains_the_secret() {
    try (RedactedNotes notes = RedactedNotes.begin()) {
      Map<?, ?> files = notes.disk.copy().files();
      assertRefused(notes, TEXT, "the document still contains this text", files);
      notes.remove(NoteKey.note("1", "a"));
      files = notes.disk.copy().files();
      assertRefused(notes, TEXT, "the saved file still contains this text", files);
      assertRefused(
          notes,
          new Redaction.OfEntity(new EntityRef("note", NoteKey.note("1", "b").toString())),
          "the document still contains note",
          files);
      assertThatThrownBy(() -> new Redaction.OfText("abc"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at least 4");
      notes.save();
      assertThat(notes.session.redact(new Redaction.OfText("not there"), "why")).isEmpty();
      assertThat(notes.session.redact(TEXT, "leaked")).isPresent();
      assertThat(notes.session.redact(TEXT, "again")).isEmpty();
    }
  }

  private static void assertRefused(
      RedactedNotes notes, Redaction redaction, String reason, Map<?, ?> files) {
    for (boolean isDry : new boolean[] {true, false}) {
      assertThatThrownBy(
              () -> {
                if (isDry) {
                  JournalRecord unused = notes.session.redactable(redaction, "why");
                } else {
                  var unused = notes.session.redact(redaction, "why");
                }
              })
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining(reason);
    }
    assertThat(notes.disk.files().keySet()).isEqualTo(files.keySet());
  }

  @Example
  @Clause("RD-1")
  void objects_of_the_archive_are_replaced() {
    try (RedactedNotes notes = program(7, 120)) {
      notes.cleanUp();
      notes.session.archive(ArchivedJournals.TWO_STEPS);
      List<String> before = objects(notes);
      assertThat(before).isNotEmpty();
      assertThat(notes.session.redact(TEXT, "leaked")).isPresent();
      assertThat(objects(notes)).hasSameSizeAs(before).doesNotContainAnyElementsOf(before);
      assertThat(RedactedNotes.filesWith(notes.disk, SECRET)).isEmpty();
      assertThat(notes.session.verify().isValid()).isTrue();
    }
  }

  private static List<String> objects(RedactedNotes notes) {
    return notes.journal.archiveStatus().objects().stream().map(it -> it.name()).toList();
  }

  @Property(tries = 100)
  @Clause({"RD-1", "RD-2"})
  void a_pruned_history_is_redacted_with_its_pruned_records(@ForAll long seed) {
    try (RedactedNotes notes = RedactedNotes.begin()) {
      Random random = new Random(seed);
      for (int i = 0; i < 60; i++) {
        notes.run(random);
        if (i % 14 == 13) {
          notes.prune();
        }
      }
      notes.cleanUp();
      if (random.nextBoolean()) {
        notes.prune();
      }
      Map<String, String> states = notes.states();
      List<String> points = points(notes);
      assertThat(notes.session.redact(TEXT, "leaked")).isPresent();
      long record = notes.journal.lastNumber();
      assertThat(RedactedNotes.filesWith(notes.disk, SECRET)).isEmpty();
      for (int i = 0; i < 2; i++) {
        assertThat(notes.states()).isEqualTo(redacted(states, record));
        assertThat(points(notes)).isEqualTo(points);
        assertThat(notes.session.verify().isValid()).isTrue();
        assertThat(notes.journal.recoveryReport().isClean()).isTrue();
        assertThat(notes.journal.archiveStatus().missing()).isEmpty();
        notes.reopen();
      }
      for (int i = 0; i < 20; i++) {
        notes.run(random);
      }
      notes.prune();
      notes.reopen();
      assertThat(notes.session.verify().isValid()).isTrue();
    }
  }

  private static void redact(CrashingDisk disk) {
    try (RedactedNotes notes = RedactedNotes.reopen(disk)) {
      notes.session.redact(TEXT, "leaked");
    }
  }

  @Example
  @Clause("RD-5")
  void after_a_power_cut_at_any_call_all_or_nothing_is_purged() {
    CrashingDisk before;
    Map<String, String> states;
    long record;
    try (RedactedNotes notes = program(3, 30)) {
      notes.cleanUp();
      notes.session.archive(ArchivedJournals.TWO_STEPS);
      states = notes.states();
      record = notes.journal.lastNumber() + 1;
      notes.journal.close();
      before = notes.disk;
    }
    CrashingDisk whole = before.copy();
    redact(whole);
    assertThat(RedactedNotes.filesWith(whole, SECRET)).isEmpty();
    int[] purged = {0, 0};
    Tries.sweep((int) whole.callCount(), point -> whole.changedNamesAt(point + 1))
        .forEach(point -> {
          CrashingDisk cut = before.copy();
          cut.cutPowerAt(point + 1L);
          try {
            redact(cut);
          } catch (JournalException e) {
            // The power was cut.
          }
          for (int seed = 0; seed < 2; seed++) {
            CrashingDisk after = cut.afterPowerCut(new SplittableRandom(31L * point + seed));
            String where = "call %d, seed %d".formatted(point + 1, seed);
            try (RedactedNotes notes = RedactedNotes.reopen(after)) {
              boolean isRedacted = notes.journal.lastNumber() == record;
              purged[isRedacted ? 1 : 0]++;
              assertThat(notes.journal.recoveryReport())
                  .as(where)
                  .returns(true, it -> it.isClean());
              assertThat(notes.journal.archiveStatus().missing()).as(where).isEmpty();
              assertThat(notes.states())
                  .as(where)
                  .isEqualTo(isRedacted ? redacted(states, record) : states);
              assertThat(RedactedNotes.filesWith(after, SECRET))
                  .as(where)
                  .matches(files -> files.isEmpty() == isRedacted);
              assertThat(after.files().keySet())
                  .as(where)
                  .noneMatch(file -> file.toString().endsWith(".redacted"));
              assertThat(notes.session.redact(TEXT, "leaked").isPresent())
                  .as(where)
                  .isEqualTo(!isRedacted);
              assertThat(RedactedNotes.filesWith(after, SECRET)).as(where).isEmpty();
            }
          }
        });
    assertThat(purged[0]).isPositive();
    assertThat(purged[1]).isPositive();
  }

  @Example
  @Clause("RD-6")
  void others_never_write_the_secret_again() {
    try (RedactedNotes notes = program(5, 20)) {
      notes.cleanUp();
      var sharing =
          dev.fcp.eventlog.session.Session.resume(
              RedactedNotes.DOMAIN, notes.journal, JournalFixtures.settings());
      try (RedactedNotes other = RedactedNotes.reopen(notes.disk)) {
        assertThat(notes.session.redact(TEXT, "leaked")).isPresent();
        assertThatThrownBy(() -> other.add("n9", "more"))
            .isInstanceOf(JournalException.class)
            .hasMessageContaining("open the document again");
      }
      assertThat(sharing.refresh().recordNumber()).isEqualTo(notes.journal.lastNumber());
      assertThat(sharing.verify().isValid()).isTrue();
      sharing.undo(3);
      assertThat(RedactedNotes.filesWith(notes.disk, SECRET)).isEmpty();
      assertThat(notes.session.refresh().digest()).isEqualTo(sharing.digest());
    }
  }

  @Example
  @Clause("RD-1")
  void a_journal_that_only_appends_says_that_it_cannot_be_redacted() {
    InMemoryJournal memory = InMemoryJournal.empty();
    DelegatingJournal plain = () -> memory;
    var session = CounterSessions.withThreeSteps(plain);
    assertThatThrownBy(() -> session.redact(new Redaction.OfText("secret"), "why"))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("one in files or in memory can");
  }

  @Example
  @Clause({"RD-1", "RD-2"})
  void a_journal_in_memory_is_redacted() {
    InMemoryJournal journal = InMemoryJournal.empty();
    var session = CounterSessions.withThreeSteps(journal);
    session.step("secret plan", builder -> builder.emit(new CounterEvent.Added(4)));
    assertThat(session.redact(new Redaction.OfText("secret"), "why")).isPresent();
    assertThat(journal.lines()).noneMatch(line -> line.contains("secret"));
    assertThat(session.state().undoLabel()).contains("[redacted 6] plan");
    assertThat(session.verify().isValid()).isTrue();
  }
}
