package dev.fcp.spec.conform;

/** Says that a driver did not give a reply that can be judged. */
final class DriverFault extends Exception {

  private static final long serialVersionUID = 1;

  /** What a driver did instead of replying. */
  enum Kind {
    /** No line came in time. */
    HANGS("hangs"),
    /** The process ended, or could not be started. */
    DIES("dies"),
    /** A line came that is no JSON and does not look like it. */
    PRINTS("prints other text"),
    /** A line came that begins like a reply and is no JSON. */
    GARBLES("writes malformed JSON"),
    /** It said that its own code is wrong, so that the log was not asked. */
    ERRS("has an error of its own"),
    /** A line of JSON came that is no reply. */
    MISPEAKS("does not keep to the protocol");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** For people, behind the words "the driver". */
    String text() {
      return text;
    }
  }

  private final Kind kind;
  private final String detail;
  private final boolean isLate;

  DriverFault(Kind kind, String detail) {
    this(kind, detail, false);
  }

  /**
   * What a driver did.
   *
   * @param isLate whether it did so behind its last reply, before it was asked again
   */
  DriverFault(Kind kind, String detail, boolean isLate) {
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
