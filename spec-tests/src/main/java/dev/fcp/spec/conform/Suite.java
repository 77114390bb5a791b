package dev.fcp.spec.conform;

import dev.fcp.spec.conform.Outcome.Deviation;
import dev.fcp.spec.conform.Report.Run;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** One run: the vectors, then random programs, then shrinking of what failed. */
final class Suite {

  /** A driver that fails so often is not asked any more: each time may cost all the patience. */
  private static final int MOST_FAULTS = 20;

  private static final int SHRINK_TRIES = 1_000;

  private final LogDriver driver;
  private final Greeting greeting;
  private final Settings settings;
  private final Judge judge;
  private final Fuzzer fuzzer;
  private final Map<String, Integer> met = new TreeMap<>();
  private final Map<String, Failure> failures = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();

  private Suite(LogDriver driver, Greeting greeting, Settings settings) {
    this.driver = driver;
    this.greeting = greeting;
    this.settings = settings;
    this.judge = new Judge(driver, greeting);
    this.fuzzer = new Fuzzer(greeting);
  }

  /**
   * Runs all that was asked for.
   *
   * @throws DriverFault if the driver does not even say what it is
   */
  static Report run(LogDriver driver, List<Vector> vectors, Settings settings) throws DriverFault {
    return new Suite(driver, driver.greeting(), settings).run(vectors);
  }

  private Report run(List<Vector> vectors) {
    int count = 0;
    int skipped = 0;
    for (Vector vector : vectors) {
      if (!settings.wants(vector) || faults.size() >= MOST_FAULTS) {
        continue;
      }
      if (greeting.canRun(vector)) {
        count++;
        judge(vector, "vector " + vector.name());
      } else {
        skipped++;
      }
    }
    int programs = fuzz();
    List<Failure> shortest = failures.values().stream().map(this::shrunk).toList();
    driver.close();
    return new Report(greeting, settings, new Run(count, skipped, programs), met, shortest, faults);
  }

  private int fuzz() {
    Random chance = new Random(settings.seed());
    int programs = 0;
    while (programs < settings.programs() && faults.size() < MOST_FAULTS) {
      programs++;
      judge(
          fuzzer.vector(fuzzer.program(chance)),
          "random program %d of seed %d".formatted(programs, settings.seed()));
    }
    return programs;
  }

  private void judge(Vector vector, String source) {
    Outcome outcome = judge.judge(vector);
    Set<String> once = new HashSet<>(outcome.met());
    once.forEach(clause -> met.merge(clause, 1, Integer::sum));
    if (outcome instanceof Outcome.Failed failed) {
      Deviation deviation = failed.deviation();
      List<Call> program = vector.program().subList(0, deviation.step() + 1);
      Failure failure = new Failure(deviation.clause(), source, program, deviation);
      if (deviation.isFault()) {
        faults.add(
            "%s, step %d (%s): %s"
                .formatted(source, deviation.step() + 1, place(failure), deviation.got()));
      }
      if (settings.wants(deviation.clause())) {
        failures.merge(deviation.clause(), failure, Suite::shorter);
      }
    }
  }

  private static String place(Failure failure) {
    return failure.place();
  }

  /** What is no fault of the driver and takes fewer calls. */
  private static Failure shorter(Failure one, Failure other) {
    if (one.deviation().isFault() != other.deviation().isFault()) {
      return one.deviation().isFault() ? other : one;
    }
    return other.program().size() < one.program().size() ? other : one;
  }

  /** A fault is not shrunk: asking again may take long, and the program is named anyway. */
  private Failure shrunk(Failure failure) {
    if (failure.deviation().isFault() || failure.program().isEmpty()) {
      return failure;
    }
    List<Call> shortest =
        Shrinker.shortest(
            failure.program(), program -> deviation(failure, program).isPresent(), SHRINK_TRIES);
    return deviation(failure, shortest)
        .map(seen -> new Failure(failure.clause(), failure.source(), shortest, seen))
        .orElse(failure);
  }

  /** The same failure in another program, at its last call. */
  private Optional<Deviation> deviation(Failure failure, List<Call> program) {
    Vector vector = fuzzer.vector(program);
    if (greeting.canRun(vector)
        && judge.judge(vector) instanceof Outcome.Failed failed
        && failed.deviation().clause().equals(failure.clause())
        && !failed.deviation().isFault()
        && failed.deviation().step() == program.size() - 1) {
      return Optional.of(failed.deviation());
    }
    return Optional.empty();
  }
}
