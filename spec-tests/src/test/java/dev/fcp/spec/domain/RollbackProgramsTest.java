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

  private static final int CHOICES = 4_096;

  /** Runs some programs; answers what they came to. */
  private static <M, E> RollbackTally hold(
      Domain<M, E> domain,
      Generator<M> models,
      Function<M, Generator<E>> events,
      int from,
      int count) {
    RollbackTally tally = RollbackTally.NONE;
    for (int seed = from; seed < from + count; seed++) {
      Choices choices = Choices.by(new Random(seed), CHOICES);
      M start = models.generate(choices);
      List<RollbackLaws.Op> program = RollbackLaws.Op.any().list(20, 40).generate(choices);
      tally = tally.plus(RollbackLaws.hold(domain, events, start, program));
    }
    return tally;
  }

  private static RollbackTally notes(int from, int count) {
    return hold(new NotesDomain(), NoteGenerators.models(), NoteGenerators::events, from, count);
  }

  private static Generator<CounterEvent> events(Counter model) {
    return Generator.oneOf(
        Generator.whole(-3, 3).map(CounterEvent.Added::new),
        Generator.whole(-3, 3).map(after -> new CounterEvent.Set(model.value(), after)));
  }

  private static void sees(RollbackTally tally, int rollbacks, int compared) {
    assertThat(tally.rollbacks()).as(tally.toString()).isGreaterThan(rollbacks);
    assertThat(tally.compared()).as(tally.toString()).isGreaterThan(compared);
    // What stands in its own way without those between cannot be told.
    assertThat(tally.untold()).as(tally.toString()).isLessThan(tally.compared() / 100);
  }

  @Test
  void on_a_board_of_notes_what_was_rolled_back_never_was() {
    RollbackTally tally = notes(0, 10);
    sees(tally, 20, 250);
    assertThat(tally.conflicts()).isPositive();
  }

  @Test
  void on_other_boards_of_notes_what_was_rolled_back_never_was() {
    RollbackTally tally = notes(10, Tries.of(60));
    sees(tally, Tries.of(160), Tries.of(1_500));
    assertThat(tally.conflicts()).isGreaterThanOrEqualTo(Tries.of(20));
    assertThat(tally.whole()).isGreaterThan(Tries.of(120));
  }

  @Test
  void on_a_counter_what_was_rolled_back_never_was() {
    Generator<Counter> zero = Generator.always(new Counter(0));
    RollbackTally tally = hold(new CounterDomain(), zero, RollbackProgramsTest::events, 0, 20);
    sees(tally, 30, 600);
    assertThat(tally.conflicts()).isZero();
    assertThat(tally.whole()).isGreaterThan(60);
  }
}
