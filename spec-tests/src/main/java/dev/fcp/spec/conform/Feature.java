package dev.fcp.spec.conform;

/** What a driver can support beside methods. */
enum Feature {
  /** Undo and redo can be called without a count (EL-11). */
  DEFAULT_COUNT("defaultCount"),
  /** Events and names can contain lone surrogates, which are no valid Unicode text (EL-22). */
  LONE_SURROGATES("loneSurrogates"),
  /** A reply contains no state if the request does not want it, so long programs cost little. */
  BRIEF_REPLIES("briefReplies");

  private final String jsonName;

  Feature(String jsonName) {
    this.jsonName = jsonName;
  }

  /** Returns the name of this feature in the protocol. */
  String jsonName() {
    return jsonName;
  }
}
