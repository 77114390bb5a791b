package dev.fcp.spec.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.domains.notes.NoteGenerators;
import dev.fcp.spec.domains.notes.NotesDomain;
import dev.fcp.spec.domains.text.TextDomain;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Tries;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A few fixed programs of rollbacks, quick enough to be run for each mutant of the planner. */
@Clause({"RB-1", "RB-2", "RB-3", "RB-4", "RB-5", "RB-6", "RB-7", "RB-8", "RB-10"})
class RollbackProgramsTest {

  private static final int CHOICES_PER_PROGRAM = 4_096;

  /** Runs some programs and counts their results. */
  private static <M, E> RollbackCounts check(
      Domain<M, E> domain,
      Generator<M> models,
      Function<M, Generator<E>> events,
      int from,
      int count) {
    RollbackCounts counts = RollbackCounts.NONE;
    for (int seed = from; seed < from + count; seed++) {
      Choices choices = Choices.random(new Random(seed), CHOICES_PER_PROGRAM);
      M start = models.generate(choices);
      List<RollbackLaws.Op> program = RollbackLaws.Op.any().list(20, 40).generate(choices);
      counts = counts.plus(RollbackLaws.check(domain, events, start, program));
    }
    return counts;
  }

  private static RollbackCounts notes(int from, int count) {
    return check(new NotesDomain(), NoteGenerators.models(), NoteGenerators::events, from, count);
  }

  private static Generator<CounterEvent> events(Counter model) {
    return Generator.oneOf(
        Generator.integers(-3, 3).map(CounterEvent.Added::new),
        Generator.integers(-3, 3).map(after -> new CounterEvent.Set(model.value(), after)));
  }

  private static void requireAtLeast(RollbackCounts counts, int rollbacks, int compared) {
    assertThat(counts.appliedRollbacks()).as(counts.toString()).isGreaterThan(rollbacks);
    assertThat(counts.comparedModels()).as(counts.toString()).isGreaterThan(compared);
    // Steps that conflict with each other without the steps between them cannot be compared, from
    // then to the end of their program.
    assertThat(counts.uncomparableModels())
        .as(counts.toString())
        .isLessThan(Math.max(20, counts.comparedModels() / 100));
  }

  @Test
  void on_a_board_of_notes_a_rolled_back_step_leaves_no_effect() {
    RollbackCounts counts = notes(0, 20);
    requireAtLeast(counts, 40, 500);
    assertThat(counts.plansWithConflicts()).isPositive();
  }

  @Test
  void on_other_boards_of_notes_a_rolled_back_step_leaves_no_effect() {
    RollbackCounts counts = notes(10, Tries.of(60));
    requireAtLeast(counts, Tries.of(160), Tries.of(1_500));
    assertThat(counts.plansWithConflicts()).isGreaterThanOrEqualTo(Tries.of(20));
    assertThat(counts.completePlans()).isGreaterThan(Tries.of(120));
  }

  @Test
  void on_a_counter_a_rolled_back_step_leaves_no_effect() {
    Generator<Counter> zero = Generator.just(new Counter(0));
    RollbackCounts counts = check(new CounterDomain(), zero, RollbackProgramsTest::events, 0, 20);
    requireAtLeast(counts, 30, 600);
    assertThat(counts.plansWithConflicts()).isZero();
    assertThat(counts.completePlans()).isGreaterThan(60);
  }

  @Test
  void in_a_domain_with_default_units_a_rolled_back_step_leaves_no_effect() {
    RollbackCounts tally = RollbackCounts.NONE;
    for (int seed = 0; seed < 20; seed++) {
      Choices choices = Choices.random(new Random(seed), CHOICES_PER_PROGRAM);
      List<RollbackLaws.Op> program = RollbackLaws.Op.any().list(20, 40).generate(choices);
      tally = tally.plus(RollbackLaws.checkNew(new TextDomain(), TextDomain::randomEdits, program));
    }
    requireAtLeast(tally, 30, 600);
    assertThat(tally.plansWithConflicts()).isZero();
  }
}
