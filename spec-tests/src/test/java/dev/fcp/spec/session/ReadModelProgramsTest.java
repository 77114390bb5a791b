package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Selection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalRecord.External.Fit;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Limits;
import dev.fcp.eventlog.session.Projection;
import dev.fcp.eventlog.session.ReadModel;
import dev.fcp.eventlog.session.Retention;
import dev.fcp.eventlog.session.Rollbacks;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.Stage;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.Item;
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
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;

/**
 * Random programs of whatever can happen to a session, and read models that are asked after each
 * operation, and others that are asked now and then.
 */
class ReadModelProgramsTest {

  private static final NotesDomain DOMAIN = new NotesDomain();
  private static final int CHOICES = 256;
  private static final int TRIALS = 120;

  private static final Vocabulary<EntityModel<NoteKey, Item>, NoteEvent> VOCABULARY =
      new Vocabulary<>(DOMAIN, NoteGenerators::events, NoteGenerators::events);

  /**
   * An operation of a program, and what is done after it.
   *
   * @param kind what
   * @param seed what that chooses
   */
  record Op(SessionOp op, int kind, long seed) {

    static final int KINDS = 16;
  }

  /** Random programs. */
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

  /** How many there are of each kind. */
  private static final class Counts
      implements Projection<EntityModel<NoteKey, Item>, NoteEvent, PersistentMap<String, Integer>> {

    @Override
    public PersistentMap<String, Integer> of(EntityModel<NoteKey, Item> model) {
      PersistentMap<String, Integer> counts = PersistentMap.empty();
      for (NoteKey key : model.entities().keys()) {
        counts = counted(counts, key, 1);
      }
      return counts;
    }

    @Override
    public PersistentMap<String, Integer> after(
        PersistentMap<String, Integer> value,
        List<NoteEvent> events,
        EntityModel<NoteKey, Item> model) {
      PersistentMap<String, Integer> counts = value;
      for (NoteEvent event : events) {
        counts =
            switch (event.change()) {
              case Change.Created<NoteKey, Item>(var key, var item) -> counted(counts, key, 1);
              case Change.Deleted<NoteKey, Item>(var key, var item) -> counted(counts, key, -1);
              case Change.Modified<NoteKey, Item> modified -> counts;
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

  /** The titles of the boards in their order; looked for again only if a board changed. */
  private static final class Boards
      implements Projection<EntityModel<NoteKey, Item>, NoteEvent, List<String>> {

    @Override
    public List<String> of(EntityModel<NoteKey, Item> model) {
      return model
          .ordered()
          .filter(entry -> entry.getKey().isBoard())
          .map(entry -> ((Item.Board) entry.getValue()).title())
          .toList();
    }

    @Override
    public List<String> after(
        List<String> value, List<NoteEvent> events, EntityModel<NoteKey, Item> model) {
      boolean isOfBoards = events.stream().anyMatch(event -> event.change().key().isBoard());
      return isOfBoards ? of(model) : value;
    }
  }

  private static List<ReadModel<EntityModel<NoteKey, Item>, NoteEvent, ?>> readers(
      Session<EntityModel<NoteKey, Item>, NoteEvent> session) {
    return List.of(
        ReadModel.of(session, "texts", new TextIndex()),
        ReadModel.of(session, "counts", new Counts()),
        ReadModel.of(session, "boards", new Boards()));
  }

  @Trials(TRIALS)
  @Clause({"PR-1", "PR-2", "PR-5"})
  void each_read_model_equals_its_fold_from_scratch(@ForAll("programs") List<Op> program) {
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<EntityModel<NoteKey, Item>, NoteEvent> session = opened(journal, program);
    SessionDriver<EntityModel<NoteKey, Item>, NoteEvent> driver =
        SessionDriver.of(
            session,
            limits -> Session.resume(DOMAIN, journal, SessionSettings.standard().with(limits)),
            VOCABULARY);
    List<ReadModel<EntityModel<NoteKey, Item>, NoteEvent, ?>> often = readers(session);
    List<ReadModel<EntityModel<NoteKey, Item>, NoteEvent, ?>> seldom = readers(session);
    for (int i = 0; i < program.size(); i++) {
      Op op = program.get(i);
      Ending unused = driver.run(op.op(), "" + i);
      if (driver.session() != session) {
        session = driver.session();
        often = readers(session);
        seldom = readers(session);
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
    assertThat(reading.place()).as("%s", after).isEqualTo(session.state().head());
    assertThat(reading.recordNumber()).isEqualTo(session.state().recordNumber());
    assertThat(reading.failure()).as("%s", after).isEmpty();
    assertThat(reader.verify())
        .as("%s after %s", reader.name(), after)
        .isEqualTo(new ReadModel.Check.Holds<>(reading));
  }

  private static Session<EntityModel<NoteKey, Item>, NoteEvent> opened(
      InMemoryJournal journal, List<Op> program) {
    Choices choices = Choices.by(new Random(program.get(0).seed()), CHOICES);
    SessionSettings settings = SessionSettings.standard();
    if (choices.percent(30)) {
      settings = settings.with(Limits.none().withSteps(choices.between(2, 5)));
    }
    var model = NoteGenerators.models().generate(choices);
    byte[] bytes = DOMAIN.format().write(model, List.of());
    if (!(DOMAIN.format().read(bytes)
        instanceof ReadResult.Readable<EntityModel<NoteKey, Item>> file)) {
      throw new AssertionError("the domain does not read what it wrote");
    }
    return Session.open(DOMAIN, file, SessionDriver.ORIGIN, journal, settings);
  }

  private static void run(
      Session<EntityModel<NoteKey, Item>, NoteEvent> session, InMemoryJournal journal, Op op) {
    Choices choices = Choices.by(new Random(op.seed()), CHOICES);
    Intent intent = SessionDriver.intent("more");
    switch (op.kind()) {
      case 0, 1 -> rollBack(session, choices);
      case 2 -> session.rollbacks().undoOwn(intent, StepFilter.own(SessionDriver.ORIGIN));
      case 3 -> session.rollbacks().redoOwn(intent, StepFilter.own(SessionDriver.ORIGIN));
      case 4, 5 -> {
        var other = Session.resume(DOMAIN, journal, SessionSettings.standard());
        other.undo(intent, choices.upTo(2));
        other.step(intent, stage -> emitFitting(stage, choices));
        session.refresh();
      }
      case 6 ->
          session
              .file()
              .takeIn(
                  intent,
                  Source.of(new byte[] {(byte) op.seed()}),
                  Fit.PART,
                  stage -> emitFitting(stage, choices));
      case 7 -> session.retain(intent, new Retention(choices.between(1, 3), Duration.ZERO, 0));
      case 8, 9 -> session.branches().switchTo(intent, place(session, choices));
      case 10 -> session.branches().jumpTo(intent, place(session, choices));
      default -> session.step(intent, stage -> emitFitting(stage, choices));
    }
  }

  /** Any place of the history. */
  private static Optional<StepId> place(
      Session<EntityModel<NoteKey, Item>, NoteEvent> session, Choices choices) {
    return choices.amongAny(session.state().history().steps()).map(Step::id);
  }

  private static void emitFitting(
      Stage<EntityModel<NoteKey, Item>, NoteEvent> stage, Choices choices) {
    for (int i = choices.between(1, 3); i > 0; i--) {
      NoteEvent event = NoteGenerators.events(stage.model()).generate(choices);
      if (DOMAIN.check(event, stage.model()).isEmpty()) {
        stage.emit(event);
      }
    }
  }

  private static void rollBack(
      Session<EntityModel<NoteKey, Item>, NoteEvent> session, Choices choices) {
    List<Step<NoteEvent>> line = new ArrayList<>(session.state().recent(Integer.MAX_VALUE));
    if (!line.isEmpty()) {
      Selection some = Selection.of(choices.among(line).id(), choices.among(line).id());
      session
          .rollbacks()
          .rollback(
              SessionDriver.intent("rollback"),
              session.rollbacks().plan(some),
              Rollbacks.Mode.BEST_EFFORT);
    }
  }
}
