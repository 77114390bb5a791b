package dev.fcp.spec.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.PlanInput;
import dev.fcp.eventlog.history.planner.RollbackPlanner;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.Upcasters;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.CrashingDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The stored indexes of steps: which records need not be read, and that no index changes a result,
 * whatever it contains.
 */
@Clause("JN-4")
class StepIndexesTest {

  /** Four times that: each index is of eight records. */
  private static final SnapshotPolicy EVERY_TWO =
      new SnapshotPolicy(2, 1L << 40, Duration.ofDays(9999));

  private static final int RECORDS_PER_INDEX = 8;

  private final CrashingDisk disk = new CrashingDisk();

  /** Counters that count the events which are read. */
  private static final class CountingDomain extends ForwardingDomain<Counter, CounterEvent> {

    private final AtomicInteger decodedCount = new AtomicInteger();

    CountingDomain() {
      super(CounterSessions.DOMAIN);
    }

    @Override
    public EventCodec<CounterEvent> eventCodec() {
      EventCodec<CounterEvent> codec = super.eventCodec();
      return new EventCodec<>() {
        @Override
        public Value.Fields encode(CounterEvent event) {
          return codec.encode(event);
        }

        @Override
        public CounterEvent decode(Value.Fields fields) {
          decodedCount.incrementAndGet();
          return codec.decode(fields);
        }
      };
    }
  }

  private static FileJournal.Settings settings(CrashingDisk disk) {
    return JournalFixtures.on(disk).withSnapshotPolicy(EVERY_TWO);
  }

  private static FileJournal open(CrashingDisk disk) {
    return FileJournal.open(JournalFixtures.FOLDER, settings(disk));
  }

  private static Session<Counter, CounterEvent> resume(FileJournal journal) {
    return Session.resume(CounterSessions.DOMAIN, journal, JournalFixtures.settings());
  }

  private static List<Path> indexes(CrashingDisk disk) {
    return disk.files().keySet().stream()
        .filter(file -> file.toString().endsWith(".index"))
        .sorted()
        .toList();
  }

  private static CrashingDisk withoutIndexes(CrashingDisk disk) {
    CrashingDisk copy = new CrashingDisk();
    disk.files()
        .forEach((file, bytes) -> {
          if (!file.toString().endsWith(".index")) {
            copy.put(file, bytes);
          }
        });
    return copy;
  }

  private void write(int records) {
    try (FileJournal journal = open(disk)) {
      JournalFixtures.write(journal, records);
    }
  }

  /** Returns a plan for each step, and for some filters. */
  private static List<RollbackSelection> selections(SessionState<Counter, CounterEvent> state) {
    List<RollbackSelection> selections = new ArrayList<>();
    for (StepId id : state.history().stepIds()) {
      selections.add(RollbackSelection.of(state.appliedCopyOf(id)));
    }
    for (String actor : List.of("ann", "bot", "nobody")) {
      StepFilter filter = StepFilter.ANY.withActor(actor);
      selections.add(new RollbackSelection.Matching(filter));
      selections.add(new RollbackSelection.From(filter));
      for (StepId id : state.history().stepIds()) {
        var time = state.history().step(id).time();
        selections.add(new RollbackSelection.Matching(filter.since(time).until(time)));
      }
    }
    return selections;
  }

  /** Everything that indexes are used for. */
  private static List<Object> answers(Session<Counter, CounterEvent> session) {
    SessionState<Counter, CounterEvent> state = session.state();
    List<Object> answers = new ArrayList<>();
    for (StepId id : state.history().stepIds()) {
      answers.add(List.of(id, state.history().parent(id), state.history().step(id)));
    }
    for (RollbackSelection selection : selections(state)) {
      answers.add(session.rollbacks().plan(selection));
    }
    return answers;
  }

  /** The plans that are made without stored indexes. */
  private static List<RollbackPlan<CounterEvent>> plansFromSteps(
      SessionState<Counter, CounterEvent> state) {
    var planner = new RollbackPlanner<>(CounterSessions.DOMAIN);
    var input =
        new PlanInput<>(state.history(), state.undoStack().applied(), state.head(), state.model());
    return selections(state).stream().map(it -> planner.plan(input, it)).toList();
  }

  static IntStream lengths() {
    return IntStream.range(0, Tries.of(60)).map(i -> 9 + 3 * i);
  }

  /** The journals contain branches, redo tails, rollbacks, external versions and pruned steps. */
  @ParameterizedTest
  @MethodSource("lengths")
  @Clause({"RB-7", "SE-21"})
  void plans_are_the_same_with_and_without_indexes(int records) {
    write(records);
    assertThat(indexes(disk)).isNotEmpty();
    try (FileJournal journal = open(disk);
        FileJournal plain = open(withoutIndexes(disk))) {
      Session<Counter, CounterEvent> session = resume(journal);
      assertThat(answers(session)).isEqualTo(answers(resume(plain)));
      assertThat(selections(session.state()).stream().map(session.rollbacks()::plan).toList())
          .isEqualTo(plansFromSteps(session.state()));
    }
  }

