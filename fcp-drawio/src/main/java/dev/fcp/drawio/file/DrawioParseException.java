package dev.fcp.drawio.file;

import java.util.Optional;

/** Thrown when a file cannot be read; {@link DrawioFormat} converts it to a {@code ReadResult}. */
final class DrawioParseException extends Exception {

  private static final long serialVersionUID = 1;

  private final int offset;
  private final String reason;
  private final transient Optional<String> suggestion;

  /**
   * Creates an exception with an offset in the text that the thrower reads; the catcher translates
   * it.
   */
  DrawioParseException(int offset, String reason, Optional<String> suggestion) {
    super(reason, null, false, false);
    this.offset = offset;
    this.reason = reason;
    this.suggestion = suggestion;
  }

  DrawioParseException(int offset, String reason) {
    this(offset, reason, Optional.empty());
  }

  int offset() {
    return offset;
  }

  String reason() {
    return reason;
  }

  Optional<String> suggestion() {
    return suggestion;
  }

  /** A copy with a suggestion, unless there is one already. */
  DrawioParseException withDefaultSuggestion(String defaultSuggestion) {
    return suggestion.isPresent()
        ? this
        : new DrawioParseException(offset, reason, Optional.of(defaultSuggestion));
  }

  /** A copy with an offset in the enclosing text and a prefix before the reason. */
  DrawioParseException withOffset(int offset, String prefix) {
    return new DrawioParseException(offset, prefix + reason, suggestion);
  }
}
