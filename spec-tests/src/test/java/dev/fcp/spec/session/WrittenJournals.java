package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepIds;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord.External.Fit;
import dev.fcp.eventlog.journal.SnapshotPolicy;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Retention;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Journals of counters with records of every kind, the same to the byte each time. */
final class WrittenJournals {

  /** So much that whatever is written here stays in one segment. */
  static final long LARGE_SEGMENT_BYTES = 1L << 24;

  static final Path FOLDER = Path.of("/home/ann/.fcp/a.counter");
  static final SnapshotPolicy NO_MORE_SNAPSHOTS =
      new SnapshotPolicy(1_000_000, 1L << 40, Duration.ofDays(9999));

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Origin ANN = Origin.of("ann", "s-1", "m-1");
  private static final Origin BOT = Origin.of("bot", "s-2", "m-7");

  private WrittenJournals() {}

  /** A clock that ticks, and ids that follow from it and from a seed. */
  static SessionSettings settings() {
    long[] seconds = {0};
    return new SessionSettings(
        () -> START.plusSeconds(seconds[0]++), new StepIds(() -> START, new Random(7)));
  }

  static Session<Counter, CounterEvent> open(Journal journal, SessionSettings settings) {
    return journal.lastNumber() == 0
        ? Sessions.opened(" 07 # seven\n", journal, settings)
        : Session.resume(Sessions.DOMAIN, journal, settings);
  }

  static FileJournal.Settings on(dev.fcp.eventlog.journal.Disk disk) {
    return FileJournal.Settings.standard().on(disk).with(NO_MORE_SNAPSHOTS).with(() -> START);
  }

  /**
   * Does things of all kinds until the journal holds at least so many records, and gives what is to
   * be seen after each of them, from the first.
   */
  static List<Observation> write(Journal journal, int records) {
    List<Observation> seen = new ArrayList<>();
    seen.add(null);
    SessionSettings settings = settings();
    Session<Counter, CounterEvent> session = open(journal, settings);
    see(session, seen);
    for (int round = 0; journal.lastNumber() < records; round++) {
      act(session, round);
      see(session, seen);
      if (round % 13 == 5) {
        nameBranch(session);
        see(session, seen);
      }
    }
    return seen;
  }

  /** As {@link #write}, with every kind of thing in a journal that is short. */
  static List<Observation> writeEveryKind(Journal journal) {
    List<Observation> seen = new ArrayList<>();
    seen.add(null);
    Session<Counter, CounterEvent> session = open(journal, settings());
    see(session, seen);
    for (int round :
        new int[] {
          0, 1, 14, 3, 18, 2, 24, 6, 4, 7, 8, 9, 22, 35, 10, 31, 0, 37, 0, 1, 12, 10, 50
        }) {
      act(session, round);
      see(session, seen);
    }
    nameBranch(session);
    see(session, seen);
    return seen;
  }

  private static void see(Session<Counter, CounterEvent> session, List<Observation> seen) {
    while (seen.size() <= session.state().recordNumber()) {
      seen.add(Observation.of(session.state()));
    }
  }

  private static void nameBranch(Session<Counter, CounterEvent> session) {
    session.branches().name(Intent.of("branch", ANN), "a branch", session.state().head());
  }

  /** One thing after the other; each writes one record, but for the saves, which write two. */
  static void act(Session<Counter, CounterEvent> session, int round) {
    Intent intent = Intent.of("round " + round, round % 2 == 0 ? ANN : BOT);
    int value = session.model().value();
    switch (round % 13) {
      case 1, 2 -> type(session);
      case 3 ->
          session.batch(
              intent,
              batch -> {
                batch.step(intent, stage -> stage.emit(new CounterEvent.Added(2)));
                batch.step(intent, stage -> stage.emit(new CounterEvent.Set(value + 2, 4)));
              });
      case 4 -> session.undo(intent, 1);
      case 5 -> session.checkpoint(intent, name(round));
      case 6 -> session.redo(intent, 1);
      case 7 -> session.file().saving(intent, "5f".repeat(32), session.state().head());
      case 8 -> session.file().saved(intent, "5f".repeat(32), session.state().head());
      case 9 -> found(session, intent, round);
      case 10 -> session.step(intent, stage -> stage.emit(new CounterEvent.Set(value + 1, 0)));
      case 11 -> goBack(session, intent, round);
      case 12 -> session.retain(intent, new Retention(2, Duration.ZERO, 3));
      default -> session.step(intent, stage -> stage.emit(new CounterEvent.Added(round)));
    }
  }

  /** A step that joins the last one, if that was typed too. */
  private static void type(Session<Counter, CounterEvent> session) {
    session.step(
        Intent.of("typing", ANN).merging("key", Duration.ofHours(1)),
        stage -> stage.emit(new CounterEvent.Added(1)));
  }

  /** A place that is not the one at the cursor. */
  private static Optional<StepId> other(Session<Counter, CounterEvent> session) {
    return session.state().history().steps().stream()
        .map(Step::id)
        .filter(id -> !session.state().head().equals(Optional.of(id)))
        .findFirst();
  }

  /** By a number of steps, to a name, to a name for good, and to another branch, by turns. */
  private static void goBack(Session<Counter, CounterEvent> session, Intent intent, int round) {
    switch (round / 13 % 4) {
      case 0 -> session.undo(intent, 2);
      case 1 -> session.undoTo(intent, name(round - 6));
      case 2 -> session.bailTo(intent, name(round - 6));
      default -> session.branches().switchTo(intent, other(session));
    }
  }

  private static String name(int round) {
    return "name \u00e4 " + round % 3;
  }

  /** Versions that hold the state, a part of which fits, and of which nothing fits, by turns. */
  private static void found(Session<Counter, CounterEvent> session, Intent intent, int round) {
    Source text = Source.of((round + " # found\n").getBytes(StandardCharsets.US_ASCII));
    switch (round / 13 % 3) {
      case 0 -> session.file().found(intent, text, session.state().head());
      case 1 ->
          session
              .file()
              .takeIn(intent, text, Fit.PART, stage -> stage.emit(new CounterEvent.Added(1)));
      default -> session.file().setAside(intent, text);
    }
  }
}
