package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Finds the shortest random program in which a fault shows. */
final class FaultPrograms {

  private static final int PROGRAMS = 4_000;

  private FaultPrograms() {}

  /** A shortest program after which the clause of the fault is found broken. */
  static Optional<List<Call>> shortest(Fault fault) {
    LogDriver driver = FaultTable.driver(fault);
    Fuzzer fuzzer = new Fuzzer(Greeting.all(fault.text(), RedoTail.KEEPS));
    Judge judge = new Judge(driver, Greeting.all(fault.text(), RedoTail.KEEPS));
    Random chance = new Random(7);
    for (int i = 0; i < PROGRAMS; i++) {
      List<Call> program = fuzzer.program(chance);
      if (breaks(fault, judge, fuzzer, program)) {
        return Optional.of(
            Shrinker.shortest(program, shorter -> breaks(fault, judge, fuzzer, shorter), 5_000));
      }
    }
    return Optional.empty();
  }

  private static boolean breaks(Fault fault, Judge judge, Fuzzer fuzzer, List<Call> program) {
    return judge.judge(fuzzer.vector(program)).deviationFrom(fault.clause()).isPresent();
  }

  /** Prints the programs as lines of {@code log-programs.txt}. */
  public static void main(String[] args) {
    for (Fault fault : Fault.values()) {
      String name = fault.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
      System.out.println(
          shortest(fault)
              .map(program -> "shrunk " + name + ": " + Call.text(program))
              .orElse("# none for " + name));
    }
  }
}
