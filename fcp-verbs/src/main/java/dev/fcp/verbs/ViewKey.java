package dev.fcp.verbs;

import java.util.Objects;

/**
 * The name of a value that a conversation remembers about a document without being part of it, for
 * instance the page that is looked at. Such values are not undone, saved or part of the digest. The
 * values must be immutable, and a reader must bear one that no longer fits the model. Two keys are
 * the same only if they are one object.
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

  /** A key, with the value that is there before any other. */
  public static <V> ViewKey<V> of(String name, V initialValue) {
    return new ViewKey<>(name, initialValue);
  }

  /** The value before any other. */
  public V initialValue() {
    return initialValue;
  }

  @Override
  public String toString() {
    return name;
  }
}
