package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The file {@code log-vectors.json}, which {@code VECTORS.md} describes. */
final class VectorFile {

  /** The version of the file format. */
  static final int VERSION = 1;

  private VectorFile() {}

  private static final class Suite {
    static final List<Vector> VECTORS = read(resource("log-vectors.json"));
  }

  /** Returns the vectors of the suite. */
  static List<Vector> vectors() {
    return Suite.VECTORS;
  }

  /** Returns the text of a resource of this package. */
  static String resource(String name) {
    try (InputStream stream = VectorFile.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("the suite lacks its own file " + name);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Vector> read(String text) {
    JsonNode file = Json.read(text);
    if (file.path("version").asInt() != VERSION) {
      throw new IllegalArgumentException("vectors of version " + file.path("version"));
    }
    return file.path("vectors").valueStream().map(VectorFile::parseVector).toList();
  }

  private static Vector parseVector(JsonNode node) {
    Optional<RedoTail> redoTail =
        node.has("redoTail")
            ? Optional.of(parseRedoTail(text(node, "redoTail")))
            : Optional.empty();
    return new Vector(
        text(node, "name"),
        text(node, "origin"),
        redoTail,
        node.path("steps").valueStream().map(VectorFile::parseStep).toList());
  }

  /** Parses the call of a step or of a request. */
  static Call parseCall(JsonNode node) {
    List<Object> arguments = new ArrayList<>();
    for (JsonNode argument : node.path("args")) {
      arguments.add(argument.isInt() ? (Object) argument.intValue() : argument.stringValue());
    }
    return new Call(LogMethod.of(text(node, "do")).orElseThrow(), arguments);
  }

  private static VectorStep parseStep(JsonNode node) {
    Map<Aspect, String> clauses = new EnumMap<>(Aspect.class);
    node.path("clauses")
        .forEachEntry(
            (aspect, id) -> clauses.put(Aspect.of(aspect).orElseThrow(), id.stringValue()));
    Optional<ObjectNode> state = Optional.ofNullable(node.get("state")).map(ObjectNode.class::cast);
    return new VectorStep(
        parseCall(node),
        parseResult(node),
        state.orElseGet(Json::object),
        state.map(LogSnapshot::of),
        clauses);
  }

  /** Parses the result of a call in a vector or in a reply of a driver. */
  static CallResult parseResult(JsonNode node) {
    if (node.has("error")) {
      JsonNode error = node.path("error");
      return new CallResult.Threw(error.isString() ? error.stringValue() : "");
    }
    return node.has("returns")
        ? new CallResult.Returned(node.path("returns"))
        : new CallResult.Completed();
  }

  /** Returns the text of the file, one line for each step. */
  static String write(List<Vector> vectors) {
    return vectors.stream()
        .map(VectorFile::write)
        .collect(Collectors.joining(",\n", "{\"version\":1,\"vectors\":[\n", "\n]}\n"));
  }

  private static String write(Vector vector) {
    ObjectNode head = Json.object().put("name", vector.name()).put("origin", vector.origin());
    vector.redoTail().ifPresent(tail -> head.put("redoTail", jsonName(tail)));
    head.put("program", Call.text(vector.program()));
    head.set("clauses", Json.textArray(List.copyOf(vector.clauses())));
    String open = head.toString();
    return vector.steps().stream()
        .map(step -> Json.line(write(step)))
        .collect(
            Collectors.joining(
                ",\n  ", open.substring(0, open.length() - 1) + ",\"steps\":[\n  ", "]}"));
  }

  private static ObjectNode write(VectorStep step) {
    ObjectNode node = Json.write(step.call());
    switch (step.result()) {
      case CallResult.Completed() -> {}
      case CallResult.Returned(var value) -> node.set("returns", value);
      case CallResult.Threw(var message) -> node.put("error", true);
    }
    if (!step.state().isEmpty()) {
      node.set("state", step.state());
    }
    ObjectNode clauses = node.putObject("clauses");
    new EnumMap<>(step.clauses()).forEach((aspect, id) -> clauses.put(aspect.jsonName(), id));
    return node;
  }

  /** Returns the name of a capability in files and replies. */
  static String jsonName(RedoTail redoTail) {
    return redoTail.name().toLowerCase(Locale.ROOT);
  }

  private static RedoTail parseRedoTail(String jsonName) {
    return RedoTail.valueOf(jsonName.toUpperCase(Locale.ROOT));
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).stringValue();
  }
}
