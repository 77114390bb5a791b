package dev.fcp.benchmarks.table;

import com.google.errorprone.annotations.FormatMethod;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A plot of costs against size as an SVG image, with logarithmic axes. Lines of this run are solid;
 * those of the run before are dashed and have the same color.
 */
public final class Plot {

  private static final int WIDTH = 800;
  private static final int HEIGHT = 400;
  private static final int LEFT = 78;
  private static final int RIGHT = 500;
  private static final int TOP = 46;
  private static final int BOTTOM = 340;
  private static final int LEGEND_LINE = 20;
  private static final int MIN_DECADES = 3;
  private static final List<String> COLORS =
      List.of("#2f7ed8", "#d9730d", "#2e9e5b", "#a05cc9", "#c9436b", "#8a8f98", "#7b6a45");

  private static final List<Definition> DEFINITIONS =
      List.of(
          new Definition("step", "Session step in memory", "entities", "us of the thread", "step"),
          new Definition(
              "garbage", "Garbage of a session step", "entities", "bytes", "step.garbage"),
          new Definition("writers", "Durable steps", "threads", "steps per second", "writers"),
          new Definition("opening", "Opening a history", "steps", "ms", "opened", "usable", "plan"),
          new Definition("jump", "Jump", "steps", "ms", "jump.warm", "jump.cold"),
          new Definition(
              "edits", "Edit of an open document", "cells or notes", "ms", "label", "note"),
          new Definition("log", "fcp log", "steps", "s", "log"),
          new Definition(
              "documents",
              "Open documents",
              "documents",
              "per document",
              "documents.threads",
              "documents.descriptors"));

  private final Definition definition;
  private final List<Series> series;
  private final Axis x;
  private final Axis y;
  private final StringBuilder svg = new StringBuilder();

  /** What a plot shows: the results of some rows. */
  private record Definition(
      String name, String title, String xTitle, String yTitle, List<String> rows) {

    Definition(String name, String title, String xTitle, String yTitle, String... rows) {
      this(name, title, xTitle, yTitle, List.of(rows));
    }
  }

  /** The results of one subject by size. */
  private record Series(String name, String color, boolean isBefore, List<Result> points) {}

  /** A logarithmic axis from one value to another, with ticks. */
  private record Axis(double least, double greatest, List<Double> ticks, double from, double to) {

    /**
     * Covers exactly the values; the ticks are the powers of ten, or the values if these are few.
     */
    static Axis ofSizes(TreeSet<Double> values, double from, double to) {
      List<Double> decades = powersOfTen(values.first(), values.last());
      List<Double> ticks = decades.size() < MIN_DECADES ? List.copyOf(values) : decades;
      return new Axis(values.first(), values.last(), ticks, from, to);
    }

    /** Covers whole powers of ten. */
    static Axis ofDecades(TreeSet<Double> values, double from, double to) {
      double least = Math.pow(10, Math.floor(Math.log10(values.first())));
      double greatest = Math.max(10 * least, Math.pow(10, Math.ceil(Math.log10(values.last()))));
      return new Axis(least, greatest, powersOfTen(least, greatest), from, to);
    }

    private static List<Double> powersOfTen(double least, double greatest) {
      return IntStream.rangeClosed(
              (int) Math.ceil(Math.log10(least)), (int) Math.floor(Math.log10(greatest)))
          .mapToObj(exponent -> Math.pow(10, exponent))
          .toList();
    }

    double at(double value) {
      return from + (to - from) * Math.log(value / least) / Math.log(greatest / least);
    }
  }

  private Plot(Definition definition, List<Series> series) {
    this.definition = definition;
    this.series = series;
    TreeSet<Double> sizes = new TreeSet<>();
    TreeSet<Double> values = new TreeSet<>();
    for (Series line : series) {
      for (Result point : line.points()) {
        sizes.add((double) point.size());
        values.add(point.median());
      }
    }
    x = Axis.ofSizes(sizes, LEFT, RIGHT);
    y = Axis.ofDecades(values, BOTTOM, TOP);
  }

