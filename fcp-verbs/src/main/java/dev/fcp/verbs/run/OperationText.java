package dev.fcp.verbs.run;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.OperationParser;
import dev.fcp.verbs.syntax.ParseResult;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of parsing one operation, query or action; refused if the text is too long or
 * malformed.
 */
public sealed interface OperationText {

  /** The text is an operation. */
  record Parsed(ParsedOperation op) implements OperationText {
    public Parsed {
      Objects.requireNonNull(op, "op");
    }
  }

  /** The text is too long or malformed. */
  record Refused(Refusal refusal) implements OperationText {
    public Refused {
      Objects.requireNonNull(refusal, "refusal");
    }
  }

  /** Parses a text. */
  static OperationText parse(String text, CallLimits limits) {
    Optional<Refusal> limitRefusal = limitRefusal(text, limits);
    if (limitRefusal.isPresent()) {
      return new Refused(limitRefusal.get());
    }
    return switch (OperationParser.parse(text)) {
      case ParseResult.Parsed(var op) -> new Parsed(op);
      case ParseResult.Malformed malformed ->
          new Refused(new Refusal(malformed.message(), malformed.repaired()));
    };
  }

  /** The refusal of a text that is too long; empty if its length is within the limit. */
  static Optional<Refusal> limitRefusal(String text, CallLimits limits) {
    return text.length() <= limits.operationChars()
        ? Optional.empty()
        : Optional.of(
            Refusal.because(
                "%d characters exceed the limit of %d"
                    .formatted(text.length(), limits.operationChars())));
  }

  /**
   * A text as responses show it: escaped, on one line, and truncated to {@link #MAX_SHOWN_CHARS}.
   */
  static String abbreviate(String text) {
    String raw = text.strip();
    int end =
        raw.offsetByCodePoints(0, Math.min(MAX_SHOWN_CHARS, raw.codePointCount(0, raw.length())));
    return Quoting.oneLine(raw.substring(0, end)) + (end < raw.length() ? " ..." : "");
  }

  /** The maximum number of characters of a text that responses show. */
  int MAX_SHOWN_CHARS = 200;
}
