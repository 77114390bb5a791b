package dev.fcp.eventlog.persistent;

import static dev.fcp.eventlog.persistent.Columns.endsAfter;
import static dev.fcp.eventlog.persistent.Columns.firstKeys;
import static dev.fcp.eventlog.persistent.Columns.replaced;
import static dev.fcp.eventlog.persistent.Columns.shifted;
import static dev.fcp.eventlog.persistent.Columns.spliced;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A node of the tree under {@link PersistentMap} and {@link PersistentList}: a B+ tree over rows,
 * in which a row is a value and, in a map, the key before it. Rows are addressed by their position;
 * a map's rows stand in the order of their keys.
 *
 * <pre>
 *   height 1   keys  [ a     d    f     ]   first key of each child (map only)
 *              slots [ .     .    .     ]   the children
 *              ends  [ 3     5    9     ]   rows up to and with each child
 *   height 0   keys  [ a b c ][ d e ][ f g h i ]
 *              slots [ 1 2 3 ][ 4 5 ][ 6 7 8 9 ]
 * </pre>
 *
 * <p>All leaves lie equally deep. Below the root a node has between half of {@code widest} and
 * {@code widest} slots; a root that is no leaf has at least two. Arrays are never written after the
 * constructor, so that nodes may share them.
 */
@SuppressWarnings("ReferenceEquality") // what is the same object need not be copied or compared
final class Node {
  /** The width of trees in use: leaves of this size are cheap to copy and trees over them flat. */
  static final int WIDTH = 32;

  /** The keys of every node of a list. */
  private static final Object[] UNKEYED = {};

  private static final int[] NO_ENDS = {};

  private final int widest;
  private final int height;
  private final Object[] keys;
  private final Object[] slots;
  private final int[] ends;

  private Node(int widest, int height, Object[] keys, Object[] slots, int[] ends) {
    this.widest = widest;
    this.height = height;
    this.keys = keys;
    this.slots = slots;
    this.ends = ends;
  }

  // --- building

  /** The tree over these rows of a map, whose keys ascend; it takes the arrays as they are. */
  static Node keyed(int widest, Object[] keys, Object[] values) {
    if (widest < 4) {
      throw new IllegalArgumentException("widest must be 4 or more, was " + widest);
    }
    return rootOver(even(new Node(widest, 0, keys, values, NO_ENDS)));
  }

  /** The tree over these rows of a list; it takes the array as it is. */
  static Node unkeyed(int widest, Object[] values) {
    return keyed(widest, UNKEYED, values);
  }

  /** The root over nodes of one height, of which each has a fitting width. */
  private static Node rootOver(Node[] level) {
    Node[] nodes = level;
    while (nodes.length > 1) {
      nodes = even(over(nodes));
    }
    return nodes[0];
  }

