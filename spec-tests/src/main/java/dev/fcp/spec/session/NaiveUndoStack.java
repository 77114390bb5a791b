package dev.fcp.spec.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The points that undo and redo move over, in a list; the first is the undo limit. */
final class NaiveUndoStack<M, E> {

  private List<NaivePoint<M, E>> points;
  private int cursor;

  private NaiveUndoStack(List<NaivePoint<M, E>> points, int cursor) {
    this.points = new ArrayList<>(points);
    this.cursor = cursor;
  }

  static <M, E> NaiveUndoStack<M, E> of(NaivePoint<M, E> base) {
    return new NaiveUndoStack<>(List.of(base), 0);
  }

  NaiveUndoStack<M, E> copy() {
    return new NaiveUndoStack<>(points, cursor);
  }

  int cursor() {
    return cursor;
  }

  NaivePoint<M, E> head() {
    return points.get(cursor);
  }

  NaivePoint<M, E> last() {
    return points.get(points.size() - 1);
  }

  boolean isAtEnd() {
    return cursor == points.size() - 1;
  }

  /**
   * Returns the point at a position, or the first or last point if the position is out of range.
   */
  NaivePoint<M, E> pointAt(int position) {
    return points.get(Math.max(0, Math.min(points.size() - 1, position)));
  }

  /** Returns the position of a point, or -1 if it is not on the undo stack. */
  int positionOf(NaivePoint<M, E> point) {
    return points.indexOf(point);
  }

  /** Returns the points after the steps that can be undone. */
  List<NaivePoint<M, E>> applied() {
    return points.subList(1, cursor + 1);
  }

  List<NaivePoint<M, E>> undone() {
    return points.subList(cursor + 1, points.size());
  }

  /** Returns what an editor shows of this stack. */
  Observation.UndoStatus undoStatus() {
    Optional<String> undo = cursor == 0 ? Optional.empty() : Optional.of(head().label());
    List<String> undone = labels(undone());
    return new Observation.UndoStatus(
        cursor,
        new Observation.DirectionStatus(undo.isPresent(), cursor, undo),
        new Observation.DirectionStatus(
            !undone.isEmpty(), undone.size(), undone.stream().findFirst()));
  }

  static List<String> labels(List<? extends NaivePoint<?, ?>> points) {
    return points.stream().map(NaivePoint::label).toList();
  }

  void moveTo(NaivePoint<M, E> point) {
    cursor = points.indexOf(point);
  }

  /** Discards the redo tail. */
  void discardRedoTail() {
    points = new ArrayList<>(points.subList(0, cursor + 1));
  }

  void add(NaivePoint<M, E> point) {
    discardRedoTail();
    points.add(point);
    cursor++;
  }

  void dropFirst() {
    points.remove(0);
    cursor--;
  }

  /**
   * Makes the path to a point the undo stack; it begins at the undo limit or, if that is not on the
   * path, at the fork.
   */
  void switchTo(NaivePoint<M, E> target) {
    List<NaivePoint<M, E>> path = target.pathFromBase();
    List<NaivePoint<M, E>> basePath = points.get(0).pathFromBase();
    int start = 0;
    while (start + 1 < Math.min(path.size(), basePath.size())
        && path.get(start + 1).equals(basePath.get(start + 1))) {
      start++;
    }
    points = new ArrayList<>(path.subList(start, path.size()));
    cursor = points.size() - 1;
  }
}
