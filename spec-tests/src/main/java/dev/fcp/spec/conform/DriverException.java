package dev.fcp.spec.conform;

/** Thrown when a driver does not give a valid reply. */
final class DriverException extends Exception {

  private static final long serialVersionUID = 1;

  /** The ways in which a driver can fail. */
  enum Kind {
    /** No line arrived in time. */
    HANGS("hangs", "write each reply as one line and flush the output"),
    /** The program does not exist or cannot be started. */
    CANNOT_START(
        "cannot be started",
        "--driver takes a whole command, with the interpreter: \"python3 my_driver.py\""),
    /** The process ended. */
    DIES("dies", "see its error stream for the reason"),
    /** A line arrived that is not JSON and does not look like it. */
    PRINTS_TEXT(
        "prints other text",
        "its output is for replies only; write other text to the error stream"),
    /** A line arrived that begins like a reply and is not valid JSON. */
    MALFORMED_JSON("writes malformed JSON", "write replies with a JSON library"),
    /** The driver reported an error in its own code; the log was not called. */
    DRIVER_ERROR("reports an error in its own code", "see its error stream for the location"),
    /** A line of JSON arrived that is not a valid reply. */
    PROTOCOL_VIOLATION("violates the protocol", "--protocol prints the format of a reply");

    private final String text;
    private final String advice;

    Kind(String text, String advice) {
      this.text = text;
      this.advice = advice;
    }

    /** Returns the advice that most often helps. */
    String advice() {
      return advice;
    }

    /** Returns the description that follows the words "the driver". */
    String text() {
      return text;
    }
  }

  private final Kind kind;
  private final String detail;
  private final boolean isLate;

  DriverException(Kind kind, String detail) {
    this(kind, detail, false);
  }

  /**
   * Creates an exception.
   *
   * @param isLate whether the driver failed after its last reply, before the next request
   */
  DriverException(Kind kind, String detail, boolean isLate) {
    super("the driver %s: %s".formatted(kind.text(), detail));
    this.kind = kind;
    this.detail = "the driver %s: %s".formatted(kind.text(), detail);
    this.isLate = isLate;
  }

  /** Whether the failure belongs to the previous call. */
  boolean isLate() {
    return isLate;
  }

  /** Returns the kind of failure. */
  Kind kind() {
    return kind;
  }

  /** Returns a description for people. */
  String detail() {
    return detail;
  }
}
