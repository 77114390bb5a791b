package dev.fcp.server.mcp;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a tool takes: its schema, and its value in a call. Nothing unknown in a call is passed over.
 *
 * @param name the name; empty if the tool takes nothing
 * @param form whether it is a text or several
 * @param description what it is, for the schema
 * @param example arguments that would do, as JSON
 */
record Argument(String name, Form form, String description, String example) {

  /** How many texts a tool takes. */
  enum Form {
    NOTHING,
    TEXT,
    TEXTS
  }

  Argument {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(form, "form");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(example, "example");
  }

  /** No argument at all. */
  static Argument none() {
    return new Argument("", Form.NOTHING, "", "{}");
  }

  /** A text. */
  static Argument text(String name, String description, String example) {
    return new Argument(name, Form.TEXT, description, "{\"%s\": \"%s\"}".formatted(name, example));
  }

  /** A list of texts. */
  static Argument texts(String name, String description, String example) {
    return new Argument(
        name, Form.TEXTS, description, "{\"%s\": [\"%s\"]}".formatted(name, example));
  }

  /** The JSON schema of the arguments. */
  Map<String, Object> schema() {
    Map<String, Object> properties =
        switch (form) {
          case NOTHING -> Map.of();
          case TEXT -> Map.of(name, Map.of("type", "string", "description", description));
          case TEXTS ->
              Map.of(
                  name,
                  Map.of(
                      "type",
                      "array",
                      "items",
                      Map.of("type", "string"),
                      "description",
                      description));
        };
    return Map.of(
        "type",
        "object",
        "properties",
        properties,
        "required",
        List.copyOf(properties.keySet()),
        "additionalProperties",
        false);
  }

  /** What comes of the texts in a call; a refusal if they are not there or something else is. */
  Answer with(Map<String, Object> given, Function<List<String>, Answer> work) {
    for (String key : given.keySet()) {
      if (!key.equals(name) || form == Form.NOTHING) {
        String takes = form == Form.NOTHING ? "no argument" : name;
        return refused("unknown argument %s; it takes %s".formatted(Quoting.quoted(key), takes));
      }
    }
    return switch (form) {
      case NOTHING -> work.apply(List.of());
      case TEXT ->
          given.get(name) instanceof String text
              ? work.apply(List.of(text))
              : refused("the argument %s must be a text".formatted(name));
      case TEXTS ->
          texts(given)
              .map(work)
              .orElseGet(() -> refused("the argument %s must be a list of texts".formatted(name)));
    };
  }

  private Optional<List<String>> texts(Map<String, Object> given) {
    if (!(given.get(name) instanceof List<?> items)) {
      return Optional.empty();
    }
    List<String> texts = new ArrayList<>();
    for (Object item : items) {
      if (!(item instanceof String text)) {
        return Optional.empty();
      }
      texts.add(text);
    }
    return Optional.of(texts);
  }

  private Answer refused(String message) {
    return Answer.refused(Refusal.because(message, example));
  }
}
