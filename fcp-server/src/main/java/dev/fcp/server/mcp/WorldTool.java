package dev.fcp.server.mcp;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.postgres.WorldRefusedException;
import dev.fcp.server.worlds.WorldAdvice;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.syntax.Quoting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A tool for worlds; its answers are JSON.
 *
 * @param parameters the arguments
 * @param handler runs a call for an actor
 */
record WorldTool(
    String name,
    String description,
    boolean isReadOnly,
    List<Parameter> parameters,
    BiFunction<WorldArguments, Origin, JsonNode> handler)
    implements ServedTool {

  /** The type of an argument. */
  enum JsonType {
    TEXT("string"),
    NUMBER("integer"),
    FLAG("boolean"),
    LIST("array"),
    OBJECT("object");

    private final String word;

    JsonType(String word) {
      this.word = word;
    }

    private boolean accepts(Object value) {
      return switch (this) {
        case TEXT -> value instanceof String;
        case NUMBER -> value instanceof Integer || value instanceof Long;
        case FLAG -> value instanceof Boolean;
        case LIST -> value instanceof List<?>;
        case OBJECT -> value instanceof Map<?, ?>;
      };
    }
  }

  /** An argument. */
  record Parameter(String name, JsonType type, boolean isRequired, String description) {}

  @Override
  public Map<String, Object> schema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Parameter parameter : parameters) {
      properties.put(
          parameter.name(),
          Map.of("type", parameter.type().word, "description", parameter.description()));
    }
    List<String> required =
        parameters.stream().filter(Parameter::isRequired).map(Parameter::name).toList();
    return Map.of(
        "type",
        "object",
        "properties",
        properties,
        "required",
        required,
        "additionalProperties",
        false);
  }

  @Override
  public Response answer(
      Map<String, Object> arguments, Origin origin, BooleanSupplier isCancelled) {
    try {
      for (String name : arguments.keySet()) {
        if (parameters.stream().noneMatch(it -> it.name().equals(name))) {
          throw new IllegalArgumentException(
              "unknown argument %s; it takes %s"
                  .formatted(
                      Quoting.quoteAlways(name),
                      String.join(", ", parameters.stream().map(Parameter::name).toList())));
        }
      }
      for (Parameter parameter : parameters) {
        check(parameter, arguments);
      }
      JsonNode answer = handler.apply(new WorldArguments(arguments), origin);
      return Response.of(new JsonMapper().writeValueAsString(answer));
    } catch (WorldRefusedException e) {
      String advice =
          WorldAdvice.of(e.refusal(), Optional.of("")).map(it -> "; " + it.tool()).orElse("");
      return Response.refused(Refusal.because(e.refusal().message() + advice));
    } catch (IllegalArgumentException e) {
      return Response.refused(Refusal.because(String.valueOf(e.getMessage())));
    }
  }

  private static void check(Parameter parameter, Map<String, Object> arguments) {
    Object value = arguments.get(parameter.name());
    if (value == null ? parameter.isRequired() : !parameter.type().accepts(value)) {
      throw new IllegalArgumentException(
          "the argument %s must be of the type %s: %s"
              .formatted(parameter.name(), parameter.type().word, parameter.description()));
    }
  }
}
