package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.withThreeSteps;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Redaction;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.AuditQuery;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.ArchivePolicy;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.session.Audit;
import dev.fcp.eventlog.session.Branches;
import dev.fcp.eventlog.session.FileRecorder;
import dev.fcp.eventlog.session.HistoricalViews;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Rollbacks;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.UndoLimits;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which record each operation writes. */
class SessionRecordsTest {

  private static final String HASH = "0a".repeat(32);
  private static final StepFilter OWN = StepFilter.sameActorAndSession(CounterSessions.ANN);

  /** An operation and the record that it must write. */
  private record Recorded(
      Consumer<Session<Counter, CounterEvent>> preparation,
      Consumer<Session<Counter, CounterEvent>> operation,
      Class<? extends JournalRecord> kind) {}

  private static final Map<String, Recorded> CHANGES =
      Map.ofEntries(
          change("step", JournalRecord.Committed.class, session -> add(session, 4)),
          change(
              "batch",
              JournalRecord.Committed.class,
              session -> session.batch(options("b"), batch -> add(session, 4))),
          change(
              "prune",
              JournalRecord.Pruned.class,
              session ->
                  session.with(options("r")).prune(new RetentionPolicy(1, Duration.ZERO, 0))),
          change(
              "redact",
              JournalRecord.Redacted.class,
              session -> session.with(options("r")).redact(new Redaction.OfText("unknown"), "why")),
          change(
              "salvage",
              JournalRecord.Refused.class,
              session ->
                  session.salvage(
                      List.of(
                          new JournalRecord.Refused(
                              Instant.EPOCH, CounterSessions.ANN, "lost", "lost")))),
          change("clear", JournalRecord.Moved.class, session -> session.with(options("c")).clear()),
          change(
              "mark", JournalRecord.Marked.class, session -> session.with(options("m")).mark("")),
          change(
              "endMarks",
              JournalRecord.Marked.class,
              session -> session.with(options("m")).endMarks()),
          change(
              "markSaved",
              JournalRecord.Saved.class,
              session -> session.with(options("m")).markSaved()),
          change("undo", JournalRecord.Moved.class, session -> session.with(options("u")).undo(1)),
          change("redo", JournalRecord.Moved.class, session -> session.with(options("r")).redo(1)),
          change(
              "bailTo",
              JournalRecord.Moved.class,
              session -> session.with(options("b")).bailTo("c")),
          change(
              "squashTo",
              JournalRecord.Replaced.class,
              session -> session.with(options("r")).redo(1),
              session -> session.with(options("s")).squashTo("c")),
          change(
              "squash",
              JournalRecord.Replaced.class,
              session -> session.with(options("r")).redo(1),
              session -> session.with(options("s")).squash(2)),
          change(
              "undoTo",
              JournalRecord.Moved.class,
              session -> session.with(options("u")).undoTo("c")),
          change(
              "switchTo",
              JournalRecord.Moved.class,
              session -> session.with(options("s")).branches().switchTo(HistoryPoint.BASE)),
          change(
              "jumpTo",
              JournalRecord.Moved.class,
              session -> session.with(options("j")).branches().jumpTo(HistoryPoint.BASE)),
          change(
              "name",
              JournalRecord.Named.class,
              session -> session.with(options("n")).branches().name("b", HistoryPoint.BASE)),
          change(
              "checkpoint",
              JournalRecord.Named.class,
              session -> session.with(options("n")).checkpoint("d")),
          change(
              "recordSaving",
              JournalRecord.Saving.class,
              session ->
                  session.with(options("s")).fileRecorder().recordSaving(HASH, HistoryPoint.BASE)),
          change(
              "recordSaved",
              JournalRecord.Saved.class,
              session ->
                  session.with(options("s")).fileRecorder().recordSaved(HASH, HistoryPoint.BASE)),
          change(
              "recordFailed",
              JournalRecord.Failed.class,
              session ->
                  session.with(options("s")).fileRecorder().recordSaving(HASH, HistoryPoint.BASE),
              session ->
                  session
                      .with(options("s"))
                      .fileRecorder()
                      .recordFailed(HASH, HistoryPoint.BASE, "why")),
          change(
              "recordRewritten",
              JournalRecord.External.class,
              session ->
                  session
                      .with(options("f"))
                      .fileRecorder()
                      .recordRewritten(source("7\n"), HistoryPoint.BASE)),
          change(
              "mergeExternal",
              JournalRecord.External.class,
              session ->
                  session
                      .with(options("t"))
                      .fileRecorder()
                      .mergeExternal(
                          source("8\n"),
                          MergeExtent.PART,
                          builder -> builder.emit(new CounterEvent.Added(4)))),
          change(
              "recordUndecided",
              JournalRecord.External.class,
              session -> session.with(options("a")).fileRecorder().recordUndecided(source("9\n"))),
          change("rollback", JournalRecord.Committed.class, SessionRecordsTest::rollBack),
          change("undoOwn", JournalRecord.Committed.class, SessionRecordsTest::undoOwn),
          change(
              "redoOwn",
              JournalRecord.Committed.class,
              SessionRecordsTest::undoOwn,
              session -> session.with(options("r")).rollbacks().redoOwn(OWN)));

