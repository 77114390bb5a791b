package dev.fcp.spec.conform;

/** Runs vectors on a driver and compares what is seen, up to the first broken required clause. */
final class VectorRunner {

  private final Driver driver;
  private final DriverCapabilities capabilities;

  VectorRunner(Driver driver, DriverCapabilities capabilities) {
    this.driver = driver;
    this.capabilities = capabilities;
  }

  /** What comes of a vector that the driver can run. */
  VectorResult run(Vector vector) {
    return new VectorRun(driver, capabilities).run(vector);
  }
}
