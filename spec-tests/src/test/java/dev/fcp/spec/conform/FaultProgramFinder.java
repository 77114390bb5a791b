package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Finds the shortest random program in which a fault shows. */
final class FaultProgramFinder {

  private static final int PROGRAMS = 4_000;

  private FaultProgramFinder() {}

  /** A shortest program that shows that the clause of the fault is broken. */
  static Optional<List<Call>> shortest(LogFault fault) {
    Driver driver = FaultsPage.driver(fault);
    Fuzzer fuzzer = new Fuzzer(DriverCapabilities.all(fault.text(), RedoTail.KEEPS));
    VectorRunner runner =
        new VectorRunner(driver, DriverCapabilities.all(fault.text(), RedoTail.KEEPS));
    Random random = new Random(7);
    for (int i = 0; i < PROGRAMS; i++) {
      List<Call> program = fuzzer.randomProgram(random);
      if (failingPart(fault, runner, fuzzer, program).isPresent()) {
        return Optional.of(
            Shrinker.shortest(
                program, shorter -> failingPart(fault, runner, fuzzer, shorter), 5_000));
      }
    }
    return Optional.empty();
  }

  private static Optional<List<Call>> failingPart(
      LogFault fault, VectorRunner runner, Fuzzer fuzzer, List<Call> program) {
    return runner
        .run(fuzzer.vectorOf(program))
        .deviationFrom(fault.clause())
        .map(deviation -> program.subList(0, deviation.stepIndex() + 1));
  }

  /** Prints the programs as lines of {@code log-programs.txt}. */
  public static void main(String[] args) {
    for (LogFault fault : LogFault.values()) {
      String name = fault.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
      System.out.println(
          shortest(fault)
              .map(program -> "shrunk " + name + ": " + Call.text(program))
              .orElse("# none for " + name));
    }
  }
}
