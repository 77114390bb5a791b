package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalFiles;
import dev.fcp.eventlog.document.Opening;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileDisk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.FailingDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two who meet in one moment, and the moment in which a file gets its history. */
class FirstOpeningTest {

  private static final CounterDomain DOMAIN = new CounterDomain();
  private static final Origin ANN = Origin.of("ann");
  private static final int LOCKS_IN_VAIN = 20;

  @TempDir private Path folder;

  private Path path() throws IOException {
    return Files.writeString(folder.resolve("a.counter"), "7\n");
  }

  private DocumentStore store(SessionSettings sessions, Disk disk) {
    FileJournal.Settings journals = FileJournal.Settings.standard().on(disk);
    return DocumentStore.withJournals(
        sessions, new JournalFiles(journals, folder.resolve(".fcp/.drafts")));
  }

  private DocumentStore store() {
    return store(SessionSettings.standard(), new FileDisk());
  }

  private static Document<Counter, CounterEvent> opened(DocumentStore store, Path path) {
    return store.open(DOMAIN, path, ANN).orElseThrow();
  }

  private static void add(Document<Counter, CounterEvent> document, int n) {
    document.session().step(Intent.of("add", ANN), stage -> stage.emit(new CounterEvent.Added(n)));
  }

  /** Does something once, when the time is asked next: before a record is written. */
  private static SessionSettings whenever(AtomicBoolean wanted, Runnable work) {
    InstantSource clock =
        () -> {
          if (wanted.compareAndSet(true, false)) {
            work.run();
          }
          return Instant.EPOCH;
        };
    return new SessionSettings(clock, SessionSettings.standard().ids());
  }

  /** Tells when somebody tries in vain to get a lock. */
  private static Disk tellingOfWaiting(CountDownLatch waits) {
    int[] locks = {0};
    return FailingDisk.watched(
        new FileDisk(),
        call -> {
          locks[0] = call.kind() == FailingDisk.Kind.LOCK ? locks[0] + 1 : 0;
          if (locks[0] > LOCKS_IN_VAIN) {
            waits.countDown();
          }
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Clause({"DO-1", "DO-9"})
  void two_who_open_a_file_for_the_first_time_at_once_have_one_history() throws IOException {
    Path path = path();
    CountDownLatch waitsOrIsThrough = new CountDownLatch(1);
    CompletableFuture<Document<Counter, CounterEvent>> other = new CompletableFuture<>();
    Thread thread =
        new Thread(() -> {
          DocumentStore store =
              store(SessionSettings.standard(), tellingOfWaiting(waitsOrIsThrough));
          other.complete(opened(store, path));
          waitsOrIsThrough.countDown();
        });
    SessionSettings interrupted =
        whenever(
            new AtomicBoolean(true),
            () -> {
              thread.start();
              await(waitsOrIsThrough);
            });
    Document<Counter, CounterEvent> one = opened(store(interrupted, new FileDisk()), path);
    add(one, 1);
    add(other.join(), 2);
    assertThat(one.session().refresh().model()).isEqualTo(new Counter(10));
    assertThat(one.session().state().undoDepth()).isEqualTo(2);
    one.close();
    other.join().close();
  }

  @Test
  @Clause("DO-9")
  void who_holds_a_document_is_not_overtaken() throws IOException {
    Path path = path();
    CountDownLatch waitsOrIsThrough = new CountDownLatch(1);
    Document<Counter, CounterEvent> other =
        opened(store(SessionSettings.standard(), tellingOfWaiting(waitsOrIsThrough)), path);
    Thread thread =
        new Thread(() -> {
          boolean done =
              other.holding(() -> {
                add(other, 2);
                return true;
              });
          assertThat(done).isTrue();
          waitsOrIsThrough.countDown();
        });
    AtomicBoolean wanted = new AtomicBoolean();
    SessionSettings interrupted =
        whenever(
            wanted,
            () -> {
              thread.start();
              await(waitsOrIsThrough);
            });
    Document<Counter, CounterEvent> one = opened(store(interrupted, new FileDisk()), path);
    wanted.set(true);
    Outcome outcome =
        one.holding(() ->
            one.session()
                .step(Intent.of("add", ANN), stage -> stage.emit(new CounterEvent.Added(1))));
    join(thread);
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    assertThat(one.session().refresh().model()).isEqualTo(new Counter(10));
    one.close();
    other.close();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Clause("DO-1")
  void a_history_whose_first_record_was_never_written_begins_again() throws IOException {
    Path path = path();
    Path journal = Files.createDirectories(folder.resolve(".fcp/a.counter"));
    Files.createFile(journal.resolve("000000000001.jsonl"));
    try (Document<Counter, CounterEvent> document = opened(store(), path)) {
      add(document, 1);
      assertThat(document.recovery()).hasValueSatisfying(it -> assertThat(it.isClean()).isTrue());
    }
    try (Document<Counter, CounterEvent> document = opened(store(), path)) {
      assertThat(document.session().model()).isEqualTo(new Counter(8));
    }
  }

  @Test
  @Clause({"DO-1", "JN-10"})
  void a_history_that_is_damaged_as_a_whole_is_set_aside_and_named() throws IOException {
    Path path = path();
    opened(store(), path).close();
    Path journal = folder.resolve(".fcp/a.counter");
    for (String name : new String[] {"000000000001.jsonl", "000000000001.snapshot"}) {
      Files.writeString(journal.resolve(name), "damage");
    }
    try (Document<Counter, CounterEvent> document = opened(store(), path)) {
      RecoveryReport report = document.recovery().orElseThrow();
      assertThat(report.losses()).singleElement().extracting("sizeBytes").isEqualTo(6L);
      add(document, 1);
    }
    assertThat(journal.resolve("000000000001.jsonl.aside")).hasContent("damage");
    assertThat(opened(store(), path).session().model()).isEqualTo(new Counter(8));
  }

  @Test
  @Clause("DO-6")
  void of_a_history_without_a_record_nothing_is_restored() throws IOException {
    Path path = path();
    Path journal = Files.createDirectories(folder.resolve(".fcp/a.counter"));
    Files.createFile(journal.resolve("000000000001.jsonl"));
    assertThat(store().restore(DOMAIN, path)).isInstanceOf(Opening.Unreadable.class);
    Path copy = Files.copy(path, folder.resolve("b.counter"));
    assertThat(store().adoptHistory(DOMAIN, copy, path, ANN))
        .isInstanceOf(Opening.Unreadable.class);
  }
}
