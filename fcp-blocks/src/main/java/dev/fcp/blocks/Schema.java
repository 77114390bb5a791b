package dev.fcp.blocks;

import dev.fcp.verbs.syntax.Quoting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The fields that a map may have, and the types of their values: {@code name text, age number}.
 *
 * @param types the type of each field
 */
record Schema(SequencedMap<String, String> types) {

  private static final List<String> TYPES = List.of("text", "number", "flag");
  private static final String NUMBER = "[+-]?[0-9]{1,30}(\\.[0-9]{1,30})?";

  /**
   * Reads a schema.
   *
   * @throws IllegalArgumentException if it is malformed; the message is for users
   */
  static Schema parse(String text) {
    SequencedMap<String, String> types = new LinkedHashMap<>();
    for (String field : text.split(",", -1)) {
      String[] words = field.strip().split("\\s+", -1);
      if (words.length != 2 || !TYPES.contains(words[1])) {
        throw new IllegalArgumentException(
            "%s is not a name and one of %s"
                .formatted(Quoting.quoteAlways(field.strip()), String.join(", ", TYPES)));
      }
      types.put(words[0], words[1]);
    }
    return new Schema(types);
  }

  /** Why a field may not have a value; empty if it may. */
  Optional<String> objection(String name, String value) {
    String type = types.get(name);
    if (type == null) {
      return Optional.of(
          "the schema has no field %s; it has %s"
              .formatted(Quoting.quoteAlways(name), String.join(", ", types.keySet())));
    }
    boolean isValid =
        switch (type) {
          case "number" -> value.matches(NUMBER);
          case "flag" -> value.equals("yes") || value.equals("no");
          default -> true;
        };
    return isValid
        ? Optional.empty()
        : Optional.of(
            "%s is not a %s, which the field %s is"
                .formatted(Quoting.quoteAlways(value), type, name));
  }

  /** Why a field of a map is not valid; empty if all are. */
  Optional<String> objection(Map<String, String> fields) {
    return fields.entrySet().stream()
        .flatMap(field -> objection(field.getKey(), field.getValue()).stream())
        .findFirst();
  }
}
