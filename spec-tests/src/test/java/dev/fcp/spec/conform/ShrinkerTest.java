package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shrinking of failing programs. */
class ShrinkerTest {

  private static final int MAX_TRIES = 1_000;

  private static List<Call> shortest(List<Call> program, Predicate<List<Call>> fails) {
    return Shrinker.shortest(
        program,
        candidate -> fails.test(candidate) ? Optional.of(candidate) : Optional.empty(),
        MAX_TRIES);
  }

  /** Returns a function that returns a program up to the call that breaks a clause. */
  private static Function<List<Call>, Optional<List<Call>>> breaking(
      LogFault fault, String clause) {
    DriverCapabilities capabilities = DriverCapabilities.all("faulty", RedoTail.KEEPS);
    VectorRunner runner = new VectorRunner(FaultsPage.driver(fault), capabilities);
    Fuzzer fuzzer = new Fuzzer(capabilities);
    return program ->
        runner
            .run(fuzzer.vectorOf(program))
            .deviationFrom(clause)
            .map(deviation -> program.subList(0, deviation.stepIndex() + 1));
  }

  /**
   * No call and no range of calls can be removed from these programs, and no call alone changed.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          UNDO_COUNTS_SENTINELS | EL-5  | a cp(c) a a a undo(4)                        | a cp(c) undo
          REDO_COUNTS_SENTINELS | EL-8  | a a a cp(c) a undo undo(3) redo(4)           | cp(c) a undo(2) redo
          REDO_OVER_SENTINELS   | EL-7  | a undo cp(c) redo cp(d) undoTo(c) redo       | a cp(c) undo redo
          UNDO_TO_ONE           | CP-5  | a undo cp(c) redo a undoTo(c)                | cp(c) a a undoTo(c)
          UNDO_TO_OLDEST_FIRST  | CP-5  | a undo cp(c) redo b undoTo(c)                | cp(c) a b undoTo(c)
          CHECKPOINT_TAIL_CUT   | CP-4  | cp(c) a a undoTo(c) redo cp(c)               | cp(c) undo cp(c)
          DROP_KEEPS_SENTINELS  | EL-15 | a a a a cp(c) dropFirst(2) dropFirst(2)      | cp(c) dropFirst(0)
          CAN_UNDO_OF_UNDONE   | EL-15 | a a a a a a undo(4) dropFirst(2)             | a a undo dropFirst(1)
          """)
  void a_program_from_which_no_call_can_be_removed_alone_becomes_the_shortest(
      LogFault fault, String clause, String program, String shortest) {
    Function<List<Call>, Optional<List<Call>>> breaking = breaking(fault, clause);
    assertThat(breaking.apply(Call.parse(program))).contains(Call.parse(program));
    assertThat(Call.text(Shrinker.shortest(Call.parse(program), breaking, MAX_TRIES)))
        .isEqualTo(shortest);
  }

  @Test
  void two_calls_that_are_only_redundant_together_are_removed() {
    Predicate<List<Call>> hasOneUndoForEachEvent =
        program ->
            program.contains(Call.of(LogMethod.TRUNCATE))
                && 2 * Collections.frequency(program, Call.of(LogMethod.UNDO))
                    == program.size() - 1;
    assertThat(shortest(Call.parse("a a truncate undo undo"), hasOneUndoForEachEvent))
        .isEqualTo(Call.parse("truncate"));
  }

  @Test
  void several_calls_with_counts_become_one_with_their_sum() {
    Predicate<List<Call>> undoesEight =
        program -> program.stream().mapToInt(ShrinkerTest::undoCount).sum() == 8;
    assertThat(shortest(Call.parse("undo(3) undo(3) undo(2)"), undoesEight))
        .isEqualTo(Call.parse("undo(8)"));
  }

  private static int undoCount(Call call) {
    return call.method() == LogMethod.UNDO && !call.arguments().isEmpty() ? call.count() : 0;
  }

  @Test
  void a_long_word_becomes_shorter_in_all_calls() {
    String word = "w".repeat(300);
    Predicate<List<Call>> isLong =
        program ->
            program.size() == 2
                && program.get(0).method() == LogMethod.CHECKPOINT
                && program.get(0).textArgument().length() > 20
                && program.get(0).arguments().equals(program.get(1).arguments());
    List<Call> program =
        List.of(Call.of(LogMethod.CHECKPOINT, word), Call.of(LogMethod.UNDO_TO, word));
    assertThat(shortest(program, isLong).getFirst().textArgument()).hasSizeBetween(21, 42);
  }

  @Test
  void words_are_renamed_in_the_order_of_their_first_use() {
    assertThat(shortest(Call.parse("cp(e) y x undo(4) x"), program -> program.size() == 5))
        .isEqualTo(Call.parse("cp(c) a a undo a"));
  }

  @Test
  void the_number_of_tries_is_limited() {
    List<List<Call>> tried = new ArrayList<>();
    List<Call> program = Call.parse("a b cp(c) undo(2) redo(2) undoTo(c)");
    List<Call> shortest =
        Shrinker.shortest(
            program,
            candidate -> {
              tried.add(candidate);
              return Optional.empty();
            },
            20);
    assertThat(shortest).isEqualTo(program);
    assertThat(tried).hasSize(20).doesNotHaveDuplicates();
  }

  @Test
  void a_long_program_is_halved() {
    List<Call> program = new ArrayList<>(Collections.nCopies(1_100, Call.of(LogMethod.UNDO)));
    program.set(700, Call.of(LogMethod.TRUNCATE));
    assertThat(shortest(program, candidate -> candidate.contains(Call.of(LogMethod.TRUNCATE))))
        .isEqualTo(Call.parse("truncate"));
  }

  @Test
  void a_long_program_keeps_only_the_calls_that_it_needs() {
    List<Call> program = new ArrayList<>();
    for (int number = 0; number < 275; number++) {
      program.addAll(Call.parse(number + " cp(c) undo redo"));
    }
    Predicate<List<Call>> hasManyEvents =
        candidate ->
            candidate.stream().filter(call -> call.method() == LogMethod.APPEND).count() > 50;
    assertThat(Call.text(shortest(program, hasManyEvents))).isEqualTo("a*51");
  }

  /** Logs that are wrong beyond some size; the programs are beginnings of {@link LongPrograms}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          UNDO       | 33   | undo-stack-of-each-count | EL-4  | a*34 undo(34)
          UNDO       | 129  | undo-stack-of-each-count | EL-4  | a*130 undo(130)
          REDO       | 33   | undo-stack-of-each-count | EL-7  | a*34 undo(34) redo(34)
          APPEND     | 5000 | hundred-thousand-events  | EL-10 | a*5001 recent(2)
          CHECKPOINT | 33   | sentinels-in-a-row       | CP-2  | 34 names
          """)
  void a_program_for_a_size_fault_becomes_as_short_as_the_size_allows(
      LogMethod method, int max, String vectorName, String clause, String shortest) {
    SubtleLog.Limit limit =
        (log, called, count) ->
            called != method
                ? count
                : switch (method) {
                  case UNDO, REDO -> Math.min(count, max);
                  case APPEND -> log.cursor() < max ? count : 0;
                  default -> log.checkpoints().size() < max ? count : 0;
                };
    DriverCapabilities capabilities =
        DriverCapabilities.specificationOnly("limited", RedoTail.KEEPS);
    VectorRunner runner =
        new VectorRunner(
            new InProcessDriver(
                capabilities, () -> new SubtleLog(text -> text, text -> text, limit)),
            capabilities);
    Function<Vector, Optional<List<Call>>> failing =
        vector ->
            runner
                .run(vector)
                .deviationFrom(clause)
                .map(deviation -> vector.program().subList(0, deviation.stepIndex() + 1));
    Fuzzer fuzzer = new Fuzzer(capabilities);
    Vector vector =
        LongPrograms.vectors().stream()
            .filter(candidate -> candidate.name().equals(vectorName))
            .findFirst()
            .orElseThrow();
    List<Call> found =
        Shrinker.shortest(
            failing.apply(vector).orElseThrow(),
            program -> failing.apply(fuzzer.vectorOf(program)),
            MAX_TRIES);
    if (method == LogMethod.CHECKPOINT) {
      assertThat(found).hasSize(max + 1);
    } else {
      assertThat(Call.text(found)).isEqualTo(shortest);
    }
  }

  /** The state after a call of a long program is not always read. */
  @Test
  void a_failure_that_shows_at_an_earlier_call_is_shrunk_to_that_call() {
    List<Call> program = Call.parse("a b undo cp(c) redo a b truncate undo");
    assertThat(
            Shrinker.shortest(
                program,
                candidate -> {
                  int index = candidate.indexOf(Call.of(LogMethod.TRUNCATE));
                  return index < 0
                      ? Optional.empty()
                      : Optional.of(candidate.subList(0, index + 1));
                },
                MAX_TRIES))
        .isEqualTo(Call.parse("truncate"));
  }
}
