package dev.fcp.verbs.syntax;

import java.util.Objects;
import java.util.Optional;

/**
 * An argument that selects entities by a property: {@code @[not:]TYPE[:VALUE]}.
 *
 * @param type the property, as typed
 * @param value the value of the property; empty if none was given
 * @param negated whether the selector selects the entities without the property
 * @param raw the selector as typed, quotes included
 */
public record Selector(String type, Optional<String> value, boolean negated, String raw) {

  public Selector {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(raw, "raw");
  }

  /** Whether two selectors are equal except for their raw text. */
  public boolean isEquivalentTo(Selector other) {
    return negated == other.negated && type.equals(other.type) && value.equals(other.value);
  }
}
