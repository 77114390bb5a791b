package dev.fcp.server;

import com.google.common.io.CharStreams;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.json.ValueJson;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The JSON that coding agents give to their hooks; its names for the parameters of a mark. */
final class HookInput {

  private static final int MAX_PROMPT_CHARS = 1000;

  /** The names of the members by parameter, the preferred one first. */
  private static final Map<String, List<String>> NAMES =
      Map.of(
          "session", List.of("session_id", "conversation_id"),
          "message", List.of("turn_id", "generation_id", "prompt_id"),
          "asked", List.of("prompt"));

  private HookInput() {}

  /**
   * Reads the parameters {@code session}, {@code message} and {@code asked}, as far as given.
   *
   * @throws MalformedValueException if the input is not an object
   */
  static Map<String, String> read(Reader input) {
    Map<String, String> texts = topLevelTexts(input);
    Map<String, String> params = new TreeMap<>();
    NAMES.forEach((param, names) ->
        names.stream()
            .map(name -> texts.getOrDefault(name, ""))
            .filter(text -> !text.isBlank())
            .findFirst()
            .ifPresent(text -> params.put(param, text)));
    params.computeIfPresent(
        "asked", (name, text) -> text.substring(0, Math.min(text.length(), MAX_PROMPT_CHARS)));
    return params;
  }

  private static Map<String, String> topLevelTexts(Reader input) {
    Map<String, String> texts = new TreeMap<>();
    try (JsonParser parser = ValueJson.parser(CharStreams.toString(input))) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new MalformedValueException("expected an object");
      }
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (value == JsonToken.VALUE_STRING) {
          texts.put(name, parser.getString());
        } else {
          parser.skipChildren();
        }
      }
      return texts;
    } catch (JacksonException e) {
      throw new MalformedValueException("no JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
