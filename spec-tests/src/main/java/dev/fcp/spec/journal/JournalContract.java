package dev.fcp.spec.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Reversal;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.Snapshot;
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
 * What every journal does (JN-1 to JN-6, JN-14, JN-17). A subclass says how one is opened, and what
 * a journal of its kind does without; the tests of that are skipped, in sight of who runs them.
 */
public abstract class JournalContract {

  /** What a journal may do without. */
  public enum Capability {
    /** It keeps the texts of the versions that records name. */
    SOURCES,
    /** It keeps snapshots, and not only takes them. */
    SNAPSHOTS,
    /** It keeps the models of named states. */
    NAMED_STATES
  }

  private static final Origin ANN = Origin.of("ann");

  /** The journal of a test, empty at its beginning. */
  protected Journal journal = Journals.none();

  /** Made by the test framework, through the subclass. */
  protected JournalContract() {}

  /** An empty journal. */
  protected abstract Journal open();

  /**
   * The same journal in another session, or after the program was started anew; a journal that
   * lasts no longer than the program gives itself.
   */
  protected abstract Journal reopened(Journal journal);

  /** What a journal of this kind can do; all, unless a subclass knows better. */
  protected Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  private void assumeItHas(Capability capability) {
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
    assertThat(journal.append(0, saving("a"))).isEqualTo(new Journal.Appended.Written(1));
    assertThat(journal.append(1, saving("b"))).isEqualTo(new Journal.Appended.Written(2));
    assertThat(journal.lastNumber()).isEqualTo(2);
    assertThat(journal.firstNumber()).isEqualTo(1);
  }

