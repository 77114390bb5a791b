package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalRecord.Redacted;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.Verification;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The actions on the history as a whole: {@code revert}, {@code verify}, {@code checkpoints} and
 * {@code retain}.
 */
final class HistoryActions<M, E> {

  private static final RetentionPolicy STANDARD_POLICY = RetentionPolicy.standard();

  private final OpenDocuments<M, E> documents;
  private final StepText stepText;

  HistoryActions(OpenDocuments<M, E> documents) {
    this.documents = documents;
    this.stepText = new StepText(documents.settings());
  }

  List<SessionAction> all() {
    return List.of(
        new SessionAction(
            SessionForms.REVERT,
            (op, caller) -> documents.withActive(document -> revert(op, caller, document))),
        new SessionAction(SessionForms.VERIFY, (op, caller) -> documents.withActive(this::verify)),
        new SessionAction(
            SessionForms.CHECKPOINTS, (op, caller) -> documents.withActive(this::checkpoints)),
        new SessionAction(
            SessionForms.RETAIN,
            (op, caller) ->
                documents.withActiveExclusively(document -> showOrPrune(op, caller, document))));
  }

  private Response revert(ParsedOperation op, Caller caller, Document<M, E> document) {
    return SessionForms.TO.valueIn(op).isPresent()
        ? CheckpointParam.withCheckpoint(op, document, name -> revertTo(op, caller, document, name))
        : revert(caller, document);
  }

  /** Reverts to a checkpoint by a new step, even if undo can no longer reach it. */
  private Response revertTo(
      ParsedOperation op, Caller caller, Document<M, E> document, String name) {
    Optional<M> model = document.session().modelNamed(name);
    String checkpoint = "checkpoint " + Quoting.quoteAlways(name);
    if (model.isEmpty()) {
      return Response.refused(
          Refusal.because("the state of %s is no longer kept".formatted(checkpoint)));
    }
    Domain<M, E> domain = documents.language().domain();
    Outcome outcome =
        document
            .session()
            .step(
                EditOptions.of(op.raw(), caller.origin()),
                builder -> domain.diff(builder.model(), model.get()).forEach(builder::emit));
    if (outcome instanceof Outcome.Refused(var conflicts)) {
      return Response.refused(Refusal.because(conflicts.get(0).reason()));
    }
    String message =
        outcome instanceof Outcome.Unchanged
            ? "! nothing to revert: the document is as it was at " + checkpoint
            : "! reverted to %s, as one step; undo reverses it".formatted(checkpoint);
    return Response.of(message, documents.digestLine(document));
  }

  private Response revert(Caller caller, Document<M, E> document) {
    Outcome outcome = document.revert(EditOptions.of("revert", caller.origin()));
    String file = documents.displayPath(document).orElse("");
    return switch (outcome) {
      case Outcome.Committed committed ->
          Response.of(
              "! reverted to %s, as one step; undo reverses it".formatted(file),
              documents.digestLine(document));
      case Outcome.Refused(var conflicts) ->
          Response.refused(
              new Refusal(
                  displayReason(conflicts.get(0), document), ConflictText.suggestion(conflicts)));
      case Outcome.Recorded recorded -> unchanged(file, document);
      case Outcome.Unchanged unchanged -> unchanged(file, document);
      case Outcome.Moved moved -> unchanged(file, document);
      case Outcome.Pending pending -> unchanged(file, document);
    };
  }

  /** The reason of a conflict, with the display path of the file. */
  private String displayReason(Conflict conflict, Document<M, E> document) {
    return document
        .path()
        .map(path -> conflict.reason().replace(path.toString(), documents.displayPath(path)))
        .orElse(conflict.reason());
  }

  private Response unchanged(String file, Document<M, E> document) {
    return Response.of(
        "! nothing to revert: %s holds this document".formatted(file),
        documents.digestLine(document));
  }

  private Response verify(Document<M, E> document) {
    SessionState<M, E> state = document.session().state();
    Verification verification = document.session().verify();
    String count = Plurals.count(state.history().steps().size(), "step");
    if (!verification.isValid()) {
      return Response.refused(
          Refusal.because(
              "the document is %s, its content gives %s, its history gives %s"
                  .formatted(
                      verification.current(),
                      verification.fromScratch(),
                      verification.replayed())));
    }
    List<String> lines = new ArrayList<>(FileChangeText.losses(document));
    lines.add(
        "! verified: %s, %s, all digests match"
            .formatted(Plurals.count(document.recordCount(), "record"), count));
    if (!verification.unverifiedPoints().isEmpty()) {
      lines.add(
          "! %s with a digest of an older version, recomputed"
              .formatted(Plurals.count(verification.unverifiedPoints().size(), "state")));
    }
    for (Redacted redacted : verification.redactions()) {
      lines.add(
          "! redacted by %s, %s: %s in %s, the digests of %s computed again: %s"
              .formatted(
                  StepText.actor(redacted.origin()),
                  stepText.time(redacted.time()),
                  redacted.kind().name().toLowerCase(Locale.ROOT),
                  Plurals.count(redacted.redactedSteps().size(), "step"),
                  Plurals.count(redacted.digestCount(), "step"),
                  OperationText.abbreviate(redacted.reason())));
    }
    return Response.of(lines).withLine(documents.digestLine(document));
  }

