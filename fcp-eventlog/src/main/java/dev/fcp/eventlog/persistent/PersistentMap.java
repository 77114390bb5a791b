package dev.fcp.eventlog.persistent;

import static java.util.Objects.requireNonNull;

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
import java.util.StringJoiner;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sorted map; a changed copy shares all but O(log n) nodes with the original.
 *
 * <p>The order must be consistent with {@code equals}. Keys and values are never null. A map is
 * safe for use by any number of threads.
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

  /** The map without entries whose keys will stand in their natural order. */
  @SuppressWarnings("unchecked") // it holds nothing, and its order serves all comparable keys
  public static <K extends Comparable<? super K>, V> PersistentMap<K, V> empty() {
    return (PersistentMap<K, V>) EMPTY;
  }

  /** The map without entries whose keys will stand in the given order. */
  public static <K, V> PersistentMap<K, V> empty(Comparator<? super K> order) {
    return empty(order, TreeNode.WIDTH);
  }

  /** With nodes of another width than usual, so that a test gets a deep tree of few entries. */
  static <K, V> PersistentMap<K, V> empty(Comparator<? super K> order, int maxWidth) {
    return emptyOf(untyped(order), maxWidth);
  }

  /**
   * The map of these entries, built in O(n).
   *
   * @throws IllegalArgumentException if the keys do not strictly ascend
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
   * The map of the entries of another one, built in O(n), or O(n log n) if they have to be sorted.
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

  /** The value of a key, or null. */
  @SuppressWarnings("unchecked") // only values of type V went in
  public @Nullable V get(K key) {
    return (V) root.valueOf(requireNonNull(key, "key"), order);
  }

  /** Whether there is an entry of this key. */
  public boolean containsKey(K key) {
    return rowOf(key) >= 0;
  }

  /** This map with an entry added or its value replaced; this one if it has this very value. */
  public PersistentMap<K, V> with(K key, V value) {
    requireNonNull(key, "key");
    requireNonNull(value, "value");
    return withRoot(root.put(key, value, order));
  }

  /** This map without the entry of a key; this one if it has none. */
  public PersistentMap<K, V> without(K key) {
    int row = rowOf(key);
    return row < 0 ? this : withRoot(root.remove(row));
  }

  /** The entry with the least key. */
  public Optional<Map.Entry<K, V>> first() {
    return entry(0);
  }

  /** The entry with the greatest key. */
  public Optional<Map.Entry<K, V>> last() {
    return entry(size() - 1);
  }

  /** How many entries have a lesser key; O(log n). */
  public int countBelow(K key) {
    return rowFrom(key);
  }

  /** The entry that has so many below it, if there is one; O(log n) without looking at keys. */
  public Optional<Map.Entry<K, V>> entryAt(int index) {
    return entry(index);
  }

  /** The entry with the greatest key that is less than the given one or equal to it. */
  public Optional<Map.Entry<K, V>> floor(K key) {
    int row = rowOf(key);
    return entry(row < 0 ? -row - 2 : row);
  }

  /** The entry with the greatest key less than the given one. */
  public Optional<Map.Entry<K, V>> lower(K key) {
    return entry(rowFrom(key) - 1);
  }

  /** The entry with the least key that is greater than the given one or equal to it. */
  public Optional<Map.Entry<K, V>> ceiling(K key) {
    return entry(rowFrom(key));
  }

  /** The entry with the least key greater than the given one. */
  public Optional<Map.Entry<K, V>> higher(K key) {
    int row = rowOf(key);
    return entry(row < 0 ? -row - 1 : row + 1);
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

  /** The entries from a key on, in ascending order; O(log n) to begin. */
  public Iterable<Map.Entry<K, V>> from(K inclusive) {
    int from = rowFrom(inclusive);
    return () -> entries(from, size());
  }

  /**
   * The entries from one key up to, and without, another, in ascending order; O(log n) to begin.
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
   * Sends what differs between this map, here, and another, there. What the two share because one
   * was made from the other is not visited: the cost follows the difference, not the sizes.
   *
   * @throws IllegalArgumentException if the maps have different comparators
   */
  @SuppressWarnings("unchecked") // the keys and values sent are those of the two maps
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
    if (this == object) {
      return true;
    }
    if (!(object instanceof PersistentMap<?, ?> other) || size() != other.size()) {
      return false;
    }
    Iterator<? extends Map.Entry<?, ?>> otherEntries = other.iterator();
    for (Map.Entry<K, V> entry : this) {
      if (!entry.equals(otherEntries.next())) {
        return false;
      }
    }
    return true;
  }

  /** The sum of the hash codes of the entries, as of a {@link Map}. */
  @Override
  public int hashCode() {
    int sum = 0;
    for (Map.Entry<K, V> entry : this) {
      sum += entry.hashCode();
    }
    return sum;
  }

  /** The entries in the form of a {@link Map}: {@code {a=1, b=2}}. */
  @Override
  public String toString() {
    StringJoiner joiner = new StringJoiner(", ", "{", "}");
    for (Map.Entry<K, V> entry : this) {
      joiner.add(entry.getKey() + "=" + entry.getValue());
    }
    return joiner.toString();
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

  /** The first row whose key is not less. */
  private int rowFrom(K key) {
    int row = rowOf(key);
    return row < 0 ? -row - 1 : row;
  }

  private Optional<Map.Entry<K, V>> entry(int row) {
    return row < 0 || row >= size() ? Optional.empty() : Optional.of(entries(row, row + 1).next());
  }

  private RowIterator<Map.Entry<K, V>> entries(int from, int to) {
    return new RowIterator<>(
        root, from, to, (leaf, index) -> Map.entry(keyAt(leaf, index), valueAt(leaf, index)));
  }

  @SuppressWarnings("unchecked") // only keys of type K went in
  private K keyAt(TreeNode leaf, int index) {
    return (K) leaf.key(index);
  }

  @SuppressWarnings("unchecked") // only values of type V went in
  private V valueAt(TreeNode leaf, int index) {
    return (V) leaf.value(index);
  }

  private static <K, V> PersistentMap<K, V> emptyOf(Comparator<Object> order, int maxWidth) {
    return new PersistentMap<>(order, TreeNode.keyed(maxWidth, new Object[0], NO_VALUES));
  }

  @SuppressWarnings("unchecked") // it compares only keys, which are of the type it takes
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
    @SuppressWarnings("unchecked") // the comparator refuses what it cannot compare
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
   * A receiver of the differences between two maps, here and there, in ascending order of their
   * keys.
   *
   * @param <K> the type of the keys
   * @param <V> the type of the values
   */
  public interface MapDifferenceConsumer<K, V> {
    /** Only the map here has the key. */
    void onlyInThis(K key, V value);

    /** Only the map there has the key. */
    void onlyInOther(K key, V value);

    /** Both maps have the key, with values that are not equal. */
    void valueDiffers(K key, V thisValue, V otherValue);
  }
}
