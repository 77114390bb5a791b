package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Sets;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.session.Faults.FaultError;
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
 * An exception at every call that a session makes to the outside, and a second one at every call
 * after the first or at every third one, until the next operation has ended: in every program.
 */
@Clause({"SE-8", "SE-29", "SE-30", "RB-8", "BT-2"})
class ThrowSweepTest {

  private static final Set<Class<? extends Throwable>> KINDS =
      Set.of(JournalException.class, IllegalArgumentException.class, FaultError.class);

  /** What so many operations call that each kind comes first there. */
  private static final Set<Callback> OFTEN =
      EnumSet.of(
          Callback.CHECK,
          Callback.REPLAY,
          Callback.ENCODE,
          Callback.CLOCK,
          Callback.JOURNAL_LAST_NUMBER,
          Callback.JOURNAL_ENCODE,
          Callback.JOURNAL_APPEND,
          Callback.JOURNAL_APPENDED);

  /** What few programs call, and those a few times: a fault is tried at each of these calls. */
  private static final Set<Callback> RARE =
      EnumSet.of(
          Callback.MERGE,
          Callback.MODEL_DECODE,
          Callback.FORMAT,
          Callback.READ_FILE,
          Callback.JOURNAL_SNAPSHOTS);

  /** What is asked for only where a whole journal is read. */
  private static final Set<Callback> SELDOM = EnumSet.of(Callback.FORMAT, Callback.READ_FILE);

  /** How many faults there were at each callback, and of which kinds. */
  private static final class Tally {

    private final Map<Callback, Integer> counts = new EnumMap<>(Callback.class);
    private final Map<Callback, Set<Class<?>>> kinds = new EnumMap<>(Callback.class);

    void add(Faults faults, int index) {
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

  private final Tally first = new Tally();
  private final Tally second = new Tally();

  /** Where it is told that listeners failed, which happens here ten thousands of times. */
  private final List<Logger> logs =
      Stream.of("Announcements", "SessionGroup")
          .map(name -> Logger.getLogger("dev.fcp.eventlog.session." + name))
          .toList();

  @BeforeEach
  void quiet() {
    logs.forEach(log -> log.setLevel(Level.OFF));
  }

  @AfterEach
  void loud() {
    logs.forEach(log -> log.setLevel(null));
  }

  @Test
  @Tag("many")
  void whatever_fails_the_session_is_before_or_after_and_the_next_operation_works() {
    List<List<SessionOp>> programs = RecordedPrograms.all();
    List<Place> places = places(programs);
    Tries.sweep(places.size(), at -> RARE.contains(places.get(at).callback()))
        .forEach(at -> sweepFrom(places.get(at)));
    System.out.printf(
        "throw sweep: %d programs, first faults %s, second faults %s%n",
        programs.size(), first.counts, second.counts);
    assertThat(programs).hasSizeGreaterThanOrEqualTo(50);
    assertThat(first.counts.keySet()).isEqualTo(ofSessions());
    assertThat(second.counts.keySet()).isEqualTo(ofSessions());
    first.requireKinds(OFTEN);
    if (Tries.areAll()) {
      second.requireKinds(Sets.difference(ofSessions(), SELDOM));
    }
  }

  /** The first faults of a few programs alone. */
  @Test
  void whatever_fails_first_the_session_is_before_or_after() {
    List<List<SessionOp>> programs = RecordedPrograms.all();
    for (int i = 0; i < programs.size(); i += 12) {
      sweepFirst(programs.get(i), new Foreseen(i % 24 == 0));
    }
    assertThat(first.counts.keySet()).containsAll(OFTEN);
  }

  private void sweepFirst(List<SessionOp> program, Foreseen foreseen) {
    int calls = FaultRun.of(program, foreseen, Set.of()).callsOfProgram();
    for (int call = 0; call < calls; call += stride) {
      first.add(FaultRun.of(program, foreseen, Set.of(call)).faults(), 0);
    }
  }

  /** All callbacks but the one that only saving a file makes. */
  private static Set<Callback> ofSessions() {
    return EnumSet.complementOf(EnumSet.of(Callback.WRITE_FILE));
  }

  /** A call of a program. */
  private record Place(List<SessionOp> program, Foreseen foreseen, int call, Callback callback) {}

  private static List<Place> places(List<List<SessionOp>> programs) {
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < programs.size(); i++) {
      Foreseen foreseen = new Foreseen((i + i / 20) % 2 == 0);
      FaultRun right = FaultRun.of(programs.get(i), foreseen, Set.of());
      for (int call = 0; call < right.callsOfProgram(); call++) {
        places.add(new Place(programs.get(i), foreseen, call, right.faults().called(call)));
      }
    }
    return places;
  }

  private void sweepFrom(Place place) {
    FaultRun run = FaultRun.of(place.program(), place.foreseen(), Set.of(place.call()));
    assertThat(run.faults().thrownAt()).hasSize(1);
    first.add(run.faults(), 0);
    sweepAfter(place.program(), place.foreseen(), place.call(), run.callsUntilRecovery());
  }

  private void sweepAfter(List<SessionOp> program, Foreseen foreseen, int call, int end) {
    for (int next = call + 1 + call % stride; next < end; next += stride) {
      FaultRun run = FaultRun.of(program, foreseen, Set.of(call, next));
      assertThat(run.faults().thrownAt()).hasSize(2);
      second.add(run.faults(), 1);
    }
  }
}
