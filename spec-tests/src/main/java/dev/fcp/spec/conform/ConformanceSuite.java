package dev.fcp.spec.conform;

import dev.fcp.spec.conform.Report.RunCounts;
import dev.fcp.spec.conform.VectorResult.Deviation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of the suite: first the vectors, then random programs, then the shrinking of the failed
 * programs.
 */
final class ConformanceSuite {

  private static final int MAX_SHRINK_TRIES = 1_000;

  /** The maximum number of hangs while programs are shrunk; together they take twenty seconds. */
  static final int MAX_SHRINK_HANGS = 4;

  private static final List<Vector> LONG_PROGRAMS = LongPrograms.vectors();

  private final Driver driver;
  private final DriverCapabilities capabilities;
  private final RunSettings settings;
  private final VectorRunner runner;
  private final Fuzzer fuzzer;
  private final Map<String, Integer> heldCounts = new TreeMap<>();
  private final Map<String, Failure> failures = new TreeMap<>();
  private final List<String> driverFaults = new ArrayList<>();
  private final Consumer<String> faultListener;
  private final Map<String, Integer> endedAt = new TreeMap<>();
  private @Nullable LastRequest lastRequest;
  private int hangCount;
  private int slowCount;
  private int maxHangs;

  private ConformanceSuite(
      Driver driver,
      DriverCapabilities capabilities,
      RunSettings settings,
      Consumer<String> faultListener) {
    this.driver = driver;
    this.capabilities = capabilities;
    this.settings = settings;
    this.runner = new VectorRunner(driver, capabilities);
    this.fuzzer = new Fuzzer(capabilities);
    this.faultListener = faultListener;
    this.maxHangs = settings.maxHangs() == 0 ? Integer.MAX_VALUE : settings.maxHangs();
  }

  /**
   * Runs the requested vectors and programs.
   *
   * @param faultListener is notified of each failure of the driver as it happens
   * @throws DriverException if the driver fails before it declares its capabilities
   */
  static Report run(
      Driver driver, List<Vector> vectors, RunSettings settings, Consumer<String> faultListener)
      throws DriverException {
    return new ConformanceSuite(driver, driver.capabilities(), settings, faultListener)
        .run(vectors);
  }

  private Report run(List<Vector> vectors) {
    int vectorCount = 0;
    int skippedCount = 0;
    int notRunCount = 0;
    for (Vector vector : vectors.stream().filter(settings::includes).toList()) {
      if (!capabilities.canRun(vector)) {
        skippedCount++;
      } else if (isHangLimitReached()) {
        notRunCount++;
      } else {
        vectorCount++;
        runAndRecord(vector, "vector " + vector.name());
      }
    }
    if (settings.programCount() > 0) {
      for (Vector vector : LONG_PROGRAMS.stream().filter(settings::includes).toList()) {
        if (!capabilities.canRun(vector)
            || !capabilities.features().contains(Feature.BRIEF_REPLIES)) {
          skippedCount++;
        } else if (isHangLimitReached()) {
          notRunCount++;
        } else {
          vectorCount++;
          runAndRecord(vector, "long program " + vector.name());
        }
      }
    }
    int programCount = runRandomPrograms();
    notRunCount += settings.programCount() - programCount;
    maxHangs = hangCount + MAX_SHRINK_HANGS;
    // Faults of the log come first, because a driver that hangs can use up the limit.
    List<Failure> shortest =
        failures.values().stream()
            .sorted(Comparator.comparing(failure -> failure.deviation().isDriverFault()))
            .toList()
            .stream()
            .map(this::shrink)
            .toList();
    driver.close();
    return new Report(
        capabilities,
        settings,
        new RunCounts(vectorCount, skippedCount, programCount, notRunCount, slowCount),
        heldCounts,
        shortest,
        endedAt,
        driverFaults);
  }

  /**
   * Whether the driver has hung too often. A crash is not counted, because it costs little time.
   */
  private boolean isHangLimitReached() {
    return hangCount >= maxHangs;
  }

  /** The last request. A driver can also fail after its last reply, when nothing is awaited. */
  private record LastRequest(Vector vector, int stepIndex, String foundBy) {

    /** Returns the clause about the last call. */
    String clause() {
      return stepIndex < 0 ? "EL-1" : vector.steps().get(stepIndex).clauseOfResult();
    }
  }

