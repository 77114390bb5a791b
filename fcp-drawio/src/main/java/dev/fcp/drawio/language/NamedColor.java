package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Style;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.names.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The named colours, each with a fill colour and a stronger line colour. */
enum NamedColor {
  BLUE("#dae8fc", "#6c8ebf"),
  GREEN("#d5e8d4", "#82b366"),
  YELLOW("#fff2cc", "#d6b656"),
  ORANGE("#ffe6cc", "#d79b00"),
  RED("#f8cecc", "#b85450"),
  PURPLE("#e1d5e7", "#9673a6"),
  PINK("#e6d0de", "#996185"),
  TEAL("#b0e3e6", "#0e8088"),
  GRAY("#f5f5f5", "#666666"),
  WHITE("#ffffff", "#000000"),
  BLACK("#000000", "#000000");

  /** No colour: transparent. */
  static final String NONE = "none";

  /** The use of a colour. */
  enum ColorUse {
    FILL,
    LINE
  }

  private static final Pattern HEX = Pattern.compile("#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})");

  private final String fill;
  private final String line;

  NamedColor(String fill, String line) {
    this.fill = fill;
    this.line = line;
  }

  static List<String> names() {
    return Arrays.stream(values()).map(color -> color.name().toLowerCase(Locale.ROOT)).toList();
  }

  private static Optional<NamedColor> forName(String name) {
    String normalized = name.equalsIgnoreCase("grey") ? "gray" : name;
    return Arrays.stream(values())
        .filter(color -> color.name().equalsIgnoreCase(normalized))
        .findFirst();
  }

  /** Parses a colour name or {@code #rrggbb} to the value in the style. */
  static ParsedArgument<String> parse(String text, ColorUse use) {
    if (HEX.matcher(text).matches() || text.equals(NONE)) {
      return ParsedArgument.valid(text);
    }
    Optional<NamedColor> color = forName(text);
    if (color.isPresent()) {
      boolean isWhiteLine = color.get() == WHITE && use == ColorUse.LINE;
      return ParsedArgument.valid(
          isWhiteLine || use == ColorUse.FILL ? color.get().fill : color.get().line);
    }
    List<String> choices = new ArrayList<>(names());
    choices.add(NONE);
    return new ParsedArgument.Invalid<>(
        "is not a colour; known are #rrggbb, " + String.join(", ", choices),
        Suggestions.findSimilar(text, choices));
  }

  static Param<String> colorParam(String key, ColorUse use) {
    return Param.of(key, "COLOUR", text -> parse(text, use));
  }

  static Param<NamedColor> themeParam() {
    return Param.of("theme", "NAME", NamedColor::parseTheme);
  }

  private static ParsedArgument<NamedColor> parseTheme(String text) {
    return forName(text)
        .<ParsedArgument<NamedColor>>map(ParsedArgument::valid)
        .orElseGet(() ->
            new ParsedArgument.Invalid<>(
                "is not a theme; known are " + String.join(", ", names()),
                Suggestions.findSimilar(text, names())));
  }

  /** A copy of a style with the colours of this theme. */
  Style applyTo(Style style) {
    Style colored = style.with("fillColor", fill).with("strokeColor", line);
    return this == BLACK ? colored.with("fontColor", "#ffffff") : colored;
  }

  /** The name in the language. */
  String keyword() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The line for this colour on the reference card. */
  String cardLine() {
    return keyword() + " " + fill + " " + line;
  }
}
