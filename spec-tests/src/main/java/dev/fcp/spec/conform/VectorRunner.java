package dev.fcp.spec.conform;

import dev.fcp.spec.log.LogDecisions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs vectors with a driver and compares the observations, up to the first broken required clause.
 * Each run shows more of what the log decides where the specification leaves several answers open;
 * a later run is explained only by decisions that all earlier runs allow. A deviation after a log
 * was saved and loaded is a matter of CP-12 if the same calls show none without that; likewise for
 * calls of another log (EL-23) and pauses (EL-24). A wrong result of the other log is ignored if
 * its calls alone deviate too, and a deviation in a program with lone surrogates if the program
 * deviates with letters too.
 */
final class VectorRunner {

  /** Calls that must not make a difference. */
  private static final List<LogMethod> CIRCUMSTANCES =
      List.of(LogMethod.RELOAD, LogMethod.OTHER, LogMethod.PAUSE);

  private final Driver driver;
  private final DriverCapabilities capabilities;
  private List<LogDecisions> admissible;

  VectorRunner(Driver driver, DriverCapabilities capabilities) {
    this.driver = driver;
    this.capabilities = capabilities;
    this.admissible = LogDecisions.byDistanceFrom(LogDecisions.of(capabilities.expectedRedoTail()));
  }

  /** Runs a vector that the driver supports. */
  VectorResult run(Vector vector) {
    VectorResult result = runOnce(vector);
    if (isWrongOnOtherLog(vector, result) && !runAgain(callsOfOtherLog(vector)).isPassed()) {
      return result.withoutDeviations();
    }
    Map<String, VectorResult> without = new LinkedHashMap<>();
    for (LogMethod circumstance : CIRCUMSTANCES) {
      List<Call> others =
          vector.program().stream().filter(call -> call.method() != circumstance).toList();
      if (!result.deviations().isEmpty() && others.size() < vector.steps().size()) {
        without.put(ClauseAttribution.ofSuccess(Call.of(circumstance)), runAgain(others));
      }
    }
    VectorResult attributed =
        result.attributing(deviation ->
            without.entrySet().stream()
                .filter(run -> run.getValue().deviationFrom(deviation.clause()).isEmpty())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(deviation.clause()));
    return attributed.deviationFrom("EL-22").isEmpty() || runAgain(withLetters(vector)).isPassed()
        ? attributed
        : attributed.withoutDeviations();
  }

  private static boolean isWrongOnOtherLog(Vector vector, VectorResult result) {
    return result.deviations().stream()
        .filter(deviation -> deviation.stepIndex() >= 0)
        .map(deviation -> vector.steps().get(deviation.stepIndex()).call())
        .anyMatch(call -> call.method() == LogMethod.OTHER);
  }

  private static List<Call> callsOfOtherLog(Vector vector) {
    return vector.program().stream()
        .filter(call -> call.method() == LogMethod.OTHER)
        .map(Call::onOtherLog)
        .toList();
  }

  /** Returns a program with letters in place of lone surrogates. */
  private static List<Call> withLetters(Vector vector) {
    return vector.program().stream()
        .map(call ->
            new Call(
                call.method(),
                call.arguments().stream()
                    .map(argument ->
                        argument instanceof String text && Json.hasLoneSurrogate(text)
                            ? "s" + Json.quote(text).replaceAll("\\W", "")
                            : argument)
                    .toList()))
        .toList();
  }

  private VectorResult runAgain(List<Call> program) {
    return runOnce(ReferenceModel.vectorOf("", "random", program, capabilities.expectedRedoTail()));
  }

  private VectorResult runOnce(Vector vector) {
    VectorRun run = new VectorRun(driver, capabilities, admissible);
    VectorResult result = run.run(vector);
    List<LogDecisions> explanations = run.explanations();
    if (!explanations.isEmpty()) {
      admissible = explanations;
    }
    return result;
  }
}
