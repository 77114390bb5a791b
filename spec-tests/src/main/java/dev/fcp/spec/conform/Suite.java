package dev.fcp.spec.conform;

import dev.fcp.spec.conform.Outcome.Deviation;
import dev.fcp.spec.conform.Report.Run;
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

/** One run: the vectors, then random programs, then shrinking of what failed. */
final class Suite {

  private static final int SHRINK_TRIES = 1_000;

  /** How often a driver may hang while programs are shortened: these cost twenty seconds. */
  static final int SHRINK_HANGS = 4;

  private final LogDriver driver;
  private final Greeting greeting;
  private final Settings settings;
  private final Judge judge;
  private final Fuzzer fuzzer;
  private final Map<String, Integer> met = new TreeMap<>();
  private final Map<String, Failure> failures = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private final Consumer<String> news;
  private final Map<String, Integer> ended = new TreeMap<>();
  private @Nullable Asked asked;
  private int hangs;
  private int mostHangs;

  private Suite(LogDriver driver, Greeting greeting, Settings settings, Consumer<String> news) {
    this.driver = driver;
    this.greeting = greeting;
    this.settings = settings;
    this.judge = new Judge(driver, greeting);
    this.fuzzer = new Fuzzer(greeting);
    this.news = news;
    this.mostHangs = settings.hangs() == 0 ? Integer.MAX_VALUE : settings.hangs();
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
    mostHangs = hangs + SHRINK_HANGS;
    // What the log does wrong first: that a driver hangs may use up the patience.
    List<Failure> shortest =
        failures.values().stream()
            .sorted(Comparator.comparing(failure -> failure.deviation().isFault()))
            .toList()
            .stream()
            .map(this::shrunk)
            .toList();
    driver.close();
    return new Report(
        greeting, settings, new Run(count, skipped, programs, left), met, shortest, ended, faults);
  }

  /** A driver that dies costs little; one that hangs costs all the patience, every time. */
  private boolean isGivenUp() {
    return hangs >= mostHangs;
  }

  /** What was asked last: a driver can also fail behind its reply, when nobody waits for it. */
  private record Asked(Vector vector, int step, String source) {

    /** The clause that its last call was about. */
    String clause() {
      return step < 0 ? "EL-1" : vector.steps().get(step).clauseOfAnswer();
    }
  }

  private Outcome outcome(Vector vector, String source) {
    Outcome outcome = judge.judge(vector);
    if (outcome.earlier().isPresent()) {
      blame(outcome.earlier().get());
      outcome = judge.judge(vector);
      asked = new Asked(vector, -1, source);
      outcome.earlier().ifPresent(this::blame);
    }
    asked =
        new Asked(
            vector, outcome.end().map(Deviation::step).orElse(vector.steps().size() - 1), source);
    if (outcome.deviations().stream()
        .anyMatch(deviation -> deviation.fault().equals(Optional.of(DriverFault.Kind.HANGS)))) {
      hangs++;
    }
    return outcome;
  }

  private void blame(DriverFault fault) {
    if (asked == null) {
      tell("behind its greeting, " + fault.detail());
    } else {
      note(asked.vector(), asked.source(), Deviation.of(fault, asked.clause(), asked.step()));
    }
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
    Outcome outcome = outcome(vector, source);
    outcome.deviations().forEach(deviation -> note(vector, source, deviation));
    Optional<Deviation> unwanted =
        outcome.end().filter(end -> !end.isFault()).filter(end -> !settings.wants(end.clause()));
    if (unwanted.isPresent()) {
      // What was right before it says little: the program was made for what comes behind it.
      ended.merge(unwanted.get().clause(), 1, Integer::sum);
    } else {
      Set<String> once = new HashSet<>(outcome.met());
      once.forEach(clause -> met.merge(clause, 1, Integer::sum));
    }
  }

  private void note(Vector vector, String source, Deviation deviation) {
    List<Call> program = vector.program().subList(0, deviation.step() + 1);
    Failure failure = new Failure(deviation.clause(), source, program, deviation);
    if (deviation.isFault()) {
      tell(
          "%s, step %d (%s): %s"
              .formatted(source, deviation.step() + 1, failure.place(), deviation.got()));
    }
    if (settings.wants(deviation.clause())) {
      failures.merge(deviation.clause(), failure, Suite::shorter);
    }
  }

  private void tell(String fault) {
    faults.add(fault);
    news.accept(fault);
  }

  /** What is no fault of the driver and takes fewer calls. */
  private static Failure shorter(Failure one, Failure other) {
    if (one.deviation().isFault() != other.deviation().isFault()) {
      return one.deviation().isFault() ? other : one;
    }
    return other.program().size() < one.program().size() ? other : one;
  }

  private Failure shrunk(Failure failure) {
    Map<List<Call>, Deviation> seen = new HashMap<>();
    List<Call> shortest =
        Shrinker.shortest(
            failure.program(),
            program -> {
              Optional<Deviation> again = deviation(failure, program);
              again.ifPresent(deviation -> seen.put(program, deviation));
              return again.isPresent();
            },
            SHRINK_TRIES);
    return seen.containsKey(shortest)
        ? new Failure(failure.clause(), failure.source(), shortest, seen.get(shortest))
        : failure;
  }

  /**
   * The same failure in another program, at its last call. What a driver does behind its last reply
   * comes too late to be seen so: such a program stays as it was found.
   */
  private Optional<Deviation> deviation(Failure failure, List<Call> program) {
    Vector vector = fuzzer.vector(program);
    if (!isGivenUp() && greeting.canRun(vector) && !program.isEmpty()) {
      return outcome(vector, "shrinking of " + failure.source())
          .deviationFrom(failure.clause())
          .filter(seen -> seen.fault().equals(failure.deviation().fault()))
          .filter(seen -> seen.step() == program.size() - 1);
    }
    return Optional.empty();
  }
}
