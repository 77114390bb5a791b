package dev.fcp.verbs.syntax;

import java.util.Objects;
import java.util.Optional;

/** The result of parsing an operation. */
public sealed interface ParseResult {

  /** The text is an operation. */
  record Parsed(ParsedOperation op) implements ParseResult {
    public Parsed {
      Objects.requireNonNull(op, "op");
    }
  }

  /**
   * The text is not an operation.
   *
   * @param message what is wrong, with the position
   * @param raw the text, trimmed
   * @param position the position in {@code raw} in UTF-16 code units, counted from 1
   */
  record Malformed(String message, String raw, int position) implements ParseResult {

    /**
     * The operation with its open quote closed and its malformed tokens removed; empty if nothing
     * is left.
     */
    public Optional<String> repaired() {
      return OperationParser.repaired(this);
    }

    public Malformed {
      Objects.requireNonNull(message, "message");
      Objects.requireNonNull(raw, "raw");
      if (position < 1) {
        throw new IllegalArgumentException("position " + position + " is below 1");
      }
    }
  }
}
