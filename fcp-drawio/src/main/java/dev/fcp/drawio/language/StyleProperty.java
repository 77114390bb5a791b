package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.DecimalText;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A style property: a keyword of the language, the style key that it sets, and its possible values.
 * The key can be used instead of the keyword. The value {@code default} removes the key from the
 * style.
 */
final class StyleProperty {

  private static final String DEFAULT = "default";

  private static final List<StyleProperty> ALL =
      List.of(
          color("fill", "fillColor", NamedColor.ColorUse.FILL),
          color("stroke", "strokeColor", NamedColor.ColorUse.LINE),
          color("font", "fontColor", NamedColor.ColorUse.LINE),
          color("gradient", "gradientColor", NamedColor.ColorUse.FILL),
          color("label-fill", "labelBackgroundColor", NamedColor.ColorUse.FILL),
          number("width", "strokeWidth", new StyleRange(0, 100)),
          number("font-size", "fontSize", new StyleRange(1, 999)),
          number("opacity", "opacity", new StyleRange(0, 100)),
          number("rotation", "rotation", new StyleRange(-360, 360)),
          number("arc", "arcSize", new StyleRange(0, 999)),
          number("spacing", "spacing", new StyleRange(0, 999)),
          flag("dashed"),
          flag("rounded"),
          flag("shadow"),
          flag("glass"),
          flag("curved"),
          flag("flip-h", "flipH"),
          flag("flip-v", "flipV"),
          choice("align", "align", "left", "center", "right"),
          choice("valign", "verticalAlign", "top", "middle", "bottom"),
          new StyleProperty("weight", "fontStyle", mappedParam(fontWeights())),
          choice("start", "startArrow", arrowHeads()),
          choice("end", "endArrow", arrowHeads()),
          new StyleProperty("line", "edgeStyle", mappedParam(edgeRoutes())));

  private final String keyword;
  private final String key;
  private final Param<String> param;
  private final Param<String> alias;

  private StyleProperty(String keyword, String key, Param<String> values) {
    this.keyword = keyword;
    this.key = key;
    this.param = Param.of(keyword, values.hint(), text -> parseOrDefault(text, values));
    this.alias = Param.of(key, values.hint(), text -> parseOrDefault(text, values));
  }

  private static ParsedArgument<String> parseOrDefault(String text, Param<String> values) {
    return text.equals(DEFAULT) ? ParsedArgument.valid(DEFAULT) : values.parse(text);
  }

  private static StyleProperty color(String keyword, String key, NamedColor.ColorUse use) {
    return new StyleProperty(keyword, key, NamedColor.colorParam(keyword, use));
  }

  /** The range of a number. */
  private record StyleRange(double min, double max) {}

  private static StyleProperty number(String keyword, String key, StyleRange range) {
    Param<Double> number = Param.decimal(keyword, "NUMBER", range.min(), range.max());
    Param<String> text =
        Param.of(
            keyword,
            number.hint(),
            given ->
                switch (number.parse(given)) {
                  case ParsedArgument.Valid<Double>(Double value) ->
                      ParsedArgument.valid(DecimalText.format(value));
                  case ParsedArgument.Invalid<Double>(var reason, var suggestion) ->
                      new ParsedArgument.Invalid<>(reason, suggestion);
                });
    return new StyleProperty(keyword, key, text);
  }

  private static StyleProperty flag(String keyword) {
    return flag(keyword, keyword);
  }

  private static StyleProperty flag(String keyword, String key) {
    return new StyleProperty(keyword, key, mappedParam(Map.of("yes", "1", "no", "0")));
  }

  private static StyleProperty choice(String keyword, String key, String... values) {
    return new StyleProperty(keyword, key, Param.choice(keyword, values));
  }

  private static String[] arrowHeads() {
    return new String[] {"none", "classic", "block", "open", "oval", "diamond", "cross", "dash"};
  }

