package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Numbers;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What can be said about how something looks: a word of the language, the key of the style it sets,
 * and the values it takes. The key may stand for the word. Every property takes {@code default},
 * which takes the key out.
 */
final class StyleProperty {

  private static final String DEFAULT = "default";

  private static final List<StyleProperty> ALL =
      List.of(
          colour("fill", "fillColor", Palette.Use.FILL),
          colour("stroke", "strokeColor", Palette.Use.LINE),
          colour("font", "fontColor", Palette.Use.LINE),
          colour("gradient", "gradientColor", Palette.Use.FILL),
          colour("label-fill", "labelBackgroundColor", Palette.Use.FILL),
          number("width", "strokeWidth", new Range(0, 100, 2)),
          number("font-size", "fontSize", new Range(1, 999, 12)),
          number("opacity", "opacity", new Range(0, 100, 100)),
          number("rotation", "rotation", new Range(-360, 360, 0)),
          number("arc", "arcSize", new Range(0, 999, 12)),
          number("spacing", "spacing", new Range(0, 999, 4)),
          flag("dashed"),
          flag("rounded"),
          flag("shadow"),
          flag("glass"),
          flag("curved"),
          flag("flip-h", "flipH"),
          flag("flip-v", "flipV"),
          words("align", "align", "left", "center", "right"),
          words("valign", "verticalAlign", "top", "middle", "bottom"),
          new StyleProperty("weight", "fontStyle", mapped(weights())),
          words("start", "startArrow", arrows()),
          words("end", "endArrow", arrows()),
          new StyleProperty("line", "edgeStyle", mapped(routes())));

  private final String word;
  private final String key;
  private final Param<String> param;
  private final Param<String> alias;

  private StyleProperty(String word, String key, Param<String> values) {
    this.word = word;
    this.key = key;
    this.param = Param.of(word, values.hint(), text -> orDefault(text, values));
    this.alias = Param.of(key, values.hint(), text -> orDefault(text, values));
  }

  private static Reading<String> orDefault(String text, Param<String> values) {
    return text.equals(DEFAULT) ? Reading.fit(DEFAULT) : values.read(text);
  }

  private static StyleProperty colour(String word, String key, Palette.Use use) {
    return new StyleProperty(word, key, Palette.param(word, use));
  }

  /**
   * What a number may be.
   *
   * @param usual one that is
   */
  private record Range(double least, double most, double usual) {}

  private static StyleProperty number(String word, String key, Range range) {
    Param<Double> number = Param.number(word, "NUMBER", range.least(), range.most(), range.usual());
    Param<String> text =
        Param.of(
            word,
            number.hint(),
            given ->
                switch (number.read(given)) {
                  case Reading.Fit<Double>(Double value) -> Reading.fit(Numbers.text(value));
                  case Reading.Unfit<Double>(var reason, var instead) ->
                      new Reading.Unfit<>(reason, instead);
                });
    return new StyleProperty(word, key, text);
  }

  private static StyleProperty flag(String word) {
    return flag(word, word);
  }

  private static StyleProperty flag(String word, String key) {
    return new StyleProperty(word, key, mapped(Map.of("yes", "1", "no", "0")));
  }

  private static StyleProperty words(String word, String key, String... values) {
    return new StyleProperty(word, key, Param.choice(word, values));
  }

  private static String[] arrows() {
    return new String[] {"none", "classic", "block", "open", "oval", "diamond", "cross", "dash"};
  }

  private static Map<String, String> weights() {
    return Map.of("normal", "0", "bold", "1", "italic", "2", "bold-italic", "3", "underline", "4");
  }

  private static Map<String, String> routes() {
    return Map.of(
        "straight", "none",
        "orthogonal", "orthogonalEdgeStyle",
        "elbow", "elbowEdgeStyle",
        "entity", "entityRelationEdgeStyle");
  }

  private static Param<String> mapped(Map<String, String> values) {
    List<String> known = values.keySet().stream().sorted().toList();
    return Param.of("", String.join("|", known), text -> mapped(text, values, known));
  }

  private static Reading<String> mapped(
      String text, Map<String, String> values, List<String> known) {
    String value = values.get(text);
    return value != null
        ? Reading.fit(value)
        : new Reading.Unfit<>(
            "is not one of " + String.join(", ", known),
            Suggestions.nearest(text, known).or(() -> Optional.of(known.get(0))));
  }

  /** The parameters of a verb that sets all of them. */
  static Param<?>[] params() {
    return ALL.stream().flatMap(StyleProperty::params).toArray(Param<?>[]::new);
  }

  private static Stream<Param<?>> params(StyleProperty property) {
    return property.word.equals(property.key)
        ? Stream.of(property.param)
        : Stream.of(property.param, property.alias);
  }

  /** The words, and the keys that mean the same. */
  static List<String> words() {
    return Stream.of(params()).map(Param::key).toList();
  }

  /** The parameters of a verb that sets some of them. */
  static Param<?>[] params(String... words) {
    return Stream.of(words)
        .map(word -> ALL.stream().filter(p -> p.word.equals(word)).findFirst().orElseThrow().param)
        .toArray(Param<?>[]::new);
  }

  /** A style with all that an operation says about looks. */
  static Style applied(Style style, ParsedOp op) {
    Style changed = style;
    for (StyleProperty property : ALL) {
      Optional<String> value = property.param.of(op).or(() -> property.alias.of(op));
      if (value.isPresent()) {
        changed =
            value.get().equals(DEFAULT)
                ? changed.without(property.key)
                : changed.with(property.key, value.get());
      }
    }
    return changed;
  }

  /** Refuses an operation that says one thing twice, by the word and by the key. */
  static void requireOnce(ParsedOp op) {
    for (StyleProperty property : ALL) {
      boolean twice =
          !property.word.equals(property.key)
              && op.param(property.word).isPresent()
              && op.param(property.key).isPresent();
      if (twice) {
        throw NotDone.because(
            property.word + " and " + property.key + " are the same",
            op.withoutParam(property.key).text());
      }
    }
  }

  /** What an operation says about looks, as it says it. */
  static String told(ParsedOp op) {
    return op.params().entrySet().stream()
        .filter(given -> words().contains(given.getKey()))
        .map(given -> given.getKey() + ":" + given.getValue())
        .reduce((a, b) -> a + " " + b)
        .orElse("");
  }

  /** The word for a key of a style; the key itself where there is none. */
  static String word(String key) {
    return ALL.stream()
        .filter(property -> property.key.equals(key))
        .findFirst()
        .map(property -> property.word)
        .orElse(key);
  }

  /** The word for a value of a key, as it can be typed; the value itself where there is none. */
  static String valueWord(String key, String value) {
    for (StyleProperty property : ALL) {
      if (property.key.equals(key)) {
        return Arrays.stream(property.param.hint().split("\\|"))
            .filter(word -> property.param.read(word).equals(Reading.fit(value)))
            .findFirst()
            .orElse(value);
      }
    }
    return value;
  }

  /** The words with their values, for the card. */
  static List<String> lines() {
    return ALL.stream().map(property -> property.param.toString()).toList();
  }
}
