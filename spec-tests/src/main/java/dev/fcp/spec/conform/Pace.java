package dev.fcp.spec.conform;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Limits the time of a run with a slow driver. After a limit, no more random or long programs are
 * run; after a later one, programs are no longer made shorter. Vectors always run.
 */
final class Pace {

  /** When the run of programs ends, for the default number of random programs. */
  static final Duration RUN_LIMIT = Duration.ofSeconds(80);

  /** How long programs are made shorter after that. */
  static final Duration SHRINK_LIMIT = Duration.ofSeconds(25);

  /** The number of random programs for which the limit need not be longer. */
  static final int DEFAULT_PROGRAM_COUNT = 300;

  private static final Duration QUIET_TIME = Duration.ofSeconds(20);

  private final LongSupplier nanoTime;
  private final Consumer<String> listener;
  private final long startNanos;
  private final Duration runLimit;
  private Duration limit;
  private int callCount;
  private long batchNanos;
  private int batchedCallCount;
  private boolean isAnnounced;

  /**
   * Starts a run.
   *
   * @param nanoTime a clock, such as {@link System#nanoTime}
   * @param listener is told once if the run takes long, and why
   * @param programCount the number of random programs; more than the default may take longer
   */
  Pace(LongSupplier nanoTime, Consumer<String> listener, int programCount) {
    this.nanoTime = nanoTime;
    this.listener = listener;
    this.startNanos = nanoTime.getAsLong();
    this.runLimit =
        RUN_LIMIT
            .multipliedBy(Math.max(programCount, DEFAULT_PROGRAM_COUNT))
            .dividedBy(DEFAULT_PROGRAM_COUNT);
    this.limit = runLimit;
  }

  /** Returns the pace of a run without a limit. */
  static Pace unlimited() {
    return new Pace(() -> 0, notice -> {}, 0);
  }

  /** Whether the time is over. */
  boolean isOver() {
    return elapsed().compareTo(limit) > 0;
  }

  /** Whether there is time for a long program, judged by earlier ones. */
  boolean hasTimeFor(Vector longProgram) {
    long nanosPerCall = batchedCallCount == 0 ? 0 : batchNanos / batchedCallCount;
    Duration expected = Duration.ofNanos(nanosPerCall * longProgram.steps().size());
    return elapsed().plus(expected).compareTo(limit) <= 0;
  }

  /** Begins the time in which programs are made shorter. */
  void startShrinking() {
    limit = runLimit.plus(SHRINK_LIMIT);
  }

  private Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - startNanos);
  }

  private void count(int newCalls) {
    callCount += newCalls;
    Duration elapsed = elapsed();
    if (!isAnnounced && elapsed.compareTo(QUIET_TIME) > 0) {
      isAnnounced = true;
      listener.accept(
          "the driver took %d s for %,d calls, %.1f ms each; random and long programs that do not fit into %d s are not run"
              .formatted(
                  elapsed.toSeconds(),
                  callCount,
                  elapsed.toNanos() / 1e6 / callCount,
                  runLimit.toSeconds()));
    }
  }

  /** Returns a driver that does the same as another one and whose calls are measured. */
  Driver measure(Driver driver) {
    return new MeasuredDriver(driver);
  }

  private final class MeasuredDriver implements Driver {

    private final Driver driver;
    private int callCountOfProgram;

    MeasuredDriver(Driver driver) {
      this.driver = driver;
    }

    @Override
    public DriverCapabilities capabilities() throws DriverException {
      return driver.capabilities();
    }

    @Override
    public Reply newLog() throws DriverException {
      callCountOfProgram = 0;
      return driver.newLog();
    }

    @Override
    public Reply call(Call call) throws DriverException {
      return call(call, true);
    }

    @Override
    public Reply call(Call call, boolean readsState) throws DriverException {
      startCalls(1);
      return driver.call(call, readsState);
    }

    @Override
    public List<CallResult> callAll(List<Call> calls) throws DriverException {
      startCalls(calls.size());
      long start = nanoTime.getAsLong();
      List<CallResult> results = driver.callAll(calls);
      batchNanos += nanoTime.getAsLong() - start;
      batchedCallCount += calls.size();
      return results;
    }

    /** Gives up a long program if the time is over. */
    private void startCalls(int newCalls) throws DriverException {
      if (callCountOfProgram >= LongPrograms.ELEVEN_HUNDRED && isOver()) {
        throw new DriverException(DriverException.Kind.HANGS, "there is no time for the rest");
      }
      callCountOfProgram += newCalls;
      count(newCalls);
    }

    @Override
    public void close() {
      driver.close();
    }
  }
}
