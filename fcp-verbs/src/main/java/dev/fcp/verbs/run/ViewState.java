package dev.fcp.verbs.run;

import dev.fcp.verbs.ViewKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a conversation remembers about a document without being part of it, see {@link ViewKey}. For
 * one thread at a time.
 */
public final class ViewState {

  private final Map<ViewKey<?>, Object> values;

  private ViewState(Map<ViewKey<?>, Object> values) {
    this.values = values;
  }

  /** A view in which every key has its first value. */
  public static ViewState initial() {
    return new ViewState(new HashMap<>());
  }

  /** The value of a key. */
  @SuppressWarnings("unchecked") // set keeps key and value of one type
  public <V> V get(ViewKey<V> key) {
    return Optional.ofNullable((V) values.get(key)).orElseGet(key::initialValue);
  }

  <V> void set(ViewKey<V> key, V value) {
    values.put(key, value);
  }

  ViewState copy() {
    return new ViewState(new HashMap<>(values));
  }

  void replaceWith(ViewState other) {
    values.clear();
    values.putAll(other.values);
  }
}
