package dev.fcp.eventlog.persistent;

import static dev.fcp.eventlog.persistent.NodeArrays.endsAfter;
import static dev.fcp.eventlog.persistent.NodeArrays.firstKeys;
import static dev.fcp.eventlog.persistent.NodeArrays.replaced;
import static dev.fcp.eventlog.persistent.NodeArrays.shifted;
import static dev.fcp.eventlog.persistent.NodeArrays.spliced;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A node of the B+ tree of {@link PersistentMap} and {@link PersistentList}. A row is a value and,
 * in a map, its key. Rows are addressed by index; the rows of a map are sorted by key.
 *
 * <pre>
 *   height 1   keys  [ a     d    f     ]   first key of each child (map only)
 *              slots [ .     .    .     ]   the children
 *              ends  [ 3     5    9     ]   rows up to and with each child
 *   height 0   keys  [ a b c ][ d e ][ f g h i ]
 *              slots [ 1 2 3 ][ 4 5 ][ 6 7 8 9 ]
 * </pre>
 *
 * <p>All leaves have the same depth. A node other than the root has between half of {@code
 * maxWidth} and {@code maxWidth} slots; a root that is not a leaf has at least two. Arrays are
 * never modified after construction, so that nodes can share them.
 */
@SuppressWarnings("ReferenceEquality") // Identical objects need not be copied or compared.
final class TreeNode {
  /** The default width: leaves of this size are cheap to copy, and the trees are flat. */
  static final int WIDTH = 32;

  /** The keys of all nodes of a list. */
  private static final Object[] UNKEYED = {};

  private static final int[] NO_ENDS = {};

  private final int maxWidth;
  private final int height;
  private final Object[] keys;
  private final Object[] slots;
  private final int[] ends;

  private TreeNode(int maxWidth, int height, Object[] keys, Object[] slots, int[] ends) {
    this.maxWidth = maxWidth;
    this.height = height;
    this.keys = keys;
    this.slots = slots;
    this.ends = ends;
  }

  // --- building

  /** The tree over the rows of a map, with ascending keys; uses the arrays without copying them. */
  static TreeNode keyed(int maxWidth, Object[] keys, Object[] values) {
    if (maxWidth < 4) {
      throw new IllegalArgumentException("widest must be 4 or more, was " + maxWidth);
    }
    return rootOver(splitEvenly(new TreeNode(maxWidth, 0, keys, values, NO_ENDS)));
  }

  /** The tree over the rows of a list; uses the array without copying it. */
  static TreeNode unkeyed(int maxWidth, Object[] values) {
    return keyed(maxWidth, UNKEYED, values);
  }

  /** The root over nodes of the same height with permitted widths. */
  private static TreeNode rootOver(TreeNode[] level) {
    TreeNode[] nodes = level;
    while (nodes.length > 1) {
      nodes = splitEvenly(parentOf(nodes));
    }
    return nodes[0];
  }

