package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.journal.InMemoryJournal;
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
 * Sessions over a domain as a test: random programs of 20 operations and more, and after each
 * operation all that can be seen of the session is what a naive interpreter says, which keeps lists
 * of whole models. Every operation follows every other one at least {@value
 * OperationPairCoverage#MIN_COUNT} times, or the test fails.
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

  /** Sessions of one user. */
  protected SessionContract() {
    this(false);
  }

  /**
   * Sessions over a domain.
   *
   * @param includesRareOperations whether also of two users, who take back what is their own, and
   *     with limits
   */
  protected SessionContract(boolean includesRareOperations) {
    this.includesRareOperations = includesRareOperations;
    this.pairCoverage = new OperationPairCoverage(includesRareOperations);
  }

  /** Whether the domain has a file format; if not, every program begins with a new document. */
  protected boolean hasFileFormat() {
    return true;
  }

  /** The domain that sessions are held over. */
  protected abstract Domain<M, E> domain();

  /** Models that a file of the domain can hold; small ones find most. */
  protected abstract Generator<M> models();

  /** Events for a model, most of which apply and some of which do not. */
  protected abstract Generator<E> events(M model);

  /** Events for a model that change the same thing again and again, so that they can be merged. */
  protected abstract Generator<E> mergeableEvents(M model);

  /** A document to begin with, and what is done to it. */
  record Program<M>(M model, boolean fromFile, List<SessionOperation> operations) {}

  /** Random programs in which every operation follows every one. */
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
    for (int i = 0; i < round.size(); i++) {
      boolean fromFile = !files.isEmpty() && files.get(i % files.size());
      programs.add(new Program<>(models.get(i % models.size()), fromFile, round.get(i)));
    }
    return programs;
  }

  /** All of SE that can be seen of one session. */
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
    InMemoryJournal journal = InMemoryJournal.empty();
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
    }
    pairCoverage.endProgram();
  }

  private Session<M, E> open(Program<M> program, InMemoryJournal journal) {
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

  /** A session that knows nothing but the lines of the journal. */
  private Session<M, E> resume(InMemoryJournal journal, UndoLimits limits) {
    return Session.resume(domain(), journal, settings(limits));
  }

  private SessionSettings settings(UndoLimits limits) {
    return new SessionSettings(() -> now, SessionSettings.standard().ids()).withUndoLimits(limits);
  }

  /** Which operations followed which. */
  OperationPairCoverage pairCoverage() {
    return pairCoverage;
  }
}
