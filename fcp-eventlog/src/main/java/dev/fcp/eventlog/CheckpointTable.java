package dev.fcp.eventlog;

import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;

/**
 * The checkpoint names of a log and their positions, as an immutable value (CP-12).
 *
 * <p>The names are also kept in a list sorted by position, so that the cost of an operation depends
 * only on the names that it moves or removes. Positions here are absolute: they include entries
 * that were dropped at the beginning of the log. {@link Checkpoints} converts them to current
 * positions.
 */
final class CheckpointTable {

  /** Returned by a move for a name to be removed. */
  static final long REMOVED = -1;

  private static final CheckpointTable NONE =
      new CheckpointTable(PersistentList.empty(), PersistentMap.empty());

  private static final Comparator<Name> ORDER =
      Comparator.comparingLong(Name::position).thenComparing(Name::text);

  /** A name and its position. */
  record Name(String text, long position) {}

  private final PersistentList<Name> byPosition;
  private final PersistentMap<String, Long> positions;
  private final long greatestPosition;

  private CheckpointTable(PersistentList<Name> byPosition, PersistentMap<String, Long> positions) {
    this.byPosition = byPosition;
    this.positions = positions;
    this.greatestPosition =
        byPosition.size() == 0 ? REMOVED : byPosition.get(byPosition.size() - 1).position();
  }

  static CheckpointTable none() {
    return NONE;
  }

  /** The names sorted by position; those with the same position by text. */
  PersistentList<Name> byPosition() {
    return byPosition;
  }

  /** The greatest position; {@link #REMOVED} if there is no name. */
  long greatestPosition() {
    return greatestPosition;
  }

  OptionalLong position(String name) {
    Long position = positions.get(name);
    return position == null ? OptionalLong.empty() : OptionalLong.of(position);
  }

  /** Sets the position of a new or existing name. */
  CheckpointTable with(String name, long position) {
    CheckpointTable others = without(name);
    Name entry = new Name(name, position);
    return new CheckpointTable(
        others.byPosition.insert(others.indexOf(entry), entry),
        others.positions.with(name, position));
  }

  /**
   * Moves the names at positions from {@code from} (inclusive) to {@code to} (exclusive): each gets
   * the position that {@code move} returns for its position, or is removed if that is {@link
   * #REMOVED}. A moved name must not pass a name outside the range.
   */
  CheckpointTable moved(long from, long to, LongUnaryOperator move) {
    int start = firstIndexAt(from);
    int end = firstIndexAt(to);
    if (start == end) {
      return this;
    }
    List<Name> kept = new ArrayList<>();
    PersistentMap<String, Long> table = positions;
    for (int i = start; i < end; i++) {
      Name name = byPosition.get(i);
      long position = move.applyAsLong(name.position());
      if (position == REMOVED) {
        table = table.without(name.text());
      } else {
        table = table.with(name.text(), position);
        kept.add(new Name(name.text(), position));
      }
    }
    kept.sort(ORDER);
    return new CheckpointTable(
        byPosition.take(start).concat(PersistentList.copyOf(kept)).concat(byPosition.drop(end)),
        table);
  }

  private CheckpointTable without(String name) {
    Long position = positions.get(name);
    if (position == null) {
      return this;
    }
    int index = indexOf(new Name(name, position));
    return new CheckpointTable(
        byPosition.take(index).concat(byPosition.drop(index + 1)), positions.without(name));
  }

  /** The index of the first name at this position or a greater one. */
  private int firstIndexAt(long position) {
    return position > greatestPosition ? byPosition.size() : indexOf(new Name("", position));
  }

  /** The index of the first name that is not less than this one. */
  private int indexOf(Name name) {
    int index = Collections.binarySearch(byPosition, name, ORDER);
    return index < 0 ? -index - 1 : index;
  }
}
