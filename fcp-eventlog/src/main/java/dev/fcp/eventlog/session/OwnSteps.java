package dev.fcp.eventlog.session;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.SessionState.PassedOver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds the steps that own undo and own redo consider next (RB-10). Reads the undo stack from the
 * cursor back, only as far as needed.
 *
 * @param state the state to search
 * @param filter accepts the origins of own steps
 * @param passedOver the steps that own undo passed over, by the history point at the cursor then
 */
record OwnSteps<E>(
    SessionState<?, E> state, StepFilter filter, Map<HistoryPoint, List<StepId>> passedOver) {

  /** Searches a state for the steps whose origins a filter accepts. */
  OwnSteps(SessionState<?, E> state, StepFilter filter) {
    this(
        state,
        filter,
        state.passedOver().stream()
            .collect(groupingBy(PassedOver::point, mapping(PassedOver::step, toList()))));
  }

  /**
   * What own redo considers next.
   *
   * @param step the step concerned
   * @param reversed its events that own undo reversed; empty if own undo passed over it
   */
  record Redoable(StepId step, Optional<Reversal.Part> reversed) {}

  /**
   * What a rollback step did to events of another step.
   *
   * @param by the rollback step
   * @param isOwn whether the filter accepts the rollback step
   * @param part the events; no indexes for all events of the step
   * @param isRestored whether the events were restored, not reversed
   */
  private record Mention(StepId by, boolean isOwn, Reversal.Part part, boolean isRestored) {

    boolean names(int eventIndex) {
      return part.eventIndexes().isEmpty() || part.eventIndexes().contains(eventIndex);
    }
  }

  /** The mentions read so far, newest first, by the step that they name. */
  private static final class Mentions {

    private final Map<StepId, List<Mention>> byStep = new HashMap<>();

    void addAllOf(Step<?> step, boolean isOwn) {
      add(step.id(), isOwn, step.reversal().restored(), true);
      add(step.id(), isOwn, step.reversal().reversed(), false);
    }

    private void add(StepId by, boolean isOwn, List<Reversal.Part> parts, boolean isRestored) {
      for (Reversal.Part part : parts) {
        byStep
            .computeIfAbsent(part.step(), any -> new ArrayList<>())
            .add(new Mention(by, isOwn, part, isRestored));
      }
    }

    /** The last mention of an event; empty if there is none. */
    Optional<Mention> last(StepId step, int eventIndex) {
      return byStep.getOrDefault(step, List.of()).stream()
          .filter(mention -> mention.names(eventIndex))
          .findFirst();
    }
  }

  /**
   * The newest own step that is in effect, at least in part, and that own undo has neither reversed
   * nor passed over.
   */
  Optional<Step<E>> nextUndo() {
    Mentions mentions = new Mentions();
    Set<StepId> passed = new HashSet<>(passedAt(state.head()));
    for (StepId id : state.undoStack().applied().reversed()) {
      Step<E> step = state.history().step(id);
      if (!step.reversal().isNone()) {
        mentions.addAllOf(step, accepts(step));
      } else if (isOwn(step) && !passed.contains(id) && isUndoable(step, mentions)) {
        return Optional.of(step);
      }
      passed.addAll(passedAt(step.parent()));
    }
    return Optional.empty();
  }

  private static boolean isUndoable(Step<?> step, Mentions mentions) {
    List<Optional<Mention>> last =
        IntStream.range(0, step.events().size())
            .mapToObj(index -> mentions.last(step.id(), index))
            .toList();
    return last.stream().anyMatch(mention -> mention.isEmpty() || mention.get().isRestored())
        && last.stream()
            .flatMap(Optional::stream)
            .allMatch(mention -> mention.isRestored() || !mention.isOwn());
  }

  /**
   * What own undo did since the last own step, the last first. It ends at the first step that was
   * passed over, because own redo takes that alone.
   */
  List<Redoable> redoable() {
    List<Redoable> redoable = new ArrayList<>();
    Mentions mentions = new Mentions();
    List<StepId> applied = state.undoStack().applied().reversed();
    HistoryPoint point = state.head();
    for (int i = 0; ; i++) {
      List<StepId> passed = passedAt(point);
      if (!passed.isEmpty()) {
        redoable.add(new Redoable(passed.getLast(), Optional.empty()));
        return redoable;
      }
      if (i == applied.size()) {
        return redoable;
      }
      Step<E> step = state.history().step(applied.get(i));
      if (isOwn(step)) {
        return redoable;
      }
      mentions.addAllOf(step, accepts(step));
      if (accepts(step)) {
        for (Reversal.Part part : step.reversal().reversed()) {
          stillReversed(step.id(), part, mentions)
              .ifPresent(left -> redoable.add(new Redoable(left.step(), Optional.of(left))));
        }
      }
      point = step.parent();
    }
  }

  /** The events of a part of an own step that a rollback step reversed last. */
  private Optional<Reversal.Part> stillReversed(StepId by, Reversal.Part part, Mentions mentions) {
    if (!isKnown(part.step()) || !isOwn(state.history().step(part.step()))) {
      return Optional.empty();
    }
    Step<E> step = state.history().step(part.step());
    int eventCount = step.events().size();
    List<Integer> indexes =
        IntStream.range(0, eventCount)
            .filter(index ->
                mentions
                    .last(step.id(), index)
                    .filter(last -> last.by().equals(by) && !last.isRestored())
                    .isPresent())
            .boxed()
            .toList();
    return indexes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Reversal.Part(step.id(), indexes.size() == eventCount ? List.of() : indexes));
  }

  /** The own steps that were passed over at a history point, in that order. */
  private List<StepId> passedAt(HistoryPoint point) {
    return passedOver.getOrDefault(point, List.of()).stream()
        .filter(this::isKnown)
        .filter(step -> accepts(state.history().step(step)))
        .toList();
  }

  /** Whether a step was not pruned. */
  private boolean isKnown(StepId step) {
    return state.history().isKnown(HistoryPoint.after(step));
  }

  private boolean isOwn(Step<?> step) {
    return step.reversal().isNone() && !step.isIgnored() && accepts(step);
  }

  private boolean accepts(Step<?> step) {
    return filter.accepts(step.origin(), step.time());
  }
}
