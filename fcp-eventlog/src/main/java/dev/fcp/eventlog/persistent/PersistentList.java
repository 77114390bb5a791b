package dev.fcp.eventlog.persistent;

import static dev.fcp.eventlog.persistent.NodeArrays.appended;
import static dev.fcp.eventlog.persistent.NodeArrays.spliced;
import static java.util.Objects.requireNonNull;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * An immutable list with fast append, truncation and indexed access; a modified copy shares all but
 * O(log n) nodes with the original and keeps no references to removed elements.
 *
 * <p>The mutating methods of {@link List} throw {@link UnsupportedOperationException}. Elements are
 * never null. Lists are thread-safe.
 *
 * @param <E> the type of the elements
 */
public final class PersistentList<E> extends AbstractList<E> implements RandomAccess {
  private static final Object[] NO_ELEMENTS = {};
  private static final PersistentList<?> EMPTY = empty(TreeNode.WIDTH);

  private final TreeNode tree;

  /**
   * The elements after those of the tree, at most the width of a node. An append copies only these,
   * and modifies the tree only when they fill a leaf.
   */
  private final Object[] tail;

  private PersistentList(TreeNode tree, Object[] tail) {
    this.tree = tree;
    this.tail = tail;
  }

  /** The list without elements. */
  @SuppressWarnings("unchecked") // An empty list contains no elements.
  public static <E> PersistentList<E> empty() {
    return (PersistentList<E>) EMPTY;
  }

  /** An empty list with another node width, so that a test gets a deep tree with few elements. */
  static <E> PersistentList<E> empty(int maxWidth) {
    return new PersistentList<>(TreeNode.unkeyed(maxWidth, NO_ELEMENTS), NO_ELEMENTS);
  }

  /** A list of these elements in their order, in O(n). */
  @SuppressWarnings("unchecked") // An immutable list can be read as a list of a supertype.
  public static <E> PersistentList<E> copyOf(Iterable<? extends E> elements) {
    return elements instanceof PersistentList<?> list
        ? (PersistentList<E>) list
        : copyOf(elements, TreeNode.WIDTH);
  }

  static <E> PersistentList<E> copyOf(Iterable<? extends E> elements, int maxWidth) {
    Collection<Object> all = new ArrayList<>();
    for (E element : elements) {
      all.add(requireNonNull(element, "element"));
    }
    return new PersistentList<>(TreeNode.unkeyed(maxWidth, all.toArray()), NO_ELEMENTS);
  }

  @Override
  public int size() {
    return tree.size() + tail.length;
  }

  /**
   * The element at an index.
   *
   * @throws IndexOutOfBoundsException if the index is negative or not less than the size
   */
  @Override
  @SuppressWarnings("unchecked") // Only elements of type E are stored.
  public E get(int index) {
    Objects.checkIndex(index, size());
    int tailIndex = index - tree.size();
    return (E) (tailIndex < 0 ? tree.valueOf(index) : tail[tailIndex]);
  }

  /** This list with an appended element, in O(1); every 32nd append takes O(log n). */
  public PersistentList<E> append(E element) {
    requireNonNull(element, "element");
    return tail.length < tree.maxWidth()
        ? new PersistentList<>(tree, appended(tail, element))
        : new PersistentList<>(treeWithTail(), new Object[] {element});
  }

  /**
   * The first elements of this list, in O(log n).
   *
   * @throws IndexOutOfBoundsException if the count is negative or greater than the size
   */
  public PersistentList<E> take(int count) {
    checkPosition(count);
    if (count == size()) {
      return this;
    }
    int tailCount = count - tree.size();
    return tailCount < 0
        ? new PersistentList<>(tree.take(count), NO_ELEMENTS)
        : new PersistentList<>(tree, spliced(tail, tailCount, tail.length));
  }

  /**
   * This list without its first elements, in O(log n).
   *
   * @throws IndexOutOfBoundsException if the count is negative or greater than the size
   */
  public PersistentList<E> drop(int count) {
    checkPosition(count);
    if (count == 0) {
      return this;
    }
    int treeCount = Math.min(count, tree.size());
    return new PersistentList<>(tree.drop(treeCount), spliced(tail, 0, count - treeCount));
  }

  /**
   * This list with an element inserted before an index, or at its end, in O(log n).
   *
   * @throws IndexOutOfBoundsException if the index is negative or greater than the size
   */
  public PersistentList<E> insert(int index, E element) {
    requireNonNull(element, "element");
    checkPosition(index);
    int tailIndex = index - tree.size();
    if (tailIndex >= 0 && tail.length < tree.maxWidth()) {
      return new PersistentList<>(tree, spliced(tail, tailIndex, tailIndex, element));
    }
    return tailIndex < 0
        ? new PersistentList<>(tree.insert(index, element), tail)
        : new PersistentList<>(treeWithTail().insert(index, element), NO_ELEMENTS);
  }

  /** The elements of this list followed by those of another, in O(log n). */
  public PersistentList<E> concat(PersistentList<E> other) {
    if (isEmpty() || other.isEmpty()) {
      return isEmpty() ? other : this;
    }
    return new PersistentList<>(TreeNode.join(treeWithTail(), other.tree), other.tail);
  }

  @Override
  public Iterator<E> iterator() {
    return new Elements();
  }

  /** The tree, for tests of its shape. */
  TreeNode tree() {
    return tree;
  }

  /** The tree with the tail as its last leaf. */
  private TreeNode treeWithTail() {
    return TreeNode.join(tree, TreeNode.unkeyed(tree.maxWidth(), tail));
  }

  private void checkPosition(int index) {
    Objects.checkIndex(index, size() + 1);
  }

  private final class Elements implements Iterator<E> {
    private final Iterator<Object> rows = new RowIterator<>(tree, 0, tree.size(), TreeNode::value);
    private int tailIndex;

    @Override
    public boolean hasNext() {
      return tailIndex < tail.length || rows.hasNext();
    }

    @Override
    @SuppressWarnings("unchecked") // Only elements of type E are stored.
    public E next() {
      if (rows.hasNext()) {
        return (E) rows.next();
      }
      if (tailIndex == tail.length) {
        throw new NoSuchElementException();
      }
      return (E) tail[tailIndex++];
    }
  }
}
