package dev.fcp.eventlog.domain;

import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Random values of all kinds. */
final class Values {

  private static final int DEEPEST = 4;

  private Values() {}

  static Generator<Value> any() {
    return choices -> any(choices, 0);
  }

  private static Value any(Choices choices, int depth) {
    return switch (choices.upTo(depth == DEEPEST ? 2 : 4)) {
      case 0 -> Value.of(choices.upTo(1) == 1);
      case 1 -> Value.of(Generator.longs().generate(choices));
      case 2 -> Value.of(Generator.strings().generate(choices));
      case 3 -> {
        Generator<Value> items = inner -> any(inner, depth + 1);
        yield new Value.Sequence(items.list(0, 3).generate(choices));
      }
      default -> fields(choices, depth);
    };
  }

  /** A name cannot hold half a surrogate pair; what UTF-8 cannot carry becomes a question mark. */
  private static String name(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static Value.Fields fields(Choices choices, int depth) {
    Map<String, Value> fields = new TreeMap<>();
    while (choices.percent(60)) {
      String name = choices.percent(20) ? "type" : name(Generator.strings().generate(choices));
      fields.put(name, any(choices, depth + 1));
    }
    return Value.Fields.of(fields);
  }
}
