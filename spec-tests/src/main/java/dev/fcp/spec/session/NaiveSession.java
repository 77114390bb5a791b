package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.session.SessionChange.Kind;
import dev.fcp.spec.session.NaiveStepBuilder.RefusedEventException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A simple implementation of a session over lists of whole models, which undo restores. It shares
 * no code with the engine except the domain, and uses only forward operations of that.
 */
final class NaiveSession<M, E> {

  private final ProgramEvents<M, E> programEvents;
  private final NaiveEventMerger<M, E> merger;
  private final List<Observation.Notification> notifications = new ArrayList<>();

  private NaiveUndoStack<M, E> stack;
  private NaiveHistory<M, E> history;
  private final NaivePointNames<M, E> checkpoints = new NaivePointNames<>();
  private Optional<NaivePoint<M, E>> saved;
  private long records = 1;

  /** The point that a step with the merge key may be merged into; empty if there is none. */
  private Optional<NaivePoint<M, E>> mergeablePoint = Optional.empty();

  private String mergeKey = "";

  /** The point that the next edit of the gesture joins; empty if there is none. */
  private Optional<NaivePoint<M, E>> gesturePoint = Optional.empty();

  /** The steps that own undo passed over, in the order in which it did. */
  private List<PassedOver<M, E>> passedOver = new ArrayList<>();

  /**
   * A step that own undo passed over.
   *
   * @param point the point at the cursor then
   */
  private record PassedOver<M, E>(NaivePoint<M, E> point, StepId step) {}

  /** The origin of the steps of this operation. */
  private Origin origin = SessionProgramRunner.ORIGIN;

  private final UlidGenerator ids = new UlidGenerator(() -> Instant.EPOCH, new Random(1));

  /** The number of operations so far. */
  private int operationCount;

  private NaiveUndoLimits undoLimits = NaiveUndoLimits.NONE;

  NaiveSession(ProgramEvents<M, E> programEvents, M model, boolean fromFile) {
    this.programEvents = programEvents;
    this.merger = new NaiveEventMerger<>(programEvents.domain());
    NaivePoint<M, E> base = NaivePoint.base(model);
    stack = NaiveUndoStack.of(base);
    history = NaiveHistory.of(base);
    saved = fromFile ? Optional.of(base) : Optional.empty();
  }

  NaiveSession<M, E> withLimits(NaiveUndoLimits limits) {
    undoLimits = limits;
    return this;
  }

  long records() {
    return records;
  }

  /** Returns the notifications so far. */
  List<Observation.Notification> notifications() {
    return notifications;
  }

  Observation observe() {
    return new Observation(
        head().model(),
        programEvents.domain().digestFromScratch(head().model()),
        stack.undoStatus(),
        NaiveUndoStack.labels(stack.applied()),
        NaiveUndoStack.labels(stack.undone()),
        checkpoints.paths(),
        saved.map(NaivePoint::path),
        saved.filter(head()::equals).isPresent(),
        history.steps().stream().map(Step::label).toList(),
        history.names(),
        history.branchEnds(stack.last()).stream().map(NaivePoint::path).toList());
  }

  OutcomeKind run(SessionOperation op, String label) {
    operationCount++;
    origin = SessionProgramRunner.ORIGIN;
    OutcomeKind ending = execute(op, label);
    if (ending == OutcomeKind.COMMITTED) {
      undoLimits.apply(stack, operationCount, programEvents);
    }
    if (!(op instanceof SessionOperation.GestureStep) && endsGesture(op, ending)) {
      gesturePoint = Optional.empty();
    }
    records +=
        switch (ending) {
          case COMMITTED, MOVED, REFUSED, FAILED -> 1;
          case RECORDED -> op instanceof SessionOperation.Save ? 2 : 1;
          case UNCHANGED -> 0;
        };
    return ending;
  }

  private static boolean endsGesture(SessionOperation op, OutcomeKind ending) {
    return switch (ending) {
      case COMMITTED, MOVED, RECORDED -> true;
      case REFUSED, FAILED -> false;
      case UNCHANGED ->
          op instanceof SessionOperation.Restore
              || op instanceof SessionOperation.Reopen
              || op instanceof SessionOperation.ReopenWithLimits;
    };
  }

