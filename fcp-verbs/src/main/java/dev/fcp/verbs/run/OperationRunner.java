package dev.fcp.verbs.run;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.session.Batch;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.StepBuilder;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.FormRegistry;
import dev.fcp.verbs.FormRegistry.Match;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.Verb;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.VerbResult;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Applies operation strings to a session: all of them, or none. Each operation becomes one step,
 * labelled with its text. Immutable and thread-safe.
 *
 * @param <M> the model
 * @param <E> the events
 */
public final class OperationRunner<M, E> {

  private final DomainLanguage<M, E> language;
  private final FormRegistry<Verb<M, E>> verbs;
  private final CallLimits limits;

  /**
   * A runner for the verbs of a language.
   *
   * @throws IllegalArgumentException if two verbs have the same name
   */
  public OperationRunner(DomainLanguage<M, E> language, CallLimits limits) {
    this.language = language;
    this.verbs = FormRegistry.verbs(language);
    this.limits = Objects.requireNonNull(limits, "limits");
  }

  /** The verbs of the language. */
  public FormRegistry<Verb<M, E>> verbs() {
    return verbs;
  }

  /**
   * Applies operations in order, as one batch.
   *
   * <p>The response has one line per operation, followed by the digest. The line of an operation
   * that changes nothing says so, and there is no step of it. If an operation fails, nothing
   * changes; the response shows the operation, the reason and a suggestion.
   *
   * @param viewState the view state of the document; changed only if all operations were applied
   * @param options the origin, the expected head and the label of the batch
   * @throws dev.fcp.eventlog.journal.JournalException if the journal cannot be written
   */
  public Response run(
      Session<M, E> session, ViewState viewState, List<String> operations, EditOptions options) {
    Optional<Refusal> limitRefusal = checkLimits(operations);
    if (limitRefusal.isPresent()) {
      return Response.refused(limitRefusal.get()).withLine(digestLine(session));
    }
    RunningBatch runningBatch = new RunningBatch(viewState.copy(), operations, options);
    Outcome outcome = session.batch(options, runningBatch::apply);
    return switch (outcome) {
      case Outcome.Refused(var conflicts) ->
          runningBatch.failureResponse(conflicts).withLine(digestLine(session));
      case Outcome.Committed committed ->
          runningBatch.commitView(viewState).withLine(digestLine(session));
      case Outcome.Unchanged unchanged ->
          runningBatch.commitView(viewState).withLine(digestLine(session));
      case Outcome.Pending pending ->
          runningBatch.commitView(viewState).withLine(digestLine(session));
      case Outcome.Moved moved -> throw new IllegalStateException("a batch moved the cursor");
      case Outcome.Recorded recorded -> throw new IllegalStateException("a batch recorded a note");
    };
  }

  private Optional<Refusal> checkLimits(List<String> operations) {
    if (operations.isEmpty()) {
      return Optional.of(new Refusal("there is no operation to apply", verbs.firstTemplate()));
    }
    if (operations.size() > limits.operationsPerCall()) {
      String message =
          "%d operations exceed the limit of %d per call; none was applied"
              .formatted(operations.size(), limits.operationsPerCall());
      return Optional.of(Refusal.because(message));
    }
    return Optional.empty();
  }

  private String digestLine(Session<M, E> session) {
    return language.digestLine(session.digest());
  }

  /** The state of one running call. */
  private final class RunningBatch {

    private final ViewState viewDraft;
    private final List<String> operations;
    private final EditOptions options;
    private final List<ResultLine> lines = new ArrayList<>();

    /** The operation that is running, counted from 1; 0 before the first and after the last. */
    private int currentNumber;

    RunningBatch(ViewState viewDraft, List<String> operations, EditOptions options) {
      this.viewDraft = viewDraft;
      this.operations = List.copyOf(operations);
      this.options = options;
    }

    void apply(Batch<M, E> batch) {
      for (String operation : operations) {
        currentNumber++;
        ParsedOperation op =
            switch (OperationText.parse(operation, limits, verbs.firstTemplate())) {
              case OperationText.Parsed(var parsed) -> parsed;
              case OperationText.Refused(var refusal) -> throw toException(refusal);
            };
        Outcome outcome =
            batch.step(EditOptions.of(op.raw(), options.origin()), builder -> apply(op, builder));
        if (outcome instanceof Outcome.Unchanged) {
          markUnchanged(op);
        }
      }
      currentNumber = 0;
    }

    /** Replaces the last line if it claims a change. */
    private void markUnchanged(ParsedOperation op) {
      int last = lines.size() - 1;
      if (lines.get(last).kind() != ResultLine.Kind.META) {
        lines.set(last, ResultLine.meta("unchanged: " + OperationText.abbreviate(op.raw())));
      }
    }

    private void apply(ParsedOperation op, StepBuilder<M, E> builder) {
      VerbResult result =
          switch (verbs.match(op)) {
            case Match.Matched<Verb<M, E>>(var verb, var matched) ->
                applyVerb(verb, matched, new StepVerbContext<>(builder, viewDraft));
            case Match.Refused<Verb<M, E>>(var refusal) -> VerbResult.refused(refusal);
          };
      switch (result) {
        case VerbResult.Done(var line) -> lines.add(line);
        case VerbResult.Refused(var refusal) -> throw toException(refusal);
      }
    }

    private VerbResult applyVerb(Verb<M, E> verb, ParsedOperation op, VerbContext<M, E> context) {
      try {
        return verb.apply(op, context);
      } catch (OperationRefusedException refused) {
        return VerbResult.refused(refused.refusal());
      }
    }

    Response commitView(ViewState viewState) {
      viewState.replaceWith(viewDraft);
      return Response.of(lines.stream().map(ResultLine::toString).toList());
    }

    Response failureResponse(List<Conflict> conflicts) {
      List<Line> lines = new ArrayList<>();
      lines.add(Line.of(failedLine()));
      for (Conflict conflict : conflicts) {
        lines.addAll(Line.of(Refusal.of(conflict)));
      }
      return new Response(lines, true);
    }

    private String failedLine() {
      int count = operations.size();
      if (currentNumber == 0) {
        // No single operation failed: the head is not the expected one, or a guard refused the
        // batch.
        return "! none of the operations was applied";
      }
      String suffix = count == 1 ? "" : "; the others were not applied";
      return "! operation %d of %d failed: %s%s"
          .formatted(
              currentNumber,
              count,
              OperationText.abbreviate(operations.get(currentNumber - 1)),
              suffix);
    }

    private static RefusedException toException(Refusal refusal) {
      Conflict conflict = Conflict.because(refusal.message());
      return new RefusedException(
          refusal.suggestion().map(text -> conflict.withSuggestion(text)).orElse(conflict));
    }
  }
}
