package dev.fcp.spec.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.domains.notes.NoteGenerators;
import dev.fcp.spec.domains.notes.NotesDomain;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Tries;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A few fixed programs of rollbacks, quick enough to be run for each mutant of the planner. */
@Clause({"RB-1", "RB-2", "RB-3", "RB-4", "RB-5", "RB-6", "RB-7", "RB-8", "RB-9"})
class RollbackProgramsTest {

  private static final int CHOICES_PER_PROGRAM = 4_096;

  /** Runs some programs; answers what they came to. */
  private static <M, E> RollbackCounts check(
      Domain<M, E> domain,
      Generator<M> models,
      Function<M, Generator<E>> events,
      int from,
      int count) {
    RollbackCounts tally = RollbackCounts.NONE;
    for (int seed = from; seed < from + count; seed++) {
      Choices choices = Choices.random(new Random(seed), CHOICES_PER_PROGRAM);
      M start = models.generate(choices);
      List<RollbackLaws.Op> program = RollbackLaws.Op.any().list(20, 40).generate(choices);
      tally = tally.plus(RollbackLaws.check(domain, events, start, program));
    }
    return tally;
  }

  private static RollbackCounts notes(int from, int count) {
    return check(new NotesDomain(), NoteGenerators.models(), NoteGenerators::events, from, count);
  }

  private static Generator<CounterEvent> events(Counter model) {
    return Generator.oneOf(
        Generator.integers(-3, 3).map(CounterEvent.Added::new),
        Generator.integers(-3, 3).map(after -> new CounterEvent.Set(model.value(), after)));
  }

  private static void sees(RollbackCounts tally, int rollbacks, int compared) {
    assertThat(tally.appliedRollbacks()).as(tally.toString()).isGreaterThan(rollbacks);
    assertThat(tally.comparedModels()).as(tally.toString()).isGreaterThan(compared);
    // Steps that conflict with each other without the steps between them cannot be compared.
    assertThat(tally.uncomparableModels())
        .as(tally.toString())
        .isLessThan(tally.comparedModels() / 100);
  }

  @Test
  void on_a_board_of_notes_a_rolled_back_step_leaves_no_effect() {
    RollbackCounts tally = notes(0, 10);
    sees(tally, 20, 250);
    assertThat(tally.plansWithConflicts()).isPositive();
  }

  @Test
  void on_other_boards_of_notes_a_rolled_back_step_leaves_no_effect() {
    RollbackCounts tally = notes(10, Tries.of(60));
    sees(tally, Tries.of(160), Tries.of(1_500));
    assertThat(tally.plansWithConflicts()).isGreaterThanOrEqualTo(Tries.of(20));
    assertThat(tally.completePlans()).isGreaterThan(Tries.of(120));
  }

  @Test
  void on_a_counter_a_rolled_back_step_leaves_no_effect() {
    Generator<Counter> zero = Generator.just(new Counter(0));
    RollbackCounts tally = check(new CounterDomain(), zero, RollbackProgramsTest::events, 0, 20);
    sees(tally, 30, 600);
    assertThat(tally.plansWithConflicts()).isZero();
    assertThat(tally.completePlans()).isGreaterThan(60);
  }
}
