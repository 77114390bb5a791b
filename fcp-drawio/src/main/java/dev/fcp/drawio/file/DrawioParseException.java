package dev.fcp.drawio.file;

import java.util.Optional;

/** Why a file cannot be read; it becomes the answer before it leaves the reader. */
final class DrawioParseException extends Exception {

  private static final long serialVersionUID = 1;

  private final int offset;
  private final String reason;
  private final transient Optional<String> suggestion;

  /** The offset counts in whatever the thrower reads; the catcher knows what that is. */
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

  /** The same with something that would work, where nothing better is known. */
  DrawioParseException withDefaultSuggestion(String defaultSuggestion) {
    return suggestion.isPresent()
        ? this
        : new DrawioParseException(offset, reason, Optional.of(defaultSuggestion));
  }

  /** The same, seen from outside of what could not be read. */
  DrawioParseException withOffset(int offset, String prefix) {
    return new DrawioParseException(offset, prefix + reason, suggestion);
  }
}
