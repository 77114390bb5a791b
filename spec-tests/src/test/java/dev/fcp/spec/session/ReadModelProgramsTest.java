package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Projection;
import dev.fcp.eventlog.session.ReadModel;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Rollbacks;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.StepBuilder;
import dev.fcp.eventlog.session.UndoLimits;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteGenerators;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import dev.fcp.spec.embedding.TextIndex;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;

/**
 * Random programs of all operations on a session, with read models that are queried after each
 * operation and others that are queried occasionally.
 */
class ReadModelProgramsTest {

  private static final NotesDomain DOMAIN = new NotesDomain();
  private static final int CHOICES_PER_OPERATION = 256;
  private static final int TRIALS = 120;

  private static final ProgramEvents<EntityModel<NoteKey, NoteEntity>, NoteEvent> EVENTS =
      new ProgramEvents<>(DOMAIN, NoteGenerators::events, NoteGenerators::events);

  /**
   * An operation of a program and an action after it.
   *
   * @param kind the kind of the action
   * @param seed the seed of its choices
   */
  record Op(SessionOperation op, int kind, long seed) {

    static final int KINDS = 16;
  }

  /** Generates random programs. */
  @Provide
  Arbitrary<List<Op>> programs() {
    Generator<Long> seeds = choices -> (long) choices.upTo(Integer.MAX_VALUE);
    return Combinators.combine(SessionPrograms.programs(19, 23), seeds.arbitrary(1))
        .as((ops, seed) -> {
          Random random = new Random(seed);
          return ops.stream()
              .map(op -> new Op(op, random.nextInt(Op.KINDS), random.nextInt()))
              .toList();
        });
  }

  /** A projection under another name. */
  private record Renamed<R>(
      String name, Projection<EntityModel<NoteKey, NoteEntity>, NoteEvent, R> projection)
      implements Projection<EntityModel<NoteKey, NoteEntity>, NoteEvent, R> {

    @Override
    public R project(EntityModel<NoteKey, NoteEntity> model) {
      return projection.project(model);
    }

    @Override
    public R apply(R value, List<NoteEvent> events, EntityModel<NoteKey, NoteEntity> model) {
      return projection.apply(value, events, model);
    }
  }

  /** A projection that counts the entities of each kind. */
  private static final class Counts
      implements Projection<
          EntityModel<NoteKey, NoteEntity>, NoteEvent, PersistentMap<String, Integer>> {

    @Override
    public String name() {
      return "counts";
    }

    @Override
    public PersistentMap<String, Integer> project(EntityModel<NoteKey, NoteEntity> model) {
      PersistentMap<String, Integer> counts = PersistentMap.empty();
      for (NoteKey key : model.entities().keys()) {
        counts = counted(counts, key, 1);
      }
      return counts;
    }

    @Override
    public PersistentMap<String, Integer> apply(
        PersistentMap<String, Integer> value,
        List<NoteEvent> events,
        EntityModel<NoteKey, NoteEntity> model) {
      PersistentMap<String, Integer> counts = value;
      for (NoteEvent event : events) {
        counts =
            switch (event.change()) {
              case Change.Created<NoteKey, NoteEntity>(var key, var item) ->
                  counted(counts, key, 1);
              case Change.Deleted<NoteKey, NoteEntity>(var key, var item) ->
                  counted(counts, key, -1);
              case Change.Modified<NoteKey, NoteEntity> modified -> counts;
            };
      }
      return counts;
    }

    private static PersistentMap<String, Integer> counted(
        PersistentMap<String, Integer> counts, NoteKey key, int n) {
      String kind = key.isBoard() ? "board" : "note";
      Integer before = counts.get(kind);
      int after = (before == null ? 0 : before) + n;
      return after == 0 ? counts.without(kind) : counts.with(kind, after);
    }
  }

  /** A projection to the titles of the boards in order, computed again only if a board changed. */
  private static final class Boards
      implements Projection<EntityModel<NoteKey, NoteEntity>, NoteEvent, List<String>> {

    @Override
    public String name() {
      return "boards";
    }

    @Override
    public List<String> project(EntityModel<NoteKey, NoteEntity> model) {
      return model
          .entitiesInOrder()
          .filter(entry -> entry.getKey().isBoard())
          .map(entry -> ((NoteEntity.Board) entry.getValue()).title())
          .toList();
    }

    @Override
    public List<String> apply(
        List<String> value, List<NoteEvent> events, EntityModel<NoteKey, NoteEntity> model) {
      boolean isOfBoards = events.stream().anyMatch(event -> event.change().key().isBoard());
      return isOfBoards ? project(model) : value;
    }
  }

  private static final List<Projection<EntityModel<NoteKey, NoteEntity>, NoteEvent, ?>>
      PROJECTIONS = List.of(new TextIndex(), new Counts(), new Boards());

  private static List<ReadModel<EntityModel<NoteKey, NoteEntity>, NoteEvent, ?>> readers(
      Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session, String prefix) {
    List<ReadModel<EntityModel<NoteKey, NoteEntity>, NoteEvent, ?>> readers = new ArrayList<>();
    for (var projection : PROJECTIONS) {
      readers.add(session.readModel(new Renamed<>(prefix + projection.name(), projection)));
    }
    return readers;
  }

