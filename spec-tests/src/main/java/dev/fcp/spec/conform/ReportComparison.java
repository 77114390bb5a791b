package dev.fcp.spec.conform;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import tools.jackson.databind.JsonNode;

/** What changed between two reports in JSON. */
final class ReportComparison {

  private static final String PASSED = "passed";
  private static final String FAILED = "failed";
  private static final String NOT_OBSERVED = "not observed";

  private final JsonNode before;
  private final JsonNode after;
  private final Map<String, String> verdictsBefore;
  private final Map<String, String> verdictsAfter;

  /** Prepares the comparison of two reports. */
  ReportComparison(JsonNode before, JsonNode after) {
    this.before = before;
    this.after = after;
    this.verdictsBefore = verdicts(before);
    this.verdictsAfter = verdicts(after);
  }

  private static Map<String, String> verdicts(JsonNode report) {
    Map<String, String> verdicts = new LinkedHashMap<>();
    for (JsonNode clause : report.path("clauses")) {
      verdicts.put(clause.path("id").asString(""), clause.path("verdict").asString(""));
    }
    return verdicts;
  }

  /** Whether a required clause is broken in the second report and was not in the first. */
  boolean isRequiredClauseNewlyBroken() {
    return clauses((was, is) -> is.equals(FAILED) && !was.equals(FAILED)).stream()
        .anyMatch(this::isRequired);
  }

  /** Returns the comparison for people. */
  String render() {
    List<String> lines = new ArrayList<>();
    String suite = before.path("suite").path("version").asString("");
    String newSuite = after.path("suite").path("version").asString("");
    if (!suite.equals(newSuite)) {
      lines.add("the versions of the suite differ: %s and %s".formatted(suite, newSuite));
    }
    if (!after.path("driverFailures").isEmpty()) {
      lines.add("the driver failed in the second run");
    }
    lines.add(line("newly broken", (was, is) -> is.equals(FAILED) && !was.equals(FAILED)));
    lines.add(line("newly held", (was, is) -> is.equals(PASSED) && !was.equals(PASSED)));
    lines.add(line("no longer observed", (was, is) -> is.equals(NOT_OBSERVED) && !was.equals(is)));
    lines.add("unchanged: " + clauses(String::equals).size());
    return String.join("\n", lines) + "\n";
  }

  private String line(String change, BiPredicate<String, String> applies) {
    List<String> ids =
        clauses(applies).stream().map(id -> isRequired(id) ? id + " (required)" : id).toList();
    return change + ": " + (ids.isEmpty() ? "none" : String.join(", ", ids));
  }

  /** Returns the clauses of both reports whose verdicts before and after meet a condition. */
  private List<String> clauses(BiPredicate<String, String> applies) {
    Map<String, String> all = new LinkedHashMap<>(verdictsAfter);
    verdictsBefore.forEach(all::putIfAbsent);
    return all.keySet().stream()
        .filter(id ->
            applies.test(
                verdictsBefore.getOrDefault(id, NOT_OBSERVED),
                verdictsAfter.getOrDefault(id, NOT_OBSERVED)))
        .toList();
  }

  private boolean isRequired(String id) {
    JsonNode report = verdictsAfter.containsKey(id) ? after : before;
    return report
        .path("clauses")
        .valueStream()
        .anyMatch(clause ->
            clause.path("id").asString("").equals(id)
                && clause.path("kind").asString("").equals("required"));
  }
}
