package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Call;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Disk calls that fail: what is reported is true, and work continues where possible. */
class DiskFailureTest {

  private static final SnapshotPolicy FREQUENT_SNAPSHOTS =
      new SnapshotPolicy(6, 1L << 20, Duration.ofDays(9));
  private static final int ROUNDS = 30;
  private static final long SMALL_SEGMENT_BYTES = 1000;
  private static final long COMPRESSED_SEGMENT_BYTES = 5000;

  private final CrashingDisk crashingDisk = new CrashingDisk();
  private final Set<Kind> failedKinds = EnumSet.noneOf(Kind.class);

  private Optional<Observation> lastObservation = Optional.empty();
  private long records;
  private boolean isUnknown;
  private long segmentBytes = JournalFixtures.LARGE_SEGMENT_BYTES;

  private FileJournal open(Predicate<Call> fails) {
    FailingDisk disk =
        new FailingDisk(
            crashingDisk,
            call -> {
              boolean failing = fails.test(call);
              if (failing) {
                failedKinds.add(call.kind());
              }
              return failing;
            });
    return FileJournal.open(
        JournalFixtures.FOLDER,
        JournalFixtures.on(disk)
            .withSnapshotPolicy(FREQUENT_SNAPSHOTS)
            .withSegmentBytes(segmentBytes));
  }

  @Test
  @Tag("many")
  @Clause({"JN-8", "SE-8"})
  void whatever_call_fails_the_state_is_before_or_after_and_reopening_works() {
    requireBeforeOrAfter(kinds ->
        // Always including the first call of each kind.
        Tries.sweep(kinds.size(), call -> kinds.indexOf(kinds.get(call)) == call));
    assertThat(failedKinds)
        .containsAll(EnumSet.complementOf(EnumSet.of(Kind.LINK, Kind.IS_WRITABLE)));
  }

  @Test
  @Clause({"JN-8", "SE-8"})
  void whatever_call_of_every_seventh_fails_the_state_is_before_or_after() {
    requireBeforeOrAfter(DiskFailureTest::everySeventh);
    assertThat(failedKinds).contains(Kind.WRITE, Kind.FORCE);
  }

  @Test
  @Clause({"JN-8", "SE-8"})
  void
      whatever_call_of_every_seventh_fails_where_segments_are_small_the_state_is_before_or_after() {
    segmentBytes = SMALL_SEGMENT_BYTES;
    requireBeforeOrAfter(DiskFailureTest::everySeventh);
    assertThat(crashingDisk.files().keySet())
        .filteredOn(file -> file.toString().endsWith(".jsonl"))
        .hasSizeGreaterThan(5);
  }

  @Test
  @Clause({"JN-3", "JN-8", "SE-8"})
  void whatever_call_of_every_seventh_fails_where_segments_are_compressed_nothing_is_lost() {
    segmentBytes = COMPRESSED_SEGMENT_BYTES;
    requireBeforeOrAfter(DiskFailureTest::everySeventh);
    assertThat(crashingDisk.files().keySet())
        .filteredOn(file -> file.toString().endsWith(".jsonl.gz"))
        .isNotEmpty();
  }

  private static IntStream everySeventh(List<Kind> calls) {
    return IntStream.iterate(0, call -> call < calls.size(), call -> call + 7);
  }

  /**
   * Lets calls fail, one in each run.
   *
   * @param sweep returns which of the calls fail, given their kinds
   */
  private void requireBeforeOrAfter(Function<List<Kind>, IntStream> sweep) {
    List<Kind> calls = runWithFailureAt(Integer.MAX_VALUE);
    assertThat(calls).hasSizeGreaterThan(300);
    sweep
        .apply(calls)
        .forEach(call -> {
          DiskFailureTest other = new DiskFailureTest();
          other.segmentBytes = segmentBytes;
          other.runAndReopen(call, failedKinds);
        });
  }

  private void runAndReopen(int failing, Set<Kind> allHit) {
    runWithFailureAt(failing);
    allHit.addAll(failedKinds);
  }

  /**
   * Runs every operation with one failing call, retries failed operations, and reopens the journal.
   *
   * @return the kinds of all calls
   */
  private List<Kind> runWithFailureAt(int failing) {
    List<Kind> calls = new ArrayList<>();
    SessionSettings settings = JournalFixtures.settings();
    Predicate<Call> fails =
        call -> {
          calls.add(call.kind());
          return calls.size() - 1 == failing;
        };
    for (int round = 0; round < ROUNDS; ) {
      try (FileJournal journal = open(fails)) {
        Session<Counter, CounterEvent> session = JournalFixtures.open(journal, settings);
        requireAcknowledged(session);
        acknowledge(session);
        round = work(session, round);
      } catch (JournalException e) {
        assertThat(failedKinds).as("only injected failures occur: " + e).hasSize(1);
      }
    }
    try (FileJournal journal = open(call -> false)) {
      Session<Counter, CounterEvent> session =
          Session.resume(CounterSessions.DOMAIN, journal, SessionSettings.standard());
      assertThat(session.verify().isValid()).isTrue();
      requireAcknowledged(session);
    }
    return calls;
  }

  /** Records that the state of this session was acknowledged. */
  private void acknowledge(Session<Counter, CounterEvent> session) {
    records = session.state().recordNumber();
    lastObservation = Optional.of(Observation.of(session.state()));
    isUnknown = false;
  }

  /** Requires everything acknowledged; an operation with an unknown outcome may have added more. */
  private void requireAcknowledged(Session<Counter, CounterEvent> session) {
    assertThat(session.state().recordNumber()).isGreaterThanOrEqualTo(records);
    if (lastObservation.isPresent() && !isUnknown) {
      assertThat(Observation.of(session.state())).isEqualTo(lastObservation.get());
    }
  }

  /** Continues after a failed operation as long as the journal accepts records. */
  private int work(Session<Counter, CounterEvent> session, int from) {
    int round = from;
    while (round < ROUNDS) {
      Observation before = Observation.of(session.state());
      try {
        JournalFixtures.runRound(session, round);
        acknowledge(session);
        round++;
      } catch (OutcomeUnknownException e) {
        assertThat(Observation.of(session.state())).isEqualTo(before);
        isUnknown = true;
        throw e;
      } catch (JournalException e) {
        assertThat(failedKinds).as("only injected failures occur: " + e).hasSize(1);
        acknowledge(session);
        round++;
      }
    }
    return round;
  }
}
