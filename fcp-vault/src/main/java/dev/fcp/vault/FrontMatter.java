package dev.fcp.vault;

import dev.fcp.eventlog.domain.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Front matter: the YAML between the two lines {@code ---} at the beginning of a file. */
final class FrontMatter {

  /** The line before and after the front matter. */
  static final String DELIMITER = "---";

  /** Longer front matter is not read as YAML. */
  private static final int MAX_CHARS = 100_000;

  /** The maximum number of brackets, of columns of indentation, and of list marks in a line. */
  private static final int MAX_NESTING = 200;

  /** The YAML of a field without a value. */
  private static final String NULL = "null";

  private static final Pattern LIST_MARKS = Pattern.compile("[\\s?-]*");

  private static final LoadSettings SETTINGS =
      LoadSettings.builder()
          .setAllowDuplicateKeys(false)
          .setCodePointLimit(MAX_CHARS)
          .setSchema(new CoreSchema())
          .setUseMarks(true)
          .build();

  private FrontMatter() {}

  /**
   * The lines of a field.
   *
   * @param key its key
   * @param from the index of its first line
   * @param to the index after its last line
   */
  record FieldLines(String key, int from, int to) {}

  /**
   * The fields of front matter, in order. Comments and blank lines between them belong to none.
   * Empty if the lines are not a YAML mapping in block style, one field after the other, whose keys
   * are distinct scalars.
   */
  static List<FieldLines> fieldsIn(List<String> lines) {
    String yaml = String.join("\n", lines);
    if (isTooComplex(yaml, lines)) {
      return List.of();
    }
    return mapping(yaml)
        .filter(mapping -> mapping.getFlowStyle() == FlowStyle.BLOCK)
        .map(mapping -> fieldsIn(mapping, lines))
        .orElse(List.of());
  }

  /** The mapping that a text is in YAML, if it is one. */
  private static Optional<MappingNode> mapping(String yaml) {
    try {
      StreamReader reader = new StreamReader(SETTINGS, yaml);
      return new Composer(SETTINGS, new ParserImpl(SETTINGS, reader))
          .getSingleNode()
          .filter(MappingNode.class::isInstance)
          .map(MappingNode.class::cast);
    } catch (YamlEngineException notYaml) {
      return Optional.empty();
    }
  }

  private static boolean isTooComplex(String yaml, List<String> lines) {
    return yaml.length() > MAX_CHARS
        || yaml.chars().filter(c -> c == '[' || c == '{').count() > MAX_NESTING
        || lines.stream()
            .anyMatch(line -> {
              var marks = LIST_MARKS.matcher(line);
              return marks.lookingAt() && marks.end() > MAX_NESTING;
            });
  }

