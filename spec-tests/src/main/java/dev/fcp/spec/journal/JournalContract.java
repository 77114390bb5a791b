package dev.fcp.spec.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.spec.Clause;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The tests that every journal must pass (JN-1 to JN-6, JN-14, JN-17, PR-9). A subclass opens the
 * journal and declares its capabilities; the tests of missing capabilities are reported as skipped.
 */
public abstract class JournalContract {

  /** The optional capabilities of a journal. */
  public enum Capability {
    /** It keeps the sources that records name. */
    SOURCES,
    /** It stores snapshots instead of ignoring them. */
    SNAPSHOTS,
    /** It keeps the models of named states. */
    NAMED_STATES,
    /** It stores values of projections instead of ignoring them. */
    PROJECTIONS
  }

  private static final Origin ANN = Origin.of("ann");

  /** The journal of the current test; empty at its beginning. */
  protected Journal journal = PlaceholderJournals.none();

  /** For subclasses. */
  protected JournalContract() {}

  /** Opens an empty journal. */
  protected abstract Journal open();

  /**
   * Opens the same journal again, as another session or a restarted program would. A journal in
   * memory returns itself.
   */
  protected abstract Journal reopen(Journal journal);

  /** Returns the capabilities of this journal; by default all. */
  protected Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  private void assumeCapability(Capability capability) {
    assumeTrue(capabilities().contains(capability), () -> "this journal is without " + capability);
  }

  @BeforeEach
  void openAJournal() {
    journal = open();
  }

  @AfterEach
  void closeTheJournal() {
    journal.close();
  }

  @Test
  @Clause("JN-1")
  void records_are_numbered_from_one() {
    assertThat(journal.lastNumber()).isZero();
    assertThat(journal.append(0, savingRecord("a"))).isEqualTo(new Journal.AppendResult.Written(1));
    assertThat(journal.append(1, savingRecord("b"))).isEqualTo(new Journal.AppendResult.Written(2));
    assertThat(journal.lastNumber()).isEqualTo(2);
    assertThat(journal.firstNumber()).isEqualTo(1);
  }

