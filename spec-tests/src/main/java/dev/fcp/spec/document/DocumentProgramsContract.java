package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.spec.Clause;
import dev.fcp.spec.document.DocumentHarness.Usage;
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
 * The tests that reopening a document with a durable history changes nothing observable. Random
 * programs edit, undo, name, save and prune, and write, damage and delete the file as another
 * program would. A document that stays open, one that is closed and reopened after each operation,
 * and several that take turns must be in the same state after each operation. A subclass provides
 * the domain and generators, as for the laws of domains.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public abstract class DocumentProgramsContract<M, E> {

  private static final int CHOICES_PER_OPERATION = 128;
  private static final int MANY_STEPS = 3;

  /** Returns the domain under test. */
  protected abstract Domain<M, E> domain();

  /** Generates models that a file of the domain can represent; small ones find the most faults. */
  protected abstract Generator<M> models();

  /** Generates events for a model; most should apply, and some should not. */
  protected abstract Generator<E> events(M model);

  /** Returns the initial file of the programs. */
  protected byte[] initialFile(Choices choices) {
    return domain().format().write(models().generate(choices), List.of());
  }

  @Provide
  Arbitrary<List<Choices>> programs() {
    Generator<Choices> tape = choices -> choices;
    return tape.arbitraryList(10, 30, CHOICES_PER_OPERATION);
  }

  @Provide
  Arbitrary<Choices> beginnings() {
    Generator<Choices> tape = choices -> choices;
    return tape.arbitrary();
  }

  /** DO-1, DO-2, DO-3, DO-7, DO-8, DO-9: closing and reopening changes nothing. */
  @Trials(15)
  @Clause({"DO-1", "DO-2", "DO-3", "DO-7", "DO-8", "DO-9", "JN-3"})
  void reopening_a_document_shows_the_same_as_keeping_it_open(
      @ForAll("programs") List<Choices> program,
      @ForAll("beginnings") Choices beginning,
      @ForAll boolean isDraft) {
    byte[] initialFile = initialFile(beginning.restarted());
    try (var keptOpen = new DocumentHarness<>(domain(), initialFile, isDraft, Usage.STAYS_OPEN);
        var reopened = new DocumentHarness<>(domain(), initialFile, isDraft, Usage.IS_REOPENED);
        var byTurns =
            new DocumentHarness<>(domain(), initialFile, isDraft, Usage.IS_OPENED_BY_TURNS)) {
      int maxSteps = run(program, List.of(keptOpen, reopened, byTurns));
      Statistics.label("three steps").collect(maxSteps >= MANY_STEPS);
      Statistics.label("three steps")
          .coverage(coverage -> coverage.check(true).percentage(share -> share >= 50));
    }
  }

  /** Runs a program on all documents and returns the greatest number of steps. */
  private int run(List<Choices> program, List<DocumentHarness<M, E>> documents) {
    DocumentOperations<M, E> operations =
        new DocumentOperations<>(domain(), models(), this::events);
    List<String> operationsSoFar = new ArrayList<>();
    int maxSteps = 0;
    for (int i = 0; i < program.size(); i++) {
      Choices operation = program.get(i);
      String label = "#" + i;
      operationsSoFar.add(
          label
              + " "
              + requireSame(
                  documents,
                  operationsSoFar,
                  harness -> operations.run(harness, operation.restarted(), label)));
      operationsSoFar.add(
          "pause: " + requireSame(documents, operationsSoFar, DocumentHarness::pause));
      maxSteps =
          Math.max(
              maxSteps,
              requireSame(documents, operationsSoFar, DocumentHarness::observe)
                  .view()
                  .history()
                  .size());
    }
    return maxSteps;
  }

  /** A query or operation that is run on each document. */
  private interface Query<M, E, T> {
    T of(DocumentHarness<M, E> harness);
  }

  private static <M, E, T> T requireSame(
      List<DocumentHarness<M, E>> documents, List<String> operationsSoFar, Query<M, E, T> query) {
    String program = String.join("\n  ", operationsSoFar);
    T expected = ask(documents.get(0), program, query);
    for (DocumentHarness<M, E> other : documents.subList(1, documents.size())) {
      assertThat(ask(other, program, query))
          .describedAs("%s, after%n  %s", other, program)
          .isEqualTo(expected);
    }
    return expected;
  }

  private static <M, E, T> T ask(
      DocumentHarness<M, E> harness, String program, Query<M, E, T> query) {
    try {
      return query.of(harness);
    } catch (RuntimeException e) {
      throw new AssertionError("%s fails after%n  %s%n%s".formatted(harness, program, e), e);
    }
  }
}
