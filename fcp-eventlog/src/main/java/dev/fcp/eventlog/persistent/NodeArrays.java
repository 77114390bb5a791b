package dev.fcp.eventlog.persistent;

import java.util.Arrays;

/** Creates the arrays of a {@link TreeNode}, also as modified copies. */
final class NodeArrays {
  private NodeArrays() {}

  /** The first key of each node. */
  static Object[] firstKeys(TreeNode[] children) {
    Object[] firsts = new Object[children.length];
    for (int i = 0; i < children.length; i++) {
      firsts[i] = children[i].key(0);
    }
    return firsts;
  }

  /**
   * For each node, the number of rows up to its end; the first node begins after {@code start}
   * rows.
   */
  static int[] endsAfter(int start, TreeNode[] children) {
    int[] ends = new int[children.length];
    int end = start;
    for (int i = 0; i < children.length; i++) {
      end += children[i].size();
      ends[i] = end;
    }
    return ends;
  }

  /** A copy of the numbers, with those from an index on increased by a constant. */
  static int[] shifted(int[] numbers, int from, int growth) {
    int[] changed = numbers.clone();
    for (int i = from; i < changed.length; i++) {
      changed[i] += growth;
    }
    return changed;
  }

  /** A copy of the column with an appended object. */
  static Object[] appended(Object[] column, Object object) {
    Object[] changed = Arrays.copyOf(column, column.length + 1);
    changed[column.length] = object;
    return changed;
  }

  /** A copy of the column with another object at an index. */
  static Object[] replaced(Object[] column, int index, Object object) {
    Object[] changed = column.clone();
    changed[index] = object;
    return changed;
  }

  /** A copy of the column with the objects of a range replaced by others. */
  static Object[] spliced(Object[] column, int from, int to, Object... objects) {
    Object[] changed = new Object[column.length - (to - from) + objects.length];
    System.arraycopy(column, 0, changed, 0, from);
    System.arraycopy(objects, 0, changed, from, objects.length);
    System.arraycopy(column, to, changed, from + objects.length, column.length - to);
    return changed;
  }
}
