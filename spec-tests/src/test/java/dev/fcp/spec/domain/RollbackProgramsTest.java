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
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A few fixed programs of rollbacks, quick enough to be run for each mutant of the planner. */
@Clause({"RB-1", "RB-2", "RB-3", "RB-4", "RB-5", "RB-6", "RB-7", "RB-8", "RB-9"})
class RollbackProgramsTest {

  private static final int CHOICES = 4_096;

  /** Runs some programs; answers how many rollbacks they held. */
  private static <M, E> int hold(
      Domain<M, E> domain,
      Generator<M> models,
      Function<M, Generator<E>> events,
      int from,
      int count) {
    int cases = 0;
    for (int seed = from; seed < from + count; seed++) {
      Choices choices = Choices.by(new Random(seed), CHOICES);
      M start = models.generate(choices);
      cases +=
          RollbackLaws.hold(
              domain, events, start, RollbackLaws.Op.any().list(20, 40).generate(choices));
    }
    return cases;
  }

  private static int notes(int from, int count) {
    return hold(new NotesDomain(), NoteGenerators.models(), NoteGenerators::events, from, count);
  }

  private static Generator<CounterEvent> events(Counter model) {
    return Generator.oneOf(
        Generator.whole(-3, 3).map(CounterEvent.Added::new),
        Generator.whole(-3, 3).map(after -> new CounterEvent.Set(model.value(), after)));
  }

  @Test
  void on_a_board_of_notes_what_was_rolled_back_never_was() {
    assertThat(notes(0, 10)).isGreaterThan(20);
  }

  @Test
  void on_other_boards_of_notes_what_was_rolled_back_never_was() {
    assertThat(notes(10, 40)).isGreaterThan(80);
  }

  @Test
  void on_a_counter_what_was_rolled_back_never_was() {
    Generator<Counter> zero = Generator.always(new Counter(0));
    assertThat(hold(new CounterDomain(), zero, RollbackProgramsTest::events, 0, 20))
        .isGreaterThan(20);
  }
}
