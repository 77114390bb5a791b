package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.NaiveListLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Slow drivers get a verdict in limited time; slowness breaks no clause. */
class PaceTest {

  private static final long MILLISECOND = 1_000_000;

  private final List<String> notices = new ArrayList<>();
  private long nanoTime;

  /** Advances the clock at each call. */
  private final class SlowDriver implements Driver {

    private final Driver delegate;
    private final IntToLongFunction nanosOfCall;
    private int callCount;

    SlowDriver(Supplier<LogUnderTest<String>> log, IntToLongFunction nanosOfCall) {
      DriverCapabilities specified = DriverCapabilities.specificationOnly("slow", RedoTail.KEEPS);
      this.delegate =
          new InProcessDriver(
              new DriverCapabilities(
                  specified.name(),
                  specified.redoTail(),
                  specified.observes(),
                  specified.methods(),
                  EnumSet.of(Feature.BRIEF_REPLIES)),
              log);
      this.nanosOfCall = nanosOfCall;
    }

    @Override
    public DriverCapabilities capabilities() throws DriverException {
      return delegate.capabilities();
    }

    @Override
    public Reply newLog() throws DriverException {
      callCount = 0;
      return delegate.newLog();
    }

    @Override
    public Reply call(Call call) throws DriverException {
      return call(call, true);
    }

    @Override
    public Reply call(Call call, boolean readsState) throws DriverException {
      nanoTime += nanosOfCall.applyAsLong(++callCount) * (readsState ? 5 : 1);
      return delegate.call(call, readsState);
    }

    @Override
    public void close() {}
  }

  private Report report(Supplier<LogUnderTest<String>> log, IntToLongFunction nanosOfCall)
      throws DriverException {
    return ConformanceSuite.run(
        new SlowDriver(log, nanosOfCall),
        VectorFile.vectors(),
        RunSettings.all(1, 300),
        driverFault -> {},
        new Pace(() -> nanoTime, notices::add, 300));
  }

  private Duration elapsed() {
    return Duration.ofNanos(nanoTime);
  }

  @Test
  void a_log_that_takes_milliseconds_for_a_call_gets_a_verdict_in_two_minutes()
      throws DriverException {
    Report report = report(NaiveListLog::new, call -> 5 * MILLISECOND);
    assertThat(elapsed()).isLessThan(Duration.ofMinutes(2));
    assertThat(report.isConforming()).isTrue();
    assertThat(report.counts().programCount()).isBetween(20, 299);
    long longCount =
        LongPrograms.vectors().stream()
            .map(report.capabilities()::withNeededCounts)
            .filter(report.capabilities()::canRun)
            .count();
    assertThat(report.counts().slowCount())
        .isEqualTo(300 - report.counts().programCount() + longCount);
    assertThat(ConsoleReport.render(report))
        .contains(
            "; %d random and long programs were not run to the end, because the driver is too slow, which breaks no clause"
                .formatted(report.counts().slowCount()));
    assertThat(notices)
        .singleElement()
        .asString()
        .matches("the driver took 20 s for \\S+ calls, 2\\d\\.\\d ms each; .* 80 s are not run");
  }

  @Test
  void a_slow_log_that_is_wrong_fails_with_a_short_program() throws DriverException {
    Report report =
        report(
            () -> new FaultyLog(EnumSet.of(LogFault.UNDO_OLDEST_FIRST)), call -> 5 * MILLISECOND);
    assertThat(elapsed()).isLessThan(Duration.ofMinutes(2));
    assertThat(report.failures()).extracting(Failure::clause).containsExactly("EL-4");
    assertThat(report.failures()).extracting(Failure::programText).containsExactly("a b undo(2)");
    assertThat(report.flakyFailures()).isEmpty();
  }

  @Test
  void a_log_whose_calls_take_longer_with_each_event_does_not_finish_the_longest_program()
      throws DriverException {
    Report report = report(NaiveListLog::new, call -> call * MILLISECOND / 100);
    assertThat(elapsed()).isLessThan(Duration.ofMinutes(2));
    assertThat(report.isConforming()).isTrue();
    assertThat(report.driverFaults()).isEmpty();
    assertThat(report.counts().programCount()).isEqualTo(300);
    assertThat(report.counts().slowCount()).isBetween(1, LongPrograms.vectors().size() - 1);
  }

  @Test
  void of_a_fast_log_every_program_is_run_without_a_notice() throws DriverException {
    Report report = report(NaiveListLog::new, call -> MILLISECOND / 50);
    assertThat(report.counts().programCount()).isEqualTo(300);
    assertThat(report.counts().slowCount()).isZero();
    assertThat(ConsoleReport.render(report)).doesNotContain("slow,");
    assertThat(notices).isEmpty();
  }
}
