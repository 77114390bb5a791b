package dev.fcp.blocks;

import static java.util.stream.Collectors.joining;

import dev.fcp.verbs.syntax.Quoting;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/**
 * The fields that a map may have, and the types of their values: {@code name text, age number}.
 *
 * @param types the type of each field
 */
record Schema(SequencedMap<String, Type> types) {

  /** The type of the values of a field, named in lower case. */
  enum Type {
    TEXT("(?s).*"),
    NUMBER("[+-]?[0-9]{1,30}(\\.[0-9]{1,30})?"),
    FLAG("yes|no");

    private final Pattern values;

    Type(String values) {
      this.values = Pattern.compile(values);
    }

    static Optional<Type> named(String name) {
      return Arrays.stream(values()).filter(type -> type.toString().equals(name)).findFirst();
    }

    boolean allows(String value) {
      return values.matcher(value).matches();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Reads a schema.
   *
   * @throws IllegalArgumentException if it is malformed; the message is for users
   */
  static Schema parse(String text) {
    SequencedMap<String, Type> types = new LinkedHashMap<>();
    for (String field : text.split(",", -1)) {
      String[] words = field.strip().split("\\s+", -1);
      Optional<Type> type = words.length == 2 ? Type.named(words[1]) : Optional.empty();
      types.put(words[0], type.orElseThrow(() -> malformed(field.strip())));
    }
    return new Schema(types);
  }

  private static IllegalArgumentException malformed(String field) {
    String types = Arrays.stream(Type.values()).map(Type::toString).collect(joining(", "));
    return new IllegalArgumentException(
        "%s is not a name and one of %s".formatted(Quoting.quoteAlways(field), types));
  }

  /** Why a field may not have a value; empty if it may. */
  Optional<String> objection(String name, String value) {
    Type type = types.get(name);
    if (type == null) {
      return Optional.of(
          "the schema has no field %s; it has %s"
              .formatted(Quoting.quoteAlways(name), String.join(", ", types.keySet())));
    }
    return type.allows(value)
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
