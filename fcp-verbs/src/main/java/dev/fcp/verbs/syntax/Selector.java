package dev.fcp.verbs.syntax;

import java.util.Objects;
import java.util.Optional;

/**
 * A choice of entities by a property: {@code @[not:]TYPE[:VALUE]}.
 *
 * @param type the property, as typed
 * @param value what the property is compared with; empty if none was given
 * @param negated whether those without the property are meant
 * @param raw the selector as typed, quotes included
 */
public record Selector(String type, Optional<String> value, boolean negated, String raw) {

  public Selector {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(raw, "raw");
  }

  /** Whether two selectors choose the same, however they were typed. */
  public boolean isEquivalentTo(Selector other) {
    return negated == other.negated && type.equals(other.type) && value.equals(other.value);
  }
}
