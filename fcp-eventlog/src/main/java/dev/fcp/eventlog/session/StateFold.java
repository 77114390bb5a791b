package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.SessionState.PendingSave;
import dev.fcp.eventlog.session.SessionState.SavedMark;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The fold over journal records: applies one record to a state (SE-1). Edits, undo, loading and
 * recovery all use it.
 *
 * @param state the state before the record
 */
record StateFold<M, E>(SessionState<M, E> state) {

  /**
   * The state after a record.
   *
   * @throws DamagedRecordException if the record cannot follow those before it
   * @throws DriftException if the resulting model does not match the recorded digest (SE-10)
   */
  static <M, E> SessionState<M, E> apply(SessionState<M, E> state, JournalRecord record) {
    SessionState<M, E> next = new StateFold<>(state).applyRecord(record);
    return record
        .undoLimit()
        .map(limit -> withUndoLimit(next, limit))
        .orElse(next)
        .withNextRecordNumber();
  }

  /** The state with its undo stack shortened to begin after a step; the history keeps the steps. */
  static <M, E> SessionState<M, E> withUndoLimit(SessionState<M, E> state, StepId undoLimit) {
    int count = new StateFold<>(state).appliedCountUpTo(undoLimit);
    return state.with(stack -> stack.withoutFirst(count));
  }

  private SessionState<M, E> applyRecord(JournalRecord record) {
    return switch (record) {
      case JournalRecord.Opened opened -> throw damaged("the document is open already");
      case JournalRecord.Committed committed -> applyCommitted(committed.steps());
      case JournalRecord.Replaced replaced -> applyReplaced(replaced);
      case JournalRecord.Moved moved -> applyMoved(moved);
      case JournalRecord.Named named ->
          requirePoint(named.state().point()).with(stack -> stack.with(named.state()));
      case JournalRecord.Saving saving -> {
        PendingSave pending = PendingSave.of(saving);
        yield requirePoint(saving.point()).with(state.versions().withPendingSave(pending));
      }
      case JournalRecord.Failed failed ->
          requirePoint(failed.point()).with(state.versions().withFailed(failed));
      case JournalRecord.Saved saved -> {
        SavedMark mark = new SavedMark(saved.hash(), saved.point());
        yield requirePoint(saved.point()).with(state.versions().withSaved(mark));
      }
      case JournalRecord.External external -> applyExternal(external);
      case JournalRecord.Refused refused -> state;
      case JournalRecord.PassedOver passedOver -> applyPassedOver(passedOver);
      case JournalRecord.Marked marked ->
          state.with(state.marks().with(marked, state.stack().end()));
      case JournalRecord.Pruned retained -> applyPruned(retained.point());
      case JournalRecord.Redacted redacted -> state;
    };
  }

  private SessionState<M, E> applyCommitted(List<Step<Value.Fields>> steps) {
    SessionState<M, E> next = state;
    for (Step<Value.Fields> recorded : steps) {
      next = new StateFold<>(next).applyCommitted(decode(recorded));
    }
    return next;
  }

  private Step<E> decode(Step<Value.Fields> recorded) {
    return Replay.decode(state.domain(), state.recordNumber() + 1, recorded);
  }

  /**
   * Adds a step at the cursor. An ignored step that leaves the redo tail was recorded twice: after
   * the redo tail, and as a carried step (SE-31).
   */
  private SessionState<M, E> applyCommitted(Step<E> step) {
    if (step.isCarried()) {
      return applyCarried(step);
    }
    return state.undoStack().canRedo()
            && step.isIgnored()
            && step.parent().equals(state.stack().end())
        ? addRedoable(step)
        : addStep(step, SessionState::with);
  }

  private SessionState<M, E> applyCarried(Step<E> step) {
    if (!step.isCarried() || !state.undoStack().canRedo()) {
      throw damaged("step %s is not a carried step".formatted(step.id()));
    }
    return addStep(step, SessionState::withCarried);
  }

  /** Adds an ignored step after the redo tail; redo verifies its digest. */
  private SessionState<M, E> addRedoable(Step<E> step) {
    if (state.stack().contains(HistoryPoint.after(step.id()))) {
      throw damaged("step %s is there already".formatted(step.id()));
    }
    if (step.digestAfter().version() == state.digest().version()) {
      return state.withRedoable(step);
    }
    HistoryPoint end = state.stack().end();
    M model =
        state.modelAt(end).orElseThrow(() -> damaged("steps to %s were pruned".formatted(end)));
    Digest digest = state.domain().digest(state.replay().applyUnverified(step, model));
    return state
        .withRedoable(step.withDigestAfter(digest))
        .with(stack -> stack.withUnverified(HistoryPoint.after(step.id())));
  }

