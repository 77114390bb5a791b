package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.DelegatingJournal;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many records are parsed to read a history of large batches and single steps. */
@Clause("HI-10")
class HistoryCostTest {

  private static final int BATCHES = 4;
  private static final int STEPS_PER_BATCH = 200;
  private static final int SINGLE_STEPS = 50;
  private static final int STEPS = BATCHES * STEPS_PER_BATCH + SINGLE_STEPS;
  private static final int RECORDS = BATCHES + SINGLE_STEPS;
  private static final EditOptions OPTIONS = EditOptions.of("add", Origin.of("ann", "desk", ""));

  /** Counts the records that are parsed, and wants a snapshot after each. */
  private static final class CountingJournal implements DelegatingJournal {

    private final InMemoryJournal delegate = InMemoryJournal.empty();
    private int parsedCount;

    @Override
    public InMemoryJournal delegate() {
      return delegate;
    }

    @Override
    public List<JournalRecord> read(long fromNumber) {
      List<JournalRecord> records = delegate.read(fromNumber);
      return new AbstractList<>() {
        @Override
        public JournalRecord get(int index) {
          parsedCount++;
          return records.get(index);
        }

        @Override
        public int size() {
          return records.size();
        }
      };
    }

    @Override
    public boolean isSnapshotDue() {
      return true;
    }

    @Override
    public void writeSnapshot(Snapshot snapshot) {
      delegate.writeSnapshot(snapshot);
    }

    @Override
    public List<Long> snapshotNumbers() {
      return delegate.snapshotNumbers();
    }

    @Override
    public Optional<Snapshot> snapshot(long recordNumber) {
      return delegate.snapshot(recordNumber);
    }
  }

  private final CountingJournal journal = new CountingJournal();
  private Session<Counter, CounterEvent> session;

  @BeforeEach
  void resumeLongHistory() {
    var written =
        Session.create(new CounterDomain(), OPTIONS.origin(), journal, SessionSettings.standard());
    for (int i = 0; i < BATCHES; i++) {
      written.batch(
          OPTIONS,
          batch -> {
            for (int j = 0; j < STEPS_PER_BATCH; j++) {
              batch.step(OPTIONS, builder -> builder.emit(new CounterEvent.Added(1)));
            }
          });
    }
    for (int i = 0; i < SINGLE_STEPS; i++) {
      written.step(OPTIONS, builder -> builder.emit(new CounterEvent.Added(1)));
    }
    session = Session.resume(new CounterDomain(), journal, SessionSettings.standard());
    assertThat(session.state().undoDepth()).isEqualTo(STEPS);
    journal.parsedCount = 0;
  }

  @Test
  void reading_all_steps_parses_each_record_once() {
    assertThat(session.state().history().steps()).hasSize(STEPS).doesNotContainNull();
    journal.parsedCount = 0;
    session.state().history().steps().forEach(Step::label);
    assertThat(journal.parsedCount).isEqualTo(RECORDS);
  }

  @Test
  void reading_the_newest_steps_parses_only_their_records() {
    session.state().undoableSteps(STEPS).reversed().stream().limit(10).forEach(Step::label);
    assertThat(journal.parsedCount).isEqualTo(10);
  }

  @Test
  void undo_parses_each_record_a_few_times() {
    assertThat(session.with(OPTIONS).undo(STEPS)).isInstanceOf(Outcome.Moved.class);
    assertThat(session.model()).isEqualTo(new Counter(0));
    assertThat(journal.parsedCount).isLessThanOrEqualTo(3 * RECORDS);
  }

  @Test
  @Clause("HI-2")
  void a_distant_jump_parses_only_the_records_after_the_nearest_snapshot() {
    HistoryPoint point = pointAfter(STEPS_PER_BATCH - 1);
    session.with(OPTIONS).branches().jumpTo(point);
    assertThat(session.model()).isEqualTo(new Counter(STEPS_PER_BATCH));
    assertThat(journal.parsedCount).isLessThanOrEqualTo(5);
    session.with(OPTIONS).branches().jumpTo(pointAfter(STEPS - 1));
    assertThat(session.model()).isEqualTo(new Counter(STEPS));
  }

  private HistoryPoint pointAfter(int index) {
    return HistoryPoint.after(session.state().history().stepIds().get(index));
  }

  @Test
  void counting_expired_steps_parses_each_record_once() {
    RetentionPolicy policy = new RetentionPolicy(1, Duration.ZERO, 0);
    policy.expiredCount(session.state(), Instant.now());
    assertThat(journal.parsedCount).isLessThanOrEqualTo(RECORDS);
  }
}
