package dev.fcp.spec.conform;

import tools.jackson.databind.JsonNode;

/** What a call comes to. */
sealed interface CallResult {

  /** The call is done and has nothing to say. */
  record Completed() implements CallResult {}

  /** The call gives a list of events, or JSON's null where the specification says null. */
  record Returned(JsonNode value) implements CallResult {}

  /** The call is an error. */
  record Threw(String message) implements CallResult {}

  /** Whether an answer is as good as this one. Nobody reads what a call without an answer says. */
  default boolean accepts(CallResult actual) {
    return switch (this) {
      case Completed() -> !(actual instanceof Threw);
      case Returned(var value) ->
          actual instanceof Returned(var other) && Json.isEqual(value, other);
      case Threw(var message) -> actual instanceof Threw;
    };
  }

  /** For people. */
  default String text() {
    return switch (this) {
      case Completed() -> "nothing";
      case Returned(var value) -> value.toString();
      case Threw(var message) -> message.isEmpty() ? "an error" : "an error: " + message;
    };
  }
}
