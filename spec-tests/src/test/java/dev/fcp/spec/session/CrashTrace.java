package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.CrashMoment;
import dev.fcp.spec.journal.CrashState;
import dev.fcp.spec.journal.CrashingDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;

/**
 * A run on a disk, with all that a power cut may leave at any moment of it: each state once, with
 * what was promised when it could come about.
 */
final class CrashTrace {

  /** One of so many goes on with another record. */
  private static final int GOES_ON = 5;

  private final CrashingDisk disk = new CrashingDisk();
  private final int sectorBytes;
  private final int most;
  private final RandomGenerator chance = new SplittableRandom(20_260_101);
  private final Map<CrashState, Promise> states = new LinkedHashMap<>();
  private final List<JournalRecord> records = new ArrayList<>();
  private final List<Observation> seen = new ArrayList<>();
  private final SessionSettings settings = WrittenJournals.settings();
  private volatile Promise promise = new Promise(0, 0, 0);
  private int sampled;

  /**
   * What is owed to who worked on the disk.
   *
   * @param acknowledged so many records lasted
   * @param submitted more than so many were never handed over
   * @param stage how far the run was, where that matters
   */
  record Promise(long acknowledged, long submitted, int stage) {

    /** What holds for a state that may come about at both times. */
    Promise and(Promise later) {
      return new Promise(
          Math.max(acknowledged, later.acknowledged),
          Math.min(submitted, later.submitted),
          Math.max(stage, later.stage));
    }
  }

  /**
   * A trace.
   *
   * @param sectorBytes how much the disk writes as a whole
   * @param most from so many states of one moment on they are sampled
   */
  CrashTrace(int sectorBytes, int most) {
    this.sectorBytes = sectorBytes;
    this.most = most;
    disk.watch(this::add);
  }

  private void add(CrashMoment moment) {
    Promise now = promise;
    boolean all =
        moment.each(sectorBytes, most, chance, state -> states.merge(state, now, Promise::and));
    sampled += all ? 0 : 1;
  }

  CrashingDisk disk() {
    return disk;
  }

  /** A session on a journal of this disk; its next records are counted. */
  Session<Counter, CounterEvent> session(FileJournal journal) {
    promise = new Promise(promise.acknowledged(), Math.max(1, records.size()), promise.stage());
    Session<Counter, CounterEvent> session = WrittenJournals.open(journal, settings);
    note(journal, session);
    return session;
  }

  /** Something that writes one record at most. */
  void act(FileJournal journal, Session<Counter, CounterEvent> session, Runnable act) {
    promise = new Promise(promise.acknowledged(), records.size() + 1L, promise.stage());
    act.run();
    note(journal, session);
  }

  /** What is acknowledged lasts from now on. */
  private void note(FileJournal journal, Session<Counter, CounterEvent> session) {
    long last = session.state().recordNumber();
    if (last > records.size()) {
      assertThat(last).isEqualTo(records.size() + 1);
      records.addAll(journal.read(last));
      seen.add(Observation.of(session.state()));
    }
    promise = new Promise(last, last, promise.stage());
  }

  /** The records that were written are owed only when they are flushed. */
  void oweNothing() {
    promise = new Promise(0, promise.submitted(), promise.stage());
  }

  /** The run came to another stage. */
  void reach(int stage) {
    promise = new Promise(promise.acknowledged(), promise.submitted(), stage);
  }

  /** How many records there are at the end. */
  int size() {
    return records.size();
  }

  /** How many moments had so many states that they were sampled. */
  int sampled() {
    return sampled;
  }

  /** The states, each once. */
  Map<CrashState, Promise> states() {
    return states;
  }

  /**
   * Looks at the states, or at some of them: those at which what is owed changes are among them.
   */
  void sweep(BiConsumer<CrashState, Promise> look) {
    List<Map.Entry<CrashState, Promise>> all = List.copyOf(states.entrySet());
    Tries.sweep(all.size(), i -> i > 0 && !all.get(i).getValue().equals(all.get(i - 1).getValue()))
        .forEach(i -> look.accept(all.get(i).getKey(), all.get(i).getValue()));
  }

  /** Requires of the states that their journals hold what was owed and nothing else. */
  void requirePrefixes(Path folder) {
    sweep((state, owed) -> requirePrefix(state.disk(), folder, owed, state + ", owed " + owed));
  }

  /** Requires the records that are owed, no others, the state they lead to, and a good end. */
  void requirePrefix(CrashingDisk crashed, Path folder, Promise owed, String where) {
    try (FileJournal journal = FileJournal.open(folder, WrittenJournals.on(crashed))) {
      int last = Math.toIntExact(journal.lastNumber());
      assertThat((long) last).as(where).isBetween(owed.acknowledged(), owed.submitted());
      if (last == 0) {
        return;
      }
      int first = Math.toIntExact(journal.firstNumber());
      assertThat(journal.read(first).equals(records.subList(first - 1, last))).as(where).isTrue();
      Session<Counter, CounterEvent> session =
          Session.resume(Sessions.DOMAIN, journal, SessionSettings.standard());
      assertThat(Observation.of(session.state())).as(where).isEqualTo(seen.get(last - 1));
      if (where.hashCode() % GOES_ON == 0) {
        Sessions.add(session, 1);
        assertThat(session.verify().holds()).as(where).isTrue();
      }
    }
  }
}
