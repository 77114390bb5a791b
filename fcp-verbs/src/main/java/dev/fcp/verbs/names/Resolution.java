package dev.fcp.verbs.names;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of resolving a reference.
 *
 * @param <T> the type of the items
 */
public sealed interface Resolution<T> {

  /** The reference matches one item. */
  record Found<T>(T item) implements Resolution<T> {
    public Found {
      Objects.requireNonNull(item, "item");
    }
  }

  /**
   * The reference matches several items.
   *
   * @param items the matching items, at least two
   * @param uniqueNames the unique name of each item, in the same order
   */
  record Ambiguous<T>(List<T> items, List<String> uniqueNames) implements Resolution<T> {
    public Ambiguous {
      items = List.copyOf(items);
      uniqueNames = List.copyOf(uniqueNames);
    }
  }

  /**
   * The reference matches no item.
   *
   * @param nearest a name of the only item with a similar one; empty if no or several items have
   *     one
   * @param known a name of each item that has one
   */
  record Unknown<T>(Optional<String> nearest, List<String> known) implements Resolution<T> {
    public Unknown {
      Objects.requireNonNull(nearest, "nearest");
      known = List.copyOf(known);
    }
  }
}
