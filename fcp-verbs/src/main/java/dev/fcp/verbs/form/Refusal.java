package dev.fcp.verbs.form;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Suggestion;
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

  /** Why the engine refused something, with its suggestion as an operation. */
  public static Refusal of(Conflict conflict) {
    return new Refusal(conflict.reason(), conflict.suggestion().map(Refusal::operation));
  }

  /** What would work, in the words of the operation language. */
  public static String operation(Suggestion suggestion) {
    return switch (suggestion) {
      case Suggestion.Advice(var text) -> text;
      case Suggestion.Redo(var steps) -> "redo " + steps;
      case Suggestion.ListBranches() -> "branches";
      case Suggestion.SwitchTo(var name) -> "switch \"%s\"".formatted(name);
      case Suggestion.Checkpoint(var name) -> "checkpoint \"%s\"".formatted(name);
      case Suggestion.NameBranch(var name) -> "branch \"%s\"".formatted(name);
      case Suggestion.Revert() -> "revert";
      case Suggestion.Save() -> "save";
      case Suggestion.SaveOverwriting() -> "save over:yes";
      case Suggestion.SaveAs(var file) -> "save as:" + file;
    };
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
}
