package dev.fcp.spec.conform;

import dev.fcp.spec.conform.DriverException.Kind;
import dev.fcp.spec.conform.Report.Reruns;
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
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One run of the suite: first the vectors, then random programs and long programs, then the
 * shrinking of the failed programs.
 */
final class ConformanceSuite {

  private static final int MAX_SHRINK_TRIES = 1_000;

  /** How often a failed program is run again, to see whether the failure repeats. */
  private static final int RERUN_COUNT = 10;

  /** How often a driver may fail at the same method in the same way until the run is given up. */
  static final int MAX_ALIKE_FAULTS = 3;

  /** The maximum number of hangs while programs are shrunk; together they take twenty seconds. */
  static final int MAX_SHRINK_HANGS = 4;

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
  private final Map<String, Reruns> flakyFailures = new TreeMap<>();
  private final Map<FaultPlace, Integer> faultCounts = new HashMap<>();
  private Optional<FaultPlace> repeatedFault = Optional.empty();
  private int remainingShrinkHangs = MAX_SHRINK_HANGS;
  private final Pace pace;
  private int vectorCount;
  private int skippedCount;
  private int notRunCount;
  private int slowCount;

  private ConformanceSuite(
      Driver driver,
      DriverCapabilities capabilities,
      RunSettings settings,
      Consumer<String> faultListener,
      Pace pace) {
    this.driver = driver;
    this.capabilities = capabilities;
    this.settings = settings;
    this.runner = new VectorRunner(driver, capabilities);
    this.fuzzer = new Fuzzer(capabilities);
    this.faultListener = faultListener;
    this.pace = pace;
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
    return run(driver, vectors, settings, faultListener, Pace.unlimited());
  }

  /**
   * Runs the requested vectors and programs in limited time.
   *
   * @param faultListener is notified of each failure of the driver as it happens
   * @throws DriverException if the driver fails before it declares its capabilities
   */
  static Report run(
      Driver driver,
      List<Vector> vectors,
      RunSettings settings,
      Consumer<String> faultListener,
      Pace pace)
      throws DriverException {
    Driver measured = pace.measure(driver);
    return new ConformanceSuite(measured, driver.capabilities(), settings, faultListener, pace)
        .run(vectors);
  }

  private Report run(List<Vector> vectors) {
    vectors.stream()
        .map(capabilities::withNeededCounts)
        .forEach(vector -> runIfPossible(vector, true));
    int programCount = runRandomPrograms();
    if (settings.programCount() > 0) {
      LongPrograms.vectors().stream()
          .map(capabilities::withNeededCounts)
          .forEach(vector -> runIfPossible(vector, !pace.isOver() && pace.hasTimeFor(vector)));
    }
    int notRun = notRunCount;
    pace.startShrinking();
    // Faults of the log come first, because a driver that hangs can use up the limit.
    Map<String, Failure> located = new TreeMap<>();
    for (Failure failure : failures.values()) {
      Failure first = firstObserved(failure);
      located.merge(first.clause(), first, ConformanceSuite::shorter);
    }
    List<Failure> shortest =
        located.values().stream()
            .sorted(Comparator.comparing(failure -> failure.deviation().isDriverFault()))
            .toList()
            .stream()
            .map(this::shrink)
            .toList();
    List<Failure> explained =
        new Diagnosis(runner, capabilities, fuzzer).explain(shortest, flakyFailures.keySet());
    driver.close();
    return new Report(
        capabilities,
        settings,
        new RunCounts(vectorCount, skippedCount, programCount, notRun, slowCount),
        heldCounts,
        explained,
        flakyFailures,
        endedAt,
        driverFaults,
        repeatedFault.map(fault -> fault.abortNotice(notRun)));
  }

  private void runIfPossible(Vector vector, boolean hasTime) {
    if (!settings.includes(vector)) {
      return;
    }
    if (!capabilities.canRun(vector)) {
      skippedCount++;
    } else if (repeatedFault.isPresent()) {
      notRunCount++;
    } else if (!hasTime) {
      slowCount++;
    } else {
      vectorCount++;
      runAndRecord(vector, "vector " + vector.name());
    }
  }

