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
 * A run on a disk, with all states that a power cut could leave at any moment of it: each state
 * once, with the guarantees that hold for it.
 */
final class CrashTrace {

  /** The share of states in which work continues: one in this number. */
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
   * The guarantees of the journal at a moment of the run.
   *
   * @param acknowledged the number of records that must be durable
   * @param submitted the maximum number of records that can exist
   * @param phase the phase of the run, for tests with several phases
   */
  record Guarantee(long acknowledged, long submitted, int phase) {

    /** Returns the guarantees for a state that is possible at both times. */
    Guarantee and(Guarantee later) {
      return new Guarantee(
          Math.max(acknowledged, later.acknowledged),
          Math.min(submitted, later.submitted),
          Math.max(phase, later.phase));
    }
  }

  /**
   * Creates a trace.
   *
   * @param sectorBytes the size of a sector, which is written atomically
   * @param maxStates the number of states of one moment above which they are sampled
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

  /** Opens a session on a journal on this disk and records its state. */
  Session<Counter, CounterEvent> session(FileJournal journal) {
    guarantee =
        new Guarantee(guarantee.acknowledged(), Math.max(1, records.size()), guarantee.phase());
    Session<Counter, CounterEvent> session = JournalFixtures.open(journal, settings);
    recordState(journal, session);
    return session;
  }

  /** Runs an action that writes at most one record. */
  void run(FileJournal journal, Session<Counter, CounterEvent> session, Runnable action) {
    guarantee = new Guarantee(guarantee.acknowledged(), records.size() + 1L, guarantee.phase());
    action.run();
    recordState(journal, session);
  }

  /** Records the state; all acknowledged records are guaranteed from now on. */
  private void recordState(FileJournal journal, Session<Counter, CounterEvent> session) {
    long last = session.state().recordNumber();
    if (last > records.size()) {
      assertThat(last).isEqualTo(records.size() + 1);
      records.addAll(journal.read(last));
      observations.add(Observation.of(session.state()));
    }
    guarantee = new Guarantee(last, last, guarantee.phase());
  }

  /** Drops the guarantee of the written records, for a journal that forces only on flush. */
  void guaranteeNothing() {
    guarantee = new Guarantee(0, guarantee.submitted(), guarantee.phase());
  }

  /** Enters the next phase of the run. */
  void enterPhase(int phase) {
    guarantee = new Guarantee(guarantee.acknowledged(), guarantee.submitted(), phase);
  }

  /** Returns the number of records. */
  int size() {
    return records.size();
  }

  /** Returns the number of moments whose states were sampled. */
  int sampledCount() {
    return sampledCount;
  }

  /** Returns the states, each once. */
  Map<CrashState, Guarantee> states() {
    return states;
  }

  /** Visits all or some of the states, including those at which the guarantees change. */
  void sweep(BiConsumer<CrashState, Guarantee> look) {
    List<Map.Entry<CrashState, Guarantee>> all = List.copyOf(states.entrySet());
    Tries.sweep(all.size(), i -> i > 0 && !all.get(i).getValue().equals(all.get(i - 1).getValue()))
        .forEach(i -> look.accept(all.get(i).getKey(), all.get(i).getValue()));
  }

  /**
   * Requires that the journals of the states hold a prefix of the records within the guarantees.
   */
  void requirePrefixes(Path folder) {
    sweep((state, guaranteed) ->
        requirePrefix(state.disk(), folder, guaranteed, state + ", guaranteed " + guaranteed));
  }

  /**
   * Requires a prefix of the records within the guarantees, the state it leads to, and that work
   * can continue.
   */
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
