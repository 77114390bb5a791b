package dev.fcp.verbs.run;

import dev.fcp.verbs.ViewKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The values that a conversation keeps for a document without recording them, see {@link ViewKey}.
 * Not thread-safe.
 */
public final class ViewState {

  private final Map<ViewKey<?>, Object> values;

  private ViewState(Map<ViewKey<?>, Object> values) {
    this.values = values;
  }

  /** A view state in which every key has its initial value. */
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
