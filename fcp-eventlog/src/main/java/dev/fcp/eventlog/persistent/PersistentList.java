package dev.fcp.eventlog.persistent;

import static dev.fcp.eventlog.persistent.Columns.appended;
import static dev.fcp.eventlog.persistent.Columns.spliced;
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
 * An immutable list with fast append, cut and indexed access; a changed copy shares all but O(log
 * n) with its origin and refers to no element that it does not hold.
 *
 * <p>The methods by which a {@link List} changes itself throw {@link
 * UnsupportedOperationException}. Elements are never null. A list is safe for use by any number of
 * threads.
 *
 * @param <E> the type of the elements
 */
public final class PersistentList<E> extends AbstractList<E> implements RandomAccess {
  private static final Object[] NONE = {};
  private static final PersistentList<?> EMPTY = empty(Node.WIDTH);

  private final Node tree;

  /**
   * The elements after those of the tree, at most as many as a node is wide: an append copies these
   * few, and goes down the tree only when they have filled up a leaf.
   */
  private final Object[] tail;

  private PersistentList(Node tree, Object[] tail) {
    this.tree = tree;
    this.tail = tail;
  }

  /** The list without elements. */
  @SuppressWarnings("unchecked") // it holds nothing
  public static <E> PersistentList<E> empty() {
    return (PersistentList<E>) EMPTY;
  }

  /** With nodes of another width than usual, so that a test gets a deep tree of few elements. */
  static <E> PersistentList<E> empty(int widest) {
    return new PersistentList<>(Node.unkeyed(widest, NONE), NONE);
  }

  /** The list of these elements in their order, built in O(n). */
  @SuppressWarnings("unchecked") // a list that is never written may be read as one of a supertype
  public static <E> PersistentList<E> copyOf(Iterable<? extends E> elements) {
    return elements instanceof PersistentList<?> list
        ? (PersistentList<E>) list
        : copyOf(elements, Node.WIDTH);
  }

  static <E> PersistentList<E> copyOf(Iterable<? extends E> elements, int widest) {
    Collection<Object> all = new ArrayList<>();
    for (E element : elements) {
      all.add(requireNonNull(element, "element"));
    }
    return new PersistentList<>(Node.unkeyed(widest, all.toArray()), NONE);
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
  @SuppressWarnings("unchecked") // only elements of type E went in
  public E get(int index) {
    Objects.checkIndex(index, size());
    int inTail = index - tree.size();
    return (E) (inTail < 0 ? tree.valueOf(index) : tail[inTail]);
  }

  /** This list with an element behind its last one; O(1) but for every 32nd, which is O(log n). */
  public PersistentList<E> append(E element) {
    requireNonNull(element, "element");
    return tail.length < tree.widest()
        ? new PersistentList<>(tree, appended(tail, element))
        : new PersistentList<>(whole(), new Object[] {element});
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
    int ofTail = count - tree.size();
    return ofTail < 0
        ? new PersistentList<>(tree.take(count), NONE)
        : new PersistentList<>(tree, spliced(tail, ofTail, tail.length));
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
    int ofTree = Math.min(count, tree.size());
    return new PersistentList<>(tree.drop(ofTree), spliced(tail, 0, count - ofTree));
  }

  /**
   * This list with an element before the one at an index, or behind its last, in O(log n).
   *
   * @throws IndexOutOfBoundsException if the index is negative or greater than the size
   */
  public PersistentList<E> insert(int index, E element) {
    requireNonNull(element, "element");
    checkPosition(index);
    int inTail = index - tree.size();
    if (inTail >= 0 && tail.length < tree.widest()) {
      return new PersistentList<>(tree, spliced(tail, inTail, inTail, element));
    }
    return inTail < 0
        ? new PersistentList<>(tree.insert(index, element), tail)
        : new PersistentList<>(whole().insert(index, element), NONE);
  }

  /**
   * This list with another element at an index, in O(log n); this one if it holds that very
   * element.
   *
   * @throws IndexOutOfBoundsException if the index is negative or not less than the size
   */
  @SuppressWarnings("ReferenceEquality") // only the very same element makes a copy needless
  public PersistentList<E> with(int index, E element) {
    requireNonNull(element, "element");
    if (get(index) == element) {
      return this;
    }
    int inTail = index - tree.size();
    return inTail < 0
        ? new PersistentList<>(tree.with(index, element), tail)
        : new PersistentList<>(tree, spliced(tail, inTail, inTail + 1, element));
  }

  /** The elements of this list and after them those of another, in O(log n). */
  public PersistentList<E> concat(PersistentList<E> other) {
    if (isEmpty() || other.isEmpty()) {
      return isEmpty() ? other : this;
    }
    return new PersistentList<>(Node.join(whole(), other.tree), other.tail);
  }

  @Override
  public Iterator<E> iterator() {
    return new Elements();
  }

  /** The tree, for tests of its shape. */
  Node tree() {
    return tree;
  }

  /** The tree with the tail as its last leaf. */
  private Node whole() {
    return Node.join(tree, Node.unkeyed(tree.widest(), tail));
  }

  private void checkPosition(int index) {
    Objects.checkIndex(index, size() + 1);
  }

  private final class Elements implements Iterator<E> {
    private final Iterator<Object> rows = new Rows<>(tree, 0, tree.size(), Node::value);
    private int inTail;

    @Override
    public boolean hasNext() {
      return inTail < tail.length || rows.hasNext();
    }

    @Override
    @SuppressWarnings("unchecked") // only elements of type E went in
    public E next() {
      if (rows.hasNext()) {
        return (E) rows.next();
      }
      if (inTail == tail.length) {
        throw new NoSuchElementException();
      }
      return (E) tail[inTail++];
    }
  }
}
