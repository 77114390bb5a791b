package dev.fcp.midi.smf;

/** Why a file cannot be read; it becomes the answer before it leaves the reader. */
final class SmfParseException extends Exception {

  private static final long serialVersionUID = 1;

  private final int offsetBytes;
  private final String reason;

  /** The offset counts from the start of the file. */
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