  private static Map<String, String> fontWeights() {
    return Map.of("normal", "0", "bold", "1", "italic", "2", "bold-italic", "3", "underline", "4");
  }

  private static Map<String, String> edgeRoutes() {
    return Map.of(
        "straight", "none",
        "orthogonal", "orthogonalEdgeStyle",
        "elbow", "elbowEdgeStyle",
        "entity", "entityRelationEdgeStyle");
  }

  private static Param<String> mappedParam(Map<String, String> values) {
    List<String> choices = values.keySet().stream().sorted().toList();
    return Param.of("", String.join("|", choices), text -> parseMapped(text, values, choices));
  }

  private static ParsedArgument<String> parseMapped(
      String text, Map<String, String> values, List<String> choices) {
    String value = values.get(text);
    return value != null
        ? ParsedArgument.valid(value)
        : new ParsedArgument.Invalid<>(
            "is not one of " + String.join(", ", choices), Suggestions.findSimilar(text, choices));
  }

  /** The parameters for all properties, including aliases. */
  static Param<?>[] params() {
    return ALL.stream().flatMap(StyleProperty::params).toArray(Param<?>[]::new);
  }

  private static Stream<Param<?>> params(StyleProperty property) {
    return property.keyword.equals(property.key)
        ? Stream.of(property.param)
        : Stream.of(property.param, property.alias);
  }

  /** The keywords and the keys that are their aliases. */
  static List<String> keywords() {
    return Stream.of(params()).map(Param::key).toList();
  }

  /** The parameters for some properties. */
  static Param<?>[] params(String... keywords) {
    return Stream.of(keywords)
        .map(keyword ->
            ALL.stream()
                .filter(property -> property.keyword.equals(keyword))
                .findFirst()
                .orElseThrow()
                .param)
        .toArray(Param<?>[]::new);
  }

  /** Applies the style parameters of an operation to a style. */
  static Style applyTo(Style style, ParsedOperation op) {
    Style changed = style;
    for (StyleProperty property : ALL) {
      Optional<String> value = property.param.valueIn(op).or(() -> property.alias.valueIn(op));
      if (value.isPresent()) {
        changed =
            value.get().equals(DEFAULT)
                ? changed.without(property.key)
                : changed.with(property.key, value.get());
      }
    }
    return changed;
  }

  /** Refuses an operation that sets a property both by keyword and by key. */
  static void requireNoDuplicates(ParsedOperation op) {
    for (StyleProperty property : ALL) {
      boolean isDuplicate =
          !property.keyword.equals(property.key)
              && op.param(property.keyword).isPresent()
              && op.param(property.key).isPresent();
      if (isDuplicate) {
        throw OperationRefusedException.because(
            property.keyword + " and " + property.key + " are the same");
      }
    }
  }

  /** The style parameters of an operation, as written. */
  static String describe(ParsedOperation op) {
    return op.params().entrySet().stream()
        .filter(given -> keywords().contains(given.getKey()))
        .map(given -> given.getKey() + ":" + given.getValue())
        .reduce((a, b) -> a + " " + b)
        .orElse("");
  }

  /** The keyword for a style key; the key itself if there is none. */
  static String keywordFor(String key) {
    return ALL.stream()
        .filter(property -> property.key.equals(key))
        .findFirst()
        .map(property -> property.keyword)
        .orElse(key);
  }

  /** The keyword for a value of a style key; the value itself if there is none. */
  static String keywordForValue(String key, String value) {
    for (StyleProperty property : ALL) {
      if (property.key.equals(key)) {
        return Arrays.stream(property.param.hint().split("\\|"))
            .filter(keyword -> property.param.parse(keyword).equals(ParsedArgument.valid(value)))
            .findFirst()
            .orElse(value);
      }
    }
    return value;
  }

  /** The keywords with their values, for the reference card. */
  static List<String> cardLines() {
    return ALL.stream().map(property -> property.param.toString()).toList();
  }
}