  private OutcomeKind execute(SessionOperation op, String label) {
    return switch (op) {
      case SessionOperation.Part part -> commitPart(part, label);
      case SessionOperation.MergeableStep(var key, var actions) ->
          commitMergeable(key, actions, label);
      case SessionOperation.BailTo(var name) -> bailTo(name);
      case SessionOperation.SquashTo(var name) -> squashTo(name, label);
      case SessionOperation.Undo(var count) ->
          moveTo(Kind.UNDONE, stack.pointAt(stack.cursor() - count));
      case SessionOperation.Redo(var count) ->
          moveTo(Kind.REDONE, stack.pointAt(stack.cursor() + count));
      case SessionOperation.UndoTo(var name) ->
          checkpointBehindCursor(name)
              .map(point -> moveTo(Kind.UNDONE, point))
              .orElse(OutcomeKind.REFUSED);
      case SessionOperation.Switch(var name, var number, var isJump) ->
          (name.isPresent() ? namedPoint(name.get()) : Optional.of(history.pointAt(number)))
              .map(point -> isJump ? jumpTo(point) : switchTo(point))
              .orElse(OutcomeKind.REFUSED);
      case SessionOperation.Checkpoint(var name) -> {
        boolean isTaken = history.namedPoint(name).isPresent();
        yield isTaken ? OutcomeKind.REFUSED : recordNaming(() -> checkpoints.put(name, head()));
      }
      case SessionOperation.NameBranch(var name, var number) -> {
        boolean isTaken = checkpoints.get(name).isPresent();
        yield isTaken
            ? OutcomeKind.REFUSED
            : recordNaming(() -> history.name(name, history.pointAt(number), stack.last()));
      }
      case SessionOperation.Save save -> {
        saved = Optional.of(head());
        yield notifyIfChanged(Kind.SAVED, OutcomeKind.RECORDED, Value.Fields.EMPTY);
      }
      case SessionOperation.Restore restore -> OutcomeKind.UNCHANGED;
      case SessionOperation.Verify verify -> OutcomeKind.UNCHANGED;
      case SessionOperation.Reopen reopen -> {
        mergeablePoint = Optional.empty();
        yield OutcomeKind.UNCHANGED;
      }
      case SessionOperation.RareOperation rarer -> executeRare(rarer, label);
    };
  }

  private OutcomeKind recordNaming(Runnable naming) {
    naming.run();
    return notifyIfChanged(Kind.NAMED, OutcomeKind.RECORDED, Value.Fields.EMPTY);
  }

  private OutcomeKind executeRare(SessionOperation.RareOperation op, String label) {
    return switch (op) {
      case SessionOperation.GuestStep(var actions) -> {
        origin = SessionProgramRunner.origin(true);
        yield commitPart(new SessionOperation.Step(actions, false), label);
      }
      case SessionOperation.Rollback(var from, var count, var isAllOrNothing) ->
          rollBack(planner().planWithout(from, count), isAllOrNothing, label);
      case SessionOperation.UndoOwn(var guest) -> {
        origin = SessionProgramRunner.origin(guest);
        yield undoOwn(label);
      }
      case SessionOperation.RedoOwn(var guest) -> {
        origin = SessionProgramRunner.origin(guest);
        yield redoOwn(label);
      }
      case SessionOperation.GestureStep(var actions) -> commitGesture(actions);
      case SessionOperation.Clear clear -> {
        boolean isEmpty = stack.cursor() == 0 && stack.isAtEnd();
        stack = NaiveUndoStack.of(head());
        yield isEmpty
            ? OutcomeKind.UNCHANGED
            : notifyIfChanged(Kind.CLEARED, OutcomeKind.RECORDED, Value.Fields.EMPTY);
      }
      case SessionOperation.MarkSaved markSaved -> {
        saved = Optional.of(head());
        yield notifyIfChanged(Kind.SAVED, OutcomeKind.RECORDED, Value.Fields.EMPTY);
      }
      case SessionOperation.ReopenWithLimits(var newLimits) -> {
        undoLimits = newLimits;
        mergeablePoint = Optional.empty();
        yield OutcomeKind.UNCHANGED;
      }
    };
  }

  /** Returns a new planner for the current state. */
  private NaiveRollbackPlanner<M, E> planner() {
    return new NaiveRollbackPlanner<>(
        programEvents.domain(), history.steps(), stack.applied(), head());
  }

