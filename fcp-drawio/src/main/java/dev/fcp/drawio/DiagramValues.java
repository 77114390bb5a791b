package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.eventlog.domain.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Converts texts, lists of texts and attributes to values and back; decoding is strict. */
final class DiagramValues {

  private static final Value.Sequence EMPTY = new Value.Sequence(List.of());

  private DiagramValues() {}

  static Value.Fields attributesValue(Attributes attributes) {
    TreeMap<String, Value> fields = new TreeMap<>();
    attributes.forEach((name, text) -> fields.put(name, Value.of(text)));
    return Value.Fields.of(fields);
  }

  static Attributes toAttributes(Value value) {
    List<String> namesAndValues = new ArrayList<>();
    value
        .asFields()
        .fields()
        .forEach((name, text) -> {
          namesAndValues.add(name);
          namesAndValues.add(text.asText());
        });
    return Attributes.of(namesAndValues.toArray(String[]::new));
  }

  static Value.Sequence textSequence(List<String> texts) {
    return texts.isEmpty()
        ? EMPTY
        : new Value.Sequence(texts.stream().<Value>map(Value::of).toList());
  }

  /** Encodes named lists as fields, without the empty ones. */
  static Value.Fields namedLists(Map<String, List<String>> lists) {
    TreeMap<String, Value> fields = new TreeMap<>();
    lists.forEach((name, texts) -> {
      if (!texts.isEmpty()) {
        fields.put(name, textSequence(texts));
      }
    });
    return Value.Fields.of(fields);
  }

  /** The list with a name; empty if there is none. */
  static List<String> optionalList(Value.Fields fields, String name) {
    return fields
        .find(name)
        .map(value -> {
          require(!value.asSequence().isEmpty(), "an empty list of " + name);
          return value.asSequence().stream().map(Value::asText).toList();
        })
        .orElse(List.of());
  }

  /** Returns the fields of a value and rejects members other than these. */
  static Value.Fields requireMembers(Value value, String... names) {
    Value.Fields fields = value.asFields();
    for (String name : fields.fields().keySet()) {
      require(Arrays.asList(names).contains(name), "unknown member \"" + name + "\"");
    }
    return fields;
  }

  static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  /** Reads a unit and prefixes errors with its name. */
  static void inUnit(String unit, Runnable reader) {
    try {
      reader.run();
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IllegalArgumentException(unit + ": " + e.getMessage(), e);
    }
  }
}