  /** The nodes of even and fitting width that hold what this one holds, however wide it is. */
  private static Node[] even(Node node) {
    int width = node.width();
    int count = Math.max(1, (width + node.widest - 1) / node.widest);
    if (count == 1) {
      return new Node[] {node};
    }
    Node[] parts = new Node[count];
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) width * i / count);
      int to = (int) ((long) width * (i + 1) / count);
      parts[i] = node.slice(from, to);
    }
    return parts;
  }

  private static Node over(Node[] children) {
    Node first = children[0];
    Object[] keys = first.isKeyed() ? firstKeys(children) : UNKEYED;
    Object[] slots = Arrays.copyOf(children, children.length, Object[].class);
    return new Node(first.widest, first.height + 1, keys, slots, endsAfter(0, children));
  }

  // --- reading

  /** The number of rows. */
  int size() {
    return height == 0 ? slots.length : ends[ends.length - 1];
  }

  /** The levels below this node; a leaf has none. */
  int height() {
    return height;
  }

  /** The number of slots. */
  int width() {
    return slots.length;
  }

  /** The greatest width of any node of this tree. */
  int widest() {
    return widest;
  }

  /** The child at this place; only a node that is no leaf has any. */
  Node child(int place) {
    return (Node) slots[place];
  }

  /** In a leaf the key at this place, above it the first key of the child there. */
  Object key(int place) {
    return keys[place];
  }

  /** The value at this place of a leaf. */
  Object value(int place) {
    return slots[place];
  }

  /** The rows before the child at this place. */
  int start(int place) {
    return place == 0 ? 0 : ends[place - 1];
  }

  /** The place of the child that holds the row. */
  int placeOf(int row) {
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

  /** The value of the row, which must exist. */
  Object valueOf(int row) {
    Node node = this;
    int rest = row;
    while (node.height > 0) {
      int place = node.placeOf(rest);
      rest -= node.start(place);
      node = node.child(place);
    }
    return node.slots[rest];
  }

  /** The value of the key, or null. */
  @Nullable Object valueOf(Object key, Comparator<Object> order) {
    Node node = this;
    while (node.height > 0) {
      node = node.child(node.placeOf(key, order));
    }
    int place = search(node.keys, key, order);
    return place < 0 ? null : node.slots[place];
  }

  /** The row of the key, or {@code -(row + 1)} with the row that it would have. */
  int rowOf(Object key, Comparator<Object> order) {
    Node node = this;
    int start = 0;
    while (node.height > 0) {
      int place = node.placeOf(key, order);
      start += node.start(place);
      node = node.child(place);
    }
    int place = search(node.keys, key, order);
    return place >= 0 ? start + place : place - start;
  }

  /** The place of the only child that may hold the key. */
  private int placeOf(Object key, Comparator<Object> order) {
    int place = search(keys, key, order);
    return place >= 0 ? place : Math.max(0, -place - 2);
  }

  /** As {@link Arrays#binarySearch(Object[], Object, Comparator)}. */
  private static int search(Object[] keys, Object key, Comparator<Object> order) {
    // Most keys are texts, and to know that makes a comparison half as long.
    return key instanceof String text && order.equals(Comparator.naturalOrder())
        ? search(keys, text)
        : Arrays.binarySearch(keys, key, order);
  }

  private static int search(Object[] keys, String key) {
    int low = 0;
    int high = keys.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = ((String) keys[middle]).compareTo(key);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  // --- changing one row; each gives the root of the changed tree, the receiver being a root

  /**
   * With another value for a key, or with the key and its value where it belongs; the same node if
   * it has this very value.
   */
  Node put(Object key, Object value, Comparator<Object> order) {
    boolean last = size() > 0 && order.compare(lastKey(), key) < 0;
    return (last ? appendBelow(key, value) : putBelow(key, value, order)).asRoot();
  }

  private Object lastKey() {
    Node node = this;
    while (node.height > 0) {
      node = node.child(node.width() - 1);
    }
    return node.keys[node.keys.length - 1];
  }

  /** With a key behind all others, as keys come that are made in their order. */
  private Node appendBelow(Object key, Object value) {
    int last = width() - 1;
    return height == 0
        ? widened(width(), key, value)
        : replace(last, child(last).appendBelow(key, value));
  }

  private Node putBelow(Object key, Object value, Comparator<Object> order) {
    if (height == 0) {
      int place = search(keys, key, order);
      return place >= 0 ? valued(place, value) : widened(-place - 1, key, value);
    }
    int place = placeOf(key, order);
    Node before = child(place);
    Node after = before.putBelow(key, value, order);
    return after == before ? this : replace(place, after);
  }

  /** With another value in a row; the same node if the row holds this very value. */
  Node with(int row, Object value) {
    if (height == 0) {
      return valued(row, value);
    }
    int place = placeOf(row);
    Node before = child(place);
    Node after = before.with(row - start(place), value);
    return after == before ? this : set(place, after);
  }

  /** With a new row of a list before the given one. */
  Node insert(int row, Object value) {
    return insertBelow(row, value).asRoot();
  }

  private Node insertBelow(int row, Object value) {
    if (height == 0) {
      return widened(row, value, value);
    }
    int place = row == 0 ? 0 : placeOf(row - 1);
    return replace(place, child(place).insertBelow(row - start(place), value));
  }

  private Node valued(int place, Object value) {
    return slots[place] == value ? this : leaf(keys, replaced(slots, place, value));
  }

  private Node widened(int place, Object key, Object value) {
    Object[] more = isKeyed() ? spliced(keys, place, place, key) : UNKEYED;
    return leaf(more, spliced(slots, place, place, value));
  }

  /** Without a row of a map. */
  Node remove(int row) {
    return removeBelow(row).asRoot();
  }

  private Node removeBelow(int row) {
    if (height == 0) {
      return leaf(spliced(keys, row, row + 1), spliced(slots, row, row + 1));
    }
    int place = placeOf(row);
    return replace(place, child(place).removeBelow(row - start(place)));
  }

  // --- cutting and joining whole trees

  /** The first rows of this tree, as many as given and at most all. */
  Node take(int count) {
    if (count == size()) {
      return this;
    }
    if (count == 0) {
      return withoutRows();
    }
    if (height == 0) {
      return slice(0, count);
    }
    int place = placeOf(count - 1);
    Node part = child(place).take(count - start(place));
    return place == 0 ? part : join(slice(0, place).asRoot(), part);
  }

  /** The rows of this tree without the first ones, as many as given and at most all. */
  Node drop(int count) {
    if (count == 0) {
      return this;
    }
    if (count == size()) {
      return withoutRows();
    }
    if (height == 0) {
      return slice(count, width());
    }
    int place = placeOf(count);
    Node part = child(place).drop(count - start(place));
    return place == width() - 1 ? part : join(part, slice(place + 1, width()).asRoot());
  }

  /** The rows of one tree and after them those of another. */
  static Node join(Node left, Node right) {
    if (left.size() == 0) {
      return right;
    }
    return right.size() == 0 ? left : left.met(right).asRoot();
  }

  /** Both trees as one node of the greater height, which may be too wide. */
  private Node met(Node right) {
    if (height == right.height) {
      return concat(right);
    }
    return height > right.height
        ? replace(width() - 1, child(width() - 1).met(right))
        : right.replace(0, met(right.child(0)));
  }

  private Node withoutRows() {
    return leaf(isKeyed() ? new Object[0] : UNKEYED, new Object[0]);
  }

  // --- keeping widths within bounds

  /** This node as a root: divided under a new root if too wide, its child if it has only one. */
  private Node asRoot() {
    if (height > 0 && width() == 1) {
      return child(0);
    }
    return rootOver(even(this));
  }

  /** With the child at a place changed, however wide or narrow its edit has left it. */
  private Node replace(int place, Node child) {
    if (child.width() > widest) {
      return splice(place, place + 1, even(child));
    }
    if (child.width() >= widest / 2) {
      return set(place, child);
    }
    return place == 0
        ? splice(0, 2, even(child.concat(child(1))))
        : splice(place - 1, place + 1, even(child(place - 1).concat(child)));
  }

  /** With another child at a place; shares the columns that this leaves as they are. */
  private Node set(int place, Node child) {
    boolean sameKey = !isKeyed() || keys[place] == child.keys[0];
    int growth = child.size() - child(place).size();
    return new Node(
        widest,
        height,
        sameKey ? keys : replaced(keys, place, child.keys[0]),
        replaced(slots, place, child),
        growth == 0 ? ends : shifted(ends, place, growth));
  }

  private Node splice(int from, int to, Node[] children) {
    int[] fresh = endsAfter(start(from), children);
    int growth = fresh[fresh.length - 1] - ends[to - 1];
    int[] changed = new int[width() - (to - from) + fresh.length];
    System.arraycopy(ends, 0, changed, 0, from);
    System.arraycopy(fresh, 0, changed, from, fresh.length);
    for (int i = to; i < ends.length; i++) {
      changed[i - to + from + fresh.length] = ends[i] + growth;
    }
    Object[] firsts = isKeyed() ? spliced(keys, from, to, firstKeys(children)) : UNKEYED;
    return new Node(widest, height, firsts, spliced(slots, from, to, (Object[]) children), changed);
  }

  private Node slice(int from, int to) {
    if (from == 0 && to == width()) {
      return this;
    }
    Object[] some = isKeyed() ? Arrays.copyOfRange(keys, from, to) : UNKEYED;
    Object[] slice = Arrays.copyOfRange(slots, from, to);
    if (height == 0) {
      return leaf(some, slice);
    }
    int[] shorter = shifted(Arrays.copyOfRange(ends, from, to), 0, -start(from));
    return new Node(widest, height, some, slice, shorter);
  }

  /** The slots of this node and after them those of one of the same height. */
  private Node concat(Node right) {
    Object[] all = spliced(slots, width(), width(), right.slots);
    Object[] more = isKeyed() ? spliced(keys, width(), width(), right.keys) : UNKEYED;
    if (height == 0) {
      return leaf(more, all);
    }
    int[] longer = Arrays.copyOf(ends, all.length);
    for (int i = 0; i < right.ends.length; i++) {
      longer[width() + i] = size() + right.ends[i];
    }
    return new Node(widest, height, more, all, longer);
  }

  private Node leaf(Object[] changedKeys, Object[] values) {
    return new Node(widest, 0, changedKeys, values, NO_ENDS);
  }

  private boolean isKeyed() {
    return keys != UNKEYED;
  }
}
