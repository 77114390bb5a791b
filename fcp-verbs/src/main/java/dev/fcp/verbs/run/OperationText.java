package dev.fcp.verbs.run;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.ParseResult;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import dev.fcp.verbs.syntax.Tokenizer;
import java.util.Objects;
import java.util.Optional;

/** One text that someone typed, read or refused. */
public sealed interface OperationText {

  /** It has the shape of an operation. */
  record Readable(ParsedOp op) implements OperationText {
    public Readable {
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
  static OperationText read(String text, Limits limits) {
    return read(text, limits, Optional.empty());
  }

  /**
   * Reads a text, if it is not beyond a limit.
   *
   * @param blank what can be typed where nothing was
   */
  static OperationText read(String text, Limits limits, Optional<String> blank) {
    if (text.length() > limits.operationChars()) {
      String message =
          "%d characters are more than the %d that are read at once"
              .formatted(text.length(), limits.operationChars());
      return new Refused(Refusal.because(message));
    }
    return switch (Tokenizer.parse(text)) {
      case ParseResult.Parsed(var op) -> new Readable(op);
      case ParseResult.Malformed malformed ->
          new Refused(new Refusal(malformed.message(), malformed.repaired().or(() -> blank)));
    };
  }

  /** A text as it stands in answers: on one line, and cut where it would fill the screen. */
  static String shown(String text) {
    String raw = text.strip();
    int cut = raw.offsetByCodePoints(0, Math.min(SHOWN, raw.codePointCount(0, raw.length())));
    return Quoting.oneLine(raw.substring(0, cut)) + (cut < raw.length() ? " ..." : "");
  }

  /** How many characters of a text are shown. */
  int SHOWN = 200;
}
