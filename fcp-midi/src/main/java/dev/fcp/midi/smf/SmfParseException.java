package dev.fcp.midi.smf;

/**
 * Thrown when a file cannot be read; converted to a {@link SmfReadResult.Refused} before it leaves
 * this package.
 */
final class SmfParseException extends Exception {

  private static final long serialVersionUID = 1;

  private final int offsetBytes;
  private final String reason;

  /** Creates an exception with an offset from the start of the file. */
  SmfParseException(int offsetBytes, String reason) {
    super(reason, null, false, false);
    this.offsetBytes = offsetBytes;
    this.reason = reason;
  }

  int offsetBytes() {
    return offsetBytes;
  }

  String reason() {
    return reason;
  }
}
