package dev.fcp.benchmarks.log;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A minimal log: an array that doubles, and a cursor. */
final class ArrayPeer implements UndoPeer {

  private @Nullable Object[] changes = new Object[16];
  private int size;
  private int cursor;

  @Override
  public void append() {
    if (cursor < size) {
      Arrays.fill(changes, cursor, size, null);
    }
    if (cursor == changes.length) {
      changes = Arrays.copyOf(changes, 2 * cursor);
    }
    changes[cursor++] = CHANGE;
    size = cursor;
  }

  @Override
  public Object undo() {
    return Objects.requireNonNull(changes[--cursor]);
  }

  @Override
  public Object redo() {
    return Objects.requireNonNull(changes[cursor++]);
  }
}
