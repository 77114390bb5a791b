package dev.fcp.spec.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.run.CallLimits;
import dev.fcp.verbs.run.OperationRunner;
import dev.fcp.verbs.run.QueryRunner;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.ViewState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An open document that tests run operations on. A domain extends it to name its documents.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public class DocumentUnderTest<M, E> {

  /** The user who runs the operations. */
  public static final Origin ANN = Origin.of("ann");

  private static final String SUGGESTION_PREFIX = "  try: ";

  private final DomainLanguage<M, E> language;
  private final Session<M, E> session;
  private final OperationRunner<M, E> runner;
  private final ViewState viewState = ViewState.initial();

  /** Creates a test document from a session. */
  protected DocumentUnderTest(DomainLanguage<M, E> language, Session<M, E> session) {
    this.language = language;
    this.session = session;
    this.runner = new OperationRunner<>(language, CallLimits.STANDARD);
  }

  /** Opens the document of a file. */
  public static <M, E> DocumentUnderTest<M, E> of(DomainLanguage<M, E> language, byte[] file) {
    return new DocumentUnderTest<>(language, openSession(language, file));
  }

  /** Creates a session with a new document. */
  protected static <M, E> Session<M, E> createSession(DomainLanguage<M, E> language) {
    return Session.create(
        language.domain(), ANN, InMemoryJournal.empty(), SessionSettings.standard());
  }

  /** Opens a session with the document of a file, which must be readable. */
  protected static <M, E> Session<M, E> openSession(DomainLanguage<M, E> language, byte[] file) {
    return switch (language.domain().format().read(file)) {
      case ReadResult.Readable<M> readable ->
          Session.open(
              language.domain(),
              readable,
              ANN,
              InMemoryJournal.empty(),
              SessionSettings.standard());
      case ReadResult.Unreadable<M> refused -> throw new AssertionError(refused.toString());
    };
  }

  /** Returns another test document, opened from the bytes that a save would write. */
  public final DocumentUnderTest<M, E> reopened() {
    return of(language, bytes());
  }

  /** Returns the operation language. */
  public final DomainLanguage<M, E> language() {
    return language;
  }

  /** Returns the domain. */
  public final Domain<M, E> domain() {
    return language.domain();
  }

  /** Returns the current model. */
  public final M model() {
    return session.model();
  }

  /** Returns the session. */
  public final Session<M, E> session() {
    return session;
  }

  /** Returns the bytes that a save would write. */
  public final byte[] bytes() {
    return domain().format().write(model(), session.state().sourcesForWriting());
  }

  /** Runs an operation and returns the response; what it suggests must work. */
  public final Response run(String operation) {
    Response response = apply(operation);
    suggestion(response.lines()).ifPresent(suggested -> requireHarmless(suggested, operation));
    return response;
  }

  /** Runs operations in one call, which must succeed. */
  public final void runAll(List<String> operations) {
    Response response = runner.run(session, viewState, operations, EditOptions.of("all", ANN));
    assertThat(response.isError()).describedAs(response.text()).isFalse();
  }

  private Response apply(String operation) {
    return runner.run(session, viewState, List.of(operation), EditOptions.of(operation, ANN));
  }

  /** Tries a suggestion without changing the document. */
  private void requireHarmless(String suggested, String operation) {
    AtomicReference<Response> attempt = new AtomicReference<>();
    Outcome discarded =
        session.batch(
            EditOptions.of("attempt", ANN),
            batch -> {
              attempt.set(apply(suggested));
              throw new RefusedException(Conflict.because("only an attempt"));
            });
    assertThat(discarded).isInstanceOf(Outcome.Refused.class);
    assertThat(attempt.get().isError())
        .describedAs("%s, suggested for %s: %s", suggested, operation, attempt.get().text())
        .isFalse();
    assertThat(runner.verbs().forms().stream().filter(Form::isRemoving).map(Form::name))
        .describedAs("%s, suggested for %s", suggested, operation)
        .noneMatch(name -> suggested.equals(name) || suggested.startsWith(name + " "));
  }

  /** Runs an operation that must succeed and returns its result line. */
  public final String runSuccessfully(String operation) {
    Response answer = run(operation);
    assertThat(answer.isError()).describedAs(answer.text()).isFalse();
    assertThat(answer.lines()).hasSize(2);
    return answer.lines().get(0);
  }

  /**
   * Runs an operation that must be refused and change nothing, and returns the lines of the
   * refusal.
   */
  public final List<String> runRefused(String operation) {
    M before = model();
    Response answer = run(operation);
    assertThat(answer.isError()).describedAs(answer.text()).isTrue();
    assertThat(model()).isEqualTo(before);
    assertThat(session.digest()).isEqualTo(domain().digest(before));
    return answer.lines().subList(1, answer.lines().size() - 1);
  }

  /** Returns the events of the newest step. */
  public final List<E> events() {
    return session.state().undoableSteps(1).stream()
        .map(Step::events)
        .findFirst()
        .orElse(List.of());
  }

  /** Undoes the newest step, which must succeed. */
  public final void undo() {
    assertThat(session.with(EditOptions.of("undo", ANN)).undo(1)).isInstanceOf(Outcome.Moved.class);
  }

  /** Redoes a step, which must succeed. */
  public final void redo() {
    assertThat(session.with(EditOptions.of("redo", ANN)).redo(1)).isInstanceOf(Outcome.Moved.class);
  }

  /** Returns the text of the answer to a query. */
  public final String query(String query) {
    return queryAnswer(query).text();
  }

  /** Returns the response to a query; what it suggests must be answered. */
  public final Response queryAnswer(String query) {
    Response response = ask(query);
    suggestion(response.lines())
        .ifPresent(suggested ->
            assertThat(ask(suggested).isError())
                .describedAs("%s, suggested for %s", suggested, query)
                .isFalse());
    return response;
  }

  private Response ask(String query) {
    return new QueryRunner<>(language.queries(), CallLimits.STANDARD)
        .answer(model(), ViewState.initial(), query);
  }

  /** Returns the operation that a refusal suggests. */
  public static Optional<String> suggestion(List<String> refusal) {
    return refusal.stream()
        .filter(line -> line.startsWith(SUGGESTION_PREFIX))
        .map(line -> line.substring(SUGGESTION_PREFIX.length()))
        .findFirst();
  }
}
