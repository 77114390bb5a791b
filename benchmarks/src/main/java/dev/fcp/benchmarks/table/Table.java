package dev.fcp.benchmarks.table;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Formats results as a Markdown table. */
public final class Table {

  private final Run now;
  private final Optional<Run> before;
  private final List<String> lines = new ArrayList<>();

  private Table(Run now, Optional<Run> before) {
    this.now = now;
    this.before = before;
  }

  /**
   * Formats results: first the rows with aims, then the others in the order of their measurement.
   *
   * @param before the results of another run, for the column "before"
   */
  public static String format(Run now, Optional<Run> before) {
    Table table = new Table(now, before);
    table.addHead();
    TableRow.ALL.forEach(table::add);
    now.results().stream()
        .map(Result::row)
        .distinct()
        .filter(key -> TableRow.ALL.stream().noneMatch(row -> row.key().equals(key)))
        .forEach(key -> table.add(new TableRow(key, key, 1, Map.of())));
    return String.join("\n", table.lines) + "\n";
  }

  private void addHead() {
    lines.add(now.jdk() + "; " + now.machine() + "; " + now.date() + ", " + now.extent() + " run.");
    before.ifPresent(run -> lines.add("Before: " + run.jdk() + ", " + run.date() + "."));
    lines.add("");
    String column = before.isPresent() ? " before |" : "";
    lines.add("| work | size |" + column + " FCP | beside it | aim | met |");
    lines.add("|---|--:|" + (before.isPresent() ? "--:|" : "") + "--:|---|---|---|");
  }

  private void add(TableRow row) {
    for (long size : now.sizes(row.key())) {
      now.find(row.key(), size, Result.FCP).ifPresent(result -> add(row, result));
    }
  }

  private void add(TableRow row, Result result) {
    List<TableRow.Aim> aims = row.aims().getOrDefault(result.size(), List.of());
    List<String> cells = new ArrayList<>();
    cells.add(row.title());
    cells.add(String.format(Locale.ROOT, "%,d", result.size()));
    if (before.isPresent()) {
      cells.add(
          before
              .flatMap(run -> run.find(row.key(), result.size(), Result.FCP))
              .map(other -> summary(row, other))
              .orElse(""));
    }
    cells.add(summary(row, result));
    cells.add(
        now.of(row.key(), result.size()).stream()
            .filter(other -> !other.subject().equals(Result.FCP))
            .map(other -> other.subject() + " " + number(row, other.median()))
            .collect(joining(", ")));
    cells.add(aims.stream().map(TableRow.Aim::toString).collect(joining(", ")));
    cells.add(met(aims, result));
    lines.add("| " + String.join(" | ", cells) + " |");
  }

  private String met(List<TableRow.Aim> aims, Result result) {
    List<Optional<Boolean>> answers =
        aims.stream().map(aim -> aim.isMet(now, before, result)).toList();
    if (answers.isEmpty() || answers.contains(Optional.<Boolean>empty())) {
      return "";
    }
    return answers.contains(Optional.of(false)) ? "**no**" : "yes";
  }

  private static String summary(TableRow row, Result result) {
    String median = number(row, result.median());
    return result.min() == result.max()
        ? median
        : "%s [%s-%s]".formatted(median, number(row, result.min()), number(row, result.max()));
  }

  private static String number(TableRow row, double value) {
    return String.format(Locale.ROOT, "%,." + row.digits() + "f", value);
  }
}