  @Test
  @Clause("RB-7")
  void plans_stay_the_same_while_steps_are_made_undone_and_pruned() {
    try (FileJournal journal = open(disk)) {
      var session = JournalFixtures.open(journal, JournalFixtures.settings());
      for (int round = 0; round < Tries.of(150); round++) {
        JournalFixtures.runRound(session, round);
        List<RollbackSelection> selections = selections(session.state());
        assertThat(selections.stream().map(session.rollbacks()::plan).toList())
            .as("round %d", round)
            .isEqualTo(plansFromSteps(session.state()));
      }
    }
  }

  private Session<Counter, CounterEvent> addSteps(FileJournal journal, int count) {
    Session<Counter, CounterEvent> session = CounterSessions.created(journal);
    for (int i = 0; i < count; i++) {
      CounterSessions.add(session, 1);
    }
    return session;
  }

  /** Returns how many events are read to open a journal and plan the rollback of its first step. */
  private int decodedForFirstPlan(int steps) {
    CrashingDisk own = new CrashingDisk();
    try (FileJournal journal = open(own)) {
      assertThat(addSteps(journal, steps).state().undoDepth()).isEqualTo(steps);
    }
    CountingDomain domain = new CountingDomain();
    try (FileJournal journal = open(own)) {
      var session = Session.resume(domain, journal, JournalFixtures.settings());
      StepId first = session.state().undoStack().applied().get(0);
      assertThat(session.rollbacks().plan(RollbackSelection.of(first)).steps())
          .containsExactly(first);
    }
    return domain.decodedCount.get();
  }

  @Test
  @Clause("HI-10")
  void the_first_plan_reads_no_step_that_it_does_not_concern() {
    int few = decodedForFirstPlan(5 * RECORDS_PER_INDEX);
    assertThat(few).isLessThanOrEqualTo(2 * RECORDS_PER_INDEX);
    assertThat(decodedForFirstPlan(50 * RECORDS_PER_INDEX)).isEqualTo(few);
  }

  @Test
  @Clause("HI-10")
  void a_filter_reads_only_indexes_with_an_origin_that_it_accepts() {
    CountingDomain domain = new CountingDomain();
    try (FileJournal journal = open(disk)) {
      Session<Counter, CounterEvent> session = addSteps(journal, 50 * RECORDS_PER_INDEX);
      session.by(Origin.of("guest")).step("once", it -> it.emit(new CounterEvent.Added(7)));
      addSteps(session, 50 * RECORDS_PER_INDEX);
    }
    try (FileJournal journal = open(disk)) {
      var session = Session.resume(domain, journal, JournalFixtures.settings());
      StepFilter guest = StepFilter.ANY.withActor("guest");
      assertThat(session.rollbacks().plan(new RollbackSelection.Matching(guest)).steps())
          .hasSize(1);
      assertThat(domain.decodedCount).hasValueLessThan(4 * RECORDS_PER_INDEX);
    }
  }

  private static void addSteps(Session<Counter, CounterEvent> session, int count) {
    for (int i = 0; i < count; i++) {
      CounterSessions.add(session, 1);
    }
  }

  @Test
  @Clause("JN-10")
  void a_damaged_index_changes_no_result() {
    write(40);
    Path index = indexes(disk).get(1);
    byte[] intact = disk.files().get(index);
    List<Object> expected;
    try (FileJournal journal = open(disk.copy())) {
      expected = answers(resume(journal));
    }
    Tries.sweep(intact.length)
        .forEach(offset -> {
          CrashingDisk damaged = disk.copy();
          damaged.flipBit(index, offset, offset % Byte.SIZE);
          requireAnswers(damaged, expected, "byte " + offset);
        });
    Tries.sweep(intact.length)
        .forEach(size -> {
          CrashingDisk damaged = disk.copy();
          damaged.put(index, Arrays.copyOf(intact, size));
          requireAnswers(damaged, expected, size + " bytes");
        });
  }

  private static void requireAnswers(CrashingDisk disk, List<Object> expected, String reason) {
    try (FileJournal journal = open(disk)) {
      assertThat(answers(resume(journal))).as(reason).isEqualTo(expected);
    }
  }