  private OutcomeKind undoOwn(String label) {
    List<StepId> passedSteps =
        passedOver.stream()
            .filter(passed -> stack.positionOf(passed.point()) >= 0)
            .filter(passed -> stack.positionOf(passed.point()) <= stack.cursor())
            .map(PassedOver::step)
            .toList();
    Optional<Step<E>> step = planner().ownStepToUndo(origin, passedSteps);
    if (step.isEmpty()) {
      return OutcomeKind.UNCHANGED;
    }
    RollbackPlan<E> plan = planner().planUndo(step.get());
    if (plan.events().isEmpty()) {
      passedOver.add(new PassedOver<>(head(), step.get().id()));
      return OutcomeKind.RECORDED;
    }
    EditorSelection selection = step.get().editorSelection();
    return apply(plan, label, new EditorSelection(selection.after(), selection.before()));
  }

  private OutcomeKind redoOwn(String label) {
    List<Reversal.Part> parts = new ArrayList<>();
    for (int position = stack.cursor(); position >= 0; position--) {
      NaivePoint<M, E> point = stack.pointAt(position);
      Optional<PassedOver<M, E>> passed =
          passedOver.reversed().stream()
              .filter(found -> found.point().equals(point) && isOwn(found.step()))
              .findFirst();
      if (passed.isPresent()) {
        passedOver.remove(passed.get());
        return OutcomeKind.RECORDED;
      }
      if (position == 0 || planner().isOwn(point.step().orElseThrow(), origin)) {
        return OutcomeKind.UNCHANGED;
      }
      Step<E> reversing = point.step().orElseThrow();
      if (!StepFilter.sameActorAndSession(origin).accepts(reversing.origin(), reversing.time())) {
        continue;
      }
      for (Reversal.Part part : planner().ownPartsReversedBy(reversing, origin)) {
        parts.add(part);
        RollbackPlan<E> plan = planner().planRedo(parts);
        if (!plan.events().isEmpty()) {
          return apply(plan, label, step(part.step()).editorSelection());
        }
        if (!plan.isComplete()) {
          return OutcomeKind.REFUSED;
        }
      }
    }
    return OutcomeKind.UNCHANGED;
  }

  private boolean isOwn(StepId step) {
    return planner().isOwn(step(step), origin);
  }

  private Step<E> step(StepId id) {
    return history.steps().stream().filter(step -> step.id().equals(id)).findFirst().orElseThrow();
  }

  private OutcomeKind rollBack(RollbackPlan<E> plan, boolean isAllOrNothing, String label) {
    boolean isEmpty = plan.events().isEmpty();
    if (!plan.isComplete() && (isEmpty || isAllOrNothing)) {
      return OutcomeKind.REFUSED;
    }
    if (isEmpty) {
      return OutcomeKind.UNCHANGED;
    }
    return apply(plan, label, SessionProgramRunner.editorSelection(label));
  }

  private OutcomeKind apply(RollbackPlan<E> plan, String label, EditorSelection selection) {
    M model = head().model();
    for (E event : plan.events()) {
      model = programEvents.domain().replay(event, model);
    }
    push(label, model, plan.events(), selection, plan.reversal());
    boolean reverses = !plan.reversal().reversed().isEmpty();
    boolean restores = !plan.reversal().restored().isEmpty();
    Kind kind = reverses == restores ? Kind.COMMITTED : reverses ? Kind.UNDONE : Kind.REDONE;
    return notifyIfChanged(kind, OutcomeKind.COMMITTED, head().editorSelection().after());
  }

  private OutcomeKind commitPart(SessionOperation.Part part, String label) {
    OutcomeKind ending = edit(part, label);
    mergeablePoint = ending == OutcomeKind.COMMITTED ? Optional.empty() : mergeablePoint;
    return notifyIfChanged(Kind.COMMITTED, ending, head().editorSelection().after());
  }

  /** Adds a notification if the operation changed something. */
  private OutcomeKind notifyIfChanged(Kind kind, OutcomeKind ending, Value.Fields selection) {
    switch (ending) {
      case COMMITTED, MOVED, RECORDED ->
          notifications.add(new Observation.Notification(kind, selection));
      case UNCHANGED, REFUSED, FAILED -> {}
    }
    return ending;
  }

  private OutcomeKind commitMergeable(
      String key, List<SessionOperation.Action> actions, String label) {
    NaivePoint<M, E> before = head();
    boolean canMerge =
        mergeablePoint.filter(before::equals).isPresent()
            && mergeKey.equals(key)
            && isJoinable(before);
    OutcomeKind ending = edit(new SessionOperation.Step(actions, false), label);
    if (ending != OutcomeKind.COMMITTED) {
      return ending;
    }
    mergeKey = key;
    mergeablePoint = Optional.of(head());
    Optional<List<E>> mergedEvents =
        canMerge ? merger.mergeAll(before.events(), head().events()) : Optional.empty();
    return mergedEvents.isPresent()
        ? mergeWithPrevious(before, mergedEvents.get())
        : notifyIfChanged(Kind.COMMITTED, ending, head().editorSelection().after());
  }