  /**
   * Writes all plots of which something was measured at two sizes or more.
   *
   * @param before the results of another run
   */
  public static void writeAll(Run now, Optional<Run> before, Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Definition definition : DEFINITIONS) {
      List<Series> series = series(definition, now, before);
      if (!series.isEmpty()) {
        Files.writeString(
            folder.resolve(definition.name() + ".svg"), new Plot(definition, series).draw());
      }
    }
  }

  private static List<Series> series(Definition definition, Run now, Optional<Run> before) {
    List<Series> series = new ArrayList<>();
    int colors = 0;
    for (String row : definition.rows()) {
      Set<String> subjects = new LinkedHashSet<>(Set.of(Result.FCP));
      now.results().stream()
          .filter(result -> result.row().equals(row))
          .filter(result -> !result.subject().equals(Result.WALL))
          .forEach(result -> subjects.add(result.subject()));
      for (String subject : subjects) {
        String color = COLORS.get(colors % COLORS.size());
        String name = definition.rows().size() == 1 ? subject : legend(row, subject);
        List<Result> points = points(now, row, subject);
        if (points.size() > 1) {
          series.add(new Series(name, color, false, points));
          colors++;
        }
        List<Result> others =
            subject.equals(Result.FCP) && before.isPresent()
                ? points(before.get(), row, subject)
                : List.of();
        if (others.size() > 1) {
          series.add(new Series(name + ", before", color, true, others));
        }
      }
    }
    return series;
  }

  private static String legend(String row, String subject) {
    return subject.equals(Result.FCP) ? row.substring(row.lastIndexOf('.') + 1) : subject;
  }

  /** The results of a subject, sorted by size; zero has no place on a logarithmic axis. */
  private static List<Result> points(Run run, String row, String subject) {
    return run.sizes(row).stream()
        .flatMap(size -> run.find(row, size, subject).stream())
        .filter(result -> result.median() > 0)
        .toList();
  }

  private String draw() {
    add(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif">
        <style>
        svg { background: #ffffff; color: #24292f; }
        text { fill: currentColor; font-size: 12px; }
        .title { font-size: 15px; font-weight: bold; }
        .grid { stroke: currentColor; stroke-opacity: 0.15; }
        .line { fill: none; stroke-width: 2; }
        @media (prefers-color-scheme: dark) { svg { background: #0d1117; color: #e6edf3; } }
        </style>
        """,
        WIDTH, HEIGHT);
    text(
        LEFT,
        TOP - 22,
        "start",
        definition.title() + ", " + definition.yTitle(),
        " class=\"title\"");
    drawAxes();
    for (int i = 0; i < series.size(); i++) {
      draw(series.get(i), TOP + 8 + i * LEGEND_LINE);
    }
    add("</svg>\n");
    return svg.toString();
  }

  private void drawAxes() {
    for (double tick : x.ticks()) {
      grid(x.at(tick), TOP, x.at(tick), BOTTOM);
      text(x.at(tick), BOTTOM + 18, "middle", number(tick), "");
    }
    for (double tick : y.ticks()) {
      grid(LEFT, y.at(tick), RIGHT, y.at(tick));
      text(LEFT - 8, y.at(tick) + 4, "end", number(tick), "");
    }
    text((LEFT + RIGHT) / 2.0, BOTTOM + 42, "middle", definition.xTitle(), "");
  }

  private static String number(double tick) {
    return tick < 1
        ? BigDecimal.valueOf(tick).stripTrailingZeros().toPlainString()
        : String.format(Locale.ROOT, "%,.0f", tick);
  }

  private void draw(Series line, double legendY) {
    String stroke =
        " stroke=\"%s\"%s"
            .formatted(line.color(), line.isBefore() ? " stroke-dasharray=\"6 4\"" : "");
    StringBuilder path = new StringBuilder();
    for (Result point : line.points()) {
      double at = x.at((double) point.size());
      path.append(path.isEmpty() ? "M" : " L");
      path.append(String.format(Locale.ROOT, "%.1f %.1f", at, y.at(point.median())));
      dot(at, y.at(point.median()), line);
    }
    add("<path class=\"line\"%s d=\"%s\"/>\n", stroke, path);
    add("<path class=\"line\"%s d=\"M%d %.1f h28\"/>\n", stroke, RIGHT + 20, legendY);
    text(RIGHT + 56, legendY + 4, "start", line.name(), "");
  }

  private void dot(double atX, double atY, Series line) {
    String fill = line.isBefore() ? "none" : line.color();
    add(
        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\" stroke=\"%s\"/>\n",
        atX, atY, fill, line.color());
  }

  private void grid(double x1, double y1, double x2, double y2) {
    add("<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", x1, y1, x2, y2);
  }

  private void text(double atX, double atY, String anchor, String text, String attributes) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>\n",
        atX, atY, anchor, attributes, text.replace("&", "&amp;").replace("<", "&lt;"));
  }

  @FormatMethod
  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }
}
