package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.conform.Report.Verdict;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.NaiveListLog;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Logs that have only some of the operations are tested on those. */
class PartialLogTest {

  private static final Set<LogMethod> STACK =
      EnumSet.of(LogMethod.APPEND, LogMethod.UNDO, LogMethod.REDO);

  private static Report report(Set<LogMethod> methods, Set<Aspect> observes, Set<LogFault> faults)
      throws DriverException {
    DriverCapabilities capabilities =
        new DriverCapabilities("partial", Optional.of(RedoTail.KEEPS), observes, methods);
    return ConformanceSuite.run(
        new InProcessDriver(capabilities, () -> new FaultyLog(faults)),
        VectorFile.vectors(),
        RunSettings.all(1, 50),
        driverFault -> {});
  }

  @Test
  void an_undo_stack_is_tested_on_what_it_has_and_never_called_conforming() throws DriverException {
    Report report = report(STACK, EnumSet.allOf(Aspect.class), Set.of());
    assertThat(report.isConforming()).isTrue();
    assertThat(report.counts().skippedCount()).isPositive();
    assertThat(ConsoleReport.render(report))
        .containsPattern(": undo stack, (\\d+) of \\1 clauses of its operations\\.\n")
        .contains("CP-5, CP-7 (needs checkpoint and undoTo)")
        .doesNotContain("conforms");
    assertThat(report.clauses())
        .filteredOn(clause -> clause.id().startsWith("CP"))
        .allMatch(clause -> report.verdict(clause) == Verdict.NOT_OBSERVED);
  }

  static Stream<Set<LogMethod>> someMethods() {
    List<LogMethod> specified = List.copyOf(LogMethod.specified());
    return IntStream.range(1, 1 << specified.size())
        .mapToObj(subset -> BitSet.valueOf(new long[] {subset}).stream().mapToObj(specified::get))
        .flatMap(methods -> {
          Set<LogMethod> alone = methods.collect(Collectors.toCollection(TreeSet::new));
          Set<LogMethod> withOthers = EnumSet.complementOf(EnumSet.copyOf(LogMethod.specified()));
          withOthers.addAll(alone);
          return Stream.of(alone, withOthers);
        });
  }

  @ParameterizedTest
  @MethodSource("someMethods")
  void every_clause_of_the_operations_of_a_log_is_observed(Set<LogMethod> methods)
      throws DriverException {
    DriverCapabilities capabilities =
        new DriverCapabilities(
            "partial",
            Optional.of(RedoTail.KEEPS),
            EnumSet.allOf(Aspect.class),
            methods,
            EnumSet.allOf(Feature.class));
    Report report =
        ConformanceSuite.run(
            new InProcessDriver(capabilities, NaiveListLog::new, log -> log, () -> {}),
            VectorFile.vectors(),
            RunSettings.all(1, 0),
            driverFault -> {});
    assertThat(report.heldCounts().keySet())
        .containsAll(
            SpecClause.logClauses().keySet().stream()
                .filter(clause -> UnobservedReason.isOfOperations(clause, report.capabilities()))
                .toList());
  }

  @Test
  void an_undo_stack_that_shows_only_what_it_returns_is_observed_by_what_it_returns()
      throws DriverException {
    Report report = report(STACK, EnumSet.of(Aspect.RETURNS), Set.of());
    assertThat(report.heldCounts().keySet())
        .contains("EL-1", "EL-2", "EL-3", "EL-4", "EL-6", "EL-7", "EL-9", "EL-11");
  }

  @Test
  void a_log_without_redo_is_a_partial_log() throws DriverException {
    Set<LogMethod> methods = LogMethod.specified();
    methods.remove(LogMethod.REDO);
    Report report = report(methods, EnumSet.allOf(Aspect.class), Set.of());
    assertThat(report.conclusion()).contains(": partial log, ");
    assertThat(report.verdictText(SpecClause.logClauses().get("EL-7"))).endsWith("needs redo");
  }

  @ParameterizedTest
  @CsvSource({"UNDO_OLDEST_FIRST,EL-4", "APPEND_KEEPS_TAIL,EL-3", "REDO_CURSOR_BY_ONE,EL-7"})
  void a_wrong_undo_stack_fails(LogFault fault, String clause) throws DriverException {
    Report report = report(STACK, EnumSet.allOf(Aspect.class), EnumSet.of(fault));
    assertThat(report.isConforming()).isFalse();
    assertThat(report.failures()).extracting(Failure::clause).contains(clause);
    assertThat(report.conclusion())
        .matches("This undo stack breaks \\d required clauses? and does not implement .*");
  }

  @Test
  void random_programs_contain_only_the_operations_of_the_log() {
    DriverCapabilities capabilities =
        new DriverCapabilities(
            "stack", Optional.of(RedoTail.KEEPS), EnumSet.allOf(Aspect.class), STACK);
    Random random = new Random(1);
    Fuzzer fuzzer = new Fuzzer(capabilities);
    for (int number = 0; number < 200; number++) {
      assertThat(fuzzer.randomProgram(random)).extracting(Call::method).allMatch(STACK::contains);
    }
  }

  @Test
  void a_log_with_all_operations_is_not_partial() {
    assertThat(DriverCapabilities.all("whole", RedoTail.CUTS).partialLog()).isEmpty();
  }
}
