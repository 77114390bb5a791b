package dev.fcp.verbs.form;

import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Why something is not done, and what would be.
 *
 * @param message what is wrong, naming the value; without a mark in front
 * @param tryThis an operation that would work; empty where none is known
 */
public record Refusal(String message, Optional<String> tryThis) {

  public Refusal {
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(tryThis, "tryThis");
  }

  /** A refusal without a way out. */
  public static Refusal because(String message) {
    return new Refusal(message, Optional.empty());
  }

  /** A refusal with an operation that would work. */
  public static Refusal because(String message, String tryThis) {
    return new Refusal(message, Optional.of(tryThis));
  }

  /** The same refusal with an operation that would work, unless it has one. */
  public Refusal orTry(String operation) {
    return tryThis.isPresent() ? this : because(message, operation);
  }

  /** {@code ! what is wrong}, then {@code try: ...} indented, if it is known. */
  public List<String> lines() {
    String wrong = "! " + Quoting.oneLine(message);
    return tryThis
        .map(operation -> List.of(wrong, "  try: " + Quoting.oneLine(operation)))
        .orElse(List.of(wrong));
  }
}
