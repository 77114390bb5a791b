package dev.fcp.verbs.run;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.session.Batch;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.Stage;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Verb;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.VerbResult;
import dev.fcp.verbs.VerbSet;
import dev.fcp.verbs.VerbSet.Choice;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Applies operation strings to a session: all of them, or none. Each operation is one step,
 * labelled with its text, so that undo takes them back one by one. Immutable; safe for any number
 * of threads.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public final class OperationRunner<M, E> {

  private final DomainLanguage<M, E> language;
  private final VerbSet<Verb<M, E>> verbs;
  private final Limits limits;

  /**
   * A runner for the verbs of a language.
   *
   * @throws IllegalArgumentException if two of them have the same name
   */
  public OperationRunner(DomainLanguage<M, E> language, Limits limits) {
    this.language = language;
    this.verbs = VerbSet.verbs(language);
    this.limits = Objects.requireNonNull(limits, "limits");
  }

  /** The verbs. */
  public VerbSet<Verb<M, E>> verbs() {
    return verbs;
  }

  /**
   * Applies operations in order, as one batch.
   *
   * <p>The answer has one line for each operation, then the digest. If one of them fails, nothing
   * has happened; the answer names it, says what is wrong and what would work.
   *
   * @param view what the conversation remembers; changed only if all operations were done
   * @param intent who asks, and what head is expected; its label stands for the batch
   * @throws dev.fcp.eventlog.journal.JournalException if the journal cannot be written
   */
  public Answer run(Session<M, E> session, View view, List<String> operations, Intent intent) {
    Optional<Refusal> tooMuch = limitPassed(operations);
    if (tooMuch.isPresent()) {
      return Answer.refused(tooMuch.get()).with(digestLine(session));
    }
    Attempt attempt = new Attempt(view.copy(), operations, intent);
    Outcome outcome = session.batch(intent, attempt::apply);
    return switch (outcome) {
      case Outcome.Refused(var conflicts) -> attempt.failure(conflicts).with(digestLine(session));
      case Outcome.Committed committed -> attempt.success(view).with(digestLine(session));
      case Outcome.Unchanged unchanged -> attempt.success(view).with(digestLine(session));
      case Outcome.Staged staged -> attempt.success(view).with(digestLine(session));
      case Outcome.Moved moved -> throw new IllegalStateException("a batch moved the cursor");
      case Outcome.Recorded recorded -> throw new IllegalStateException("a batch made a note");
    };
  }

  private Optional<Refusal> limitPassed(List<String> operations) {
    if (operations.isEmpty()) {
      return Optional.of(new Refusal("there is no operation to apply", verbs.blank()));
    }
    if (operations.size() > limits.operationsPerCall()) {
      String message =
          "%d operations are more than the %d of one call; none was applied"
              .formatted(operations.size(), limits.operationsPerCall());
      return Optional.of(Refusal.because(message));
    }
    return Optional.empty();
  }

  private String digestLine(Session<M, E> session) {
    return language.digestLine(session.digest());
  }

  /** One call while it runs. */
  private final class Attempt {

    private final View draft;
    private final List<String> operations;
    private final Intent intent;
    private final List<String> lines = new ArrayList<>();

    /** The operation that is running, counted from 1; 0 before the first and after the last. */
    private int running;

    Attempt(View draft, List<String> operations, Intent intent) {
      this.draft = draft;
      this.operations = List.copyOf(operations);
      this.intent = intent;
    }

    void apply(Batch<M, E> batch) {
      for (String operation : operations) {
        running++;
        ParsedOp op =
            switch (OperationText.read(operation, limits, verbs.blank())) {
              case OperationText.Readable(var read) -> read;
              case OperationText.Refused(var refusal) -> throw refused(refusal);
            };
        batch.step(Intent.of(op.raw(), intent.origin()), stage -> apply(op, stage));
      }
      running = 0;
    }

    private void apply(ParsedOp op, Stage<M, E> stage) {
      VerbResult result =
          switch (verbs.choose(op)) {
            case Choice.Chosen<Verb<M, E>>(var verb, var formed) ->
                applied(verb, formed, new StageContext<>(stage, draft));
            case Choice.Refused<Verb<M, E>>(var refusal) -> VerbResult.refused(refusal);
          };
      switch (result) {
        case VerbResult.Done(var line) -> lines.add(line.toString());
        case VerbResult.Refused(var refusal) -> throw refused(refusal);
      }
    }

    private VerbResult applied(Verb<M, E> verb, ParsedOp op, VerbContext<M, E> context) {
      try {
        return verb.apply(op, context);
      } catch (NotDone notDone) {
        return VerbResult.refused(notDone.refusal());
      }
    }

    Answer success(View view) {
      view.become(draft);
      return Answer.of(lines);
    }

    Answer failure(List<Conflict> conflicts) {
      List<String> told = new ArrayList<>();
      told.add(failedLine());
      for (Conflict conflict : conflicts) {
        told.addAll(new Refusal(conflict.reason(), conflict.suggestion()).lines());
      }
      return new Answer(told, true);
    }

    private String failedLine() {
      int count = operations.size();
      if (running == 0) {
        // No operation is at fault: the head is not the expected one, or a guard refused them all.
        return "! none of the operations was applied";
      }
      String others = count == 1 ? "" : "; the others were not applied";
      return "! operation %d of %d failed: %s%s"
          .formatted(running, count, OperationText.shown(operations.get(running - 1)), others);
    }

    private static RefusedException refused(Refusal refusal) {
      Conflict conflict = Conflict.because(refusal.message());
      return new RefusedException(refusal.tryThis().map(conflict::suggesting).orElse(conflict));
    }
  }
}