  private static List<FieldLines> fieldsIn(MappingNode mapping, List<String> lines) {
    List<NodeTuple> tuples = mapping.getValue();
    List<FieldLines> fields = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < tuples.size(); i++) {
      Node key = tuples.get(i).getKeyNode();
      Optional<Mark> start = key.getStartMark();
      if (!(key instanceof ScalarNode scalar)
          || start.isEmpty()
          || start.get().getColumn() != 0
          || !keys.add(scalar.getValue())) {
        return List.of();
      }
      int from = start.get().getLine();
      int next =
          i + 1 < tuples.size()
              ? tuples.get(i + 1).getKeyNode().getStartMark().map(Mark::getLine).orElse(-1)
              : lines.size();
      if (next <= from) {
        return List.of();
      }
      boolean isBlock =
          tuples.get(i).getValueNode() instanceof ScalarNode value
              && (value.getScalarStyle() == ScalarStyle.LITERAL
                  || value.getScalarStyle() == ScalarStyle.FOLDED);
      int to = next;
      while (to > from + 1 && isBetweenFields(lines.get(to - 1), isBlock)) {
        to--;
      }
      fields.add(new FieldLines(scalar.getValue(), from, to));
    }
    return fields;
  }

  private static boolean isBetweenFields(String line, boolean isBlockScalar) {
    return line.startsWith("#") || line.equals("...") || (line.isBlank() && !isBlockScalar);
  }

  /**
   * The value of a field.
   *
   * @param field the text of the field
   * @return the value, as a Java object; empty if the field cannot be read on its own, or is null
   */
  static Optional<Object> value(String field) {
    return entry(field).flatMap(entry -> Optional.ofNullable(entry.values().iterator().next()));
  }

  /** Whether a field has no value: nothing after its key, {@code null} or {@code ~}. */
  private static boolean isNull(String field) {
    return entry(field).filter(entry -> entry.values().iterator().next() == null).isPresent();
  }

  /** A field as a map with one entry; empty if it cannot be read on its own. */
  private static Optional<Map<?, ?>> entry(String field) {
    if (isTooComplex(field, field.lines().toList())
        || field.indexOf('&') >= 0
        || field.indexOf('*') >= 0) {
      // An anchor may be in another field, and a value may contain itself.
      return Optional.empty();
    }
    try {
      return new Load(SETTINGS).loadFromString(field) instanceof Map<?, ?> map && map.size() == 1
          ? Optional.of(map)
          : Optional.empty();
    } catch (YamlEngineException notYaml) {
      return Optional.empty();
    }
  }

  /**
   * The content of a whole file in YAML.
   *
   * @return its keys and values, as Java objects; empty if it has none
   * @throws IllegalArgumentException if it is not a mapping
   */
  static Map<?, ?> mapOf(String yaml) {
    if (isTooComplex(yaml, yaml.lines().toList())) {
      throw new IllegalArgumentException("too long, or too deeply nested");
    }
    try {
      Object content = new Load(SETTINGS).loadFromString(yaml);
      if (content == null) {
        return Map.of();
      }
      if (content instanceof Map<?, ?> map) {
        return map;
      }
      throw new IllegalArgumentException("not a list of settings such as timeline: log.md");
    } catch (YamlEngineException notYaml) {
      throw new IllegalArgumentException(
          "not YAML: " + String.valueOf(notYaml.getMessage()).replaceAll("\\s+", " ").strip(),
          notYaml);
    }
  }

  /** Whether two texts of a field give it the same value. */
  static boolean isSameValue(String one, String other) {
    return one.equals(other)
        || (isNull(one) && isNull(other))
        || value(one).filter(it -> value(other).equals(Optional.of(it))).isPresent();
  }

  /**
   * The value of a field as text: of a string its characters, in quotes if they would be another
   * value without them; otherwise its YAML on one line.
   */
  static String valueText(String field) {
    return isNull(field)
        ? NULL
        : value(field)
            .filter(String.class::isInstance)
            .map(String.class::cast)
            .map(text -> isOtherValue(text) ? quoted(text) : text)
            .orElseGet(() -> yamlOf(field));
  }

  /** Whether the characters of a string, written without quotes, are no string. */
  private static boolean isOtherValue(String text) {
    String field = "k: " + text;
    return isNull(field) || value(field).filter(it -> !(it instanceof String)).isPresent();
  }

  /**
   * The value of a field as a plain value. What has none, such as null or 1.5, is {@code {"yaml":
   * TEXT}} with its YAML, so that it differs from a string with these characters.
   */
  static Value plainValue(String field) {
    return value(field)
        .flatMap(FrontMatter::plain)
        .orElseGet(
            () -> Value.Fields.of(Map.of("yaml", Value.of(isNull(field) ? NULL : yamlOf(field)))));
  }

  private static Optional<Value> plain(Object value) {
    return switch (value) {
      case String text -> Optional.of(Value.of(text));
      case Integer number -> Optional.of(Value.of(number.longValue()));
      case Long number -> Optional.of(Value.of(number));
      case Boolean flag -> Optional.of(Value.of(flag));
      case List<?> items -> {
        List<Value> plain = new ArrayList<>();
        for (Object item : items) {
          Optional<Value> one = Optional.ofNullable(item).flatMap(FrontMatter::plain);
          if (one.isEmpty()) {
            yield Optional.empty();
          }
          plain.add(one.get());
        }
        yield Optional.of(new Value.Sequence(plain));
      }
      case Object other -> Optional.empty();
    };
  }

  /** The YAML after the key of a field, on one line and without a comment after it. */
  private static String yamlOf(String field) {
    String yaml = field.substring(0, field.length() - commentAfter(field).length());
    return yaml.substring(Math.min(valueStart(yaml), yaml.length()))
        .strip()
        .replaceAll("\\s+", " ");
  }

  /** The comment after the value of a field on one line, with the blanks before it. */
  private static String commentAfter(String field) {
    return field.indexOf('\n') >= 0
        ? ""
        : mapping(field)
            .filter(mapping -> mapping.getValue().size() == 1)
            .flatMap(mapping -> mapping.getValue().get(0).getValueNode().getEndMark())
            .map(end -> field.substring(field.offsetByCodePoints(0, end.getColumn())))
            .filter(rest -> rest.strip().startsWith("#"))
            .orElse("");
  }

  /** The index after the colon of a field. */
  private static int valueStart(String field) {
    char quote = field.isEmpty() ? ' ' : field.charAt(0);
    int keyEnd = quote == '"' || quote == '\'' ? Math.max(0, field.indexOf(quote, 1)) : 0;
    int colon = field.indexOf(':', keyEnd);
    return colon < 0 ? 0 : colon + 1;
  }

  /**
   * The text of a field with another value. The key stays as it is written, and so does a comment
   * after a value on one line.
   *
   * @param newValue the value, as {@link #yamlValue} writes it
   */
  static String withValue(String field, String newValue) {
    return field.substring(0, valueStart(field)) + " " + newValue + commentAfter(field);
  }

  /** The text of a new field. */
  static String field(String key, String newValue) {
    return (isPlainKey(key) ? key : quoted(key)) + ": " + newValue;
  }

  private static boolean isPlainKey(String key) {
    return fieldsIn(List.of(key + ": x")).equals(List.of(new FieldLines(key, 0, 1)));
  }

  /**
   * A value in YAML: the text itself if it is YAML on one line without a comment, otherwise the
   * text as a quoted string.
   */
  static String yamlValue(String text) {
    String stripped = text.strip();
    boolean isYaml =
        stripped.equals(text)
            && !text.isEmpty()
            && !text.contains(" #")
            && !text.startsWith("#")
            && "|>&*".indexOf(text.charAt(0)) < 0
            && text.chars().noneMatch(Character::isISOControl)
            && fieldsIn(List.of("k: " + text)).equals(List.of(new FieldLines("k", 0, 1)))
            && (value("k: " + text).isPresent() || isNull("k: " + text));
    return isYaml ? text : quoted(text);
  }

  /** A string in double quotes. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(c -> {
          switch (c) {
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            case '\n' -> quoted.append("\\n");
            case '\t' -> quoted.append("\\t");
            default -> {
              if (Character.isISOControl(c) || c == 0xFEFF || c == 0x2028 || c == 0x2029) {
                quoted.append("\\u%04x".formatted(c));
              } else {
                quoted.append((char) c);
              }
            }
          }
        });
    return quoted.append('"').toString();
  }
}
