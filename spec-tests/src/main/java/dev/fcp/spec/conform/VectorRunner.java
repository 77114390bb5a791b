package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.List;

/**
 * Runs vectors with a driver and compares the observations, up to the first broken required clause.
 * A deviation after a log was saved and loaded is a matter of CP-12 if the same calls show none
 * without that.
 */
final class VectorRunner {

  private final Driver driver;
  private final DriverCapabilities capabilities;

  VectorRunner(Driver driver, DriverCapabilities capabilities) {
    this.driver = driver;
    this.capabilities = capabilities;
  }

  /** Runs a vector that the driver supports. */
  VectorResult run(Vector vector) {
    VectorResult result = new VectorRun(driver, capabilities).run(vector);
    List<Call> others =
        vector.program().stream().filter(call -> call.method() != LogMethod.RELOAD).toList();
    if (result.deviations().isEmpty() || others.size() == vector.steps().size()) {
      return result;
    }
    Vector withoutReload =
        ReferenceModel.vectorOf(
            vector.name(), vector.origin(), others, capabilities.redoTail().orElse(RedoTail.KEEPS));
    VectorResult resultWithout = new VectorRun(driver, capabilities).run(withoutReload);
    return result.attributingTo(
        "CP-12", deviation -> resultWithout.deviationFrom(deviation.clause()).isEmpty());
  }
}
