package dev.fcp.spec.conform;

/** Says that a driver did not give a reply that can be judged. */
final class DriverException extends Exception {

  private static final long serialVersionUID = 1;

  /** What a driver did instead of replying. */
  enum Kind {
    /** No line came in time. */
    HANGS("hangs", "each reply is one line, and has to be flushed"),
    /** There is no such program, or it may not be started. */
    CANNOT_START(
        "cannot be started",
        "--driver takes a whole command, with the interpreter: \"python3 my_driver.py\""),
    /** The process ended. */
    DIES("dies", "what it wrote to its error stream says why"),
    /** A line came that is no JSON and does not look like it. */
    PRINTS_TEXT("prints other text", "its output is for replies alone; its error stream is free"),
    /** A line came that begins like a reply and is no JSON. */
    MALFORMED_JSON("writes malformed JSON", "a JSON library writes what a JSON library reads"),
    /** It said that its own code is wrong, so that the log was not asked. */
    DRIVER_ERROR("has an error of its own", "what it wrote to its error stream says where"),
    /** A line of JSON came that is no reply. */
    PROTOCOL_VIOLATION("does not keep to the protocol", "--protocol prints what a reply holds");

    private final String text;
    private final String advice;

    Kind(String text, String advice) {
      this.text = text;
      this.advice = advice;
    }

    /** What most often helps. */
    String advice() {
      return advice;
    }

    /** For people, behind the words "the driver". */
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
   * What a driver did.
   *
   * @param isLate whether it did so behind its last reply, before it was asked again
   */
  DriverException(Kind kind, String detail, boolean isLate) {
    super("the driver %s: %s".formatted(kind.text(), detail));
    this.kind = kind;
    this.detail = "the driver %s: %s".formatted(kind.text(), detail);
    this.isLate = isLate;
  }

  /** Whether it belongs to the call before the one that was about to be made. */
  boolean isLate() {
    return isLate;
  }

  /** What it did instead of replying. */
  Kind kind() {
    return kind;
  }

  /** What happened, for people. */
  String detail() {
    return detail;
  }
}
