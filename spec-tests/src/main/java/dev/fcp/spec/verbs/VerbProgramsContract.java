package dev.fcp.spec.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsCollector;

/**
 * The tests of random programs of operations. A subclass provides a document and a generator of
 * operations, most of which succeed and some of which are refused.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public abstract class VerbProgramsContract<M, E> {

  /** Returns a new document for the programs. */
  protected abstract DocumentUnderTest<M, E> document();

  /** Generates operations from few names, so that several operations affect the same entity. */
  protected abstract Generator<String> operations();

  /** Returns files as unusual as the format allows, by name. */
  protected abstract Map<String, byte[]> files();

  /** Returns a new instance of the domain, which has read and written nothing yet. */
  protected abstract Domain<M, E> freshDomain();

  /** Generates operations on one of these files; by default those for the document. */
  protected Generator<String> operationsOnFiles() {
    return operations();
  }

  @Provide
  Arbitrary<List<String>> programs() {
    return operations().arbitraryList(5, 25, 16);
  }

  @Provide
  Arbitrary<List<String>> programsOnFiles() {
    return operationsOnFiles().arbitraryList(3, 10, 20);
  }

  @Trials(60)
  @Clause("OL-13")
  void every_state_is_restored_by_undo_and_by_redo(@ForAll("programs") List<String> program) {
    int stepCount = undoAndRedoAll(program);
    StatisticsCollector steps = Statistics.label("three steps done");
    steps.collect(stepCount >= 3);
    steps.coverage(coverage -> coverage.check(true).percentage(share -> share >= 75));
    StatisticsCollector refusals = Statistics.label("an operation refused");
    refusals.collect(stepCount < program.size());
    refusals.coverage(coverage -> coverage.check(true).percentage(share -> share >= 36));
  }

  private int undoAndRedoAll(List<String> program) {
    DocumentUnderTest<M, E> document = document();
    List<Digest> digests = new ArrayList<>(List.of(document.session().digest()));
    List<byte[]> files = new ArrayList<>(List.of(document.bytes()));
    for (String operation : program) {
      document.run(operation);
      Digest digest = document.session().digest();
      assertThat(digest).isEqualTo(document.domain().digestFromScratch(document.model()));
      if (document.session().state().undoDepth() == digests.size()) {
        digests.add(digest);
        files.add(document.bytes());
      }
    }
    int steps = digests.size() - 1;
    assertThat(document.session().state().undoDepth()).isEqualTo(steps);
    for (int i = steps - 1; i >= 0; i--) {
      document.undo();
      assertThat(document.session().digest()).isEqualTo(digests.get(i));
      assertThat(document.bytes()).isEqualTo(files.get(i));
    }
    for (int i = 1; i <= steps; i++) {
      document.redo();
      assertThat(document.session().digest()).isEqualTo(digests.get(i));
      assertThat(document.bytes()).isEqualTo(files.get(i));
    }
    assertThat(document.session().verify().isValid()).isTrue();
    return steps;
  }

  @Trials(60)
  @Clause("OL-13")
  void a_saved_file_reads_as_the_document(@ForAll("programs") List<String> program) {
    DocumentUnderTest<M, E> document = document();
    program.forEach(document::run);
    assertThat(document.reopened().session().digest()).isEqualTo(document.session().digest());
  }

  @Trials(12)
  @Clause("OL-13")
  void after_each_operation_on_any_file_the_saved_bytes_read_as_the_document(
      @ForAll("programsOnFiles") List<String> program) {
    assertThat(files()).isNotEmpty();
    files()
        .forEach((name, file) -> {
          DocumentUnderTest<M, E> document = DocumentUnderTest.of(document().language(), file);
          for (String operation : program) {
            document.run(operation);
            assertThat(document.reopened().session().digest())
                .describedAs(name + ": " + operation)
                .isEqualTo(document.session().digest());
          }
        });
  }

  @Trials(12)
  @Clause("OL-13")
  void what_a_format_caches_does_not_change_what_it_writes(
      @ForAll("programsOnFiles") List<String> program) {
    assertThat(files()).isNotEmpty();
    files()
        .forEach((name, file) -> {
          DocumentUnderTest<M, E> document = DocumentUnderTest.of(document().language(), file);
          for (String operation : program) {
            document.run(operation);
            assertThat(document.bytes())
                .describedAs(name + ": " + operation)
                .isEqualTo(writtenByFreshDomain(document));
          }
          while (document.session().state().undoDepth() > 0) {
            document.undo();
            assertThat(document.bytes())
                .describedAs(name + ": undo")
                .isEqualTo(writtenByFreshDomain(document));
          }
          assertThat(document.bytes()).describedAs(name).isEqualTo(file);
        });
  }

  private byte[] writtenByFreshDomain(DocumentUnderTest<M, E> document) {
    return freshDomain()
        .format()
        .write(document.model(), document.session().state().sourcesForWriting());
  }

  @Trials(60)
  @Clause("OL-8")
  void whatever_is_suggested_works_and_takes_nothing_away(
      @ForAll("programs") List<String> program) {
    DocumentUnderTest<M, E> document = document();
    // The document under test runs each suggestion.
    program.forEach(operation -> assertThat(document.run(operation).lines()).isNotEmpty());
  }
}