  /** Adds a step and the model after it to a state. */
  private interface StepAdder<M, E> {

    SessionState<M, E> add(SessionState<M, E> state, Step<E> step, M model);
  }

  private SessionState<M, E> addStep(Step<E> step, StepAdder<M, E> adder) {
    HistoryPoint head = state.head();
    if (!step.parent().equals(head) || state.stack().contains(HistoryPoint.after(step.id()))) {
      throw damaged("step %s does not follow %s".formatted(step.id(), head));
    }
    M model = state.replay().applyUnverified(step, state.model());
    Digest digest = state.domain().digest(model);
    if (digest.version() != step.digestAfter().version()) {
      return adder
          .add(state, step.withDigestAfter(digest), model)
          .with(stack -> stack.withUnverified(HistoryPoint.after(step.id())));
    }
    Replay.requireMatch(HistoryPoint.after(step.id()), step.digestAfter(), digest);
    return adder.add(state, step, model);
  }

  private SessionState<M, E> applyReplaced(JournalRecord.Replaced record) {
    UndoStack<E> stack = state.stack();
    List<StepId> replacedSteps = record.replaced();
    if (!stack.lastSteps(replacedSteps.size()).equals(Optional.of(replacedSteps))) {
      throw damaged("steps %s are not the last of the undo stack".formatted(replacedSteps));
    }
    M model = state.model();
    for (Step<E> step : stack.stepsOf(replacedSteps).reversed()) {
      model = state.replay().undo(step, model, state.digestAt(step.parent()));
    }
    Optional<Step<E>> replacement = record.steps().stream().findFirst().map(this::decode);
    if (replacement.isPresent()) {
      model = state.replay().apply(replacement.get(), model);
    }
    HistoryPoint point =
        replacement
            .map(step -> HistoryPoint.after(step.id()))
            .orElseGet(() -> state.history().parent(replacedSteps.get(0)));
    return state
        .with(model, stack.withReplaced(replacedSteps, replacement))
        .withPassedOverReplaced(replacedSteps, point)
        .with(state.versions().withStepsReplaced(replacedSteps, point));
  }

  private SessionState<M, E> applyMoved(JournalRecord.Moved record) {
    return switch (record.kind()) {
      case UNDO, REDO ->
          record.steps().isEmpty() ? moveTo(record.point()) : applyCarried(record.steps());
      case UNDO_TO -> moveTo(record.point());
      case BAIL -> moveTo(record.point()).with(stack -> stack.with(stack.steps().truncate()));
      case SWITCH -> switchTo(record.point());
      case CLEAR -> clear(record.point());
    };
  }

  private SessionState<M, E> clear(HistoryPoint point) {
    if (!point.equals(state.head())) {
      throw damaged("the undo stack is cleared at %s".formatted(point));
    }
    return state.with(stack -> stack.with(stack.steps().truncate()).cleared());
  }

  /** Moves the cursor and adds the carried steps before the redo tail (SE-31). */
  private SessionState<M, E> applyCarried(List<Step<Value.Fields>> steps) {
    SessionState<M, E> next = moveTo(steps.get(0).parent());
    for (Step<Value.Fields> recorded : steps) {
      next = new StateFold<>(next).applyCarried(decode(recorded));
    }
    return next;
  }

  private SessionState<M, E> switchTo(HistoryPoint point) {
    Optional<M> model = requirePoint(point).modelAt(point);
    return state.with(
        model.orElseThrow(() -> damaged("steps between here and %s were pruned".formatted(point))),
        state.stack().switchedTo(point));
  }

  private SessionState<M, E> moveTo(HistoryPoint point) {
    UndoStack<E> stack = state.stack();
    if (point.equals(state.head())) {
      return state;
    }
    OptionalInt position = stack.positionOf(point);
    if (position.isEmpty()) {
      throw damaged("the cursor moves to %s, which is not on the undo stack".formatted(point));
    }
    M model =
        state.modelAt(point).orElseThrow(() -> damaged("steps to %s were pruned".formatted(point)));
    return state.with(model, stack.with(stack.uncarriedSteps().moveTo(position.getAsInt())));
  }

  private SessionState<M, E> applyExternal(JournalRecord.External external) {
    SessionState<M, E> next = applyCommitted(external.steps());
    return new StateFold<>(next)
        .requirePoint(external.point())
        .with(next.versions().withExternal(external));
  }

  private SessionState<M, E> applyPassedOver(JournalRecord.PassedOver record) {
    requirePoint(HistoryPoint.after(record.step()));
    return switch (record.kind()) {
      case UNDO -> state.withPassedOver(record.step());
      case REDO -> state.withoutPassedOver(record.step());
    };
  }

