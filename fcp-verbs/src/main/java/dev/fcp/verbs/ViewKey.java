package dev.fcp.verbs;

import java.util.Objects;

/**
 * The key of a value in the view state of a document, such as the current page. View state belongs
 * to a conversation and not to the document: it is not undone, saved or part of the digest. Values
 * must be immutable, and readers must handle a value that no longer fits the model. Keys are
 * compared by identity.
 *
 * @param <V> the type of the value
 */
public final class ViewKey<V> {

  private final String name;
  private final V initialValue;

  private ViewKey(String name, V initialValue) {
    this.name = Objects.requireNonNull(name, "name");
    this.initialValue = Objects.requireNonNull(initialValue, "initialValue");
  }

  /** A key with the given initial value. */
  public static <V> ViewKey<V> of(String name, V initialValue) {
    return new ViewKey<>(name, initialValue);
  }

  /** The value if none was set. */
  public V initialValue() {
    return initialValue;
  }

  @Override
  public String toString() {
    return name;
  }
}
