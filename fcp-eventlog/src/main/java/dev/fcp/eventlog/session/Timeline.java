package dev.fcp.eventlog.session;

import dev.fcp.eventlog.LogState;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.Way;
import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The line of undo and redo within the tree of all steps; immutable.
 *
 * @param base the digest of the document before any step
 * @param start where the line begins
 * @param line the steps that undo and redo walk over, with the cursor between them
 * @param history all steps
 * @param unverified the places whose digest was computed anew
 * @param ignored the steps that undo and redo walk over
 */
record Timeline<E>(
    Digest base,
    Start start,
    LogState<StepId> line,
    History<E> history,
    PersistentList<Optional<StepId>> unverified,
    Ignored ignored) {

  /**
   * The steps that undo and redo walk over (SE-31).
   *
   * @param steps all of them
   * @param carried how many of the last steps before the cursor stand there only while what lies
   *     ahead is undone; that stands behind the step before them
   */
  record Ignored(PersistentMap<StepId, StepId> steps, int carried) {

    static final Ignored NONE = new Ignored(PersistentMap.empty(), 0);

    Ignored with(Step<?> step) {
      return step.isIgnored() ? new Ignored(steps.with(step.id(), step.id()), carried) : this;
    }

    Ignored carrying(int count) {
      return count == carried ? this : new Ignored(steps, count);
    }

    boolean holds(StepId step) {
      return steps.containsKey(step);
    }
  }

  /** The place that undo can reach and not pass, and its digest. */
  record Start(Optional<StepId> place, Digest digest) {}

  /** Where a place lies, seen from the cursor. */
  enum Direction {
    BEHIND,
    HERE,
    AHEAD,
    OFF_THE_LINE
  }

  static <E> Timeline<E> at(Digest base) {
    return new Timeline<>(
        base,
        new Start(Optional.empty(), base),
        LogState.empty(),
        History.empty(),
        PersistentList.empty(),
        Ignored.NONE);
  }

  Timeline<E> with(Step<E> step) {
    return new Timeline<>(
        base,
        start,
        line.append(step.id()),
        history.with(step),
        unverified,
        ignored.with(step).carrying(0));
  }

  /** With one more step before the cursor, though what lies ahead stays there (SE-31). */
  Timeline<E> carrying(Step<E> step) {
    List<StepId> ids = new ArrayList<>(line.applied());
    ids.add(step.id());
    ids.addAll(line.undone());
    LogState<StepId> longer = LogState.of(ids, line.appliedCount() + 1);
    Ignored one = ignored.with(step).carrying(ignored.carried() + 1);
    return new Timeline<>(base, start, longer, history.with(step), unverified, one);
  }

  /** The steps that are carried before what lies ahead, oldest first. */
  List<StepId> carried() {
    return line.applied().drop(plainCount()).stream().toList();
  }

  /** How many steps before the cursor are not only carried. */
  int plainCount() {
    return line.appliedCount() - ignored.carried();
  }

  /** The line as it is without the steps that are only carried. */
  LogState<StepId> plainLine() {
    if (ignored.carried() == 0) {
      return line;
    }
    List<StepId> ids = new ArrayList<>(line.applied().take(plainCount()));
    ids.addAll(line.undone());
    return LogState.of(ids, plainCount());
  }

  /** A way without the ignored steps that were taken back on it and made again. */
  Way without(Way way) {
    Set<StepId> both = originals(way.back());
    both.retainAll(originals(way.ahead()));
    return both.isEmpty()
        ? way
        : new Way(without(way.back(), both), way.fork(), without(way.ahead(), both), way.isWhole());
  }

  private Set<StepId> originals(List<StepId> steps) {
    return steps.stream()
        .filter(ignored::holds)
        .map(this::original)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private List<StepId> without(List<StepId> steps, Set<StepId> originals) {
    return steps.stream()
        .filter(step -> !ignored.holds(step) || !originals.contains(original(step)))
        .toList();
  }

  /** The step that a carried one stands for; others stand for themselves. */
  StepId original(StepId step) {
    return history.step(step).original();
  }

  Timeline<E> with(NamedState state) {
    return new Timeline<>(base, start, line, history.with(state), unverified, ignored);
  }

  Timeline<E> with(LogState<StepId> moved) {
    return new Timeline<>(base, start, moved, history, unverified, ignored.carrying(0));
  }

  Timeline<E> with(Ignored ignored) {
    int carried = line.canRedo() ? Math.min(ignored.carried(), line.appliedCount()) : 0;
    return new Timeline<>(base, start, line, history, unverified, ignored.carrying(carried));
  }

  Timeline<E> withUnverified(Optional<StepId> place) {
    return new Timeline<>(base, start, line, history, unverified.append(place), ignored);
  }

  /** With one step, or none, in the place of the last ones of the line. */
  Timeline<E> replaced(List<StepId> last, Optional<Step<E>> by) {
    LogState<StepId> cut =
        by.map(step -> line.replaceLast(last.size(), step.id()))
            .orElseGet(() -> line.replaceLast(last.size()));
    History<E> more = by.map(history::with).orElse(history);
    Optional<StepId> from = Optional.of(last.get(last.size() - 1));
    Optional<StepId> to = cut.lastApplied().or(start::place);
    for (NamedState name : more.named()) {
      if (name.place().equals(from)) {
        more = more.with(new NamedState(name.kind(), name.name(), to));
      }
    }
    Ignored also = by.map(ignored::with).orElse(ignored);
    return new Timeline<>(base, start, cut, more, unverified, also);
  }

  /**
   * The line as the way to a place, with nothing ahead. It goes back as far as before, or to where
   * that way left what undo can no longer reach.
   */
  Timeline<E> switchedTo(Optional<StepId> place) {
    Optional<StepId> fork = history.fork(end(), place);
    OptionalInt position = positionOf(fork);
    if (position.isEmpty()) {
      List<StepId> way = history.between(fork, place);
      Start earlier = new Start(fork, digestAt(fork));
      LogState<StepId> other = LogState.of(way, way.size());
      return new Timeline<>(base, earlier, other, history, unverified, ignored.carrying(0));
    }
    LogState<StepId> plain = plainLine();
    int back = plain.appliedCount() - position.getAsInt();
    LogState<StepId> way = (back > 0 ? plain.undo(back) : plain.redo(-back)).state().truncate();
    for (StepId step : history.between(fork, place)) {
      way = way.append(step);
    }
    return with(way);
  }

  /** The last steps of the line, in their order; empty if it has fewer or some are undone. */
  Optional<List<StepId>> last(int count) {
    int applied = line.appliedCount();
    return count > applied || line.undoneCount() > 0
        ? Optional.empty()
        : Optional.of(line.recent(count));
  }

  /** The line without its first steps; the tree keeps them. */
  Timeline<E> withoutFirst(int count) {
    Optional<StepId> place = placeAt(count);
    Start later = new Start(place, digestAt(place));
    return new Timeline<>(base, later, line.dropFirst(count), history, unverified, ignored);
  }

  /** The tree without what was made before a step; the line does not go back further. */
  Timeline<E> withoutStepsBefore(StepId place) {
    return new Timeline<>(base, start, line, history.startingAt(place), unverified, ignored);
  }

  /**
   * The oldest step of the tree, if undo does not go back to it and the steps between are there.
   */
  Optional<StepId> oldestBeyond() {
    return start
        .place()
        .filter(history::knows)
        .map(place -> history.steps().get(0).id())
        .filter(oldest -> !start.place().equals(Optional.of(oldest)));
  }

  Timeline<E> withUnverified(PersistentList<Optional<StepId>> places) {
    return new Timeline<>(base, start, line, history, places, ignored);
  }

  /** With places that others may name, though their steps may be gone. */
  Timeline<E> withPlaces(List<Optional<StepId>> places) {
    History<E> more = history;
    for (Optional<StepId> place : places) {
      more = more.withPlace(place);
    }
    return new Timeline<>(base, start, line, more, unverified, ignored);
  }

  Optional<StepId> head() {
    return line.lastApplied().or(start::place);
  }

  /** The place behind all steps of the line, the undone ones too. */
  Optional<StepId> end() {
    return placeAt(length());
  }

  /** Whether the digest of a place is known, so that a model there can be verified. */
  boolean canTell(Optional<StepId> place) {
    return place.equals(start.place()) || history.canTell(place);
  }

  /** Whether known steps lead from the cursor to a place, and all on the way can be verified. */
  boolean leadsTo(Optional<StepId> place) {
    Way way = history.way(head(), place);
    return way.isWhole() && canTell(way.fork());
  }

  Digest digestAt(Optional<StepId> place) {
    if (place.equals(start.place())) {
      return start.digest();
    }
    return place.map(id -> history.step(id).after()).orElse(base);
  }

  List<Step<E>> steps(List<StepId> ids) {
    return ids.stream().map(history::step).toList();
  }

  boolean holds(Optional<StepId> place) {
    return history.holds(place);
  }

  /** Where a place of the history lies. */
  Direction directionOf(Optional<StepId> place) {
    if (place.equals(head())) {
      return Direction.HERE;
    }
    OptionalInt position = positionOf(place);
    if (position.isEmpty()) {
      return Direction.OFF_THE_LINE;
    }
    return position.getAsInt() <= plainCount() ? Direction.BEHIND : Direction.AHEAD;
  }

  /**
   * The place of a checkpoint at the cursor or behind it.
   *
   * @throws RefusedException if there is none of that name, or it is not there
   */
  Optional<StepId> placeOf(String name) {
    NamedState checkpoint =
        history
            .named(name)
            .filter(named -> named.kind() == NamedState.Kind.CHECKPOINT)
            .orElseThrow(() -> refusal(Naming.noCheckpoint(history, name)));
    return switch (directionOf(checkpoint.place())) {
      case BEHIND, HERE -> checkpoint.place();
      case AHEAD -> throw refusal(ahead(checkpoint));
      case OFF_THE_LINE -> throw refusal(offTheLine(checkpoint));
    };
  }

  private Conflict ahead(NamedState checkpoint) {
    int steps = history.depth(checkpoint.place()) - history.depth(head());
    return Conflict.because(
            "checkpoint \"%s\" lies ahead, %d steps to redo".formatted(checkpoint.name(), steps))
        .suggesting("redo " + steps);
  }

  private Conflict offTheLine(NamedState checkpoint) {
    boolean gone = checkpoint.place().filter(id -> !history.knows(id)).isPresent();
    if (gone || history.isAncestor(checkpoint.place(), head())) {
      return Conflict.because(
          "checkpoint \"%s\" lies before the oldest step that can be undone"
              .formatted(checkpoint.name()));
    }
    Optional<StepId> fork = history.fork(checkpoint.place(), head());
    String left =
        fork.map(id -> "after step %s \"%s\"".formatted(id, history.step(id).label()))
            .orElse("at the base");
    return Conflict.because(
        "checkpoint \"%s\" lies on another branch, which left this one %s"
            .formatted(checkpoint.name(), left));
  }

  private static RefusedException refusal(Conflict conflict) {
    return new RefusedException(conflict);
  }

  /** The way from the cursor of this line to that of a later one. */
  Way wayTo(Timeline<E> later) {
    return later.history.way(head(), later.head());
  }

  /** Where the user was at the end of a way: before what leads back, after what leads ahead. */
  Value.Fields focusAfter(Way way) {
    List<StepId> ahead = way.ahead();
    List<StepId> back = way.back();
    if (!ahead.isEmpty()) {
      return history.step(ahead.get(ahead.size() - 1)).focus().after();
    }
    return back.isEmpty()
        ? Value.Fields.NONE
        : history.step(back.get(back.size() - 1)).focus().before();
  }

  /**
   * How many steps are applied when the cursor stands at a place; empty if that is no place of the
   * line. Steps that are only carried do not count.
   */
  OptionalInt positionOf(Optional<StepId> place) {
    if (!holds(place)) {
      return OptionalInt.empty();
    }
    int position = history.depth(place) - history.depth(placeAt(0));
    boolean onLine = position >= 0 && position <= length() && placeAt(position).equals(place);
    return onLine ? OptionalInt.of(position) : OptionalInt.empty();
  }

  /** The place where so many steps are applied; steps that are only carried do not count. */
  Optional<StepId> placeAt(int position) {
    return position > 0 ? Optional.of(idAt(position - 1)) : start.place();
  }

  /** A step of the line, without those that are only carried. */
  StepId idAt(int index) {
    int applied = plainCount();
    return index < applied ? line.applied().get(index) : line.undone().get(index - applied);
  }

  /** How many steps the line has, undone ones too, and without those that are only carried. */
  int length() {
    return plainCount() + line.undoneCount();
  }
}