  /** What a journal leads to: its answers, or why it cannot be opened. */
  private static List<Object> outcome(CrashingDisk disk) {
    try (FileJournal journal = open(disk)) {
      return answers(resume(journal));
    } catch (JournalException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  @Test
  @Clause("JN-10")
  void damaged_records_have_the_same_effect_with_and_without_indexes() {
    write(60);
    Path segment =
        disk.files().keySet().stream()
            .filter(file -> file.toString().endsWith(".jsonl"))
            .findFirst()
            .orElseThrow();
    Tries.sweep(disk.files().get(segment).length / 97)
        .forEach(at -> {
          CrashingDisk damaged = disk.copy();
          damaged.flipBit(segment, 97 * at, at % Byte.SIZE);
          assertThat(outcome(damaged.copy()))
              .as("byte %d", 97 * at)
              .isEqualTo(outcome(withoutIndexes(damaged)));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  @Clause("JN-10")
  void the_index_of_other_records_or_of_another_journal_is_not_used(int shift) {
    CrashingDisk other = new CrashingDisk();
    try (FileJournal journal = open(other)) {
      addSteps(journal, 60);
    }
    write(60);
    List<Object> expected;
    try (FileJournal journal = open(withoutIndexes(disk))) {
      expected = answers(resume(journal));
    }
    Map<Path, byte[]> own = disk.files();
    List<Path> files = indexes(disk);
    Path first = files.get(1 + shift);
    CrashingDisk swapped = disk.copy();
    swapped.put(files.get(1), own.get(first));
    requireAnswers(swapped, expected, "other records");
    CrashingDisk foreign = disk.copy();
    indexes(disk).stream()
        .filter(other.files()::containsKey)
        .forEach(file -> foreign.put(file, other.files().get(file)));
    requireAnswers(foreign, expected, "another journal");
  }

  @Test
  @Clause("JN-10")
  void the_index_of_another_release_is_not_used() {
    write(40);
    List<Object> expected = outcome(disk.copy());
    try (FileJournal journal = open(disk)) {
      long number = journal.indexNumbers().get(1);
      Journal.Snapshot index = journal.index(number).orElseThrow();
      Map<String, Value> state = new TreeMap<>(index.state().fields());
      state.put("version", Value.of(index.state().at("version").asLong() - 1));
      journal.writeIndex(
          Journal.Snapshot.of(number, Value.Fields.of(state), "earlier format".getBytes(UTF_8)));
      assertThat(answers(resume(journal))).isEqualTo(expected);
    }
    assertThat(outcome(disk)).isEqualTo(expected);
  }

  @Test
  void an_index_that_was_made_with_other_upcasters_is_not_used() {
    write(20);
    FileJournal.Settings upcasting =
        settings(disk).withUpcasters(Upcasters.none().with("added", 1, List::of));
    try (FileJournal journal = FileJournal.open(JournalFixtures.FOLDER, upcasting)) {
      assertThat(journal.indexNumbers()).contains(8L, 16L);
      assertThat(journal.index(8)).isEmpty();
    }
    try (FileJournal journal = open(disk)) {
      assertThat(journal.index(8)).isPresent();
    }
  }

  @Test
  void missing_indexes_are_written_after_a_snapshot() {
    write(60);
    CrashingDisk plain = withoutIndexes(disk);
    try (FileJournal journal = open(plain)) {
      var session = Session.resume(CounterSessions.DOMAIN, journal, SessionSettings.standard());
      addSteps(session, 20 * RECORDS_PER_INDEX);
      long first = journal.firstNumber();
      long last = journal.lastNumber();
      assertThat(journal.indexNumbers())
          .containsAll(
              IntStream.rangeClosed(1, (int) (last - 2) / RECORDS_PER_INDEX)
                  .mapToObj(i -> (long) i * RECORDS_PER_INDEX)
                  .filter(number -> number >= first)
                  .toList());
    }
  }

  @Test
  @Clause("JN-14")
  void the_indexes_of_discarded_records_are_deleted() {
    try (FileJournal journal = open(disk)) {
      Session<Counter, CounterEvent> session = addSteps(journal, 10 * RECORDS_PER_INDEX);
      session.prune(new RetentionPolicy(2, Duration.ZERO, 3));
      assertThat(journal.indexNumbers())
          .isNotEmpty()
          .allMatch(number -> number >= journal.firstNumber());
    }
  }

  @Test
  void two_steps_with_the_same_id_in_different_indexes_are_refused() {
    CrashingDisk other = new CrashingDisk();
    try (FileJournal journal = open(disk);
        FileJournal copy = open(other)) {
      Session<Counter, CounterEvent> session = CounterSessions.created(journal);
      for (int i = 0; i < 3 * RECORDS_PER_INDEX; i++) {
        CounterSessions.add(session, 1);
      }
      List<JournalRecord> records = new ArrayList<>(journal.read(1));
      Step<Value.Fields> first = records.get(1).steps().get(0);
      records.set(20, records.get(20).withSteps(List.of(first)));
      records.forEach(record -> copy.append(copy.lastNumber(), record));
      copy.writeSnapshot(journal.snapshot(journal.snapshotNumbers().getLast()).orElseThrow());
      assertThatThrownBy(() -> resume(copy))
          .isInstanceOf(DamagedRecordException.class)
          .hasMessageContaining(first.id().ulid());
    }
  }
}
