package dev.fcp.verbs.syntax;

import java.util.Objects;
import java.util.Optional;

/** What reading an operation string gave. */
public sealed interface ParseResult {

  /** The text is an operation. */
  record Parsed(ParsedOperation op) implements ParseResult {
    public Parsed {
      Objects.requireNonNull(op, "op");
    }
  }

  /**
   * The text is no operation.
   *
   * @param message what is wrong, naming the position
   * @param raw the text, trimmed
   * @param position where in {@code raw}, in UTF-16 units, counted from 1
   */
  record Malformed(String message, String raw, int position) implements ParseResult {

    /**
     * The operation with its quote closed and without the tokens that are wrong, if any is left.
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