  private static void rollBack(Session<Counter, CounterEvent> session) {
    RollbackPlan<CounterEvent> plan = session.rollbacks().plan(new RollbackSelection.Matching(OWN));
    session.with(options("r")).rollbacks().rollback(plan, Rollbacks.Mode.ALL_OR_NOTHING);
  }

  private static void undoOwn(Session<Counter, CounterEvent> session) {
    session.with(options("u")).rollbacks().undoOwn(OWN);
  }

  private static Map.Entry<String, Recorded> change(
      String name,
      Class<? extends JournalRecord> kind,
      Consumer<Session<Counter, CounterEvent>> operation) {
    return change(name, kind, session -> {}, operation);
  }

  private static Map.Entry<String, Recorded> change(
      String name,
      Class<? extends JournalRecord> kind,
      Consumer<Session<Counter, CounterEvent>> preparation,
      Consumer<Session<Counter, CounterEvent>> operation) {
    return entry(name, new Recorded(preparation, operation, kind));
  }

  private static final Map<String, Consumer<Session<Counter, CounterEvent>>> QUERIES =
      Map.ofEntries(
          entry("state", Session::state),
          entry("model", Session::model),
          entry("options", Session::options),
          entry("with", session -> session.with(options("w"))),
          entry("by", session -> session.by(CounterSessions.ANN)),
          entry("copyTo", session -> session.copyTo(InMemoryJournal.empty())),
          entry("beginGesture", session -> session.beginGesture("g").end()),
          entry("setUndoLimits", session -> session.setUndoLimits(UndoLimits.none())),
          entry("equals", session -> session.equals(session.by(CounterSessions.ANN))),
          entry("hashCode", Session::hashCode),
          entry("digest", Session::digest),
          entry("rebuild", Session::rebuild),
          entry("refresh", Session::refresh),
          entry("fileRecorder", Session::fileRecorder),
          entry("rollbacks", Session::rollbacks),
          entry("branches", Session::branches),
          entry("audit", Session::audit),
          entry("after", session -> session.audit().after(AuditQuery.ALL, 0, 9)),
          entry("before", session -> session.audit().before(AuditQuery.ALL, 9, 9)),
          entry("stepsOf", session -> session.audit().stepsOf(new EntityRef("any", "thing"), 0, 9)),
          entry("views", Session::views),
          entry("viewAt", session -> session.views().viewAt(HistoryPoint.BASE)),
          entry("viewAfter", session -> session.views().viewAfter(3)),
          entry("positionAt", session -> session.views().positionAt(Instant.MAX)),
          entry(
              "compare", session -> session.views().compare(HistoryPoint.BASE, HistoryPoint.BASE)),
          entry("list", session -> session.branches().list()),
          entry("plan", session -> session.rollbacks().plan(new RollbackSelection.Matching(OWN))),
          entry("nextOwnUndo", session -> session.rollbacks().nextOwnUndo(OWN)),
          entry("nextOwnRedo", session -> session.rollbacks().nextOwnRedo(OWN)),
          entry("addGuard", session -> session.addGuard((label, change) -> Optional.empty())),
          entry("addStateGuard", session -> session.addStateGuard(state -> Optional.empty())),
          entry("listen", session -> session.listen(change -> {})),
          entry("snapshotFailure", Session::snapshotFailure),
          entry("archive", session -> session.archive(ArchivePolicy.standard())),
          entry("archivable", session -> session.archivable(ArchivePolicy.standard())),
          entry("redactable", session -> session.redactable(new Redaction.OfText("none"), "w")),
          entry(
              "readModel", session -> session.readModel(new DoubledCounter(1, new ArrayList<>()))),
          entry("appliedEvents", session -> session.audit().appliedEvents()),
          entry("modelNamed", session -> session.modelNamed("c")),
          entry("verify", Session::verify));

  private final InMemoryJournal journal = InMemoryJournal.empty();