  @Test
  @Clause("JN-1")
  void records_are_read_from_any_number_on() {
    append(saving("a"), saving("b"));
    assertThat(journal.read(1)).containsExactly(saving("a"), saving("b"));
    assertThat(journal.read(2)).containsExactly(saving("b"));
    assertThat(journal.read(3)).isEmpty();
    assertThatThrownBy(() -> journal.read(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> journal.read(4)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Clause("JN-2")
  void an_append_behind_the_last_record_is_turned_away() {
    append(saving("a"));
    assertThat(journal.append(0, saving("b"))).isEqualTo(new Journal.Appended.Behind(1));
    assertThat(journal.append(2, saving("b"))).isEqualTo(new Journal.Appended.Behind(1));
    assertThat(journal.read(1)).containsExactly(saving("a"));
  }

  @Test
  @Clause("JN-2")
  void of_many_who_expect_the_same_number_one_is_written() throws Exception {
    List<Callable<Journal.Appended>> writers = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      JournalRecord record = saving("" + i);
      writers.add(() -> journal.append(0, record));
    }
    List<Journal.Appended> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (Future<Journal.Appended> answer : threads.invokeAll(writers)) {
        answers.add(answer.get());
      }
    }
    assertThat(answers).filteredOn(Journal.Appended.Written.class::isInstance).hasSize(1);
    assertThat(journal.lastNumber()).isEqualTo(1);
  }

  @Test
  @Clause("JN-5")
  void a_record_that_was_handed_over_is_followed_before_it_lasts() {
    Journal.Receipt first = accepted(journal.submit(0, saving("a"), Journal.Receipt.NONE), 1);
    Journal.Receipt second = accepted(journal.submit(1, saving("b"), first), 2);
    second.await();
    first.await();
    assertThat(first.isLost()).isFalse();
    assertThat(journal.submit(1, saving("c"), second)).isEqualTo(new Journal.Submitted.Behind(2));
    assertThat(journal.read(1)).containsExactly(saving("a"), saving("b"));
  }

  private static Journal.Receipt accepted(Journal.Submitted submitted, long number) {
    return switch (submitted) {
      case Journal.Submitted.Accepted(var found, var receipt) -> {
        assertThat(found).isEqualTo(number);
        yield receipt;
      }
      case Journal.Submitted.Behind behind -> throw new AssertionError(behind);
    };
  }

  @Test
  @Clause("JN-3")
  void what_was_written_is_there_when_it_is_opened_again() {
    Source text = Source.of("5 # five\n".getBytes(StandardCharsets.US_ASCII));
    Digest digest = new Digest(1, "n=5", 5, 5);
    List<JournalRecord> records =
        List.of(
            new JournalRecord.Opened(Instant.EPOCH, ANN, "counter", 1, Optional.of(text), digest),
            committed("01ARZ3NDEKTSV4RRFFQ69G5FAV", Optional.empty()),
            JournalRecord.External.of(Instant.EPOCH, ANN, text, Optional.empty()),
            saving("\u00e4 \ud800 \n"));
    records.forEach(this::append);
    journal = reopened(journal);
    assertThat(journal.read(1)).containsExactlyElementsOf(records);
    assertThat(journal.lastNumber()).isEqualTo(4);
  }

  @Test
  @Clause("JN-3")
  void the_texts_of_versions_are_there_when_it_is_opened_again() {
    assumeItHas(Capability.SOURCES);
    Source text = Source.of("5 # five\n".getBytes(StandardCharsets.US_ASCII));
    append(JournalRecord.External.of(Instant.EPOCH, ANN, text, Optional.empty()));
    journal = reopened(journal);
    assertThat(journal.source(text.id())).contains(text);
    assertThat(journal.source("00".repeat(32))).isEmpty();
  }

  @Test
  @Clause("JN-4")
  void snapshots_are_kept_by_their_numbers() {
    assumeItHas(Capability.SNAPSHOTS);
    append(saving("a"), saving("b"), saving("c"));
    journal.keep(snapshot(1, "one"));
    journal.keep(snapshot(3, "three"));
    journal = reopened(journal);
    assertThat(journal.snapshots()).containsExactly(1L, 3L);
    assertThat(journal.snapshot(2)).isEmpty();
    Snapshot three = journal.snapshot(3).orElseThrow();
    assertThat(three.number()).isEqualTo(3);
    assertThat(three.state()).isEqualTo(snapshot(3, "three").state());
    assertThat(three.model()).isEqualTo(new byte[] {3, 10, 0});
    assertThatThrownBy(() -> journal.keep(snapshot(4, "four"))).hasMessageContaining("no record 4");
  }

  @Test
  @Clause("JN-14")
  void named_states_are_kept_by_their_names() {
    assumeItHas(Capability.NAMED_STATES);
    append(saving("a"));
    journal.keepNamed("a/b \u00e4", snapshot(1, "first"));
    journal.keepNamed("a/b \u00e4", snapshot(1, "second"));
    journal = reopened(journal);
    assertThat(journal.named("a/b \u00e4").orElseThrow().state())
        .isEqualTo(snapshot(1, "second").state());
    assertThat(journal.named("b")).isEmpty();
  }

  @Test
  @Clause("JN-4")
  void the_places_of_steps_are_told_in_their_order() {
    StepId one = new StepId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    StepId two = new StepId("01ARZ3NDEKTSV4RRFFQ69G5FAW");
    append(saving("a"), committed(one.ulid(), Optional.empty()), saving("b"));
    append(committed(two.ulid(), Optional.of(one)));
    assertThat(journal.stepPlaces(4))
        .containsExactly(
            new Journal.StepPlace(one, Optional.empty(), 2, 0),
            new Journal.StepPlace(two, Optional.of(one), 4, 0));
    assertThat(journal.stepPlaces(3)).hasSize(1);
  }

  @Test
  @Clause("JN-17")
  void who_holds_a_journal_goes_on_writing() {
    Journal.Hold outer = journal.hold();
    append(saving("a"));
    Journal.Hold inner = journal.hold();
    append(saving("b"));
    inner.close();
    append(saving("c"));
    outer.close();
    outer.close();
    append(saving("d"));
    journal = reopened(journal);
    assertThat(journal.read(1)).containsExactly(saving("a"), saving("b"), saving("c"), saving("d"));
  }

  @Test
  @Clause("JN-6")
  void flushing_and_closing_twice_does_no_harm() {
    append(saving("a"));
    journal.flush();
    journal.flush();
    journal.close();
    journal.close();
    journal = reopened(journal);
    assertThat(journal.read(1)).containsExactly(saving("a"));
  }

  private void append(JournalRecord... records) {
    for (JournalRecord record : records) {
      assertThat(journal.append(journal.lastNumber(), record))
          .isInstanceOf(Journal.Appended.Written.class);
    }
  }

  private static JournalRecord saving(String hash) {
    return new JournalRecord.Saving(Instant.EPOCH, ANN, hash, Optional.empty());
  }

  private static JournalRecord committed(String id, Optional<StepId> parent) {
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
            ANN.with(Map.of("id", "y", "steps", "z")),
            Instant.EPOCH,
            List.of(event),
            new Digest(1, "n=1", 1, 1),
            Reversal.NONE,
            List.of());
    return new JournalRecord.Committed(Instant.EPOCH, ANN, "steps", List.of(step));
  }

  private static Snapshot snapshot(long number, String text) {
    Value.Fields state = Value.Fields.of(Map.of("text", Value.of(text)));
    return Snapshot.of(number, state, new byte[] {(byte) number, 10, 0});
  }
}