  /** Where and how the driver failed. Faults that are equal in this are alike. */
  private record FaultPlace(String method, Kind kind) {

    static FaultPlace of(Failure failure) {
      List<Call> program = failure.program();
      return new FaultPlace(
          program.isEmpty() ? "new" : program.getLast().method().jsonName(),
          failure.deviation().fault().orElseThrow());
    }

    String abortNotice(int notRunCount) {
      return "given up, because the driver failed %d times alike at %s: correct that call and run again;"
              .formatted(MAX_ALIKE_FAULTS, method)
          + " %d vectors and random programs were not run".formatted(notRunCount);
    }
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
    return result;
  }

  private static boolean hangs(VectorResult result) {
    return result.deviations().stream()
        .anyMatch(deviation -> deviation.fault().equals(Optional.of(Kind.HANGS)));
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
    while (programCount < settings.programCount() && repeatedFault.isEmpty() && !pace.isOver()) {
      programCount++;
      runAndRecord(
          fuzzer.vectorOf(fuzzer.randomProgram(random)),
          "random program %d of seed %d".formatted(programCount, settings.seed()));
    }
    if (repeatedFault.isPresent()) {
      notRunCount += settings.programCount() - programCount;
    } else {
      slowCount += settings.programCount() - programCount;
    }
    return programCount;
  }

