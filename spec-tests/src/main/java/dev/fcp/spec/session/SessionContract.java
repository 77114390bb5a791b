package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.UndoLimits;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;

/**
 * The tests of sessions over a domain: random programs of at least 20 operations, after each of
 * which the observable state of the session must equal that of a naive model, which keeps lists of
 * whole models. The test also fails unless every operation follows every other one at least {@value
 * OperationPairCoverage#MIN_COUNT} times.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
@AddLifecycleHook(
    value = OperationPairCoverageHook.class,
    propagateTo = PropagationMode.ALL_DESCENDANTS)
public abstract class SessionContract<M, E> {

  private static final int CHOICES_PER_MODEL = 256;
  private static final int MODEL_COUNT = 7;

  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private final boolean includesRareOperations;
  private final OperationPairCoverage pairCoverage;
  private Instant now = START;

  /** Tests sessions of one user. */
  protected SessionContract() {
    this(false);
  }

  /**
   * Tests sessions.
   *
   * @param includesRareOperations whether to include the rare operations: two users, own undo,
   *     rollbacks and undo limits
   */
  protected SessionContract(boolean includesRareOperations) {
    this.includesRareOperations = includesRareOperations;
    this.pairCoverage = new OperationPairCoverage(includesRareOperations);
  }

  /** Whether the domain has a file format; if not, every program begins with a new document. */
  protected boolean hasFileFormat() {
    return true;
  }

  /** Returns an empty journal for the session of a program; by default in memory. */
  protected Journal newJournal() {
    return InMemoryJournal.empty();
  }

  /**
   * Is called after each operation of a program; may do anything that no session can observe. By
   * default it does nothing.
   *
   * @param number the number of the operation in its program, from 0
   */
  protected void afterOperation(Session<M, E> session, Journal journal, int number) {}

  /** Returns the domain of the sessions. */
  protected abstract Domain<M, E> domain();

  /** Generates models that a file of the domain can represent; small ones find the most faults. */
  protected abstract Generator<M> models();

  /** Generates events for a model; most should apply, and some should not. */
  protected abstract Generator<E> events(M model);

  /**
   * Generates events for a model that change the same unit repeatedly, so that they can be merged.
   */
  protected abstract Generator<E> mergeableEvents(M model);

  /** An initial document and the operations on it. */
  record Program<M>(M model, boolean fromFile, List<SessionOperation> operations) {}

  /** Generates random programs in which every operation follows every other one. */
  @Provide
  Arbitrary<List<Program<M>>> rounds() {
    Generator<Boolean> fromFile =
        hasFileFormat() ? Generator.of(true, true, false) : Generator.just(false);
    Generator<M> expandedModels =
        choices ->
            models()
                .generate(Choices.of(SessionPrograms.expandedChoices(choices, CHOICES_PER_MODEL)));
    return Combinators.combine(
            SessionPrograms.rounds(includesRareOperations),
            expandedModels.arbitraryList(1, MODEL_COUNT, 1),
            fromFile.arbitraryList(1, MODEL_COUNT, 1))
        .as(SessionContract::programs);
  }

  private static <M> List<Program<M>> programs(
      List<List<SessionOperation>> round, List<M> models, List<Boolean> files) {
    List<Program<M>> programs = new ArrayList<>();
    // While a failure is shrunk, there may be no model.
    for (int i = 0; i < (models.isEmpty() ? 0 : round.size()); i++) {
      boolean fromFile = !files.isEmpty() && files.get(i % files.size());
      programs.add(new Program<>(models.get(i % models.size()), fromFile, round.get(i)));
    }
    return programs;
  }

  /** Cites the clauses of SE that one session can show. */
  @Trials(102)
  @Clause({
    "SE-1", "SE-2", "SE-3", "SE-4", "SE-6", "SE-7", "SE-23", "SE-24", "SE-25", "SE-26", "SE-28",
    "BT-1", "BT-3", "BT-4", "BT-5", "HI-1", "HI-2", "HI-3"
  })
  void a_session_behaves_like_a_naive_model(@ForAll("rounds") List<Program<M>> round) {
    round.forEach(this::requireTheSame);
  }

  private void requireTheSame(Program<M> program) {
    ProgramEvents<M, E> programEvents =
        new ProgramEvents<>(domain(), this::events, this::mergeableEvents);
    Journal journal = newJournal();
    Session<M, E> session = open(program, journal);
    NaiveSession<M, E> naive =
        new NaiveSession<>(programEvents, session.model(), program.fromFile());
    SessionProgramRunner<M, E> runner =
        SessionProgramRunner.of(session, limits -> resume(journal, limits), programEvents);
    assertThat(runner.observe()).isEqualTo(naive.observe());
    for (int i = 0; i < program.operations().size(); i++) {
      SessionOperation op = program.operations().get(i);
      now = START.plusSeconds(i);
      OutcomeKind kind = naive.run(op, "" + i);
      assertThat(runner.run(op, "" + i)).as("#%d %s", i, op).isEqualTo(kind);
      assertThat(runner.observe()).as("#%d %s", i, op).isEqualTo(naive.observe());
      assertThat(runner.notifications()).as("#%d %s", i, op).isEqualTo(naive.notifications());
      assertThat(journal.lastNumber()).as("#%d %s", i, op).isEqualTo(naive.records());
      pairCoverage.record(op, kind);
      afterOperation(runner.session(), journal, i);
    }
    pairCoverage.endProgram();
  }

  private Session<M, E> open(Program<M> program, Journal journal) {
    SessionSettings settings = settings(UndoLimits.none());
    if (!program.fromFile()) {
      return Session.create(domain(), SessionProgramRunner.ORIGIN, journal, settings);
    }
    byte[] bytes = domain().format().write(program.model(), List.of());
    return switch (domain().format().read(bytes)) {
      case ReadResult.Readable<M> file ->
          Session.open(domain(), file, SessionProgramRunner.ORIGIN, journal, settings);
      case ReadResult.Unreadable<M> unreadable -> throw new AssertionError(unreadable);
    };
  }

  /** Resumes a session from the journal alone. */
  private Session<M, E> resume(Journal journal, UndoLimits limits) {
    return Session.resume(domain(), journal, settings(limits));
  }

  private SessionSettings settings(UndoLimits limits) {
    return new SessionSettings(() -> now, SessionSettings.standard().ids()).withUndoLimits(limits);
  }

  /** Returns the counts of pairs of operations. */
  OperationPairCoverage pairCoverage() {
    return pairCoverage;
  }
}
