package dev.fcp.spec.conform;

import dev.fcp.spec.log.LogDecisions;
import java.util.List;

/**
 * Runs vectors with a driver and compares the observations, up to the first broken required clause.
 * Each run shows more of what the log decides where the specification leaves several answers open;
 * a later run is explained only by decisions that all earlier runs allow. A deviation after a log
 * was saved and loaded is a matter of CP-12 if the same calls show none without that.
 */
final class VectorRunner {

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
    List<Call> others =
        vector.program().stream().filter(call -> call.method() != LogMethod.RELOAD).toList();
    if (result.deviations().isEmpty() || others.size() == vector.steps().size()) {
      return result;
    }
    VectorResult resultWithout =
        runOnce(
            ReferenceModel.vectorOf(
                vector.name(), vector.origin(), others, capabilities.expectedRedoTail()));
    return result.attributingTo(
        "CP-12", deviation -> resultWithout.deviationFrom(deviation.clause()).isEmpty());
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
