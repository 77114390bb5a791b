package dev.fcp.server.mcp;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The argument of a tool beside {@code file}, which all tools take unless the argument names the
 * document: the schema, and the check of the values in a call. Calls with unknown arguments are
 * refused.
 *
 * @param name the name; empty if the tool takes no argument
 * @param type whether it is one text, a list of texts, or the name of a document
 * @param description the description in the schema
 * @param example valid arguments, as JSON
 */
record ToolArgument(String name, Type type, String description, String example) {

  private static final String FILE = "file";
  private static final Map<String, Object> FILE_SCHEMA =
      Map.of(
          "type",
          "string",
          "description",
          "the document of this call, a path or the name of a draft; opened if needed."
              + " Without it: the document that was opened last.");

  /** The type of an argument. */
  enum Type {
    NOTHING,
    NAME,
    TEXT,
    TEXTS
  }

  ToolArgument {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(example, "example");
  }

  /** No argument. */
  static ToolArgument none() {
    return new ToolArgument("", Type.NOTHING, "", "{}");
  }

  /** A text that names the document. */
  static ToolArgument name(String name, String description, String example) {
    return new ToolArgument(
        name, Type.NAME, description, "{\"%s\": \"%s\"}".formatted(name, example));
  }

  /** A text. */
  static ToolArgument text(String name, String description, String example) {
    return new ToolArgument(
        name, Type.TEXT, description, "{\"%s\": \"%s\"}".formatted(name, example));
  }

  /** A list of texts. */
  static ToolArgument texts(String name, String description, String example) {
    return new ToolArgument(
        name, Type.TEXTS, description, "{\"%s\": [\"%s\"]}".formatted(name, example));
  }

  /** The JSON schema of the arguments. */
  Map<String, Object> schema() {
    Map<String, Object> own =
        switch (type) {
          case NOTHING -> Map.of();
          case NAME, TEXT -> Map.of(name, Map.of("type", "string", "description", description));
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
    Map<String, Object> properties = new LinkedHashMap<>(own);
    if (type != Type.NAME) {
      properties.put(FILE, FILE_SCHEMA);
    }
    return Map.of(
        "type",
        "object",
        "properties",
        properties,
        "required",
        List.copyOf(own.keySet()),
        "additionalProperties",
        false);
  }

  /** Runs {@code work} with the texts of a call; refuses a missing, invalid or unknown argument. */
  Response apply(
      Map<String, Object> given, BiFunction<List<String>, Optional<String>, Response> work) {
    List<String> accepted =
        switch (type) {
          case NOTHING -> List.of(FILE);
          case NAME -> List.of(name);
          case TEXT, TEXTS -> List.of(name, FILE);
        };
    for (String key : given.keySet()) {
      if (!accepted.contains(key)) {
        return refused(
            "unknown argument %s; it takes %s"
                .formatted(Quoting.quoteAlways(key), String.join(" and ", accepted)));
      }
    }
    if (given.containsKey(FILE) && !(given.get(FILE) instanceof String)) {
      return refused("the argument file must be a text");
    }
    Optional<String> file = Optional.ofNullable((String) given.get(FILE));
    return switch (type) {
      case NOTHING -> work.apply(List.of(), file);
      case NAME, TEXT ->
          given.get(name) instanceof String text
              ? work.apply(List.of(text), file)
              : refused("the argument %s must be a text".formatted(name));
      case TEXTS ->
          textList(given)
              .map(texts -> work.apply(texts, file))
              .orElseGet(() -> refused("the argument %s must be a list of texts".formatted(name)));
    };
  }

  private Optional<List<String>> textList(Map<String, Object> given) {
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

  private Response refused(String message) {
    return Response.refused(Refusal.because(message, example));
  }
}
