package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.DeepOnly;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Sessions are linearizable: whatever threads do and however they are interleaved, their results
 * are possible in a sequential execution.
 */
@Clause({"SE-15", "SE-8"})
@DeepOnly
class SessionLinearizabilityTest {

  private static ModelCheckingOptions interleavings() {
    return new ModelCheckingOptions()
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(1)
        .loopBound(1_000_000)
        .iterations(3)
        .invocationsPerIteration(50)
        // The first invocation transforms every class it loads, which takes long on a busy machine.
        .invocationTimeout$lincheck(Duration.ofMinutes(5).toMillis())
        .minimizeFailedScenario(false);
  }

  /** A journal that keeps record objects in a list. */
  private static final class ListJournal implements Journal {

    private final List<JournalRecord> records = new ArrayList<>();

    @Override
    public synchronized long lastNumber() {
      return records.size();
    }

    @Override
    public synchronized AppendResult append(long expectedLastNumber, JournalRecord record) {
      if (records.size() != expectedLastNumber) {
        return new AppendResult.Stale(records.size());
      }
      records.add(record);
      return new AppendResult.Written(records.size());
    }

    @Override
    public synchronized List<JournalRecord> read(long fromNumber) {
      return List.copyOf(records.subList((int) fromNumber - 1, records.size()));
    }
  }

  /** A session that several threads use. */
  public static final class SharedSession {

    private final Session<Counter, CounterEvent> session =
        CounterSessions.created(new ListJournal());

    /** A step. */
    @Operation
    public String step() {
      return describe(
          session.step(
              CounterSessions.options("step"),
              builder -> builder.emit(new CounterEvent.Added(builder.model().value() + 1))));
    }

    /** Undoes one step. */
    @Operation
    public String undo() {
      return describe(session.with(CounterSessions.options("undo")).undo(1));
    }

    /** Redoes one step. */
    @Operation
    public String redo() {
      return describe(session.with(CounterSessions.options("redo")).redo(1));
    }

    /** Reads the state without waiting. */
    @Operation
    public String read() {
      SessionState<Counter, CounterEvent> state = session.state();
      Digest expected = CounterSessions.DOMAIN.digestFromScratch(state.model());
      boolean matches = expected.equals(state.digest());
      return (matches ? "whole " : "torn ")
          .concat(state.digest().summary())
          .concat(state.canUndo() ? " undo" : "")
          .concat(state.canRedo() ? " redo" : "");
    }

    private static String describe(Outcome outcome) {
      return switch (outcome) {
        case Outcome.Committed committed -> "committed ".concat(committed.digest().summary());
        case Outcome.Moved moved -> "moved ".concat(moved.digest().summary());
        case Outcome.Unchanged unchanged -> "unchanged";
        case Outcome.Recorded recorded -> "recorded";
        case Outcome.Refused refused -> "refused";
        case Outcome.Pending staged -> "staged";
      };
    }
  }

  /** A counter without mutual exclusion between read and write. */
  public static final class LossyCounter {

    private volatile int value;

    /** Loses concurrent updates. */
    @Operation
    public int step() {
      int next = value + 1;
      value = next;
      return next;
    }
  }

  @Test
  void concurrent_calls_of_a_session_are_linearizable() {
    // Initializes the classes here, so that the interleavings are those of sessions only.
    SharedSession warmedUp = new SharedSession();
    List<String> results =
        List.of(warmedUp.read(), warmedUp.step(), warmedUp.undo(), warmedUp.redo());
    assertThat(results).containsExactly("whole n=0", "committed n=1", "moved n=0", "moved n=1");
    interleavings().check(SharedSession.class);
  }

  @Test
  void a_lost_update_is_found() {
    assertThatThrownBy(() -> interleavings().check(LossyCounter.class))
        .isInstanceOf(LincheckAssertionError.class)
        .satisfies(e -> assertThat(e).hasMessageContaining("step"));
  }
}
