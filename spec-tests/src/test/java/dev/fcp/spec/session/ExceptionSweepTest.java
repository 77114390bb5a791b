package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Sets;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.session.FaultInjector.FaultError;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * In every program, an exception at every call of a session to outside code, and a second one at
 * every call (or every third one, and the rare ones) from then until the next operation has ended.
 */
@Clause({"SE-8", "SE-29", "SE-30", "RB-8", "BT-2"})
class ExceptionSweepTest {

  private static final Set<Class<? extends Throwable>> KINDS =
      Set.of(JournalException.class, IllegalArgumentException.class, FaultError.class);

  /** The callbacks with so many calls that every kind of fault occurs there as the first one. */
  private static final Set<Callback> MANY =
      EnumSet.of(
          Callback.CHECK,
          Callback.REPLAY,
          Callback.ENCODE,
          Callback.CLOCK,
          Callback.JOURNAL_LAST_NUMBER,
          Callback.JOURNAL_ENCODE,
          Callback.JOURNAL_APPEND,
          Callback.JOURNAL_APPENDED);

  /** Callbacks with few calls: a fault is tried at each of them. */
  private static final Set<Callback> RARE =
      EnumSet.of(
          Callback.MERGE,
          Callback.DECODE,
          Callback.MODEL_DECODE,
          Callback.FORMAT,
          Callback.READ_FILE,
          Callback.JOURNAL_SNAPSHOTS,
          Callback.BATCH_BODY);

  /** Callbacks that are called only when a whole journal is read. */
  private static final Set<Callback> FEW = EnumSet.of(Callback.FORMAT, Callback.READ_FILE);

  /** The number and the kinds of faults at each callback. */
  private static final class CallbackCounts {

    private final Map<Callback, Integer> counts = new EnumMap<>(Callback.class);
    private final Map<Callback, Set<Class<?>>> kinds = new EnumMap<>(Callback.class);

    void add(FaultInjector faults, int index) {
      Callback callback = faults.thrownAt().get(index);
      counts.merge(callback, 1, Integer::sum);
      kinds
          .computeIfAbsent(callback, any -> new HashSet<>())
          .add(faults.thrown().get(index).getClass());
    }

    void requireKinds(Set<Callback> callbacks) {
      assertThat(kinds).containsKeys(callbacks.toArray(new Callback[0]));
      callbacks.forEach(callback ->
          assertThat(kinds.get(callback)).as("faults of %s", callback).isEqualTo(KINDS));
    }
  }

  /** Second faults are tried at every third call, and at every one if all tries are made. */
  private final int stride = Tries.areAll() ? 1 : 3;

  private final CallbackCounts firstFaults = new CallbackCounts();
  private final CallbackCounts secondFaults = new CallbackCounts();

  /** The loggers of failed listeners, which would log tens of thousands of failures here. */
  private final List<Logger> loggers =
      Stream.of("ListenerQueue", "SessionGroup")
          .map(name -> Logger.getLogger("dev.fcp.eventlog.session." + name))
          .toList();

  @BeforeEach
  void silenceLoggers() {
    loggers.forEach(log -> log.setLevel(Level.OFF));
  }

  @AfterEach
  void restoreLoggers() {
    loggers.forEach(log -> log.setLevel(null));
  }

  @Test
  @Tag("many")
  void whatever_fails_the_session_is_before_or_after_and_the_next_operation_works() {
    List<List<SessionOperation>> programs = FaultSweepPrograms.all();
    List<OutsideCall> outsideCalls = outsideCalls(programs);
    Tries.sweep(outsideCalls.size(), at -> RARE.contains(outsideCalls.get(at).callback()))
        .forEach(at -> sweepFrom(outsideCalls.get(at)));
    System.out.printf(
        "exception sweep: %d programs, first faults %s, second faults %s%n",
        programs.size(), firstFaults.counts, secondFaults.counts);
    assertThat(programs).hasSizeGreaterThanOrEqualTo(50);
    assertThat(firstFaults.counts.keySet()).isEqualTo(sessionCallbacks());
    assertThat(secondFaults.counts.keySet()).isEqualTo(sessionCallbacks());
    firstFaults.requireKinds(MANY);
    if (Tries.areAll()) {
      secondFaults.requireKinds(Sets.difference(sessionCallbacks(), FEW));
    }
  }

  /** Only the first faults of a few programs. */
  @Test
  void whatever_fails_first_the_session_has_the_state_before_or_after() {
    List<List<SessionOperation>> programs = FaultSweepPrograms.all();
    for (int i = 0; i < programs.size(); i += 12) {
      sweepFirst(programs.get(i), new NaivePredictions(i % 24 == 0));
    }
    assertThat(firstFaults.counts.keySet()).containsAll(MANY);
  }

  private void sweepFirst(List<SessionOperation> program, NaivePredictions predictions) {
    int calls = FaultInjectionRun.of(program, predictions, Set.of()).programCallCount();
    for (int call = 0; call < calls; call += stride) {
      firstFaults.add(FaultInjectionRun.of(program, predictions, Set.of(call)).faults(), 0);
    }
  }

  /** Returns all callbacks except the one that only a save of a file makes. */
  private static Set<Callback> sessionCallbacks() {
    return EnumSet.complementOf(EnumSet.of(Callback.WRITE_FILE));
  }

  /** A call to outside code that a program makes. */
  private record OutsideCall(
      List<SessionOperation> program, NaivePredictions predictions, int index, Callback callback) {}

  private static List<OutsideCall> outsideCalls(List<List<SessionOperation>> programs) {
    List<OutsideCall> outsideCalls = new ArrayList<>();
    for (int i = 0; i < programs.size(); i++) {
      NaivePredictions predictions = new NaivePredictions((i + i / 20) % 2 == 0);
      FaultInjectionRun faultless = FaultInjectionRun.of(programs.get(i), predictions, Set.of());
      for (int call = 0; call < faultless.programCallCount(); call++) {
        outsideCalls.add(
            new OutsideCall(programs.get(i), predictions, call, faultless.faults().called(call)));
      }
    }
    return outsideCalls;
  }

  private void sweepFrom(OutsideCall call) {
    FaultInjectionRun run =
        FaultInjectionRun.of(call.program(), call.predictions(), Set.of(call.index()));
    assertThat(run.faults().thrownAt()).hasSize(1);
    firstFaults.add(run.faults(), 0);
    sweepAfter(call, run);
  }

  private void sweepAfter(OutsideCall call, FaultInjectionRun first) {
    for (int next = call.index() + 1; next < first.recoveryCallCount(); next++) {
      boolean isSampled = (next - 1 - call.index() - call.index() % stride) % stride == 0;
      if (isSampled || FEW.contains(first.faults().called(next))) {
        FaultInjectionRun run =
            FaultInjectionRun.of(call.program(), call.predictions(), Set.of(call.index(), next));
        assertThat(run.faults().thrownAt()).hasSize(2);
        secondFaults.add(run.faults(), 1);
      }
    }
  }
}
