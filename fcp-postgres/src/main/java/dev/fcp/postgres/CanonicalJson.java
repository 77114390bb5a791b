package dev.fcp.postgres;

import com.google.common.hash.Hashing;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON in one form for each value: members in the order of their names by UTF-16 code units, no
 * white space, numbers as plain decimals without superfluous digits. Equal values have equal texts
 * and hashes.
 *
 * @param text the JSON
 */
public record CanonicalJson(String text) {

  /** The maximum number of digits of a number, before and after the decimal point together. */
  private static final int MAX_DIGITS = 1000;

  /** U+0000, and surrogates that are not paired. */
  private static final Pattern NOT_STORABLE = Pattern.compile("[\\x{0}\\x{d800}-\\x{dfff}]");

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** An object without members. */
  static final CanonicalJson EMPTY_OBJECT = new CanonicalJson("{}");

  /**
   * The canonical form of a JSON text.
   *
   * @throws IllegalArgumentException if it is no JSON, has two members of the same name, or
   *     contains what the database cannot store: U+0000, an unpaired surrogate, or a number of more
   *     than 1000 digits
   */
  public static CanonicalJson of(String json) {
    return of(parse(json));
  }

  static CanonicalJson of(JsonNode node) {
    return new CanonicalJson(MAPPER.writeValueAsString(canonical(node)));
  }

  private static JsonNode parse(String json) {
    try {
      JsonNode node = MAPPER.readTree(json);
      if (node.isMissingNode()) {
        throw new IllegalArgumentException("no JSON: the text is empty");
      }
      return node;
    } catch (JacksonException e) {
      throw new IllegalArgumentException("no JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static JsonNode canonical(JsonNode node) {
    if (node.isObject()) {
      Map<String, JsonNode> members = new TreeMap<>();
      node.properties().forEach(it -> members.put(storable(it.getKey()), canonical(it.getValue())));
      ObjectNode sorted = MAPPER.createObjectNode();
      members.forEach(sorted::set);
      return sorted;
    }
    if (node.isArray()) {
      ArrayNode items = MAPPER.createArrayNode();
      node.forEach(item -> items.add(canonical(item)));
      return items;
    }
    if (node.isNumber()) {
      return DecimalNode.valueOf(normalized(node.decimalValue()));
    }
    if (node.isString()) {
      storable(node.stringValue());
    }
    return node;
  }

  private static BigDecimal normalized(BigDecimal number) {
    BigDecimal stripped = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    if (Math.max(stripped.precision(), Math.abs((long) stripped.scale())) > MAX_DIGITS) {
      throw new IllegalArgumentException("a number of more than " + MAX_DIGITS + " digits");
    }
    return stripped;
  }

  /**
   * The same text.
   *
   * @throws IllegalArgumentException if the database cannot store it
   */
  @CanIgnoreReturnValue
  static String storable(String text) {
    Matcher found = NOT_STORABLE.matcher(text);
    if (found.find()) {
      throw new IllegalArgumentException(
          "text with U+%04X, which the database cannot store"
              .formatted((int) text.charAt(found.start())));
    }
    return text;
  }

  /** Whether the database can store a text. */
  static boolean isStorable(String text) {
    return !NOT_STORABLE.matcher(text).find();
  }

  /** The text with U+FFFD instead of what the database cannot store. */
  static String replaceNotStorable(String text) {
    return NOT_STORABLE.matcher(text).replaceAll("\ufffd");
  }

  /** The SHA-256 of the text in UTF-8, as 64 hex digits. */
  public String hash() {
    return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
  }

  /** The value. */
  JsonNode node() {
    return parse(text);
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  @Override
  public String toString() {
    return text;
  }
}
