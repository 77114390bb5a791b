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
import java.util.function.Consumer;

/** One run: the vectors, then random programs, then shrinking of what failed. */
final class Suite {

  private static final int SHRINK_TRIES = 1_000;

  private final LogDriver driver;
  private final Greeting greeting;
  private final Settings settings;
  private final Judge judge;
  private final Fuzzer fuzzer;
  private final Map<String, Integer> met = new TreeMap<>();
  private final Map<String, Failure> failures = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private final Consumer<String> news;
  private int hangs;

  private Suite(LogDriver driver, Greeting greeting, Settings settings, Consumer<String> news) {
    this.driver = driver;
    this.greeting = greeting;
    this.settings = settings;
    this.judge = new Judge(driver, greeting);
    this.fuzzer = new Fuzzer(greeting);
    this.news = news;
  }

  /**
   * Runs all that was asked for.
   *
   * @param news is told each failure of the driver as it happens
   * @throws DriverFault if the driver does not even say what it is
   */
  static Report run(
      LogDriver driver, List<Vector> vectors, Settings settings, Consumer<String> news)
      throws DriverFault {
    return new Suite(driver, driver.greeting(), settings, news).run(vectors);
  }

  private Report run(List<Vector> vectors) {
    int count = 0;
    int skipped = 0;
    int left = 0;
    for (Vector vector : vectors.stream().filter(settings::wants).toList()) {
      if (!greeting.canRun(vector)) {
        skipped++;
      } else if (isGivenUp()) {
        left++;
      } else {
        count++;
        judge(vector, "vector " + vector.name());
      }
    }
    int programs = fuzz();
    left += settings.programs() - programs;
    List<Failure> shortest = failures.values().stream().map(this::shrunk).toList();
    driver.close();
    return new Report(
        greeting, settings, new Run(count, skipped, programs, left), met, shortest, faults);
  }

  /** A driver that dies costs little; one that hangs costs all the patience, every time. */
  private boolean isGivenUp() {
    return settings.hangs() > 0 && hangs >= settings.hangs();
  }

  private Outcome outcome(Vector vector) {
    Outcome outcome = judge.judge(vector);
    if (outcome instanceof Outcome.Failed failed
        && failed.deviation().fault().equals(Optional.of(DriverFault.Kind.HANGS))) {
      hangs++;
    }
    return outcome;
  }

  private int fuzz() {
    Random chance = new Random(settings.seed());
    int programs = 0;
    while (programs < settings.programs() && !isGivenUp()) {
      programs++;
      judge(
          fuzzer.vector(fuzzer.program(chance)),
          "random program %d of seed %d".formatted(programs, settings.seed()));
    }
    return programs;
  }

  private void judge(Vector vector, String source) {
    Outcome outcome = outcome(vector);
    Set<String> once = new HashSet<>(outcome.met());
    once.forEach(clause -> met.merge(clause, 1, Integer::sum));
    if (outcome instanceof Outcome.Failed failed) {
      Deviation deviation = failed.deviation();
      List<Call> program = vector.program().subList(0, deviation.step() + 1);
      Failure failure = new Failure(deviation.clause(), source, program, deviation);
      if (deviation.isFault()) {
        String fault =
            "%s, step %d (%s): %s"
                .formatted(source, deviation.step() + 1, failure.place(), deviation.got());
        faults.add(fault);
        news.accept(fault);
      }
      if (settings.wants(deviation.clause())) {
        failures.merge(deviation.clause(), failure, Suite::shorter);
      }
    }
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
    if (!isGivenUp()
        && greeting.canRun(vector)
        && outcome(vector) instanceof Outcome.Failed failed
        && failed.deviation().clause().equals(failure.clause())
        && !failed.deviation().isFault()
        && failed.deviation().step() == program.size() - 1) {
      return Optional.of(failed.deviation());
    }
    return Optional.empty();
  }
}