  /** Returns a session in which every operation has an effect. */
  private Session<Counter, CounterEvent> session() {
    Session<Counter, CounterEvent> session = withThreeSteps(journal);
    session.with(options("unknown")).undoTo("x");
    session.with(options("back")).undo(2);
    session.with(options("name")).checkpoint("c");
    session.with(options("forth")).redo(1);
    return session;
  }

  @Test
  @Clause("SE-14")
  void every_method_of_a_session_changes_nothing_or_has_a_record() {
    Set<String> methods =
        Stream.of(
                Session.class,
                FileRecorder.class,
                Branches.class,
                Rollbacks.class,
                Audit.class,
                HistoricalViews.class)
            .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .filter(method -> !Modifier.isStatic(method.getModifiers()))
            .map(Method::getName)
            .filter(name -> !name.equals("close"))
            .collect(Collectors.toSet());
    Set<String> known =
        Stream.of(CHANGES.keySet(), QUERIES.keySet())
            .flatMap(Set::stream)
            .collect(Collectors.toSet());
    assertThat(methods).isEqualTo(known);
  }

  @Test
  @Clause("SE-14")
  void every_change_has_one_record_of_its_kind() {
    CHANGES.forEach((name, change) -> {
      InMemoryJournal fresh = InMemoryJournal.empty();
      Session<Counter, CounterEvent> session = new SessionRecordsTest().on(fresh);
      change.preparation().accept(session);
      long before = fresh.lastNumber();
      change.operation().accept(session);
      assertThat(fresh.read(before + 1))
          .as(name)
          .singleElement()
          .isInstanceOf(change.kind())
          .extracting(JournalRecord::origin)
          .isEqualTo(CounterSessions.ANN);
    });
  }

  private Session<Counter, CounterEvent> on(InMemoryJournal fresh) {
    Session<Counter, CounterEvent> session = session();
    journal.read(1).forEach(record -> fresh.append(fresh.lastNumber(), record));
    assertThat(session.state().recordNumber()).isEqualTo(fresh.lastNumber());
    return CounterSessions.resumed(fresh);
  }

  @Test
  @Clause("SE-14")
  void a_query_leaves_state_and_journal_as_they_are() {
    Session<Counter, CounterEvent> session = session();
    Observation before = Observation.of(session.state());
    long records = journal.lastNumber();
    QUERIES.values().forEach(query -> query.accept(session));
    assertThat(Observation.of(session.state())).isEqualTo(before);
    assertThat(journal.lastNumber()).isEqualTo(records);
  }

  @Test
  @Clause("SE-19")
  void the_sources_on_the_path_to_the_cursor_come_nearest_first_and_no_others() {
    Source five = source("5 # five\n");
    Source six = source("6 # six\n");
    Session<Counter, CounterEvent> session = CounterSessions.opened("5 # five\n", journal);
    add(session, 1);
    append(
        JournalRecord.External.of(Instant.EPOCH, CounterSessions.ANN, six, session.state().head()));
    session.with(options("undo")).undo(1);
    assertThat(session.state().sourcesForWriting()).containsExactly(five);
    session.with(options("redo")).redo(1);
    assertThat(session.state().sourcesForWriting()).containsExactly(six, five);
    Source fives = source("05 # five\n");
    append(JournalRecord.External.of(Instant.EPOCH, CounterSessions.ANN, fives, HistoryPoint.BASE));
    session.with(options("undo")).undo(1);
    assertThat(session.state().sourcesForWriting()).containsExactly(fives, five);
  }

  @Test
  @Clause({"SE-19", "SE-25"})
  void the_source_of_a_squashed_step_belongs_to_the_step_that_replaced_it() {
    Session<Counter, CounterEvent> session = CounterSessions.opened("5 # five\n", journal);
    add(session, 1);
    session.with(options("name")).checkpoint("six");
    Source six = source("6 # six\n");
    append(
        JournalRecord.External.of(Instant.EPOCH, CounterSessions.ANN, six, session.state().head()));
    add(session, 2);
    session.with(options("name")).checkpoint("eight");
    Source eight = source("8 # eight\n");
    append(
        JournalRecord.External.of(
            Instant.EPOCH, CounterSessions.ANN, eight, session.refresh().head()));
    add(session, 3);
    session.with(options("squash")).squashTo("six");
    assertThat(session.state().undoDepth()).isEqualTo(2);
    assertThat(session.state().sourcesForWriting())
        .containsExactly(eight, six, source("5 # five\n"));
    session.with(options("undo")).undo(1);
    assertThat(session.state().sourcesForWriting()).containsExactly(six, source("5 # five\n"));
  }

