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

  DriverFault(Kind kind, String detail) {
    super("the driver %s: %s".formatted(kind.text(), detail));
    this.kind = kind;
    this.detail = "the driver %s: %s".formatted(kind.text(), detail);
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
