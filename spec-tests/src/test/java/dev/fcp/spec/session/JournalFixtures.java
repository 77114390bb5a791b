package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.journal.JournalRecord.Redacted;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.RetentionPolicy;
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
import java.util.Random;

/** Writes journals of counters with records of every kind, the same to the byte each time. */
final class JournalFixtures {

  /** Large enough to keep all records of a test in one segment. */
  static final long LARGE_SEGMENT_BYTES = 1L << 24;

  static final Path FOLDER = Path.of("/home/ann/.fcp/a.counter");
  static final SnapshotPolicy NO_MORE_SNAPSHOTS =
      new SnapshotPolicy(1_000_000, 1L << 40, Duration.ofDays(9999));

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Origin ANN = Origin.of("ann", "s-1", "m-1");
  private static final Origin BOT = Origin.of("bot", "s-2", "m-7");

  private JournalFixtures() {}

  /** Returns settings with a ticking clock, and ids that are derived from it and from a seed. */
  static SessionSettings settings() {
    long[] seconds = {0};
    return new SessionSettings(
        () -> START.plusSeconds(seconds[0]++), new UlidGenerator(() -> START, new Random(7)));
  }

  static Session<Counter, CounterEvent> open(Journal journal, SessionSettings settings) {
    return journal.lastNumber() == 0
        ? CounterSessions.opened(" 07 # seven\n", journal, settings)
        : Session.resume(CounterSessions.DOMAIN, journal, settings);
  }

  static FileJournal.Settings on(dev.fcp.eventlog.journal.Disk disk) {
    return FileJournal.Settings.defaults()
        .withDisk(disk)
        .withSnapshotPolicy(NO_MORE_SNAPSHOTS)
        .withClock(() -> START);
  }

  /**
   * Runs operations of all kinds until the journal holds at least the given number of records, and
   * returns the observation after each of them, from the first.
   */
  static List<Observation> write(Journal journal, int records) {
    List<Observation> observations = new ArrayList<>();
    observations.add(null);
    SessionSettings settings = settings();
    Session<Counter, CounterEvent> session = open(journal, settings);
    recordObservations(session, observations);
    for (int round = 0; journal.lastNumber() < records; round++) {
      runRound(session, round);
      recordObservations(session, observations);
      if (round % 13 == 5) {
        nameBranch(session);
        recordObservations(session, observations);
      }
      if (round == 5) {
        passOver(session, observations);
      }
      if (round == 80) {
        mark(session, observations);
        recordRedactions(journal, session, observations);
      }
    }
    return observations;
  }

  /** As {@link #write}, with every kind of record in a short journal. */
  static List<Observation> writeEveryKind(Journal journal) {
    List<Observation> observations = new ArrayList<>();
    observations.add(null);
    Session<Counter, CounterEvent> session = open(journal, settings());
    recordObservations(session, observations);
    for (int round :
        new int[] {
          0, 1, 14, 3, 18, 2, 24, 6, 4, 7, 8, 9, 22, 35, 10, 31, 0, 37, 0, 1, 12, 10, 50, 0, 63
        }) {
      runRound(session, round);
      recordObservations(session, observations);
    }
    nameBranch(session);
    recordObservations(session, observations);
    passOver(session, observations);
    mark(session, observations);
    recordRedactions(journal, session, observations);
    return observations;
  }

  private static void recordObservations(
      Session<Counter, CounterEvent> session, List<Observation> observations) {
    while (observations.size() <= session.state().recordNumber()) {
      observations.add(Observation.of(session.state()));
    }
  }

  /** Records redactions of each kind that found nothing. */
  private static void recordRedactions(
      Journal journal, Session<Counter, CounterEvent> session, List<Observation> observations) {
    for (Redacted.Kind kind : Redacted.Kind.values()) {
      Redacted redacted = new Redacted(START, ANN, kind, "leaked", List.of(), List.of());
      journal.append(journal.lastNumber(), redacted);
      session.refresh();
      recordObservations(session, observations);
    }
  }

  /** Begins and ends a message, and a save that fails. */
  private static void mark(Session<Counter, CounterEvent> session, List<Observation> observations) {
    Session<Counter, CounterEvent> bot = session.by(BOT);
    String hash = "0b".repeat(32);
    List<Runnable> operations =
        List.of(
            () -> bot.mark("*.md"),
            () -> bot.endMarks(),
            () -> bot.fileRecorder().recordSaving(hash, bot.state().head()),
            () -> bot.fileRecorder().recordFailed(hash, bot.state().head(), "no space"));
    for (Runnable operation : operations) {
      operation.run();
      recordObservations(session, observations);
    }
  }

