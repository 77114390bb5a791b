package dev.fcp.verbs.names;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a reference means.
 *
 * @param <T> what is referred to
 */
public sealed interface Resolution<T> {

  /** It means this one. */
  record Found<T>(T item) implements Resolution<T> {
    public Found {
      Objects.requireNonNull(item, "item");
    }
  }

  /**
   * It may mean several.
   *
   * @param items those it may mean, two at least
   * @param uniqueNames the unique name of each of them, in the same order
   */
  record Ambiguous<T>(List<T> items, List<String> uniqueNames) implements Resolution<T> {
    public Ambiguous {
      items = List.copyOf(items);
      uniqueNames = List.copyOf(uniqueNames);
    }
  }

  /**
   * It means nothing.
   *
   * @param nearest the nearest name, however far; empty if there is no name
   */
  record Unknown<T>(Optional<String> nearest) implements Resolution<T> {
    public Unknown {
      Objects.requireNonNull(nearest, "nearest");
    }
  }
}
