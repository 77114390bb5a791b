package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.StepLocation;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.RecoveryReport.Kind;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Journals with many segments, which are read in parallel, and steps that are located without
 * decoding them.
 */
class LongJournalTest {

  private static final FileJournal.Settings SETTINGS =
      FileJournal.Settings.defaults().withDurability(Durability.none()).withSegmentBytes(1 << 17);
  private static final int SEGMENTS = 5;
  private static final int LONG_LABEL = 1 << 9;

  @TempDir private Path folder;
  private final UlidGenerator ids = new UlidGenerator(() -> Instant.EPOCH, new Random(5));
  private HistoryPoint head = HistoryPoint.BASE;

  private Path path() {
    return folder.resolve(".fcp/long.counter");
  }

  /** Returns a record of consecutive steps with any label. */
  private JournalRecord committed(int count, String label) {
    List<Step<Value.Fields>> steps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StepId id = ids.get();
      Value.Fields event =
          Value.Fields.of(Map.of("type", Value.of("added"), "id", Value.of(label)));
      Digest after = new Digest(1, label, i, i);
      steps.add(
          new Step<>(
              id,
              head,
              label,
              CounterSessions.ANN,
              Instant.EPOCH,
              List.of(event),
              after,
              Reversal.NONE,
              List.of(),
              EditorSelection.NONE,
              false));
      head = HistoryPoint.after(id);
    }
    return new JournalRecord.Committed(Instant.EPOCH, CounterSessions.ANN, label, steps);
  }

  private static void append(Journal journal, JournalRecord record) {
    assertThat(journal.append(journal.lastNumber(), record))
        .isInstanceOf(Journal.AppendResult.Written.class);
  }

  private static List<StepLocation> locationsOf(Journal journal) {
    List<StepLocation> locations = new ArrayList<>();
    long number = journal.firstNumber();
    for (JournalRecord record : journal.read(number)) {
      for (int i = 0; i < record.steps().size(); i++) {
        Step<Value.Fields> step = record.steps().get(i);
        locations.add(new StepLocation(step.id(), step.parent(), number, i));
      }
      number++;
    }
    return locations;
  }

  /** Texts of all lengths, with quotes, escapes and brackets at every alignment. */
  @Test
  @Clause("JN-4")
  void steps_are_found_whatever_text_surrounds_them() {
    String pieces = "\"\\{}[],:a\n\u00e4\u20ac";
    Random random = new Random(11);
    try (FileJournal journal = FileJournal.open(path(), SETTINGS)) {
      for (int length = 0; length < 200; length++) {
        StringBuilder label = new StringBuilder();
        for (int i = 0; i < length % 40; i++) {
          label.append(pieces.charAt(random.nextInt(pieces.length())));
        }
        head = random.nextInt(4) == 0 ? HistoryPoint.BASE : head;
        append(journal, committed(1 + random.nextInt(3), label.toString()));
      }
      List<StepLocation> locations = locationsOf(journal);
      assertThat(locations).hasSizeGreaterThan(200);
      assertThat(journal.stepLocations(journal.firstNumber(), journal.lastNumber()))
          .isEqualTo(locations);
      assertThat(journal.stepLocations(journal.firstNumber(), 100))
          .isEqualTo(
              locations.stream().filter(location -> location.recordNumber() <= 100).toList());
    }
  }

  @Test
  @Clause("JN-4")
  void steps_are_found_in_records_of_every_kind() {
    try (FileJournal journal =
        FileJournal.open(JournalFixtures.FOLDER, JournalFixtures.on(new CrashingDisk()))) {
      Session<Counter, CounterEvent> session =
          JournalFixtures.open(journal, JournalFixtures.settings());
      for (int round : new int[] {0, 1, 2, 3, 22}) {
        JournalFixtures.runRound(session, round);
      }
      carryIgnoredStep(session);
      Set<Class<?>> kinds = new HashSet<>();
      for (JournalRecord record : journal.read(journal.firstNumber())) {
        record.steps().forEach(step -> kinds.add(record.getClass()));
      }
      assertThat(kinds)
          .containsExactlyInAnyOrder(
              JournalRecord.Committed.class,
              JournalRecord.External.class,
              JournalRecord.Replaced.class,
              JournalRecord.Moved.class);
      assertThat(journal.stepLocations(journal.firstNumber(), journal.lastNumber()))
          .isEqualTo(locationsOf(journal));
    }
  }

  /** Makes an ignored step that undo carries along and records again. */
  private static void carryIgnoredStep(Session<Counter, CounterEvent> session) {
    CounterSessions.add(session, 1);
    session.step(
        CounterSessions.options("stamp").ignored(),
        builder -> builder.emit(new CounterEvent.Added(2)));
    session.with(CounterSessions.options("undo")).undo(1);
  }

  private List<Path> segments() throws IOException {
    try (Stream<Path> files = Files.list(path())) {
      return files.filter(file -> file.toString().contains(".jsonl")).sorted().toList();
    }
  }

  private void writeLong() throws IOException {
    String label = "x".repeat(LONG_LABEL);
    try (FileJournal journal = FileJournal.open(path(), SETTINGS)) {
      while (segments().size() < SEGMENTS) {
        append(journal, committed(2, label));
        // A read waits until the record is written; records that are written together would make
        // longer segments.
        journal.read(journal.lastNumber());
      }
    }
  }

  @Test
  @Clause({"JN-3", "JN-10"})
  void a_journal_of_many_segments_is_read_as_one_and_damage_in_the_middle_is_reported()
      throws IOException {
    writeLong();
    long last;
    List<StepLocation> locations;
    try (FileJournal journal = FileJournal.open(path(), SETTINGS)) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      last = journal.lastNumber();
      locations = journal.stepLocations(journal.firstNumber(), last);
      assertThat(locations).isEqualTo(locationsOf(journal)).hasSize((int) (2 * last));
    }
    Path damaged = segments().get(3);
    long first = Long.parseLong(damaged.getFileName().toString().substring(0, 12));
    try (RandomAccessFile file = new RandomAccessFile(damaged.toFile(), "rw")) {
      file.seek(file.length() / 3);
      file.write('y');
    }
    try (FileJournal journal = FileJournal.open(path(), SETTINGS)) {
      long lastNumber = journal.lastNumber();
      assertThat(lastNumber).isBetween(first + 1, last - 10);
      assertThat(journal.stepLocations(journal.firstNumber(), lastNumber))
          .isEqualTo(locations.subList(0, (int) (2 * lastNumber)));
      assertThat(journal.recoveryReport().losses())
          .hasSize(2)
          .allMatch(it -> it.kind() == Kind.DAMAGE);
      append(journal, committed(1, "on"));
    }
    assertThat(segments().stream().map(Path::toString))
        .filteredOn(file -> !file.endsWith(".aside"))
        .hasSize(4);
  }
}
