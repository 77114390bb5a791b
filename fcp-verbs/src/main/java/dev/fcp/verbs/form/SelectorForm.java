package dev.fcp.verbs.form;

import java.util.List;
import java.util.Objects;

/**
 * A selector that a verb knows.
 *
 * @param type the word after the {@code @}
 * @param need whether it takes a value
 * @param hint what the value looks like, for the card; empty if it takes none
 * @param values the values it knows; empty if any text may stand there
 */
public record SelectorForm(String type, Need need, String hint, List<String> values) {

  /** Whether a selector takes a value. */
  public enum Need {
    /** A value is an error. */
    NONE,
    /** A value may stand there. */
    OPTIONAL,
    /** A missing value is an error. */
    REQUIRED
  }

  public SelectorForm {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(need, "need");
    Objects.requireNonNull(hint, "hint");
    values = List.copyOf(values);
  }

  /** {@code @TYPE}, without a value. */
  public static SelectorForm alone(String type) {
    return new SelectorForm(type, Need.NONE, "", List.of());
  }

  /** {@code @TYPE:VALUE}. */
  public static SelectorForm withValue(String type, String hint) {
    return new SelectorForm(type, Need.REQUIRED, hint, List.of());
  }

  /** {@code @TYPE:VALUE} with one of some values. */
  public static SelectorForm withChoice(String type, String... values) {
    return new SelectorForm(type, Need.REQUIRED, String.join("|", values), List.of(values));
  }

  /** {@code @TYPE} or {@code @TYPE:VALUE}. */
  public static SelectorForm withOptionalValue(String type, String hint) {
    return new SelectorForm(type, Need.OPTIONAL, hint, List.of());
  }

  @Override
  public String toString() {
    return switch (need) {
      case NONE -> "@" + type;
      case OPTIONAL -> "@" + type + "[:" + hint + "]";
      case REQUIRED -> "@" + type + ":" + hint;
    };
  }
}
