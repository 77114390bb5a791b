package dev.fcp.verbs.run;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.session.Batch;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Session;
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
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Applies operation strings to a session: all of them, or none. Each operation becomes one step,
 * labelled with its text, or all of them together if the language says so. A refusal suggests an
 * operation only if that operation works, changes at most one argument of the refused one and takes
 * nothing away (OL-8). Immutable and thread-safe.
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
    return run(session, viewState, operations, options, () -> false);
  }

  /**
   * Applies operations in order, as one batch, unless the caller cancels the call.
   *
   * @param isCancelled asked before each operation and after the last one
   * @throws CancellationException if the call was cancelled; nothing changes and nothing is
   *     recorded
   * @throws dev.fcp.eventlog.journal.JournalException if the journal cannot be written
   */
  public Response run(
      Session<M, E> session,
      ViewState viewState,
      List<String> operations,
      EditOptions options,
      BooleanSupplier isCancelled) {
    Optional<Refusal> limitRefusal = checkLimits(operations);
    if (limitRefusal.isPresent()) {
      return Response.refused(limitRefusal.get()).withLine(digestLine(session));
    }
    RunningBatch runningBatch =
        new RunningBatch(viewState.copy(), operations, options, isCancelled);
    Outcome outcome =
        session.batch(
            options, language.isCallOneStep() ? runningBatch::applyAsOneStep : runningBatch::apply);
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
      return Optional.of(Refusal.because("there is no operation to apply"));
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
    private final BooleanSupplier isCancelled;
    private final List<ResultLine> lines = new ArrayList<>();

    /** The operation that is running, counted from 1; 0 before the first and after the last. */
    private int currentNumber;

    /** Why the operation that is running was refused. */
    private List<Refusal> refusals = List.of();

    RunningBatch(
        ViewState viewDraft,
        List<String> operations,
        EditOptions options,
        BooleanSupplier isCancelled) {
      this.viewDraft = viewDraft;
      this.operations = List.copyOf(operations);
      this.options = options;
      this.isCancelled = isCancelled;
    }

    void applyAsOneStep(Batch<M, E> batch) {
      Outcome unused =
          batch.step(
              EditOptions.of(String.join("; ", operations), options.origin()),
              builder -> apply(batch));
    }

    void apply(Batch<M, E> batch) {
      for (String operation : operations) {
        requireNotCancelled();
        currentNumber++;
        try {
          apply(operation, batch);
        } catch (RefusedException refused) {
          refusals =
              refused.conflicts().stream()
                  .map(Refusal::of)
                  .map(refusal -> withoutHarmfulSuggestion(refusal, operation, batch))
                  .toList();
          throw refused;
        }
      }
      requireNotCancelled();
      currentNumber = 0;
    }

    private void requireNotCancelled() {
      if (isCancelled.getAsBoolean()) {
        throw new CancellationException("the caller cancelled the call");
      }
    }

    private void apply(String operation, Batch<M, E> batch) {
      ParsedOperation op =
          switch (OperationText.parse(operation, limits)) {
            case OperationText.Parsed(var parsed) -> parsed;
            case OperationText.Refused(var refusal) -> throw toException(refusal);
          };
      Outcome outcome =
          batch.step(
              EditOptions.of(op.raw(), options.origin()),
              builder -> {
                switch (apply(op, new StepVerbContext<>(builder, batch, viewDraft))) {
                  case VerbResult.Done(var line) -> lines.add(line);
                  case VerbResult.Refused(var refusal) -> throw toException(refusal);
                }
              });
      if (outcome instanceof Outcome.Unchanged) {
        markUnchanged(op);
      }
    }

    /** Replaces the last line if it claims a change. */
    private void markUnchanged(ParsedOperation op) {
      int last = lines.size() - 1;
      if (lines.get(last).kind() != ResultLine.Kind.META) {
        lines.set(last, ResultLine.meta("unchanged: " + OperationText.abbreviate(op.raw())));
      }
    }

    private VerbResult apply(ParsedOperation op, VerbContext<M, E> context) {
      return switch (verbs.match(op)) {
        case Match.Matched<Verb<M, E>>(var verb, var matched) -> applyVerb(verb, matched, context);
        case Match.Refused<Verb<M, E>>(var refusal) -> VerbResult.refused(refusal);
      };
    }

    private VerbResult applyVerb(Verb<M, E> verb, ParsedOperation op, VerbContext<M, E> context) {
      try {
        return verb.apply(op, context);
      } catch (OperationRefusedException refused) {
        return VerbResult.refused(refused.refusal());
      }
    }

    private Refusal withoutHarmfulSuggestion(Refusal refusal, String operation, Batch<M, E> batch) {
      return new Refusal(
          refusal.message(),
          refusal.suggestion().filter(suggestion -> isHarmless(suggestion, operation, batch)));
    }

    /** Whether a suggestion does what the refused operation asked for, and nothing else. */
    private boolean isHarmless(String suggestion, String operation, Batch<M, E> batch) {
      return OperationText.parse(suggestion, limits) instanceof OperationText.Parsed(var op)
          && (!(OperationText.parse(operation, limits)
                  instanceof OperationText.Parsed(var original))
              || new Correction(original, op).correctsOneArgument())
          && verbs.match(op) instanceof Match.Matched<Verb<M, E>>(var verb, var matched)
          && !verb.form().isRemoving()
          && works(verb, matched, batch);
    }

    /** Whether an operation would be applied; the attempt is discarded. */
    private boolean works(Verb<M, E> verb, ParsedOperation op, Batch<M, E> batch) {
      AtomicBoolean isApplied = new AtomicBoolean();
      try {
        Outcome unused =
            batch.step(
                options,
                builder -> {
                  StepVerbContext<M, E> context =
                      new StepVerbContext<>(builder, batch, viewDraft.copy());
                  boolean isDone = applyVerb(verb, op, context) instanceof VerbResult.Done;
                  isApplied.set(isDone && !context.isRefused());
                  throw new RefusedException(Conflict.because("only an attempt"));
                });
      } catch (RefusedException attempted) {
        return isApplied.get();
      }
      throw new IllegalStateException("the attempt became a step");
    }

    Response commitView(ViewState viewState) {
      viewState.replaceWith(viewDraft);
      return Response.of(lines.stream().map(ResultLine::toString).toList());
    }

    Response failureResponse(List<Conflict> conflicts) {
      List<Line> lines = new ArrayList<>();
      lines.add(Line.of(failedLine()));
      // No single operation failed if the head is not the expected one, or if a guard refused the
      // batch.
      List<Refusal> reasons =
          currentNumber == 0 ? conflicts.stream().map(Refusal::of).toList() : refusals;
      reasons.forEach(refusal -> lines.addAll(Line.of(refusal)));
      return new Response(lines, true);
    }

    private String failedLine() {
      int count = operations.size();
      if (currentNumber == 0) {
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
