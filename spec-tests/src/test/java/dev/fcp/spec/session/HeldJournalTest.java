package dev.fcp.spec.session;

import static dev.fcp.spec.session.NumberedRecords.found;
import static dev.fcp.spec.session.NumberedRecords.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that somebody holds for several records. */
@Clause("JN-17")
class HeldJournalTest {

  private static final FileJournal.Settings HASTY =
      FileJournal.Settings.standard().waiting(Duration.ofMillis(20));

  private static final JournalRecord SAVING =
      new JournalRecord.Saving(Instant.EPOCH, Sessions.ANN, "ab".repeat(32), Optional.empty());

  @TempDir private Path folder;

  private FileJournal open(FileJournal.Settings settings) {
    return FileJournal.open(folder.resolve(".fcp/a.counter"), settings);
  }

  private FileJournal open() {
    return open(FileJournal.Settings.standard().waiting(Duration.ofMinutes(5)));
  }

  @Test
  void another_journal_object_of_the_process_waits_and_goes_on() throws Exception {
    try (FileJournal one = open();
        FileJournal other = open();
        ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Session<Counter, CounterEvent> mine = Sessions.created(one);
      Future<Journal.Appended> waiting;
      try (Journal.Hold hold = one.hold()) {
        waiting = thread.submit(() -> other.append(51, SAVING));
        for (int i = 0; i < 50; i++) {
          Sessions.add(mine, 1);
        }
        assertThat(one.lastNumber()).as("%s", hold).isEqualTo(51);
      }
      assertThat(waiting.get()).isEqualTo(new Journal.Appended.Written(52));
      assertThat(one.lastNumber()).isEqualTo(52);
      assertThat(one.read(52)).containsExactly(SAVING);
    }
  }

  @Test
  void others_go_on_when_all_that_hold_it_are_done() {
    try (FileJournal one = open(HASTY);
        FileJournal other = open(HASTY)) {
      Sessions.created(one);
      Session<Counter, CounterEvent> theirs = Sessions.resumed(other);
      Journal.Hold outer = one.hold();
      Journal.Hold inner = one.exclusive();
      assertThatThrownBy(other::hold).isInstanceOf(JournalException.class);
      inner.close();
      inner.close();
      assertThatThrownBy(() -> Sessions.add(theirs, 1)).isInstanceOf(JournalException.class);
      outer.close();
      Sessions.add(theirs, 1);
      assertThat(Sessions.value(theirs)).isEqualTo(1);
      // What was refused is not done later.
      one.append(2, SAVING);
    }
  }

  @Test
  void other_threads_with_the_same_journal_go_on_meanwhile() throws Exception {
    try (FileJournal journal = open();
        ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Session<Counter, CounterEvent> session = Sessions.created(journal);
      Session<Counter, CounterEvent> sharing = Sessions.resumed(journal);
      try (Journal.Hold hold = journal.hold()) {
        thread.submit(() -> Sessions.add(session, 1)).get();
        thread.submit(() -> Sessions.add(sharing, 2)).get();
        thread.submit(() -> journal.hold().close()).get();
        Sessions.add(session, 4);
        assertThat(journal.lastNumber()).as("%s", hold).isEqualTo(4);
      }
      assertThat(Sessions.value(session)).isEqualTo(7);
    }
  }

  @Test
  void holding_writes_no_record_and_forces_nothing() {
    List<Kind> calls = new ArrayList<>();
    FailingDisk disk = FailingDisk.watched(new CrashingDisk(), call -> calls.add(call.kind()));
    try (FileJournal journal = FileJournal.open(WrittenJournals.FOLDER, WrittenJournals.on(disk))) {
      Sessions.created(journal);
      try (Journal.Hold first = journal.hold()) {
        calls.clear();
        journal.exclusive().close();
        journal.hold().close();
        assertThat(calls).as("%s", first).doesNotContain(Kind.FORCE, Kind.FORCE_FOLDER);
        calls.clear();
        journal.hold().close();
        assertThat(calls).isEmpty();
      }
      assertThat(journal.lastNumber()).isEqualTo(1);
    }
  }

  @Test
  void what_is_held_is_given_back_when_the_journal_is_closed() {
    FileJournal one = open();
    Sessions.created(one);
    Journal.Hold hold = one.exclusive();
    one.close();
    hold.close();
    assertThat(folder.resolve(".fcp/a.counter/owner")).doesNotExist();
    try (FileJournal other = open(HASTY)) {
      assertThat(other.lastNumber()).isEqualTo(1);
    }
  }

  @Test
  void a_record_that_was_refused_is_not_written_later() {
    JournalRecord other = record(2);
    try (FileJournal one = open(HASTY);
        FileJournal two = open(HASTY)) {
      one.append(0, SAVING);
      try (Journal.Hold hold = one.hold()) {
        assertThatThrownBy(() -> two.append(1, SAVING))
            .as("%s", hold)
            .isInstanceOf(JournalException.class);
      }
      assertThat(two.append(1, other)).isEqualTo(new Journal.Appended.Written(2));
      assertThat(two.read(1)).containsExactly(SAVING, other);
    }
  }

  @Test
  void who_is_interrupted_while_waiting_for_others_stays_so() {
    try (FileJournal one = open(HASTY);
        FileJournal two = open(HASTY);
        Journal.Hold hold = one.hold()) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(two::hold).as("%s", hold).isInstanceOf(JournalException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void of_who_held_it_before_nothing_is_left_in_what_is_told() {
    CrashingDisk disk = new CrashingDisk();
    disk.put(
        WrittenJournals.FOLDER.resolve("owner"),
        "another one ".repeat(9).getBytes(StandardCharsets.UTF_8));
    FileJournal.Settings settings = WrittenJournals.on(disk).waiting(Duration.ofMillis(20));
    try (FileJournal one = FileJournal.open(WrittenJournals.FOLDER, settings);
        FileJournal two = FileJournal.open(WrittenJournals.FOLDER, settings);
        Journal.Hold hold = one.exclusive()) {
      assertThatThrownBy(two::hold)
          .as("%s", hold)
          .hasMessageMatching("(?s).*it is held by process \\d+ since [^a-y]*");
    }
  }

  @Test
  @Clause("JN-7")
  void after_a_record_with_a_text_others_go_on() {
    Source text = Source.of(new byte[] {'7'});
    try (FileJournal one = open(HASTY);
        FileJournal two = open(HASTY)) {
      one.append(0, found(text));
      assertThat(two.append(1, SAVING)).isEqualTo(new Journal.Appended.Written(2));
      assertThat(two.source(text.id())).contains(text);
    }
  }
}