  private Response checkpoints(Document<M, E> document) {
    SessionState<M, E> state = document.session().state();
    List<String> lines = new ArrayList<>();
    for (NamedState name : state.checkpoints()) {
      lines.add(
          "! %s after %s%s"
              .formatted(
                  Quoting.quoteAlways(name.name()),
                  Plurals.count(state.history().depth(name.point()), "operation"),
                  name.point().equals(state.head()) ? ", here" : ""));
    }
    return lines.isEmpty() ? Response.of("! this document has no checkpoints") : Response.of(lines);
  }

  private Response showOrPrune(ParsedOperation op, Caller caller, Document<M, E> document) {
    RetentionPolicy policy =
        new RetentionPolicy(
            SessionForms.STEPS.valueIn(op).orElse(STANDARD_POLICY.minSteps()),
            SessionForms.AGE.valueIn(op).orElse(STANDARD_POLICY.minAge()),
            SessionForms.ABOVE.valueIn(op).orElse(STANDARD_POLICY.minUndoDepth()));
    SessionState<M, E> state = document.session().state();
    PrunableSteps prunable =
        new PrunableSteps(
            policy.expiredCount(state, documents.settings().clock().instant()), state);
    if (prunable.count() == 0) {
      return Response.of(
          "! nothing to prune: %s can be undone"
              .formatted(Plurals.count(state.undoDepth(), "step")));
    }
    return SessionForms.APPLY.valueIn(op).orElse(false)
        ? prune(op, caller, document, policy, prunable)
        : Response.of(pruningPlan(state, prunable, document.archivePlace()))
            .withLine(Line.suggestion(op.withParam("apply", "yes").canonicalText()));
  }

  /**
   * The steps that would be pruned.
   *
   * @param expiredCount the number of expired steps, which can still be undone
   * @param beyondLimitCount the number of steps that can no longer be undone because of an undo
   *     limit
   * @param lastPoint the point after the last step to prune
   */
  private record PrunableSteps(int expiredCount, int beyondLimitCount, HistoryPoint lastPoint) {

    PrunableSteps(int expiredCount, SessionState<?, ?> state) {
      this(expiredCount, state.stepCountBeforeUndoStack(), lastPointOf(expiredCount, state));
    }

    private static HistoryPoint lastPointOf(int expiredCount, SessionState<?, ?> state) {
      List<StepId> applied = state.undoStack().applied();
      if (expiredCount > 0) {
        return HistoryPoint.after(applied.get(expiredCount - 1));
      }
      return applied.isEmpty() ? state.head() : state.history().parent(applied.get(0));
    }

    int count() {
      return expiredCount + beyondLimitCount;
    }
  }

  private List<String> pruningPlan(
      SessionState<M, E> state, PrunableSteps prunable, Optional<String> archive) {
    List<String> lines = new ArrayList<>();
    String lastText =
        prunable
            .lastPoint()
            .step()
            .flatMap(state.history()::find)
            .map(step -> ", up to: " + stepText.describe(step))
            .orElse("");
    lines.add(
        "! would permanently prune %s%s"
            .formatted(Plurals.count(prunable.count(), "step"), lastText));
    if (prunable.beyondLimitCount() > 0) {
      lines.add("! %d of them can no longer be undone".formatted(prunable.beyondLimitCount()));
    }
    lines.add(
        "! %s could still be undone"
            .formatted(Plurals.count(state.undoDepth() - prunable.expiredCount(), "step")));
    archive.ifPresent(place -> lines.add("! their records go to the archive " + place));
    for (NamedState name : state.checkpoints()) {
      if (state.history().isAncestor(name.point(), prunable.lastPoint())) {
        lines.add("! checkpoint %s keeps its state".formatted(Quoting.quoteAlways(name.name())));
      }
    }
    return lines;
  }

  private Response prune(
      ParsedOperation op,
      Caller caller,
      Document<M, E> document,
      RetentionPolicy policy,
      PrunableSteps prunable) {
    Outcome outcome =
        document.session().with(EditOptions.of(op.raw(), caller.origin())).prune(policy);
    if (outcome instanceof Outcome.Refused(var conflicts)) {
      return Response.refused(Refusal.because(conflicts.get(0).reason()));
    }
    int undoableCount = document.session().state().undoDepth();
    return Response.of(
        "! pruned %s; %s can be undone"
            .formatted(
                Plurals.count(prunable.count(), "step"), Plurals.count(undoableCount, "step")),
        documents.digestLine(document));
  }
}