  private SessionState<M, E> applyPruned(StepId undoLimit) {
    int count = appliedCountUpTo(undoLimit);
    SessionState<M, E> pruned =
        state.with(
            stack -> stack.withoutFirst(count).withoutStepsBefore(undoLimit).withPoints(points()));
    return withoutUnneeded(pruned)
        .with(pruned.marks().withoutMessages(point -> !pruned.history().isKnown(point)));
  }

  /** The state without what only discarded steps need in its models. */
  private SessionState<M, E> withoutUnneeded(SessionState<M, E> pruned) {
    Domain<M, E> domain = state.domain();
    if (!domain.hasTexts()) {
      return pruned.withOnlyModel(pruned.model());
    }
    List<E> keptEvents =
        pruned.history().steps().stream().flatMap(step -> step.events().stream()).toList();
    return pruned.withOnlyModel(domain.withoutUnneeded(pruned.model(), keptEvents));
  }

  private List<HistoryPoint> points() {
    return state.versions().points();
  }

  /** The position of a step on the undo stack; it must not be the last applied one. */
  private int appliedCountUpTo(StepId step) {
    OptionalInt position = state.stack().positionOf(HistoryPoint.after(step));
    if (position.isEmpty()
        || position.getAsInt() > Math.max(0, state.undoStack().appliedCount() - 1)) {
      throw damaged("step %s cannot be discarded".formatted(step));
    }
    return position.getAsInt();
  }

  /** Returns the state if its history contains the point; otherwise throws. */
  private SessionState<M, E> requirePoint(HistoryPoint point) {
    if (!state.stack().contains(point)) {
      throw damaged("there is no " + point);
    }
    return state;
  }

  private DamagedRecordException damaged(String reason) {
    return new DamagedRecordException(state.recordNumber() + 1, reason);
  }

  /** The state after the first record, with the model read from its source. */
  static <M, E> SessionState<M, E> opened(Domain<M, E> domain, JournalRecord.Opened record) {
    requireDomain(domain, record.domain());
    if (record.formatVersion() != JournalRecord.Opened.FORMAT_VERSION) {
      throw new JournalException(
          "the format of the journal is %d, this release reads %d"
              .formatted(record.formatVersion(), JournalRecord.Opened.FORMAT_VERSION));
    }
    return opened(
        domain,
        record,
        record
            .source()
            .map(it -> readBase(domain, it, record.baseDigest()))
            .orElseGet(domain::empty));
  }

  /** Throws an exception if a journal is of another domain; it is not damaged. */
  static void requireDomain(Domain<?, ?> domain, String recorded) {
    if (!recorded.equals(domain.name())) {
      throw new JournalException(
          "the journal is of the domain \"%s\", not \"%s\"; open it with its own domain"
              .formatted(recorded, domain.name()));
    }
  }

  /**
   * Reads the base from the source. If the file was damaged, the base is the empty document, and
   * its readable part was added as a step (SE-20).
   */
  private static <M, E> M readBase(Domain<M, E> domain, Source source, Digest base) {
    return switch (domain.format().read(source.bytes())) {
      case ReadResult.Readable<M>(var model, var readSource) -> model;
      case ReadResult.Unreadable<M>(var offsetBytes, var reason, var suggestion) -> {
        M empty = domain.empty();
        boolean wasRepaired = domain.format().repair(source.bytes()).isPresent();
        if (!wasRepaired || !domain.digest(empty).matches(base)) {
          throw new DamagedRecordException(
              1, "%s cannot be read at byte %d: %s".formatted(source, offsetBytes, reason));
        }
        yield empty;
      }
    };
  }

  /** The state after the first record, with the given model. */
  static <M, E> SessionState<M, E> opened(
      Domain<M, E> domain, JournalRecord.Opened record, M model) {
    Replay.requireMatch(HistoryPoint.BASE, domain.digest(model), domain.digestFromScratch(model));
    return openedVerified(domain, record, model);
  }

  /** The state after the first record, of a model whose digest was verified before. */
  static <M, E> SessionState<M, E> openedVerified(
      Domain<M, E> domain, JournalRecord.Opened record, M model) {
    Digest digest = domain.digest(model);
    UndoStack<E> stack = UndoStack.empty(digest);
    if (digest.version() == record.baseDigest().version()) {
      Replay.requireMatch(HistoryPoint.BASE, record.baseDigest(), digest);
    } else {
      stack = stack.withUnverified(HistoryPoint.BASE);
    }
    return SessionState.restored(
        domain,
        1,
        model,
        stack,
        record.source().map(FileVersions::loaded).orElseGet(FileVersions::none));
  }
}