  /** Makes a step that another author overwrites, so that own undo passes over it. */
  private static void passOver(
      Session<Counter, CounterEvent> session, List<Observation> observations) {
    StepFilter own = StepFilter.sameActorAndSession(BOT);
    int value = session.model().value();
    List<Runnable> operations =
        List.of(
            () ->
                session.by(BOT).step("set", it -> it.emit(new CounterEvent.Set(value, value + 1))),
            () ->
                session
                    .by(ANN)
                    .step("overwrite", it -> it.emit(new CounterEvent.Set(value + 1, value + 2))),
            () -> session.by(BOT).rollbacks().undoOwn(own),
            () -> session.by(BOT).rollbacks().redoOwn(own),
            () -> session.by(BOT).rollbacks().undoOwn(own));
    for (Runnable operation : operations) {
      operation.run();
      recordObservations(session, observations);
    }
  }

  private static void nameBranch(Session<Counter, CounterEvent> session) {
    session.with(EditOptions.of("branch", ANN)).branches().name("a branch", session.state().head());
  }

  /** Runs the operation of a round; each writes one record, except a save, which writes two. */
  static void runRound(Session<Counter, CounterEvent> session, int round) {
    EditOptions options = EditOptions.of("round " + round, round % 2 == 0 ? ANN : BOT);
    int value = session.model().value();
    switch (round % 13) {
      case 1, 2 -> stepMerging(session);
      case 3 ->
          session.batch(
              options,
              batch -> {
                batch.step(options, builder -> builder.emit(new CounterEvent.Added(2)));
                batch.step(options, builder -> builder.emit(new CounterEvent.Set(value + 2, 4)));
              });
      case 4 -> session.with(options).undo(1);
      case 5 -> {
        if (round == 5) {
          // After an undo: it leaves the redo tail and follows it.
          session.step(options.ignored(), builder -> builder.emit(new CounterEvent.Added(100)));
        } else {
          session.with(options).checkpoint(name(round));
        }
      }
      case 6 -> session.with(options).redo(1);
      case 7 ->
          session
              .with(options)
              .fileRecorder()
              .recordSaving("5f".repeat(32), session.state().head());
      case 8 ->
          session.with(options).fileRecorder().recordSaved("5f".repeat(32), session.state().head());
      case 9 -> recordExternalVersion(session, options, round);
      case 10 -> session.step(options, builder -> builder.emit(new CounterEvent.Set(value + 1, 0)));
      case 11 -> moveBack(session, options, round);
      case 12 -> session.with(options).prune(new RetentionPolicy(2, Duration.ZERO, 3));
      default -> session.step(options, builder -> builder.emit(new CounterEvent.Added(round + 1)));
    }
  }

  /** Makes a step with a merge key, which is merged into the last step if that has the same key. */
  private static void stepMerging(Session<Counter, CounterEvent> session) {
    session.step(
        EditOptions.of("typing", ANN).merging("key", Duration.ofHours(1)),
        builder -> builder.emit(new CounterEvent.Added(1)));
  }

  /** Returns a point other than the head. */
  private static HistoryPoint otherPoint(Session<Counter, CounterEvent> session) {
    return session.state().history().steps().stream()
        .map(step -> HistoryPoint.after(step.id()))
        .filter(point -> !session.state().head().equals(point))
        .findFirst()
        .orElse(HistoryPoint.BASE);
  }

  /**
   * Undoes a number of steps or to a name, bails to a name, switches to another branch, or does
   * nothing.
   */
  private static void moveBack(
      Session<Counter, CounterEvent> session, EditOptions options, int round) {
    switch (round / 13 % 5) {
      case 0 -> session.with(options).undo(2);
      case 1 -> session.with(options).undoTo(name(round - 6));
      case 2 -> session.with(options).bailTo(name(round - 6));
      case 3 -> session.with(options).branches().switchTo(otherPoint(session));
      default -> session.with(options).clear();
    }
  }

  private static String name(int round) {
    return "name \u00e4 " + round % 3;
  }

  /**
   * Records an external version: in turn one that equals the state, one that fits in part, and one
   * that does not fit.
   */
  private static void recordExternalVersion(
      Session<Counter, CounterEvent> session, EditOptions options, int round) {
    Source text = Source.of((round + " # found\n").getBytes(StandardCharsets.US_ASCII));
    switch (round / 13 % 3) {
      case 0 -> session.with(options).fileRecorder().recordRewritten(text, session.state().head());
      case 1 ->
          session
              .with(options)
              .fileRecorder()
              .mergeExternal(
                  text, MergeExtent.PART, builder -> builder.emit(new CounterEvent.Added(1)));
      default -> session.with(options).fileRecorder().recordUndecided(text);
    }
  }
}
