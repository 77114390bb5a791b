package dev.fcp.spec.conform;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** The result of a call. */
sealed interface CallResult {

  /** The call succeeded and returned nothing. */
  record Completed() implements CallResult {}

  /** The call returned a list of events, or null where the specification says null. */
  record Returned(JsonNode value) implements CallResult {}

  /** The call failed with an error. */
  record Threw(String message) implements CallResult {}

  /**
   * Whether an actual result matches this expected one. The message of an error, and whatever a
   * call returns that should return nothing, are ignored.
   */
  default boolean accepts(CallResult actual) {
    return switch (this) {
      case Completed() -> !(actual instanceof Threw);
      case Returned(var value) ->
          actual instanceof Returned(var other) && Json.isEqual(value, other);
      case Threw(var message) -> actual instanceof Threw;
    };
  }

  /** Whether an actual result has the same events in another order. */
  default boolean isReordered(CallResult actual) {
    return this instanceof Returned(var value)
        && actual instanceof Returned(var other)
        && value.isArray()
        && !Json.isEqual(value, other)
        && sorted(value).equals(sorted(other));
  }

  private static List<String> sorted(JsonNode events) {
    return events.valueStream().map(JsonNode::toString).sorted().toList();
  }

  /** Returns this result as text for people. */
  default String text() {
    return switch (this) {
      case Completed() -> "nothing";
      case Returned(var value) -> value.toString();
      case Threw(var message) -> message.isEmpty() ? "an error" : "an error: " + message;
    };
  }
}