  private void runAndRecord(Vector vector, String foundBy) {
    VectorResult result = runAttributingLateFault(vector, foundBy);
    boolean isSlow = hangs(result) && vector.isLong();
    result.deviations().stream()
        .filter(deviation -> !isSlow || !deviation.isDriverFault())
        .forEach(deviation -> record(vector, foundBy, deviation));
    if (isSlow) {
      // Slowness is no verdict.
      slowCount++;
      return;
    }
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
    Failure failure = Failure.of(foundBy, program, deviation);
    if (deviation.isDriverFault()) {
      reportFault(
          "%s, step %d (%s): %s"
              .formatted(
                  foundBy, deviation.stepIndex() + 1, failure.failingCall(), deviation.actual()));
      FaultPlace place = FaultPlace.of(failure);
      if (faultCounts.merge(place, 1, Integer::sum) == MAX_ALIKE_FAULTS) {
        repeatedFault = Optional.of(place);
      }
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

  /**
   * Returns a failure as it is first observed if the state is read often. In a vector that reads it
   * less often, the effect of one call is only observed after another one.
   */
  private Failure firstObserved(Failure failure) {
    List<Call> program = failure.program();
    if (failure.deviation().isDriverFault() || pace.isOver()) {
      return failure;
    }
    VectorResult result =
        program.size() > LongPrograms.ELEVEN_HUNDRED
            ? resultOfShortestBeginning(failure)
            : runAttributingLateFault(vectorOf(program, index -> true), failure.foundBy());
    return result.deviationFrom(failure.clause()).isPresent()
        ? failure
        : result.deviations().stream()
            .filter(deviation -> !deviation.isDriverFault())
            .filter(deviation -> settings.includes(deviation.clause()))
            .findFirst()
            .map(deviation ->
                Failure.of(
                    failure.foundBy(), program.subList(0, deviation.stepIndex() + 1), deviation))
            .orElse(failure);
  }

  /** Searches for the shortest beginning of a program after which the state is wrong. */
  private VectorResult resultOfShortestBeginning(Failure failure) {
    int right = 0;
    int wrong = failure.program().size();
    while (wrong - right > 1) {
      int middle = (right + wrong) / 2;
      if (resultOfBeginning(failure, middle).deviations().isEmpty()) {
        right = middle;
      } else {
        wrong = middle;
      }
    }
    return resultOfBeginning(failure, wrong);
  }

  private VectorResult resultOfBeginning(Failure failure, int size) {
    return runAttributingLateFault(
        vectorOf(failure.program().subList(0, size), index -> index == size - 1),
        failure.foundBy());
  }

  private Vector vectorOf(List<Call> program, IntPredicate readsState) {
    return ReferenceModel.vectorOf(
        "", "random", program, capabilities.expectedRedoTail(), readsState);
  }

  private Failure shrink(Failure failure) {
    Reruns reruns = rerun(failure);
    if (!reruns.isFlaky()) {
      return shrink(failure, 1);
    }
    Failure shortest = reruns.failedCount() == 0 ? failure : shrink(failure, RERUN_COUNT);
    Reruns rerunsOfShortest = shortest.equals(failure) ? reruns : rerun(shortest);
    if (rerunsOfShortest.isFlaky()) {
      flakyFailures.put(failure.clause(), rerunsOfShortest);
    }
    return shortest;
  }

  /** Shrinks a failure; each program is run up to a number of times until it fails. */
  private Failure shrink(Failure failure, int maxRunCount) {
    Map<List<Call>, Deviation> deviations = new HashMap<>();
    List<Call> shortest =
        Shrinker.shortest(
            failure.program(),
            program ->
                IntStream.range(0, maxRunCount)
                    .boxed()
                    .flatMap(run -> reproduce(failure, program).stream())
                    .findFirst()
                    .map(deviation -> {
                      List<Call> part = program.subList(0, deviation.stepIndex() + 1);
                      deviations.put(part, deviation);
                      return part;
                    }),
            MAX_SHRINK_TRIES / maxRunCount);
    return deviations.containsKey(shortest)
        ? Failure.of(failure.foundBy(), shortest, deviations.get(shortest))
        : failure;
  }

  /**
   * Runs a failed program again. A failure of the driver costs a restart or a timeout, so it is
   * only run again more than once if it does not repeat at first.
   */
  private Reruns rerun(Failure failure) {
    int failedCount = 0;
    int runCount = 0;
    boolean isSettled = hasRepeated(failure);
    while (runCount < RERUN_COUNT && remainingShrinkHangs > 0 && !isSettled) {
      boolean failsAgain = failsAgain(failure);
      if (pace.isOver()) {
        // There may have been no time for the rest of the program.
        break;
      }
      runCount++;
      if (failsAgain) {
        failedCount++;
        isSettled = runCount == 1 && failure.deviation().isDriverFault();
      }
    }
    return new Reruns(failedCount, runCount);
  }

  /** Whether the run was given up because of such failures. */
  private boolean hasRepeated(Failure failure) {
    return failure.deviation().isDriverFault()
        && repeatedFault.equals(Optional.of(FaultPlace.of(failure)));
  }

  private boolean failsAgain(Failure failure) {
    boolean isReproduced = reproduce(failure, failure.program()).isPresent();
    return isReproduced || (failure.deviation().isDriverFault() && failsLate(failure));
  }

  /** Whether the driver failed after its last reply, which only the next program notices. */
  private boolean failsLate(Failure failure) {
    VectorResult next = runner.run(fuzzer.vectorOf(List.of()));
    return Stream.concat(
            next.previousProgramFault().stream().map(DriverException::kind),
            next.deviations().stream().flatMap(deviation -> deviation.fault().stream()))
        .anyMatch(kind -> failure.deviation().fault().equals(Optional.of(kind)));
  }

  /**
   * Reproduces a failure in another program; empty if it does not occur there. A fault of the
   * driver after its last reply is detected too late for that, so such a program is not shrunk.
   */
  private Optional<Deviation> reproduce(Failure failure, List<Call> program) {
    Vector vector = fuzzer.vectorOf(program);
    if (remainingShrinkHangs == 0 || pace.isOver() || !capabilities.canRun(vector)) {
      return Optional.empty();
    }
    VectorResult result = runAttributingLateFault(vector, "shrinking of " + failure.foundBy());
    if (hangs(result)) {
      remainingShrinkHangs--;
    }
    return result
        .deviationFrom(failure.clause())
        .filter(found -> found.fault().equals(failure.deviation().fault()));
  }
}
