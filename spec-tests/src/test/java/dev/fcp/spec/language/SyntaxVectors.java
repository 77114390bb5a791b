package dev.fcp.spec.language;

import dev.fcp.verbs.syntax.OperationParser;
import dev.fcp.verbs.syntax.ParseResult;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Selector;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The results of the tokenizer for the inputs of {@code syntax-vectors.json}. */
final class SyntaxVectors {

  static final String FILE = "syntax-vectors.json";

  private SyntaxVectors() {}

  /** The vector with this input and its correct result. */
  static ObjectNode answered(JsonNode vector) {
    ObjectNode answered = VectorFiles.head(vector);
    String input = vector.path("input").stringValue();
    answered.put("input", input);
    switch (OperationParser.parse(input)) {
      case ParseResult.Parsed(var op) -> describe(op, answered);
      case ParseResult.Malformed malformed -> {
        answered
            .putObject("error")
            .put("position", malformed.position())
            .put("message", malformed.message());
        malformed.repaired().ifPresent(better -> answered.put("repaired", better));
      }
    }
    return answered;
  }

  private static void describe(ParsedOperation op, ObjectNode into) {
    into.put("verb", op.verb());
    ArrayNode positionals = into.putArray("positionals");
    for (Positional positional : op.positionals()) {
      String kind = positional.kind().name().toLowerCase(Locale.ROOT);
      positionals.addObject().put(kind, positional.text());
    }
    ArrayNode params = into.putArray("params");
    op.params().forEach((key, value) -> params.addArray().add(key).add(value));
    ArrayNode selectors = into.putArray("selectors");
    for (Selector selector : op.selectors()) {
      ObjectNode one = selectors.addObject().put("type", selector.type());
      selector.value().ifPresent(value -> one.put("value", value));
      one.put("not", selector.negated()).put("raw", selector.raw());
    }
    into.put("raw", op.raw()).put("standard", op.canonicalText());
  }
}
