package dev.fcp.spec.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import dev.fcp.verbs.run.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsCollector;

/**
 * What random programs of operations leave behind. A subclass gives a document and a generator of
 * operations, most of which are done on it and some of which are refused.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public abstract class VerbProgramsContract<M, E> {

  /** A desk with the document of the programs, a new one each time. */
  protected abstract Desk<M, E> desk();

  /** An operation; the same names come again and again, so that operations meet. */
  protected abstract Generator<String> operations();

  /** Files as strange as the format allows, by their names. */
  protected abstract Map<String, byte[]> files();

  /** The same kind of domain, which has read and written nothing yet. */
  protected abstract Domain<M, E> freshDomain();

  /** An operation on one of those files; by default as for the document. */
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
  void every_state_comes_back_by_undo_and_by_redo(@ForAll("programs") List<String> program) {
    int done = comesBack(program);
    StatisticsCollector steps = Statistics.label("three steps done");
    steps.collect(done >= 3);
    steps.coverage(seen -> seen.check(true).percentage(share -> share >= 75));
    StatisticsCollector refusals = Statistics.label("an operation refused");
    refusals.collect(done < program.size());
    refusals.coverage(seen -> seen.check(true).percentage(share -> share >= 36));
  }

  private int comesBack(List<String> program) {
    Desk<M, E> desk = desk();
    List<Digest> digests = new ArrayList<>(List.of(desk.session().digest()));
    List<byte[]> files = new ArrayList<>(List.of(desk.bytes()));
    for (String operation : program) {
      desk.run(operation);
      Digest digest = desk.session().digest();
      assertThat(digest).isEqualTo(desk.domain().digestFromScratch(desk.model()));
      if (desk.session().state().undoDepth() == digests.size()) {
        digests.add(digest);
        files.add(desk.bytes());
      }
    }
    int steps = digests.size() - 1;
    assertThat(desk.session().state().undoDepth()).isEqualTo(steps);
    for (int i = steps - 1; i >= 0; i--) {
      desk.undo();
      assertThat(desk.session().digest()).isEqualTo(digests.get(i));
      assertThat(desk.bytes()).isEqualTo(files.get(i));
    }
    for (int i = 1; i <= steps; i++) {
      desk.redo();
      assertThat(desk.session().digest()).isEqualTo(digests.get(i));
      assertThat(desk.bytes()).isEqualTo(files.get(i));
    }
    assertThat(desk.session().verify().holds()).isTrue();
    return steps;
  }

  @Trials(60)
  @Clause("OL-13")
  void a_saved_file_reads_as_the_document_it_was(@ForAll("programs") List<String> program) {
    Desk<M, E> desk = desk();
    program.forEach(desk::run);
    assertThat(desk.reread().session().digest()).isEqualTo(desk.session().digest());
  }

  @Trials(12)
  @Clause("OL-13")
  void after_each_operation_on_any_file_a_save_reads_as_the_document(
      @ForAll("programsOnFiles") List<String> program) {
    assertThat(files()).isNotEmpty();
    files()
        .forEach((name, file) -> {
          Desk<M, E> desk = Desk.of(desk().language(), file);
          for (String operation : program) {
            desk.run(operation);
            assertThat(desk.reread().session().digest())
                .describedAs(name + ": " + operation)
                .isEqualTo(desk.session().digest());
          }
        });
  }

  @Trials(12)
  @Clause("OL-13")
  void what_a_format_remembers_makes_no_difference_to_what_it_writes(
      @ForAll("programsOnFiles") List<String> program) {
    assertThat(files()).isNotEmpty();
    files()
        .forEach((name, file) -> {
          Desk<M, E> desk = Desk.of(desk().language(), file);
          for (String operation : program) {
            desk.run(operation);
            assertThat(desk.bytes()).describedAs(name + ": " + operation).isEqualTo(fresh(desk));
          }
          while (desk.session().state().undoDepth() > 0) {
            desk.undo();
            assertThat(desk.bytes()).describedAs(name + ": undo").isEqualTo(fresh(desk));
          }
          assertThat(desk.bytes()).describedAs(name).isEqualTo(file);
        });
  }

  private byte[] fresh(Desk<M, E> desk) {
    return freshDomain().format().write(desk.model(), desk.session().state().sourcesForWriting());
  }

  @Trials(60)
  @Clause("OL-8")
  void what_a_refusal_suggests_is_no_riddle(@ForAll("programs") List<String> program) {
    Desk<M, E> desk = desk();
    for (String operation : program) {
      Answer answer = desk.run(operation);
      if (answer.isError()) {
        // The suggestion may fail for another reason, but it is an operation of a known form.
        assertThat(Desk.suggestion(answer.lines())).describedAs(answer.text()).isPresent();
        String better = Desk.suggestion(answer.lines()).orElseThrow();
        assertThat(desk.run(better).lines().toString())
            .describedAs(operation)
            .doesNotContain("unknown verb", "does not know");
      }
    }
  }
}
