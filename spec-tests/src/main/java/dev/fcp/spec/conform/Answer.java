package dev.fcp.spec.conform;

import tools.jackson.databind.JsonNode;

/** What a call comes to. */
sealed interface Answer {

  /** The call is done and has nothing to say. */
  record Nothing() implements Answer {}

  /** The call gives a list of events, or JSON's null where the specification says null. */
  record Returned(JsonNode value) implements Answer {}

  /** The call is an error. */
  record Refused(String message) implements Answer {}

  /** Whether an answer is as good as this one. Nobody reads what a call without an answer says. */
  default boolean isMetBy(Answer got) {
    return switch (this) {
      case Nothing() -> !(got instanceof Refused);
      case Returned(var value) -> got instanceof Returned(var other) && Json.isSame(value, other);
      case Refused(var message) -> got instanceof Refused;
    };
  }

  /** For people. */
  default String text() {
    return switch (this) {
      case Nothing() -> "nothing";
      case Returned(var value) -> value.toString();
      case Refused(var message) -> message.isEmpty() ? "an error" : "an error: " + message;
    };
  }
}