  private boolean isJoinable(NaivePoint<M, E> point) {
    return stack.isAtEnd()
        && stack.cursor() > 0
        && !checkpoints.containsPoint(point)
        && saved.filter(point::equals).isEmpty();
  }

  private OutcomeKind commitGesture(List<SessionOperation.Action> actions) {
    NaivePoint<M, E> before = head();
    boolean joins = gesturePoint.filter(before::equals).isPresent() && isJoinable(before);
    OutcomeKind ending =
        edit(new SessionOperation.Step(actions, false), SessionProgramRunner.GESTURE_LABEL);
    if (ending != OutcomeKind.COMMITTED) {
      return ending;
    }
    if (joins) {
      List<E> events = new ArrayList<>(before.events());
      events.addAll(head().events());
      ending = mergeWithPrevious(before, merger.squash(events));
    } else {
      notifyIfChanged(Kind.COMMITTED, ending, head().editorSelection().after());
    }
    gesturePoint = ending == OutcomeKind.COMMITTED ? Optional.of(head()) : Optional.empty();
    mergeablePoint = Optional.empty();
    return ending;
  }

  /** Replaces the previous step and the one just made by a merged step. */
  private OutcomeKind mergeWithPrevious(NaivePoint<M, E> before, List<E> events) {
    NaivePoint<M, E> current = head();
    history.remove(current);
    stack.moveTo(stack.pointAt(stack.cursor() - 2));
    stack.discardRedoTail();
    if (current.model().equals(head().model())) {
      // A switch back to this point may continue the merging.
      mergeablePoint = Optional.of(before);
      history.rename(current, head());
      movePassedOver(List.of(before, current));
      return notifyIfChanged(Kind.REPLACED, OutcomeKind.RECORDED, Value.Fields.EMPTY);
    }
    EditorSelection selection =
        new EditorSelection(before.editorSelection().before(), current.editorSelection().after());
    push(before.label(), current.model(), events, selection, Reversal.NONE);
    history.replace(List.of(before));
    history.rename(current, head());
    movePassedOver(List.of(before, current));
    mergeablePoint = Optional.of(head());
    return notifyIfChanged(Kind.REPLACED, OutcomeKind.COMMITTED, selection.after());
  }

  /** What was passed over at replaced points counts at the point that replaces them. */
  private void movePassedOver(List<NaivePoint<M, E>> replaced) {
    List<StepId> steps = replaced.stream().map(point -> point.step().orElseThrow().id()).toList();
    passedOver.removeIf(passed -> steps.contains(passed.step()));
    passedOver.replaceAll(passed ->
        replaced.contains(passed.point()) ? new PassedOver<>(head(), passed.step()) : passed);
  }

  private void push(
      String label, M model, List<E> events, EditorSelection selection, Reversal reversal) {
    Step<E> step =
        new Step<>(
            ids.get(),
            new HistoryPoint(head().step().map(Step::id)),
            label,
            origin,
            Instant.EPOCH,
            events,
            programEvents.domain().digest(model),
            reversal,
            List.of(),
            selection,
            false);
    stack.add(head().then(step, model, operationCount));
    history.add(head());
  }

  private OutcomeKind bailTo(String name) {
    Optional<NaivePoint<M, E>> point = checkpointBehindCursor(name);
    if (point.isEmpty()) {
      return OutcomeKind.REFUSED;
    }
    boolean changes = !point.get().equals(head()) || !stack.isAtEnd();
    OutcomeKind ending =
        notifyIfChanged(
            Kind.BAILED, OutcomeKind.movedIf(changes), point.get().selectionWhenComingFrom(head()));
    stack.moveTo(point.get());
    stack.discardRedoTail();
    return ending;
  }

