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
  private static final int CONTINUE_INTERVAL = 5;

  private final CrashingDisk disk = new CrashingDisk();
  private final int sectorBytes;
  private final int maxStates;
  private final RandomGenerator random = new SplittableRandom(20_260_101);
  private final Map<CrashState, Guarantee> states = new LinkedHashMap<>();
  private final List<JournalRecord> records = new ArrayList<>();
  private final List<Observation> observations = new ArrayList<>();
  private final SessionSettings settings = JournalFixtures.settings();
  private volatile Guarantee guarantee = new Guarantee(0, 0, 0);
  private int sampledCount;

  /**
   * What is owed to who worked on the disk.
   *
   * @param acknowledged so many records lasted
   * @param submitted more than so many were never handed over
   * @param phase how far the run was, where that matters
   */
  record Guarantee(long acknowledged, long submitted, int phase) {

    /** What holds for a state that may come about at both times. */
    Guarantee and(Guarantee later) {
      return new Guarantee(
          Math.max(acknowledged, later.acknowledged),
          Math.min(submitted, later.submitted),
          Math.max(phase, later.phase));
    }
  }

  /**
   * A trace.
   *
   * @param sectorBytes how much the disk writes as a whole
   * @param maxStates from so many states of one moment on they are sampled
   */
  CrashTrace(int sectorBytes, int maxStates) {
    this.sectorBytes = sectorBytes;
    this.maxStates = maxStates;
    disk.watch(this::addMoment);
  }

  private void addMoment(CrashMoment moment) {
    Guarantee current = guarantee;
    boolean isExhaustive =
        moment.forEachState(
            sectorBytes, maxStates, random, state -> states.merge(state, current, Guarantee::and));
    sampledCount += isExhaustive ? 0 : 1;
  }

  CrashingDisk disk() {
    return disk;
  }

  /** A session on a journal of this disk; its next records are counted. */
  Session<Counter, CounterEvent> session(FileJournal journal) {
    guarantee =
        new Guarantee(guarantee.acknowledged(), Math.max(1, records.size()), guarantee.phase());
    Session<Counter, CounterEvent> session = JournalFixtures.open(journal, settings);
    recordState(journal, session);
    return session;
  }

  /** Something that writes one record at most. */
  void run(FileJournal journal, Session<Counter, CounterEvent> session, Runnable action) {
    guarantee = new Guarantee(guarantee.acknowledged(), records.size() + 1L, guarantee.phase());
    action.run();
    recordState(journal, session);
  }

  /** What is acknowledged lasts from now on. */
  private void recordState(FileJournal journal, Session<Counter, CounterEvent> session) {
    long last = session.state().recordNumber();
    if (last > records.size()) {
      assertThat(last).isEqualTo(records.size() + 1);
      records.addAll(journal.read(last));
      observations.add(Observation.of(session.state()));
    }
    guarantee = new Guarantee(last, last, guarantee.phase());
  }

  /** The records that were written are owed only when they are flushed. */
  void guaranteeNothing() {
    guarantee = new Guarantee(0, guarantee.submitted(), guarantee.phase());
  }

  /** The run came to another stage. */
  void enterPhase(int phase) {
    guarantee = new Guarantee(guarantee.acknowledged(), guarantee.submitted(), phase);
  }

  /** How many records there are at the end. */
  int size() {
    return records.size();
  }

  /** How many moments had so many states that they were sampled. */
  int sampledCount() {
    return sampledCount;
  }

  /** The states, each once. */
  Map<CrashState, Guarantee> states() {
    return states;
  }

  /**
   * Looks at the states, or at some of them: those at which what is owed changes are among them.
   */
  void sweep(BiConsumer<CrashState, Guarantee> look) {
    List<Map.Entry<CrashState, Guarantee>> all = List.copyOf(states.entrySet());
    Tries.sweep(all.size(), i -> i > 0 && !all.get(i).getValue().equals(all.get(i - 1).getValue()))
        .forEach(i -> look.accept(all.get(i).getKey(), all.get(i).getValue()));
  }

  /** Requires of the states that their journals hold what was owed and nothing else. */
  void requirePrefixes(Path folder) {
    sweep((state, guaranteed) ->
        requirePrefix(state.disk(), folder, guaranteed, state + ", owed " + guaranteed));
  }

  /** Requires the records that are owed, no others, the state they lead to, and a good end. */
  void requirePrefix(CrashingDisk crashed, Path folder, Guarantee guaranteed, String context) {
    try (FileJournal journal = FileJournal.open(folder, JournalFixtures.on(crashed))) {
      int last = Math.toIntExact(journal.lastNumber());
      assertThat((long) last)
          .as(context)
          .isBetween(guaranteed.acknowledged(), guaranteed.submitted());
      if (last == 0) {
        return;
      }
      int first = Math.toIntExact(journal.firstNumber());
      assertThat(journal.read(first).equals(records.subList(first - 1, last))).as(context).isTrue();
      Session<Counter, CounterEvent> session =
          Session.resume(CounterSessions.DOMAIN, journal, SessionSettings.standard());
      assertThat(Observation.of(session.state())).as(context).isEqualTo(observations.get(last - 1));
      if (context.hashCode() % CONTINUE_INTERVAL == 0) {
        CounterSessions.add(session, 1);
        assertThat(session.verify().isValid()).as(context).isTrue();
      }
    }
  }
}
