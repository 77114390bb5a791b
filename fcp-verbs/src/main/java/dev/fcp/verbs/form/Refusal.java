package dev.fcp.verbs.form;

import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Why something is not done, and what would be.
 *
 * @param message what is wrong, naming the value; without a mark in front
 * @param suggestion an operation that would work; empty where none is known
 */
public record Refusal(String message, Optional<String> suggestion) {

  public Refusal {
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(suggestion, "suggestion");
  }

  /** A refusal without a way out. */
  public static Refusal because(String message) {
    return new Refusal(message, Optional.empty());
  }

  /** A refusal with an operation that would work. */
  public static Refusal because(String message, String suggestion) {
    return new Refusal(message, Optional.of(suggestion));
  }

  /** The same refusal with an operation that would work, unless it has one. */
  public Refusal orSuggesting(String operation) {
    return suggestion.isPresent() ? this : because(message, operation);
  }

  /** {@code ! what is wrong}, then {@code try: ...} indented, if it is known. */
  public List<String> lines() {
    String first = "! " + Quoting.oneLine(message);
    return suggestion
        .map(operation -> List.of(first, "  try: " + Quoting.oneLine(operation)))
        .orElse(List.of(first));
  }
}
