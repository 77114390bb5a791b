package dev.fcp.spec.conform;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The results of a run as JSON, for programs and for {@link ReportComparison}. */
final class JsonReport {

  private JsonReport() {}

  static String render(Report report) {
    ObjectNode json = Json.object();
    json.putObject("suite").put("version", suiteVersion());
    json.put("log", report.capabilities().name());
    addCapabilities(json.putObject("capabilities"), report.capabilities());
    ObjectNode settings = json.putObject("settings");
    report.settings().areaOrClause().ifPresent(only -> settings.put("only", only));
    settings.put("seed", report.settings().seed());
    addCounts(json.putObject("counts"), report);
    json.put("conclusion", report.conclusion());
    ArrayNode clauses = json.putArray("clauses");
    for (SpecClause clause : report.clauses()) {
      clauses
          .addObject()
          .put("id", clause.id())
          .put("kind", clause.kind())
          .put("verdict", report.verdict(clause).text().toLowerCase(Locale.ROOT))
          .put("held", report.heldCounts().getOrDefault(clause.id(), 0));
    }
    ArrayNode failures = json.putArray("failures");
    Stream.concat(report.sortedFailures().stream(), report.driverFailures())
        .forEach(failure -> addFailure(failures.addObject(), report, failure));
    json.set("driverFailures", Json.textArray(report.driverFaults()));
    report.abortNotice().ifPresent(notice -> json.put("givenUp", notice));
    return json.toPrettyString() + "\n";
  }

  /** Returns the version from the manifest of the jar. */
  private static String suiteVersion() {
    String version = JsonReport.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }

  private static void addCapabilities(ObjectNode json, DriverCapabilities capabilities) {
    capabilities.redoTail().ifPresent(tail -> json.put("redoTail", VectorFile.jsonName(tail)));
    json.set(
        "observes",
        Json.textArray(capabilities.observes().stream().map(Aspect::jsonName).toList()));
    json.set(
        "has", Json.textArray(capabilities.methods().stream().map(LogMethod::jsonName).toList()));
  }

  private static void addCounts(ObjectNode json, Report report) {
    json.put("vectors", report.counts().vectorCount())
        .put("skippedVectors", report.counts().skippedCount())
        .put("randomPrograms", report.counts().programCount())
        .put("notRun", report.counts().notRunCount())
        .put("tooSlow", report.counts().slowCount())
        .put("passed", report.count(Report.Verdict.PASSED))
        .put("failed", report.count(Report.Verdict.FAILED))
        .put("undecided", report.count(Report.Verdict.UNDECIDED))
        .put("requiredFailed", report.countRequiredFailed())
        .put("notObserved", report.count(Report.Verdict.NOT_OBSERVED));
  }

  private static void addFailure(ObjectNode json, Report report, Failure failure) {
    json.put("clause", failure.reportedClause().id())
        .put("required", failure.isRequired())
        .put("program", Call.text(failure.program()))
        .put("subject", failure.deviation().subject())
        .put("expected", failure.deviation().expected())
        .put("got", failure.deviation().actual())
        .put("foundBy", failure.foundBy())
        .put("byDriver", failure.deviation().isDriverFault());
    json.set("suspects", Json.textArray(List.copyOf(failure.suspects())));
    json.set("consequences", Json.textArray(List.copyOf(failure.consequences())));
    ArrayNode calls = json.putArray("calls");
    failure.program().forEach(call -> calls.add(Json.call(call)));
    Report.Reruns reruns = report.flakyFailures().get(failure.clause());
    if (reruns != null) {
      json.putObject("flaky").put("failed", reruns.failedCount()).put("runs", reruns.runCount());
    }
  }
}
