package dev.fcp.spec.conform;

/**
 * Runs vectors with a driver and compares the observations, up to the first broken required clause.
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
    return new VectorRun(driver, capabilities).run(vector);
  }
}
