package dev.fcp.eventlog.persistent;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.Iterables;
import java.util.AbstractCollection;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sorted map; a modified copy shares all but O(log n) nodes with the original.
 *
 * <p>The order must be consistent with {@code equals}. Keys and values are never null. Maps are
 * thread-safe.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class PersistentMap<K, V> implements Iterable<Map.Entry<K, V>> {
  private static final Object[] NO_VALUES = {};
  private static final PersistentMap<?, ?> EMPTY = emptyOf(naturalOrder(), TreeNode.WIDTH);

  private final Comparator<Object> order;
  private final TreeNode root;

  private PersistentMap(Comparator<Object> order, TreeNode root) {
    this.order = order;
    this.root = root;
  }

  /** An empty map whose keys are sorted in their natural order. */
  @SuppressWarnings("unchecked") // An empty map contains nothing; its order suits all keys.
  public static <K extends Comparable<? super K>, V> PersistentMap<K, V> empty() {
    return (PersistentMap<K, V>) EMPTY;
  }

  /** An empty map whose keys are sorted in the given order. */
  public static <K, V> PersistentMap<K, V> empty(Comparator<? super K> order) {
    return empty(order, TreeNode.WIDTH);
  }

  /** An empty map with another node width, so that a test gets a deep tree with few entries. */
  static <K, V> PersistentMap<K, V> empty(Comparator<? super K> order, int maxWidth) {
    return emptyOf(untyped(order), maxWidth);
  }

  /**
   * A map of these entries, in O(n).
   *
   * @throws IllegalArgumentException if the keys are not strictly ascending
   */
  public static <K, V> PersistentMap<K, V> ofSorted(
      Comparator<? super K> order, List<Map.Entry<K, V>> ascending) {
    return ofSorted(order, ascending, TreeNode.WIDTH);
  }

  static <K, V> PersistentMap<K, V> ofSorted(
      Comparator<? super K> order, List<Map.Entry<K, V>> ascending, int maxWidth) {
    Object[] keys = new Object[ascending.size()];
    Object[] values = new Object[keys.length];
    Comparator<Object> untyped = untyped(order);
    int row = 0;
    for (Map.Entry<K, V> entry : ascending) {
      keys[row] = requireNonNull(entry.getKey(), "key");
      values[row] = requireNonNull(entry.getValue(), "value");
      if (row > 0 && untyped.compare(keys[row - 1], keys[row]) >= 0) {
        throw new IllegalArgumentException(
            "entry " + row + ": key " + keys[row] + " does not ascend from " + keys[row - 1]);
      }
      row++;
    }
    return new PersistentMap<>(untyped, TreeNode.keyed(maxWidth, keys, values));
  }

  /**
   * A copy of another map, in O(n), or in O(n log n) if its entries have to be sorted.
   *
   * @throws IllegalArgumentException if two of its keys are equal in their natural order
   */
  public static <K extends Comparable<? super K>, V> PersistentMap<K, V> copyOf(
      Map<? extends K, ? extends V> map) {
    List<Map.Entry<K, V>> entries = new ArrayList<>(map.size());
    map.forEach((key, value) -> entries.add(Map.entry(key, value)));
    entries.sort(Map.Entry.comparingByKey());
    return ofSorted(Comparator.<K>naturalOrder(), entries);
  }

  /** The number of entries. */
  public int size() {
    return root.size();
  }

  /** Whether there is no entry. */
  public boolean isEmpty() {
    return size() == 0;
  }

  /** The value of a key; null if there is none. */
  @SuppressWarnings("unchecked") // Only values of type V are stored.
  public @Nullable V get(K key) {
    return (V) root.valueOf(requireNonNull(key, "key"), order);
  }

  /** Whether there is an entry with this key. */
  public boolean containsKey(K key) {
    return rowOf(key) >= 0;
  }

  /** This map with an entry added or its value replaced; the same map if the value is identical. */
  public PersistentMap<K, V> with(K key, V value) {
    requireNonNull(key, "key");
    requireNonNull(value, "value");
    return withRoot(root.put(key, value, order));
  }

  /**
   * This map with all entries of another one with the same order, which replace those with equal
   * keys. Takes O(log n) time if all its keys are greater than those of this map.
   */
  public PersistentMap<K, V> withAll(PersistentMap<K, V> others) {
    if (isEmpty()
        || others.isEmpty()
        || order.compare(last().orElseThrow().getKey(), others.first().orElseThrow().getKey())
            < 0) {
      return new PersistentMap<>(order, TreeNode.join(root, others.root));
    }
    PersistentMap<K, V> all = this;
    for (Map.Entry<K, V> entry : others) {
      all = all.with(entry.getKey(), entry.getValue());
    }
    return all;
  }

  /** This map without the entry of a key; the same map if there is none. */
  public PersistentMap<K, V> without(K key) {
    int row = rowOf(key);
    return row < 0 ? this : withRoot(root.remove(row));
  }

  /** The entry with the least key. */
  public Optional<Map.Entry<K, V>> first() {
    return entryAt(0);
  }

  /** The entry with the greatest key. */
  public Optional<Map.Entry<K, V>> last() {
    return entryAt(size() - 1);
  }

  /** The number of entries with a smaller key, in O(log n). */
  public int countBelow(K key) {
    return rowFrom(key);
  }

  /**
   * The entry at an index in the order of the keys, if there is one; in O(log n), without comparing
   * keys.
   */
  public Optional<Map.Entry<K, V>> entryAt(int index) {
    return index < 0 || index >= size()
        ? Optional.empty()
        : Optional.of(entries(index, index + 1).next());
  }

  /** The entry with the greatest key less than or equal to the given one. */
  public Optional<Map.Entry<K, V>> floor(K key) {
    int row = rowOf(key);
    return entryAt(row < 0 ? -row - 2 : row);
  }

  /** The entry with the greatest key less than the given one. */
  public Optional<Map.Entry<K, V>> lower(K key) {
    return entryAt(rowFrom(key) - 1);
  }

  /** The entry with the least key greater than or equal to the given one. */
  public Optional<Map.Entry<K, V>> ceiling(K key) {
    return entryAt(rowFrom(key));
  }

  /** The entry with the least key greater than the given one. */
  public Optional<Map.Entry<K, V>> higher(K key) {
    int row = rowOf(key);
    return entryAt(row < 0 ? -row - 1 : row + 1);
  }

  /** The entries in ascending order of their keys. */
  @Override
  public Iterator<Map.Entry<K, V>> iterator() {
    return entries(0, size());
  }

  @Override
  public Spliterator<Map.Entry<K, V>> spliterator() {
    int characteristics = Spliterator.DISTINCT | Spliterator.ORDERED | Spliterator.NONNULL;
    return Spliterators.spliterator(iterator(), size(), characteristics | Spliterator.IMMUTABLE);
  }

  /** The entries in ascending order of their keys. */
  public Stream<Map.Entry<K, V>> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  /** The entries from a key on, in ascending order; the first one is found in O(log n). */
  public Iterable<Map.Entry<K, V>> from(K inclusive) {
    int from = rowFrom(inclusive);
    return () -> entries(from, size());
  }

  /**
   * The entries from one key (inclusive) to another (exclusive), in ascending order; the first one
   * is found in O(log n).
   */
  public Iterable<Map.Entry<K, V>> range(K inclusive, K exclusive) {
    int from = rowFrom(inclusive);
    int to = rowFrom(exclusive);
    return () -> entries(from, to);
  }

  /** The keys in ascending order, unmodifiable. */
  public Set<K> keys() {
    return new Keys();
  }

  /** The values in ascending order of their keys, unmodifiable. */
  public Collection<V> values() {
    return new Values();
  }

  /**
   * Passes the differences between this map and another to a consumer. Shared nodes are not
   * visited, so the cost depends on the size of the difference, not of the maps.
   *
   * @throws IllegalArgumentException if the maps have different comparators
   */
  @SuppressWarnings("unchecked") // The consumer receives only keys and values of the two maps.
  public void forEachDifference(
      PersistentMap<K, V> other, MapDifferenceConsumer<? super K, ? super V> consumer) {
    if (!order.equals(other.order)) {
      throw new IllegalArgumentException("the maps have different orders of keys");
    }
    new TreeDifference(root, other.root, order)
        .forEach((MapDifferenceConsumer<Object, Object>) consumer);
  }

  /** Whether the other object is a persistent map with equal entries in the same order. */
  @Override
  public boolean equals(@Nullable Object object) {
    return this == object
        || (object instanceof PersistentMap<?, ?> other
            && size() == other.size()
            && Iterables.elementsEqual(this, other));
  }

  /** The sum of the hash codes of the entries, as of a {@link Map}. */
  @Override
  public int hashCode() {
    return stream().mapToInt(Map.Entry::hashCode).sum();
  }

  /** The entries in the form of a {@link Map}: {@code {a=1, b=2}}. */
  @Override
  public String toString() {
    return stream().map(Map.Entry::toString).collect(Collectors.joining(", ", "{", "}"));
  }

  /** The tree, for tests of its shape. */
  TreeNode root() {
    return root;
  }

  private PersistentMap<K, V> withRoot(TreeNode changed) {
    return changed == root ? this : new PersistentMap<>(order, changed);
  }

  private int rowOf(K key) {
    return root.rowOf(requireNonNull(key, "key"), order);
  }

  /** The first row whose key is not less than the given one. */
  private int rowFrom(K key) {
    int row = rowOf(key);
    return row < 0 ? -row - 1 : row;
  }

  private RowIterator<Map.Entry<K, V>> entries(int from, int to) {
    return new RowIterator<>(
        root, from, to, (leaf, index) -> Map.entry(keyAt(leaf, index), valueAt(leaf, index)));
  }

  @SuppressWarnings("unchecked") // Only keys of type K are stored.
  private K keyAt(TreeNode leaf, int index) {
    return (K) leaf.key(index);
  }

  @SuppressWarnings("unchecked") // Only values of type V are stored.
  private V valueAt(TreeNode leaf, int index) {
    return (V) leaf.value(index);
  }

  private static <K, V> PersistentMap<K, V> emptyOf(Comparator<Object> order, int maxWidth) {
    return new PersistentMap<>(order, TreeNode.keyed(maxWidth, new Object[0], NO_VALUES));
  }

  @SuppressWarnings("unchecked") // It compares only keys, which have the type that it accepts.
  private static Comparator<Object> untyped(Comparator<?> order) {
    return (Comparator<Object>) requireNonNull(order, "order");
  }

  private static Comparator<Object> naturalOrder() {
    return untyped(Comparator.<String>naturalOrder());
  }

  private final class Keys extends AbstractSet<K> {
    @Override
    public Iterator<K> iterator() {
      return new RowIterator<>(root, 0, root.size(), PersistentMap.this::keyAt);
    }

    @Override
    public int size() {
      return root.size();
    }

    @Override
    @SuppressWarnings("unchecked") // The comparator throws an exception for a key of another type.
    public boolean contains(@Nullable Object key) {
      return key != null && containsKey((K) key);
    }
  }

  private final class Values extends AbstractCollection<V> {
    @Override
    public Iterator<V> iterator() {
      return new RowIterator<>(root, 0, root.size(), PersistentMap.this::valueAt);
    }

    @Override
    public int size() {
      return root.size();
    }
  }

  /**
   * Receives the differences between two maps, in ascending order of their keys.
   *
   * @param <K> the type of the keys
   * @param <V> the type of the values
   */
  public interface MapDifferenceConsumer<K, V> {
    /** Only this map has the key. */
    void onlyInThis(K key, V value);

    /** Only the other map has the key. */
    void onlyInOther(K key, V value);

    /** Both maps have the key, but with different values. */
    void valueDiffers(K key, V thisValue, V otherValue);
  }
}