  private OutcomeKind squashTo(String name, String label) {
    Optional<NaivePoint<M, E>> target = checkpointBehindCursor(name);
    if (target.isEmpty() || !stack.isAtEnd()) {
      return OutcomeKind.REFUSED;
    }
    int position = stack.positionOf(target.get());
    if (stack.cursor() - position < 2) {
      return OutcomeKind.UNCHANGED;
    }
    NaivePoint<M, E> end = head();
    List<NaivePoint<M, E>> points = List.copyOf(stack.applied().subList(position, stack.cursor()));
    List<E> events =
        merger.squash(points.stream().flatMap(point -> point.events().stream()).toList());
    EditorSelection selection =
        new EditorSelection(
            points.get(0).editorSelection().before(), end.editorSelection().after());
    stack.moveTo(target.get());
    stack.discardRedoTail();
    OutcomeKind ending = OutcomeKind.RECORDED;
    boolean isChange = !end.model().equals(head().model());
    if (isChange) {
      push(label, end.model(), events, selection, Reversal.NONE);
      history.replace(points);
      ending = OutcomeKind.COMMITTED;
    }
    notifyIfChanged(Kind.REPLACED, ending, isChange ? selection.after() : Value.Fields.EMPTY);
    history.rename(end, head());
    movePassedOver(points);
    checkpoints.move(end, head());
    saved = saved.map(point -> point.equals(end) ? head() : point);
    return ending;
  }

  /** Returns the checkpoint with a name if it is at or before the cursor. */
  private Optional<NaivePoint<M, E>> checkpointBehindCursor(String name) {
    return checkpoints
        .get(name)
        .filter(point -> stack.positionOf(point) >= 0)
        .filter(point -> stack.positionOf(point) <= stack.cursor());
  }

  private Optional<NaivePoint<M, E>> namedPoint(String name) {
    return checkpoints.get(name).or(() -> history.namedPoint(name));
  }

  private OutcomeKind jumpTo(NaivePoint<M, E> target) {
    int position = stack.positionOf(target);
    return position < 0
        ? switchTo(target)
        : moveTo(position < stack.cursor() ? Kind.UNDONE : Kind.REDONE, target);
  }

  private OutcomeKind switchTo(NaivePoint<M, E> target) {
    boolean changes = !head().equals(target) || !stack.isAtEnd();
    OutcomeKind ending =
        notifyIfChanged(
            Kind.SWITCHED, OutcomeKind.movedIf(changes), target.selectionWhenComingFrom(head()));
    stack.switchTo(target);
    return ending;
  }

  private OutcomeKind moveTo(Kind kind, NaivePoint<M, E> target) {
    boolean changes = !target.equals(head());
    OutcomeKind ending =
        notifyIfChanged(kind, OutcomeKind.movedIf(changes), target.selectionWhenComingFrom(head()));
    stack.moveTo(target);
    return ending;
  }

  private OutcomeKind edit(SessionOperation.Part part, String label) {
    int pointCount = history.size();
    try {
      runOrRestore(part, label);
      return history.size() == pointCount ? OutcomeKind.UNCHANGED : OutcomeKind.COMMITTED;
    } catch (RefusedEventException e) {
      return OutcomeKind.REFUSED;
    } catch (SessionOperation.Failure e) {
      return OutcomeKind.FAILED;
    }
  }

  private void runOrRestore(SessionOperation.Part part, String label) {
    NaiveUndoStack<M, E> oldStack = stack.copy();
    NaiveHistory<M, E> oldHistory = history.copy();
    try {
      run(part, label);
    } catch (RefusedEventException | SessionOperation.Failure e) {
      stack = oldStack;
      history = oldHistory;
      throw e;
    }
  }

  private void run(SessionOperation.Part part, String label) {
    switch (part) {
      case SessionOperation.Step(var actions, var caught) -> runStep(actions, label);
      case SessionOperation.Batch(var parts, var fails, var caught) -> {
        for (int i = 0; i < parts.size(); i++) {
          runPart(parts.get(i), label + "." + i);
        }
        if (fails) {
          throw new SessionOperation.Failure();
        }
      }
    }
  }

  private void runPart(SessionOperation.Part part, String label) {
    try {
      runOrRestore(part, label);
    } catch (RefusedEventException | SessionOperation.Failure e) {
      if (!part.isCaught()) {
        throw e;
      }
    }
  }

  private void runStep(List<SessionOperation.Action> actions, String label) {
    NaiveStepBuilder<M, E> step = new NaiveStepBuilder<>(programEvents, head().model());
    step.run(actions);
    if (!step.model().equals(head().model())) {
      push(
          label,
          step.model(),
          step.events(),
          SessionProgramRunner.editorSelection(label),
          Reversal.NONE);
    }
  }

  private NaivePoint<M, E> head() {
    return stack.head();
  }
}
