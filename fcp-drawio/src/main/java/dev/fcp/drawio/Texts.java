package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.eventlog.domain.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Texts, lists of texts and attributes as plain values, and back. What is read must be exact. */
final class Texts {

  private static final Value.Sequence NOTHING = new Value.Sequence(List.of());

  private Texts() {}

  static Value.Fields attributes(Attributes attributes) {
    TreeMap<String, Value> fields = new TreeMap<>();
    attributes.forEach((name, text) -> fields.put(name, Value.of(text)));
    return Value.Fields.of(fields);
  }

  static Attributes attributes(Value value) {
    List<String> pairs = new ArrayList<>();
    value
        .asFields()
        .fields()
        .forEach((name, text) -> {
          pairs.add(name);
          pairs.add(text.asText());
        });
    return Attributes.of(pairs.toArray(String[]::new));
  }

  static Value.Sequence sequence(List<String> texts) {
    return texts.isEmpty()
        ? NOTHING
        : new Value.Sequence(texts.stream().<Value>map(Value::of).toList());
  }

  /** Lists by their names, without those that are empty. */
  static Value.Fields listsByName(Map<String, List<String>> lists) {
    TreeMap<String, Value> fields = new TreeMap<>();
    lists.forEach((name, texts) -> {
      if (!texts.isEmpty()) {
        fields.put(name, sequence(texts));
      }
    });
    return Value.Fields.of(fields);
  }

  /** The list of a name; no list where there is none. */
  static List<String> list(Value.Fields fields, String name) {
    return fields
        .find(name)
        .map(list -> {
          require(!list.asSequence().isEmpty(), "an empty list of " + name);
          return list.asSequence().stream().map(Value::asText).toList();
        })
        .orElse(List.of());
  }

  /** The fields of a value that has no others than these. */
  static Value.Fields members(Value value, String... names) {
    Value.Fields fields = value.asFields();
    for (String name : fields.fields().keySet()) {
      require(Arrays.asList(names).contains(name), "unknown member \"" + name + "\"");
    }
    return fields;
  }

  static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** Reads a unit; what is wrong with it names the unit. */
  static void reading(String unit, Runnable read) {
    try {
      read.run();
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IllegalArgumentException(unit + ": " + e.getMessage(), e);
    }
  }
}
