package dev.fcp.server.mcp;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The arguments of a call of a {@link WorldTool}, which has checked their types.
 *
 * @param values the values by name
 */
record WorldArguments(Map<String, Object> values) {

  /** A required text. */
  String text(String name) {
    return String.valueOf(values.get(name));
  }

  Optional<String> optionalText(String name) {
    return Optional.ofNullable((String) values.get(name));
  }

  Optional<Long> number(String name) {
    return Optional.ofNullable((Number) values.get(name)).map(Number::longValue);
  }

  /** The size of a page; it may be too small or too large. */
  int limit() {
    return Math.clamp(number("limit").orElse(100L), 0, Integer.MAX_VALUE);
  }

  boolean flag(String name) {
    return Boolean.TRUE.equals(values.get(name));
  }

  List<?> list(String name) {
    return values.get(name) instanceof List<?> list ? list : List.of();
  }

  Optional<Object> value(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /**
   * The id of an attempt.
   *
   * @throws IllegalArgumentException if it is none
   */
  UUID id(String name) {
    try {
      return UUID.fromString(text(name));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s is the id of an attempt, as run_turn answers it".formatted(name), e);
    }
  }
}