  @Test
  @Clause("JN-1")
  void records_are_read_from_any_number() {
    append(savingRecord("a"), savingRecord("b"));
    assertThat(journal.read(1)).containsExactly(savingRecord("a"), savingRecord("b"));
    assertThat(journal.read(2)).containsExactly(savingRecord("b"));
    assertThat(journal.read(3)).isEmpty();
    assertThatThrownBy(() -> journal.read(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> journal.read(4)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Clause("JN-2")
  void an_append_with_a_stale_number_is_refused() {
    append(savingRecord("a"));
    assertThat(journal.append(0, savingRecord("b"))).isEqualTo(new Journal.AppendResult.Stale(1));
    assertThat(journal.append(2, savingRecord("b"))).isEqualTo(new Journal.AppendResult.Stale(1));
    assertThat(journal.read(1)).containsExactly(savingRecord("a"));
  }

  @Test
  @Clause("JN-2")
  void of_concurrent_appends_with_one_expected_number_one_succeeds() throws Exception {
    List<Callable<Journal.AppendResult>> writers = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      JournalRecord record = savingRecord("" + i);
      writers.add(() -> journal.append(0, record));
    }
    List<Journal.AppendResult> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (Future<Journal.AppendResult> result : threads.invokeAll(writers)) {
        results.add(result.get());
      }
    }
    assertThat(results).filteredOn(Journal.AppendResult.Written.class::isInstance).hasSize(1);
    assertThat(journal.lastNumber()).isEqualTo(1);
  }

  @Test
  @Clause("JN-5")
  void a_submitted_record_can_be_followed_before_it_is_durable() {
    Journal.Receipt first =
        requireAccepted(journal.submit(0, savingRecord("a"), Journal.Receipt.NONE), 1);
    Journal.Receipt second = requireAccepted(journal.submit(1, savingRecord("b"), first), 2);
    second.await();
    first.await();
    assertThat(first.hasFailed()).isFalse();
    assertThat(journal.submit(1, savingRecord("c"), second))
        .isEqualTo(new Journal.SubmitResult.Stale(2));
    assertThat(journal.read(1)).containsExactly(savingRecord("a"), savingRecord("b"));
  }

  private static Journal.Receipt requireAccepted(Journal.SubmitResult submitted, long number) {
    return switch (submitted) {
      case Journal.SubmitResult.Accepted(var found, var receipt) -> {
        assertThat(found).isEqualTo(number);
        yield receipt;
      }
      case Journal.SubmitResult.Stale stale -> throw new AssertionError(stale);
    };
  }

  @Test
  @Clause("JN-3")
  void records_are_there_after_reopening() {
    Source text = Source.of("5 # five\n".getBytes(StandardCharsets.US_ASCII));
    Digest digest = new Digest(1, "n=5", 5, 5);
    List<JournalRecord> records =
        List.of(
            new JournalRecord.Opened(Instant.EPOCH, ANN, "counter", 1, Optional.of(text), digest),
            committedRecord("01ARZ3NDEKTSV4RRFFQ69G5FAV", HistoryPoint.BASE),
            JournalRecord.External.of(Instant.EPOCH, ANN, text, HistoryPoint.BASE),
            savingRecord("\u00e4 \ud800 \n"));
    records.forEach(this::append);
    journal = reopen(journal);
    assertThat(journal.read(1)).containsExactlyElementsOf(records);
    assertThat(journal.lastNumber()).isEqualTo(4);
  }

  @Test
  @Clause("JN-3")
  void sources_are_there_after_reopening() {
    assumeCapability(Capability.SOURCES);
    Source text = Source.of("5 # five\n".getBytes(StandardCharsets.US_ASCII));
    append(JournalRecord.External.of(Instant.EPOCH, ANN, text, HistoryPoint.BASE));
    journal = reopen(journal);
    assertThat(journal.source(text.id())).contains(text);
    assertThat(journal.source("00".repeat(32))).isEmpty();
  }

  @Test
  @Clause("JN-4")
  void snapshots_are_kept_by_their_numbers() {
    assumeCapability(Capability.SNAPSHOTS);
    append(savingRecord("a"), savingRecord("b"), savingRecord("c"));
    journal.writeSnapshot(snapshot(1, "one"));
    journal.writeSnapshot(snapshot(3, "three"));
    journal = reopen(journal);
    assertThat(journal.snapshotNumbers()).containsExactly(1L, 3L);
    assertThat(journal.snapshot(2)).isEmpty();
    Snapshot three = journal.snapshot(3).orElseThrow();
    assertThat(three.recordNumber()).isEqualTo(3);
    assertThat(three.state()).isEqualTo(snapshot(3, "three").state());
    assertThat(three.model()).isEqualTo(new byte[] {3, 10, 0});
    assertThatThrownBy(() -> journal.writeSnapshot(snapshot(4, "four")))
        .hasMessageContaining("no record 4");
  }

  @Test
  @Clause("JN-14")
  void named_states_are_kept_by_their_names() {
    assumeCapability(Capability.NAMED_STATES);
    append(savingRecord("a"));
    journal.writeNamedSnapshot("a/b \u00e4", snapshot(1, "first"));
    journal.writeNamedSnapshot("a/b \u00e4", snapshot(1, "second"));
    journal = reopen(journal);
    assertThat(journal.namedSnapshot("a/b \u00e4").orElseThrow().state())
        .isEqualTo(snapshot(1, "second").state());
    assertThat(journal.namedSnapshot("b")).isEmpty();
  }

  @Test
  @Clause({"PR-9", "PR-11"})
  void values_of_projections_are_kept_by_their_names_until_they_are_deleted() {
    assumeCapability(Capability.PROJECTIONS);
    append(savingRecord("a"), savingRecord("b"));
    journal.writeProjection("a/b \u00e4", snapshot(1, "first"));
    journal.writeProjection("a/b \u00e4", snapshot(2, "second"));
    journal.writeProjection("c", snapshot(2, "third"));
    journal = reopen(journal);
    Snapshot second = journal.projection("a/b \u00e4").orElseThrow();
    assertThat(second.recordNumber()).isEqualTo(2);
    assertThat(second.state().text("text")).isEqualTo("second");
    assertThat(second.model()).isEqualTo(snapshot(2, "second").model());
    assertThat(journal.projection("b")).isEmpty();
    journal.deleteProjections();
    journal = reopen(journal);
    assertThat(journal.projection("a/b \u00e4")).isEmpty();
    assertThat(journal.projection("c")).isEmpty();
    journal.writeProjection("c", snapshot(2, "fourth"));
    assertThat(journal.projection("c")).isPresent();
  }

  @Test
  @Clause("JN-4")
  void step_locations_are_listed_in_order() {
    StepId firstStep = new StepId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    StepId secondStep = new StepId("01ARZ3NDEKTSV4RRFFQ69G5FAW");
    append(
        savingRecord("a"), committedRecord(firstStep.ulid(), HistoryPoint.BASE), savingRecord("b"));
    append(committedRecord(secondStep.ulid(), HistoryPoint.after(firstStep)));
    assertThat(journal.stepLocations(journal.firstNumber(), 4))
        .containsExactly(
            new Journal.StepLocation(firstStep, HistoryPoint.BASE, 2, 0),
            new Journal.StepLocation(secondStep, HistoryPoint.after(firstStep), 4, 0));
    assertThat(journal.stepLocations(journal.firstNumber(), 3)).hasSize(1);
  }

  @Test
  @Clause("JN-17")
  void the_holder_of_the_write_lock_keeps_appending() {
    Journal.WriteLock outer = journal.acquireWriteLock();
    append(savingRecord("a"));
    Journal.WriteLock inner = journal.acquireWriteLock();
    append(savingRecord("b"));
    inner.close();
    append(savingRecord("c"));
    outer.close();
    outer.close();
    append(savingRecord("d"));
    journal = reopen(journal);
    assertThat(journal.read(1))
        .containsExactly(
            savingRecord("a"), savingRecord("b"), savingRecord("c"), savingRecord("d"));
  }

  @Test
  @Clause("JN-6")
  void flushing_and_closing_twice_does_no_harm() {
    append(savingRecord("a"));
    journal.flush();
    journal.flush();
    journal.close();
    journal.close();
    journal = reopen(journal);
    assertThat(journal.read(1)).containsExactly(savingRecord("a"));
  }

  private void append(JournalRecord... records) {
    for (JournalRecord record : records) {
      assertThat(journal.append(journal.lastNumber(), record))
          .isInstanceOf(Journal.AppendResult.Written.class);
    }
  }

  private static JournalRecord savingRecord(String hash) {
    return new JournalRecord.Saving(Instant.EPOCH, ANN, hash, HistoryPoint.BASE);
  }

  private static JournalRecord committedRecord(String id, HistoryPoint parent) {
    Value.Fields event =
        Value.Fields.of(
            Map.of(
                "type", Value.of("added"),
                "id", Value.of("{\"parent\":\"]\\"),
                "parent", Value.of("x")));
    Step<Value.Fields> step =
        new Step<>(
            new StepId(id),
            parent,
            "\"label\" \\",
            ANN.withProvenance(Map.of("id", "y", "steps", "z")),
            Instant.EPOCH,
            List.of(event),
            new Digest(1, "n=1", 1, 1),
            Reversal.NONE,
            List.of(),
            EditorSelection.NONE,
            false);
    return new JournalRecord.Committed(Instant.EPOCH, ANN, "steps", List.of(step));
  }

  private static Snapshot snapshot(long number, String text) {
    Value.Fields state = Value.Fields.of(Map.of("text", Value.of(text)));
    return Snapshot.of(number, state, new byte[] {(byte) number, 10, 0});
  }
}