  private VectorResult runAttributingLateFault(Vector vector, String foundBy) {
    VectorResult result = runner.run(vector);
    if (result.previousProgramFault().isPresent()) {
      attribute(result.previousProgramFault().get());
      result = runner.run(vector);
      lastRequest = new LastRequest(vector, -1, foundBy);
      result.previousProgramFault().ifPresent(this::attribute);
    }
    lastRequest =
        new LastRequest(
            vector,
            result.endingDeviation().map(Deviation::stepIndex).orElse(vector.steps().size() - 1),
            foundBy);
    if (hangs(result)) {
      hangCount++;
    }
    return result;
  }

  private static boolean hangs(VectorResult result) {
    return result.deviations().stream()
        .anyMatch(deviation -> deviation.fault().equals(Optional.of(DriverException.Kind.HANGS)));
  }

  private void attribute(DriverException fault) {
    if (lastRequest == null) {
      reportFault("after its greeting, " + fault.detail());
    } else {
      record(
          lastRequest.vector(),
          lastRequest.foundBy(),
          Deviation.of(fault, lastRequest.clause(), lastRequest.stepIndex()));
    }
  }

  private int runRandomPrograms() {
    Random random = new Random(settings.seed());
    int programCount = 0;
    while (programCount < settings.programCount() && !isHangLimitReached()) {
      programCount++;
      runAndRecord(
          fuzzer.vectorOf(fuzzer.randomProgram(random)),
          "random program %d of seed %d".formatted(programCount, settings.seed()));
    }
    return programCount;
  }

  private void runAndRecord(Vector vector, String foundBy) {
    VectorResult result = runAttributingLateFault(vector, foundBy);
    if (hangs(result) && vector.isLong()) {
      // Slowness is no verdict.
      hangCount--;
      slowCount++;
      return;
    }
    result.deviations().forEach(deviation -> record(vector, foundBy, deviation));
    Optional<Deviation> endedElsewhere =
        result
            .endingDeviation()
            .filter(end -> !end.isDriverFault())
            .filter(end -> !settings.includes(end.clause()));
    if (endedElsewhere.isPresent()) {
      // Clauses that held before do not count: the program was meant to test what comes after.
      endedAt.merge(endedElsewhere.get().clause(), 1, Integer::sum);
    } else {
      Set<String> distinctClauses = new HashSet<>(result.heldClauses());
      distinctClauses.forEach(clause -> heldCounts.merge(clause, 1, Integer::sum));
    }
  }

  private void record(Vector vector, String foundBy, Deviation deviation) {
    List<Call> program = vector.program().subList(0, deviation.stepIndex() + 1);
    Failure failure = new Failure(deviation.clause(), foundBy, program, deviation);
    if (deviation.isDriverFault()) {
      reportFault(
          "%s, step %d (%s): %s"
              .formatted(
                  foundBy, deviation.stepIndex() + 1, failure.failingCall(), deviation.actual()));
    }
    if (settings.includes(deviation.clause())) {
      failures.merge(deviation.clause(), failure, ConformanceSuite::shorter);
    }
  }

  private void reportFault(String fault) {
    driverFaults.add(fault);
    faultListener.accept(fault);
  }

  /** Returns the better failure: one of the log before one of the driver, then the shorter one. */
  private static Failure shorter(Failure first, Failure second) {
    if (first.deviation().isDriverFault() != second.deviation().isDriverFault()) {
      return first.deviation().isDriverFault() ? second : first;
    }
    return second.program().size() < first.program().size() ? second : first;
  }

  private Failure shrink(Failure failure) {
    Map<List<Call>, Deviation> deviations = new HashMap<>();
    List<Call> shortest =
        Shrinker.shortest(
            failure.program(),
            program -> {
              Optional<Deviation> reproduced = reproduce(failure, program);
              reproduced.ifPresent(deviation -> deviations.put(program, deviation));
              return reproduced.isPresent();
            },
            MAX_SHRINK_TRIES);
    return deviations.containsKey(shortest)
        ? new Failure(failure.clause(), failure.foundBy(), shortest, deviations.get(shortest))
        : failure;
  }

  /**
   * Reproduces a failure at the last call of another program; empty if it does not occur there. A
   * fault of the driver after its last reply is detected too late for that, so such a program is
   * not shrunk.
   */
  private Optional<Deviation> reproduce(Failure failure, List<Call> program) {
    Vector vector = fuzzer.vectorOf(program);
    if (!isHangLimitReached() && capabilities.canRun(vector) && !program.isEmpty()) {
      return runAttributingLateFault(vector, "shrinking of " + failure.foundBy())
          .deviationFrom(failure.clause())
          .filter(found -> found.fault().equals(failure.deviation().fault()))
          .filter(found -> found.stepIndex() == program.size() - 1);
    }
    return Optional.empty();
  }
}
