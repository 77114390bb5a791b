package dev.fcp.drawio.diagram;

import com.google.common.collect.ImmutableSortedMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BiConsumer;

/**
 * The attributes of an XML element: a map from names to values. Attribute order has no meaning and
 * is not kept. Immutable.
 */
public final class Attributes {

  /** No attributes. */
  public static final Attributes NONE = new Attributes(new String[0]);

  /** Names in ascending order, each followed by its value. */
  private final String[] pairs;

  private Attributes(String[] pairs) {
    this.pairs = pairs;
  }

  /** Creates attributes from a map from names to values. */
  public static Attributes of(Map<String, String> map) {
    String[] pairs = new String[map.size() * 2];
    int index = 0;
    for (Map.Entry<String, String> entry : map.entrySet()) {
      pairs[index++] = Objects.requireNonNull(entry.getKey(), "name");
      pairs[index++] = Objects.requireNonNull(entry.getValue(), "value");
    }
    return ofPairs(pairs);
  }

  /**
   * Creates attributes from alternating names and values, in any order.
   *
   * @throws IllegalArgumentException if a name occurs twice or has no value
   */
  public static Attributes of(String... pairs) {
    if (pairs.length % 2 != 0) {
      throw new IllegalArgumentException("no value for the attribute " + pairs[pairs.length - 1]);
    }
    return ofPairs(pairs.clone());
  }

  /** Takes ownership of the array. */
  private static Attributes ofPairs(String[] pairs) {
    if (pairs.length == 0) {
      return NONE;
    }
    if (pairs.length > 16) {
      return ofMany(pairs);
    }
    for (int i = 2; i < pairs.length; i += 2) {
      String name = pairs[i];
      String value = pairs[i + 1];
      int insertAt = i;
      for (; insertAt > 0 && pairs[insertAt - 2].compareTo(name) > 0; insertAt -= 2) {
        pairs[insertAt] = pairs[insertAt - 2];
        pairs[insertAt + 1] = pairs[insertAt - 1];
      }
      pairs[insertAt] = name;
      pairs[insertAt + 1] = value;
    }
    return requireDistinct(pairs);
  }

  private static Attributes ofMany(String[] pairs) {
    Integer[] order = new Integer[pairs.length / 2];
    Arrays.setAll(order, i -> 2 * i);
    Arrays.sort(order, (a, b) -> pairs[a].compareTo(pairs[b]));
    String[] sorted = new String[pairs.length];
    for (int i = 0; i < order.length; i++) {
      sorted[2 * i] = pairs[order[i]];
      sorted[2 * i + 1] = pairs[order[i] + 1];
    }
    return requireDistinct(sorted);
  }

  private static Attributes requireDistinct(String[] pairs) {
    for (int i = 2; i < pairs.length; i += 2) {
      if (pairs[i].equals(pairs[i - 2])) {
        throw new IllegalArgumentException("duplicate attribute " + pairs[i]);
      }
    }
    return new Attributes(pairs);
  }

  /** The number of attributes. */
  public int size() {
    return pairs.length / 2;
  }

  /** Whether there are no attributes. */
  public boolean isEmpty() {
    return pairs.length == 0;
  }

  /** The value of an attribute, if it is present. */
  public Optional<String> value(String name) {
    int index = indexOf(name);
    return index < 0 ? Optional.empty() : Optional.of(pairs[index + 1]);
  }

  /** Whether an attribute is present and has this value. */
  public boolean hasValue(String name, String value) {
    int index = indexOf(name);
    return index >= 0 && pairs[index + 1].equals(value);
  }

  /** Whether an attribute is present. */
  public boolean hasValue(String name) {
    return indexOf(name) >= 0;
  }

  /** A copy with one attribute set. */
  public Attributes with(String name, String value) {
    Objects.requireNonNull(value, "value");
    int index = indexOf(name);
    if (index >= 0) {
      if (pairs[index + 1].equals(value)) {
        return this;
      }
      String[] changed = pairs.clone();
      changed[index + 1] = value;
      return new Attributes(changed);
    }
    int insertAt = -index - 1;
    String[] withNew = new String[pairs.length + 2];
    System.arraycopy(pairs, 0, withNew, 0, insertAt);
    withNew[insertAt] = name;
    withNew[insertAt + 1] = value;
    System.arraycopy(pairs, insertAt, withNew, insertAt + 2, pairs.length - insertAt);
    return new Attributes(withNew);
  }

  /** A copy with one attribute set, or removed if the value is empty. */
  public Attributes with(String name, Optional<String> value) {
    return value.isPresent() ? with(name, value.get()) : without(name);
  }

  /** A copy without one attribute. */
  public Attributes without(String name) {
    int index = indexOf(name);
    if (index < 0) {
      return this;
    }
    if (pairs.length == 2) {
      return NONE;
    }
    String[] withoutRemoved = new String[pairs.length - 2];
    System.arraycopy(pairs, 0, withoutRemoved, 0, index);
    System.arraycopy(pairs, index + 2, withoutRemoved, index, withoutRemoved.length - index);
    return new Attributes(withoutRemoved);
  }

  /** The names in ascending order. */
  public List<String> names() {
    List<String> names = new ArrayList<>(size());
    for (int i = 0; i < pairs.length; i += 2) {
      names.add(pairs[i]);
    }
    return Collections.unmodifiableList(names);
  }

  /** Passes each name and value to the visitor, in the order of the names. */
  public void forEach(BiConsumer<String, String> visitor) {
    for (int i = 0; i < pairs.length; i += 2) {
      visitor.accept(pairs[i], pairs[i + 1]);
    }
  }

  /** A map from names to values. */
  public SortedMap<String, String> asMap() {
    ImmutableSortedMap.Builder<String, String> map = ImmutableSortedMap.naturalOrder();
    forEach(map::put);
    return map.build();
  }

  /** The index of a name in {@link #pairs}, or {@code -1 - insertionIndex} if it is absent. */
  private int indexOf(String name) {
    for (int i = 0; i < pairs.length; i += 2) {
      int order = pairs[i].compareTo(name);
      if (order == 0) {
        return i;
      }
      if (order > 0) {
        return -1 - i;
      }
    }
    return -1 - pairs.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Attributes attributes && Arrays.equals(pairs, attributes.pairs);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(pairs);
  }

  @Override
  public String toString() {
    return asMap().toString();
  }
}