  @Test
  @Clause("SE-19")
  void the_nearest_source_comes_first_however_late_another_was_found() {
    Session<Counter, CounterEvent> session = CounterSessions.opened("5 # five\n", journal);
    add(session, 1);
    HistoryPoint one = session.state().head();
    add(session, 2);
    Source eight = source("8 # eight\n");
    append(
        JournalRecord.External.of(
            Instant.EPOCH, CounterSessions.ANN, eight, session.state().head()));
    Source six = source("6 # six\n");
    append(JournalRecord.External.of(Instant.EPOCH, CounterSessions.ANN, six, one));
    assertThat(session.refresh().sourcesForWriting())
        .containsExactly(eight, six, source("5 # five\n"));
  }

  @Test
  @Clause({"SE-19", "SE-25"})
  void the_source_of_cancelled_steps_belongs_to_the_point_before_them() {
    Session<Counter, CounterEvent> session = CounterSessions.opened("5 # five\n", journal);
    add(session, 1);
    session.with(options("name")).checkpoint("six");
    add(session, 2);
    add(session, -2);
    Source six = source("6 # six\n");
    append(
        JournalRecord.External.of(Instant.EPOCH, CounterSessions.ANN, six, session.state().head()));
    session.with(options("squash")).squashTo("six");
    assertThat(session.state().undoDepth()).isEqualTo(1);
    assertThat(session.state().sourcesForWriting()).containsExactly(six, source("5 # five\n"));
    session.with(options("undo")).undo(1);
    assertThat(session.state().sourcesForWriting()).containsExactly(source("5 # five\n"));
  }

  @Test
  @Clause("SE-19")
  void the_loaded_source_belongs_to_the_base() {
    assertThat(CounterSessions.created().state().baseSource()).isEmpty();
    Session<Counter, CounterEvent> session = CounterSessions.opened("5 # five\n", journal);
    assertThat(session.state().baseSource()).contains(source("5 # five\n"));
    add(session, 1);
    assertThat(session.state().baseSource()).as("the cursor is at another point").isEmpty();
    InMemoryJournal other = InMemoryJournal.empty();
    Session<Counter, CounterEvent> made = CounterSessions.created(other);
    add(made, 6);
    Source six = source("6 # six\n");
    other.append(
        2, JournalRecord.External.of(Instant.EPOCH, CounterSessions.ANN, six, made.state().head()));
    made.with(options("undo")).undo(1);
    assertThat(made.state().baseSource()).as("the source belongs to a step").isEmpty();
  }

  @Test
  @Clause("SE-7")
  void an_unfinished_save_is_known_by_its_hash_the_newest_first() {
    Session<Counter, CounterEvent> session = withThreeSteps(journal);
    String hash = "5f".repeat(32);
    assertThat(session.state().pendingSave(hash)).isEmpty();
    session.with(options("saving")).fileRecorder().recordSaving(hash, HistoryPoint.BASE);
    session.with(options("saving")).fileRecorder().recordSaving("6a".repeat(32), HistoryPoint.BASE);
    session.with(options("saving")).fileRecorder().recordSaving(hash, session.state().head());
    assertThat(session.state().pendingSave(hash).orElseThrow().point())
        .isEqualTo(session.state().head());
    assertThat(session.state().isKnownFile("6a".repeat(32))).isTrue();
    assertThat(session.state().isKnownFile("7b".repeat(32))).isFalse();
    session.with(options("saved")).fileRecorder().recordSaved(hash, session.state().head());
    assertThat(session.state().pendingSave("6a".repeat(32))).isEmpty();
    assertThat(session.state().isKnownFile(hash)).isTrue();
    assertThat(session.state().isKnownFile("6a".repeat(32))).isFalse();
  }

  @Test
  @Clause("SE-1")
  void pruned_steps_stay_in_the_history_but_not_on_the_undo_stack() {
    Session<Counter, CounterEvent> session = withThreeSteps(journal);
    session.with(options("name")).checkpoint("end");
    StepId one = session.state().undoableSteps(3).get(0).id();
    append(new JournalRecord.Pruned(Instant.EPOCH, CounterSessions.ANN, one));
    session.with(options("undo")).undo(9);
    assertThat(session.model()).isEqualTo(new Counter(1));
    assertThat(session.state().head()).isEqualTo(HistoryPoint.after(one));
    session.with(options("redo")).redo(9);
    assertThat(session.state().undoableSteps(9))
        .extracting(Step::label)
        .containsExactly("+2", "+3");
    assertThat(session.state().history().steps()).hasSize(3);
  }

  private void append(JournalRecord record) {
    journal.append(journal.lastNumber(), record);
  }

  private static Source source(String text) {
    return Source.of(text.getBytes(StandardCharsets.US_ASCII));
  }
}
