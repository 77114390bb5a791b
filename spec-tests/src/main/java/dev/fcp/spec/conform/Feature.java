package dev.fcp.spec.conform;

import java.util.Arrays;
import java.util.Optional;

/** What a driver can support beside methods. */
enum Feature {
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

  static Optional<Feature> of(String jsonName) {
    return Arrays.stream(values()).filter(feature -> feature.jsonName.equals(jsonName)).findFirst();
  }
}
