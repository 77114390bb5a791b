package dev.fcp.verbs.form;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.verbs.syntax.Quoting;
import java.util.Objects;
import java.util.Optional;

/**
 * The reason why an operation is refused, with an operation that would work if one is known.
 *
 * @param message what is wrong, with the invalid value; without a prefix
 * @param suggestion an operation that would work; empty if none is known
 */
public record Refusal(String message, Optional<String> suggestion) {

  /** The longest message or suggestion in UTF-16 code units; they may quote what was typed. */
  private static final int MAX_CHARS = 1000;

  /** Shortens long quotations and a long message, and leaves out a long suggestion. */
  public Refusal {
    Objects.requireNonNull(suggestion, "suggestion");
    message = withoutMiddle(Quoting.shortenQuotations(message));
    suggestion = suggestion.filter(operation -> operation.length() <= MAX_CHARS);
  }

  /** A message of limited length; its beginning says what is wrong, and its end what would work. */
  private static String withoutMiddle(String message) {
    return message.length() <= MAX_CHARS
        ? message
        : message.substring(0, MAX_CHARS / 2)
            + " ... "
            + message.substring(message.length() - MAX_CHARS / 4);
  }

  /** The refusal for a conflict; its suggestion becomes an operation. */
  public static Refusal of(Conflict conflict) {
    return new Refusal(conflict.reason(), conflict.suggestion().map(Refusal::operation));
  }

  /** The operation that carries out a suggestion; the text itself for advice. */
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

  /** A refusal without a suggestion. */
  public static Refusal because(String message) {
    return new Refusal(message, Optional.empty());
  }

  /** A refusal that suggests an operation that would work. */
  public static Refusal because(String message, String suggestion) {
    return new Refusal(message, Optional.of(suggestion));
  }

  /** This refusal if it has a suggestion; otherwise the same refusal with the given suggestion. */
  public Refusal orSuggesting(String operation) {
    return suggestion.isPresent() ? this : because(message, operation);
  }
}
