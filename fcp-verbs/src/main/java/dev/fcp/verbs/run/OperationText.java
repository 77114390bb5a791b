package dev.fcp.verbs.run;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.OperationParser;
import dev.fcp.verbs.syntax.ParseResult;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.Objects;
import java.util.Optional;

/** One text that someone typed, read or refused. */
public sealed interface OperationText {

  /** It has the shape of an operation. */
  record Parsed(ParsedOperation op) implements OperationText {
    public Parsed {
      Objects.requireNonNull(op, "op");
    }
  }

  /** It has not. */
  record Refused(Refusal refusal) implements OperationText {
    public Refused {
      Objects.requireNonNull(refusal, "refusal");
    }
  }

  /** Reads a text, if it is not beyond a limit. */
  static OperationText parse(String text, CallLimits limits) {
    return parse(text, limits, Optional.empty());
  }

  /**
   * Reads a text, if it is not beyond a limit.
   *
   * @param template what can be typed where nothing was
   */
  static OperationText parse(String text, CallLimits limits, Optional<String> template) {
    Optional<Refusal> limitRefusal = limitRefusal(text, limits);
    if (limitRefusal.isPresent()) {
      return new Refused(limitRefusal.get());
    }
    return switch (OperationParser.parse(text)) {
      case ParseResult.Parsed(var op) -> new Parsed(op);
      case ParseResult.Malformed malformed ->
          new Refused(new Refusal(malformed.message(), malformed.repaired().or(() -> template)));
    };
  }

  /** Why a text is too long; empty if it is not. */
  static Optional<Refusal> limitRefusal(String text, CallLimits limits) {
    return text.length() <= limits.operationChars()
        ? Optional.empty()
        : Optional.of(
            Refusal.because(
                "%d characters exceed the limit of %d"
                    .formatted(text.length(), limits.operationChars())));
  }

  /** A text as it stands in answers: on one line, and cut where it would fill the screen. */
  static String abbreviate(String text) {
    String raw = text.strip();
    int end =
        raw.offsetByCodePoints(0, Math.min(MAX_SHOWN_CHARS, raw.codePointCount(0, raw.length())));
    return Quoting.oneLine(raw.substring(0, end)) + (end < raw.length() ? " ..." : "");
  }

  /** How many characters of a text are shown. */
  int MAX_SHOWN_CHARS = 200;
}