  @Trials(TRIALS)
  @Clause({"PR-1", "PR-2", "PR-5"})
  void each_read_model_equals_its_fold_from_scratch(@ForAll("programs") List<Op> program) {
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session = opened(journal, program);
    SessionProgramRunner<EntityModel<NoteKey, NoteEntity>, NoteEvent> driver =
        SessionProgramRunner.of(
            session,
            limits ->
                Session.resume(DOMAIN, journal, SessionSettings.standard().withUndoLimits(limits)),
            EVENTS);
    List<ReadModel<EntityModel<NoteKey, NoteEntity>, NoteEvent, ?>> often =
        readers(session, "often ");
    List<ReadModel<EntityModel<NoteKey, NoteEntity>, NoteEvent, ?>> seldom =
        readers(session, "seldom ");
    for (int i = 0; i < program.size(); i++) {
      Op op = program.get(i);
      OutcomeKind unused = driver.run(op.op(), "" + i);
      if (driver.session() != session) {
        session = driver.session();
        often = readers(session, "often ");
        seldom = readers(session, "seldom ");
      }
      run(session, journal, op);
      for (var reader : often) {
        holds(reader, session, op);
      }
      for (var reader : op.seed() % 7 == 0 ? seldom : List.<ReadModel<?, ?, ?>>of()) {
        holds(reader, session, op);
      }
    }
    for (var reader : seldom) {
      holds(reader, session, program);
    }
  }

  private static void holds(ReadModel<?, ?, ?> reader, Session<?, ?> session, Object after) {
    ReadModel.Reading<?> reading = reader.now();
    assertThat(reading.point()).as("%s", after).isEqualTo(session.state().head());
    assertThat(reading.recordNumber()).isEqualTo(session.state().recordNumber());
    ReadModel.Check<?> check = reader.verify();
    assertThat(check.reading()).isEqualTo(reading);
    assertThat(check.isValid()).as("%s after %s", reader.projection(), after).isTrue();
  }

  private static Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> opened(
      InMemoryJournal journal, List<Op> program) {
    Choices choices = Choices.random(new Random(program.get(0).seed()), CHOICES_PER_OPERATION);
    SessionSettings settings = SessionSettings.standard();
    if (choices.percent(30)) {
      settings = settings.withUndoLimits(UndoLimits.none().withMaxSteps(choices.between(2, 5)));
    }
    var model = NoteGenerators.models().generate(choices);
    byte[] bytes = DOMAIN.format().write(model, List.of());
    if (!(DOMAIN.format().read(bytes)
        instanceof ReadResult.Readable<EntityModel<NoteKey, NoteEntity>> file)) {
      throw new AssertionError("the domain does not read what it wrote");
    }
    return Session.open(DOMAIN, file, SessionProgramRunner.ORIGIN, journal, settings);
  }

  private static void run(
      Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session,
      InMemoryJournal journal,
      Op op) {
    Choices choices = Choices.random(new Random(op.seed()), CHOICES_PER_OPERATION);
    EditOptions options = SessionProgramRunner.options("more");
    switch (op.kind()) {
      case 0, 1 -> rollBack(session, choices);
      case 2 ->
          session
              .with(options)
              .rollbacks()
              .undoOwn(StepFilter.sameActorAndSession(SessionProgramRunner.ORIGIN));
      case 3 ->
          session
              .with(options)
              .rollbacks()
              .redoOwn(StepFilter.sameActorAndSession(SessionProgramRunner.ORIGIN));
      case 4, 5 -> {
        var other = Session.resume(DOMAIN, journal, SessionSettings.standard());
        other.with(options).undo(choices.upTo(2));
        other.step(options, builder -> emitFitting(builder, choices));
        session.refresh();
      }
      case 6 ->
          session
              .with(options)
              .fileRecorder()
              .mergeExternal(
                  Source.of(new byte[] {(byte) op.seed()}),
                  MergeExtent.PART,
                  builder -> emitFitting(builder, choices));
      case 7 ->
          session.with(options).prune(new RetentionPolicy(choices.between(1, 3), Duration.ZERO, 0));
      case 8, 9 -> session.with(options).branches().switchTo(pointAt(session, choices));
      case 10 -> session.with(options).branches().jumpTo(pointAt(session, choices));
      default -> session.step(options, builder -> emitFitting(builder, choices));
    }
  }

  /** Returns some point of the history. */
  private static HistoryPoint pointAt(
      Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session, Choices choices) {
    return new HistoryPoint(choices.pickIfAny(session.state().history().steps()).map(Step::id));
  }

  private static void emitFitting(
      StepBuilder<EntityModel<NoteKey, NoteEntity>, NoteEvent> builder, Choices choices) {
    for (int i = choices.between(1, 3); i > 0; i--) {
      NoteEvent event = NoteGenerators.events(builder.model()).generate(choices);
      if (DOMAIN.check(event, builder.model()).isEmpty()) {
        builder.emit(event);
      }
    }
  }

  private static void rollBack(
      Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session, Choices choices) {
    List<Step<NoteEvent>> steps = new ArrayList<>(session.state().undoableSteps(Integer.MAX_VALUE));
    if (!steps.isEmpty()) {
      RollbackSelection selection =
          RollbackSelection.of(choices.pick(steps).id(), choices.pick(steps).id());
      session
          .with(SessionProgramRunner.options("rollback"))
          .rollbacks()
          .rollback(session.rollbacks().plan(selection), Rollbacks.Mode.BEST_EFFORT);
    }
  }
}
