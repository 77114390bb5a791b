package dev.fcp.verbs.form;

import java.util.List;
import java.util.Objects;

/**
 * The declaration of a selector that a verb accepts.
 *
 * @param type the word after the {@code @}
 * @param valueRequirement whether it takes a value
 * @param hint what the value looks like, for the reference card; empty if the selector takes none
 * @param values the valid values; empty if any text is valid
 */
public record SelectorForm(
    String type, ValueRequirement valueRequirement, String hint, List<String> values) {

  /** Whether a selector takes a value. */
  public enum ValueRequirement {
    /** A value is refused. */
    NONE,
    /** The value can be omitted. */
    OPTIONAL,
    /** A missing value is refused. */
    REQUIRED
  }

  public SelectorForm {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(valueRequirement, "valueRequirement");
    Objects.requireNonNull(hint, "hint");
    values = List.copyOf(values);
  }

  /** {@code @TYPE}, without a value. */
  public static SelectorForm withoutValue(String type) {
    return new SelectorForm(type, ValueRequirement.NONE, "", List.of());
  }

  /** {@code @TYPE:VALUE}. */
  public static SelectorForm withValue(String type, String hint) {
    return new SelectorForm(type, ValueRequirement.REQUIRED, hint, List.of());
  }

  /** {@code @TYPE:VALUE} with a choice of values. */
  public static SelectorForm withChoice(String type, String... values) {
    String hint = String.join("|", values);
    return new SelectorForm(type, ValueRequirement.REQUIRED, hint, List.of(values));
  }

  /** {@code @TYPE} or {@code @TYPE:VALUE}. */
  public static SelectorForm withOptionalValue(String type, String hint) {
    return new SelectorForm(type, ValueRequirement.OPTIONAL, hint, List.of());
  }

  @Override
  public String toString() {
    return switch (valueRequirement) {
      case NONE -> "@" + type;
      case OPTIONAL -> "@" + type + "[:" + hint + "]";
      case REQUIRED -> "@" + type + ":" + hint;
    };
  }
}
