package dev.fcp.spec.conform;

/** Runs vectors on a driver and compares what is seen, up to the first broken required clause. */
final class Judge {

  private final LogDriver driver;
  private final Greeting greeting;

  Judge(LogDriver driver, Greeting greeting) {
    this.driver = driver;
    this.greeting = greeting;
  }

  /** What comes of a vector that the driver can run. */
  Outcome judge(Vector vector) {
    return new Trial(driver, greeting).of(vector);
  }
}
