package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.spec.Clause;
import dev.fcp.spec.document.DocumentAtWork.Habit;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * What a document with a history that lasts promises whoever opens it anew: nothing that could be
 * seen of it is another. Random programs edit, undo, name, save, let steps go, and write, damage
 * and delete the file elsewhere; one who keeps the document open, one who closes and opens it after
 * each operation, and several who take turns have to see the same at each place. A subclass gives
 * the domain and generators as the laws of domains do.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public abstract class DocumentProgramsContract<M, E> {

  private static final int CHOICES_OF_AN_OPERATION = 128;
  private static final int MANY_STEPS = 3;

  /** The domain under test. */
  protected abstract Domain<M, E> domain();

  /** Models that a file of the domain can hold; small ones find most. */
  protected abstract Generator<M> models();

  /** Events for a model, most of which apply and some of which do not. */
  protected abstract Generator<E> events(M model);

  /** The file that the programs begin with. */
  protected byte[] first(Choices choices) {
    return domain().format().write(models().generate(choices), List.of());
  }

  @Provide
  Arbitrary<List<Choices>> programs() {
    Generator<Choices> tape = choices -> choices;
    return tape.arbitraryList(10, 30, CHOICES_OF_AN_OPERATION);
  }

  @Provide
  Arbitrary<Choices> beginnings() {
    Generator<Choices> tape = choices -> choices;
    return tape.arbitrary();
  }

  /** DO-1, DO-2, DO-3, DO-7, DO-8, DO-9: closing and opening again is nothing. */
  @Trials(15)
  @Clause({"DO-1", "DO-2", "DO-3", "DO-7", "DO-8", "DO-9", "JN-3"})
  void who_opens_a_document_anew_sees_what_who_kept_it_open_sees(
      @ForAll("programs") List<Choices> program,
      @ForAll("beginnings") Choices beginning,
      @ForAll boolean isDraft) {
    byte[] first = first(beginning.again());
    try (var kept = new DocumentAtWork<>(domain(), first, isDraft, Habit.STAYS_OPEN);
        var again = new DocumentAtWork<>(domain(), first, isDraft, Habit.IS_OPENED_AGAIN);
        var round = new DocumentAtWork<>(domain(), first, isDraft, Habit.GOES_ROUND)) {
      int most = runs(program, List.of(kept, again, round));
      Statistics.label("three steps").collect(most >= MANY_STEPS);
      Statistics.label("three steps")
          .coverage(seen -> seen.check(true).percentage(share -> share >= 50));
    }
  }

  /** How many steps there were at most. */
  private int runs(List<Choices> program, List<DocumentAtWork<M, E>> documents) {
    DocumentOperations<M, E> operations =
        new DocumentOperations<>(domain(), models(), this::events);
    List<String> past = new ArrayList<>();
    int most = 0;
    for (int i = 0; i < program.size(); i++) {
      Choices operation = program.get(i);
      String label = "#" + i;
      past.add(
          label + " " + same(documents, past, at -> operations.run(at, operation.again(), label)));
      past.add("pause: " + same(documents, past, DocumentAtWork::pause));
      most = Math.max(most, same(documents, past, DocumentAtWork::seen).view().history().size());
    }
    return most;
  }

  /** Something that is asked of each document. */
  private interface Question<M, E, T> {
    T of(DocumentAtWork<M, E> at);
  }

  private static <M, E, T> T same(
      List<DocumentAtWork<M, E>> documents, List<String> past, Question<M, E, T> question) {
    String program = String.join("\n  ", past);
    T expected = answer(documents.get(0), program, question);
    for (DocumentAtWork<M, E> other : documents.subList(1, documents.size())) {
      assertThat(answer(other, program, question))
          .describedAs("%s, after%n  %s", other, program)
          .isEqualTo(expected);
    }
    return expected;
  }

  private static <M, E, T> T answer(
      DocumentAtWork<M, E> at, String program, Question<M, E, T> question) {
    try {
      return question.of(at);
    } catch (RuntimeException e) {
      throw new AssertionError("%s fails after%n  %s%n%s".formatted(at, program, e), e);
    }
  }
}