  /** Splits a node of any width into nodes of even and permitted width. */
  private static TreeNode[] splitEvenly(TreeNode node) {
    int width = node.width();
    int count = Math.max(1, (width + node.maxWidth - 1) / node.maxWidth);
    if (count == 1) {
      return new TreeNode[] {node};
    }
    TreeNode[] parts = new TreeNode[count];
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) width * i / count);
      int to = (int) ((long) width * (i + 1) / count);
      parts[i] = node.slice(from, to);
    }
    return parts;
  }

  private static TreeNode parentOf(TreeNode[] children) {
    TreeNode first = children[0];
    Object[] keys = first.isKeyed() ? firstKeys(children) : UNKEYED;
    Object[] slots = Arrays.copyOf(children, children.length, Object[].class);
    return new TreeNode(first.maxWidth, first.height + 1, keys, slots, endsAfter(0, children));
  }

  // --- reading

  /** The number of rows. */
  int size() {
    return height == 0 ? slots.length : ends[ends.length - 1];
  }

  /** The number of levels below this node; 0 for a leaf. */
  int height() {
    return height;
  }

  /** The number of slots. */
  int width() {
    return slots.length;
  }

  /** The maximum width of the nodes of this tree. */
  int maxWidth() {
    return maxWidth;
  }

  /** The child at an index; not for leaves. */
  TreeNode child(int index) {
    return (TreeNode) slots[index];
  }

  /** The key at an index of a leaf; in other nodes, the first key of the child at the index. */
  Object key(int index) {
    return keys[index];
  }

  /** The value at an index of a leaf. */
  Object value(int index) {
    return slots[index];
  }

  /** The number of rows before the child at an index. */
  int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  /** The index of the child that contains a row. */
  int childIndexOf(int row) {
    int low = 0;
    int high = ends.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] <= row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The value of a row, which must exist. */
  Object valueOf(int row) {
    TreeNode node = this;
    int rowInNode = row;
    while (node.height > 0) {
      int index = node.childIndexOf(rowInNode);
      rowInNode -= node.start(index);
      node = node.child(index);
    }
    return node.slots[rowInNode];
  }

  /** The value of a key; null if there is none. */
  @Nullable Object valueOf(Object key, Comparator<Object> order) {
    TreeNode node = this;
    while (node.height > 0) {
      node = node.child(node.childIndexOf(key, order));
    }
    int index = search(node.keys, key, order);
    return index < 0 ? null : node.slots[index];
  }

  /**
   * The row of a key; {@code -(row + 1)} if there is none, where {@code row} is its insertion
   * point.
   */
  int rowOf(Object key, Comparator<Object> order) {
    TreeNode node = this;
    int start = 0;
    while (node.height > 0) {
      int index = node.childIndexOf(key, order);
      start += node.start(index);
      node = node.child(index);
    }
    int index = search(node.keys, key, order);
    return index >= 0 ? start + index : index - start;
  }

  /** The index of the only child that may contain a key. */
  private int childIndexOf(Object key, Comparator<Object> order) {
    int index = search(keys, key, order);
    return index >= 0 ? index : Math.max(0, -index - 2);
  }

  /** Like {@link Arrays#binarySearch(Object[], Object, Comparator)}. */
  private static int search(Object[] keys, Object key, Comparator<Object> order) {
    // Most keys are strings; comparing them without the comparator takes half the time.
    return key instanceof String text && order.equals(Comparator.naturalOrder())
        ? search(keys, text)
        : Arrays.binarySearch(keys, key, order);
  }

  private static int search(Object[] keys, String key) {
    int low = 0;
    int high = keys.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int comparison = ((String) keys[middle]).compareTo(key);
      if (comparison == 0) {
        return middle;
      }
      if (comparison < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  // --- changing one row; each method is called on a root and returns the root of the changed tree

  /**
   * Replaces the value of a key, or inserts the key; returns the same node if the value is
   * identical.
   */
  TreeNode put(Object key, Object value, Comparator<Object> order) {
    boolean appends = size() > 0 && order.compare(lastKey(), key) < 0;
    return (appends ? appendBelow(key, value) : putBelow(key, value, order)).asRoot();
  }

  private Object lastKey() {
    TreeNode node = this;
    while (node.height > 0) {
      node = node.child(node.width() - 1);
    }
    return node.keys[node.keys.length - 1];
  }

  /** Appends a key that is greater than all others, which is fast for keys created in order. */
  private TreeNode appendBelow(Object key, Object value) {
    int last = width() - 1;
    return height == 0
        ? withRowInserted(width(), key, value)
        : replace(last, child(last).appendBelow(key, value));
  }

  private TreeNode putBelow(Object key, Object value, Comparator<Object> order) {
    if (height == 0) {
      int index = search(keys, key, order);
      return index >= 0 ? withValue(index, value) : withRowInserted(-index - 1, key, value);
    }
    int index = childIndexOf(key, order);
    TreeNode before = child(index);
    TreeNode after = before.putBelow(key, value, order);
    return after == before ? this : replace(index, after);
  }

  /** Inserts a row of a list before the given one. */
  TreeNode insert(int row, Object value) {
    return insertBelow(row, value).asRoot();
  }

  private TreeNode insertBelow(int row, Object value) {
    if (height == 0) {
      return withRowInserted(row, value, value);
    }
    int index = row == 0 ? 0 : childIndexOf(row - 1);
    return replace(index, child(index).insertBelow(row - start(index), value));
  }

  private TreeNode withValue(int index, Object value) {
    return slots[index] == value ? this : leaf(keys, replaced(slots, index, value));
  }

  private TreeNode withRowInserted(int index, Object key, Object value) {
    Object[] newKeys = isKeyed() ? spliced(keys, index, index, key) : UNKEYED;
    return leaf(newKeys, spliced(slots, index, index, value));
  }

  /** Removes a row of a map. */
  TreeNode remove(int row) {
    return removeBelow(row).asRoot();
  }

  private TreeNode removeBelow(int row) {
    if (height == 0) {
      return leaf(spliced(keys, row, row + 1), spliced(slots, row, row + 1));
    }
    int index = childIndexOf(row);
    return replace(index, child(index).removeBelow(row - start(index)));
  }

  // --- cutting and joining whole trees

  /** The first {@code count} rows of this tree; at most all. */
  TreeNode take(int count) {
    if (count == size()) {
      return this;
    }
    if (count == 0) {
      return withoutRows();
    }
    if (height == 0) {
      return slice(0, count);
    }
    int index = childIndexOf(count - 1);
    TreeNode part = child(index).take(count - start(index));
    return index == 0 ? part : join(slice(0, index).asRoot(), part);
  }

  /** The rows of this tree without the first {@code count}; at most all. */
  TreeNode drop(int count) {
    if (count == 0) {
      return this;
    }
    if (count == size()) {
      return withoutRows();
    }
    if (height == 0) {
      return slice(count, width());
    }
    int index = childIndexOf(count);
    TreeNode part = child(index).drop(count - start(index));
    return index == width() - 1 ? part : join(part, slice(index + 1, width()).asRoot());
  }

  /** The rows of one tree followed by those of another. */
  static TreeNode join(TreeNode left, TreeNode right) {
    if (left.size() == 0) {
      return right;
    }
    return right.size() == 0 ? left : left.joinedWith(right).asRoot();
  }

  /** Joins both trees into one node with the greater height, which may be too wide. */
  private TreeNode joinedWith(TreeNode right) {
    if (height == right.height) {
      return concat(right);
    }
    return height > right.height
        ? replace(width() - 1, child(width() - 1).joinedWith(right))
        : right.replace(0, joinedWith(right.child(0)));
  }

  private TreeNode withoutRows() {
    return leaf(isKeyed() ? new Object[0] : UNKEYED, new Object[0]);
  }

  // --- keeping widths within bounds

  /**
   * This node as a root: split below a new root if it is too wide; its child if it has only one.
   */
  private TreeNode asRoot() {
    if (height > 0 && width() == 1) {
      return child(0);
    }
    return rootOver(splitEvenly(this));
  }

  /** Replaces a child by one of any width; splits it, or merges it with a sibling, if necessary. */
  private TreeNode replace(int index, TreeNode child) {
    if (child.width() > maxWidth) {
      return splice(index, index + 1, splitEvenly(child));
    }
    if (child.width() >= maxWidth / 2) {
      return set(index, child);
    }
    return index == 0
        ? splice(0, 2, splitEvenly(child.concat(child(1))))
        : splice(index - 1, index + 1, splitEvenly(child(index - 1).concat(child)));
  }

  /** Replaces a child; shares the arrays that do not change. */
  private TreeNode set(int index, TreeNode child) {
    boolean sameKey = !isKeyed() || keys[index] == child.keys[0];
    int growth = child.size() - child(index).size();
    return new TreeNode(
        maxWidth,
        height,
        sameKey ? keys : replaced(keys, index, child.keys[0]),
        replaced(slots, index, child),
        growth == 0 ? ends : shifted(ends, index, growth));
  }

  private TreeNode splice(int from, int to, TreeNode[] children) {
    int[] newEnds = endsAfter(start(from), children);
    int growth = newEnds[newEnds.length - 1] - ends[to - 1];
    int[] allEnds = new int[width() - (to - from) + newEnds.length];
    System.arraycopy(ends, 0, allEnds, 0, from);
    System.arraycopy(newEnds, 0, allEnds, from, newEnds.length);
    for (int i = to; i < ends.length; i++) {
      allEnds[i - to + from + newEnds.length] = ends[i] + growth;
    }
    Object[] newKeys = isKeyed() ? spliced(keys, from, to, firstKeys(children)) : UNKEYED;
    return new TreeNode(
        maxWidth, height, newKeys, spliced(slots, from, to, (Object[]) children), allEnds);
  }

  private TreeNode slice(int from, int to) {
    if (from == 0 && to == width()) {
      return this;
    }
    Object[] keptKeys = isKeyed() ? Arrays.copyOfRange(keys, from, to) : UNKEYED;
    Object[] keptSlots = Arrays.copyOfRange(slots, from, to);
    if (height == 0) {
      return leaf(keptKeys, keptSlots);
    }
    int[] keptEnds = shifted(Arrays.copyOfRange(ends, from, to), 0, -start(from));
    return new TreeNode(maxWidth, height, keptKeys, keptSlots, keptEnds);
  }

  /** The slots of this node followed by those of another one of the same height. */
  private TreeNode concat(TreeNode right) {
    Object[] allSlots = spliced(slots, width(), width(), right.slots);
    Object[] allKeys = isKeyed() ? spliced(keys, width(), width(), right.keys) : UNKEYED;
    if (height == 0) {
      return leaf(allKeys, allSlots);
    }
    int[] allEnds = Arrays.copyOf(ends, allSlots.length);
    for (int i = 0; i < right.ends.length; i++) {
      allEnds[width() + i] = size() + right.ends[i];
    }
    return new TreeNode(maxWidth, height, allKeys, allSlots, allEnds);
  }

  private TreeNode leaf(Object[] changedKeys, Object[] values) {
    return new TreeNode(maxWidth, 0, changedKeys, values, NO_ENDS);
  }

  private boolean isKeyed() {
    return keys != UNKEYED;
  }
}
