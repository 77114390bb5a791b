package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Style;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.names.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The colours that have names: each as it fills a shape, and in the stronger tone of lines. */
enum Palette {
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

  /** No colour at all: what lies behind shows. */
  static final String NONE = "none";

  /** What a colour is used for. */
  enum Use {
    FILL,
    LINE
  }

  private static final Pattern HEX = Pattern.compile("#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})");

  private final String fill;
  private final String line;

  Palette(String fill, String line) {
    this.fill = fill;
    this.line = line;
  }

  static List<String> names() {
    return Arrays.stream(values()).map(colour -> colour.name().toLowerCase(Locale.ROOT)).toList();
  }

  private static Optional<Palette> named(String name) {
    String wanted = name.equalsIgnoreCase("grey") ? "gray" : name;
    return Arrays.stream(values()).filter(c -> c.name().equalsIgnoreCase(wanted)).findFirst();
  }

  /** A colour by name or as {@code #rrggbb}; the value is what the style holds. */
  static Reading<String> read(String text, Use use) {
    if (HEX.matcher(text).matches() || text.equals(NONE)) {
      return Reading.fit(text);
    }
    Optional<Palette> colour = named(text);
    if (colour.isPresent()) {
      boolean paper = colour.get() == WHITE && use == Use.LINE;
      return Reading.fit(paper || use == Use.FILL ? colour.get().fill : colour.get().line);
    }
    List<String> known = new ArrayList<>(names());
    known.add(NONE);
    return new Reading.Unfit<>(
        "is no colour; known are #rrggbb, " + String.join(", ", known),
        Suggestions.nearest(text, known).or(() -> Optional.of("blue")));
  }

  static Param<String> param(String key, Use use) {
    return Param.of(key, "COLOUR", text -> read(text, use));
  }

  static Param<Palette> themeParam() {
    return Param.of("theme", "NAME", Palette::readTheme);
  }

  private static Reading<Palette> readTheme(String text) {
    return named(text)
        .<Reading<Palette>>map(Reading::fit)
        .orElseGet(() ->
            new Reading.Unfit<>(
                "is no theme; known are " + String.join(", ", names()),
                Suggestions.nearest(text, names()).or(() -> Optional.of("blue"))));
  }

  /** A style in the colours of this theme. */
  Style applied(Style style) {
    Style coloured = style.with("fillColor", fill).with("strokeColor", line);
    return this == BLACK ? coloured.with("fontColor", "#ffffff") : coloured;
  }

  /** The name in the language. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How it looks, for the card. */
  String shown() {
    return word() + " " + fill + " " + line;
  }
}
