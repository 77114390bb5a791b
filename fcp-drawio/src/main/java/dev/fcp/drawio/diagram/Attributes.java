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
 * The attributes of an XML element: text by name. Their order in the file carries no meaning and is
 * not kept. Immutable.
 */
public final class Attributes {

  /** No attribute at all. */
  public static final Attributes NONE = new Attributes(new String[0]);

  /** Names at even places, ascending; each followed by its value. */
  private final String[] pairs;

  private Attributes(String[] pairs) {
    this.pairs = pairs;
  }

  /** The attributes of a map in any order. */
  public static Attributes of(Map<String, String> map) {
    String[] pairs = new String[map.size() * 2];
    int at = 0;
    for (Map.Entry<String, String> entry : map.entrySet()) {
      pairs[at++] = Objects.requireNonNull(entry.getKey(), "name");
      pairs[at++] = Objects.requireNonNull(entry.getValue(), "value");
    }
    return ofPairs(pairs);
  }

  /**
   * Attributes given as name, value, name, value and so on, in any order.
   *
   * @throws IllegalArgumentException if a name stands twice or has no value
   */
  public static Attributes of(String... pairs) {
    if (pairs.length % 2 != 0) {
      throw new IllegalArgumentException("no value for the attribute " + pairs[pairs.length - 1]);
    }
    return ofPairs(pairs.clone());
  }

  /** Takes the array over. */
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
      int to = i;
      for (; to > 0 && pairs[to - 2].compareTo(name) > 0; to -= 2) {
        pairs[to] = pairs[to - 2];
        pairs[to + 1] = pairs[to - 1];
      }
      pairs[to] = name;
      pairs[to + 1] = value;
    }
    return distinct(pairs);
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
    return distinct(sorted);
  }

  private static Attributes distinct(String[] pairs) {
    for (int i = 2; i < pairs.length; i += 2) {
      if (pairs[i].equals(pairs[i - 2])) {
        throw new IllegalArgumentException("the attribute " + pairs[i] + " stands twice");
      }
    }
    return new Attributes(pairs);
  }

  /** The number of attributes. */
  public int size() {
    return pairs.length / 2;
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return pairs.length == 0;
  }

  /** The value of a name, if there is one. */
  public Optional<String> value(String name) {
    int at = find(name);
    return at < 0 ? Optional.empty() : Optional.of(pairs[at + 1]);
  }

  /** Whether a name stands here with this value. */
  public boolean has(String name, String value) {
    int at = find(name);
    return at >= 0 && pairs[at + 1].equals(value);
  }

  /** Whether a name stands here. */
  public boolean has(String name) {
    return find(name) >= 0;
  }

  /** These with one value set. */
  public Attributes with(String name, String value) {
    Objects.requireNonNull(value, "value");
    int at = find(name);
    if (at >= 0) {
      if (pairs[at + 1].equals(value)) {
        return this;
      }
      String[] changed = pairs.clone();
      changed[at + 1] = value;
      return new Attributes(changed);
    }
    int to = -at - 1;
    String[] longer = new String[pairs.length + 2];
    System.arraycopy(pairs, 0, longer, 0, to);
    longer[to] = name;
    longer[to + 1] = value;
    System.arraycopy(pairs, to, longer, to + 2, pairs.length - to);
    return new Attributes(longer);
  }

  /** These with one value set, or gone where it is empty. */
  public Attributes with(String name, Optional<String> value) {
    return value.isPresent() ? with(name, value.get()) : without(name);
  }

  /** These but one. */
  public Attributes without(String name) {
    int at = find(name);
    if (at < 0) {
      return this;
    }
    if (pairs.length == 2) {
      return NONE;
    }
    String[] shorter = new String[pairs.length - 2];
    System.arraycopy(pairs, 0, shorter, 0, at);
    System.arraycopy(pairs, at + 2, shorter, at, shorter.length - at);
    return new Attributes(shorter);
  }

  /** The names, ascending. */
  public List<String> names() {
    List<String> names = new ArrayList<>(size());
    for (int i = 0; i < pairs.length; i += 2) {
      names.add(pairs[i]);
    }
    return Collections.unmodifiableList(names);
  }

  /** Visits each name with its value, in the order of the names. */
  public void forEach(BiConsumer<String, String> visitor) {
    for (int i = 0; i < pairs.length; i += 2) {
      visitor.accept(pairs[i], pairs[i + 1]);
    }
  }

  /** The same as a map. */
  public SortedMap<String, String> asMap() {
    ImmutableSortedMap.Builder<String, String> map = ImmutableSortedMap.naturalOrder();
    forEach(map::put);
    return map.build();
  }

  /** The place of a name, or -1 - the place where it belongs. */
  private int find(String name) {
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
