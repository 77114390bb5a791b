package dev.fcp.spec.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.Verb;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.run.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tests of the verbs of a domain. A subclass provides a document and two tables: operations
 * that succeed on it, and operations that it refuses.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class VerbContract<M, E> {

  /**
   * An operation that succeeds.
   *
   * @param operation begins with the name of its verb
   * @param resultLine the complete result line
   */
  public record SuccessExample(String operation, String resultLine) {

    /** Parses a table with one example per line: {@code OPERATION = LINE}. */
    public static List<SuccessExample> parseTable(String text) {
      return text.lines()
          .map(line -> line.split(" = (?=[-+*@~] )", 2))
          .map(parts -> new SuccessExample(parts[0], parts[1]))
          .toList();
    }

    @Override
    public String toString() {
      return operation;
    }
  }

  /**
   * An operation that is refused.
   *
   * @param operation begins with the name of its verb, if there is such a verb
   * @param reason the beginning of the line with the reason
   * @param suggestion the suggested operation; empty if none is suggested
   */
  public record RefusalExample(String operation, String reason, String suggestion) {

    /** Parses a table with one example per line: {@code OPERATION ¦ REASON ¦ SUGGESTION}. */
    public static List<RefusalExample> parseTable(String text) {
      return text.lines()
          .map(line -> Arrays.stream(line.split("¦", -1)).map(String::strip).toList())
          .map(parts -> new RefusalExample(parts.get(0), parts.get(1), parts.get(2)))
          .toList();
    }

    @Override
    public String toString() {
      return operation;
    }
  }

  /** A sequence of operations on a document. */
  public record Scenario<M, E>(DocumentUnderTest<M, E> document, List<String> operations) {}

  /** Returns a new document for the operations of the tables. */
  protected abstract DocumentUnderTest<M, E> document();

  /** Returns operations that succeed on the document, at least one for each verb. */
  protected abstract List<SuccessExample> done();

  /** Returns operations that are refused on the document, at least one for each verb. */
  protected abstract List<RefusalExample> refused();

  /** Returns queries that succeed on the document, at least one for each. */
  protected abstract List<String> questions();

  /** Returns the sealed family of the events. */
  protected abstract Class<E> events();

  /** Returns the verbs without an example in {@link #done}, each of which has a separate test. */
  protected Set<String> verbsWithoutExample() {
    return Set.of();
  }

  /** Returns the verbs without an example in {@link #refused}. */
  protected Set<String> verbsWithoutRefusal() {
    return Set.of();
  }

  /**
   * Returns the event types that only external versions produce, each of which has a separate test.
   */
  protected Set<Class<? extends E>> eventTypesWithoutVerb() {
    return Set.of();
  }

  /**
   * Returns operations on other documents that emit event types which no operation of {@link #done}
   * emits.
   */
  protected List<Scenario<M, E>> scenarios() {
    return List.of();
  }

  @ParameterizedTest
  @MethodSource("done")
  @Clause("OL-14")
  void a_verb_says_what_it_did(SuccessExample example) {
    assertThat(document().runSuccessfully(example.operation())).isEqualTo(example.resultLine());
  }

  @ParameterizedTest
  @MethodSource("done")
  @Clause("OL-13")
  void a_verb_is_undone_and_redone_byte_for_byte(SuccessExample example) {
    DocumentUnderTest<M, E> document = document();
    byte[] bytesBefore = document.bytes();
    Digest before = document.session().digest();
    document.runSuccessfully(example.operation());
    byte[] bytesAfter = document.bytes();
    Digest after = document.session().digest();
    assertThat(after)
        .isNotEqualTo(before)
        .isEqualTo(document.domain().digestFromScratch(document.model()));
    assertThat(bytesAfter).isNotEqualTo(bytesBefore);
    document.undo();
    assertThat(document.session().digest()).isEqualTo(before);
    assertThat(document.bytes()).isEqualTo(bytesBefore);
    document.redo();
    assertThat(document.session().digest()).isEqualTo(after);
    assertThat(document.bytes()).isEqualTo(bytesAfter);
    assertThat(document.session().verify().isValid()).isTrue();
  }

  /** Without the same content after a repetition, the verb did something a second time. */
  @ParameterizedTest
  @MethodSource("done")
  @Clause("OL-7")
  void an_operation_that_changes_nothing_says_so_and_leaves_no_step(SuccessExample example) {
    DocumentUnderTest<M, E> document = document();
    document.runSuccessfully(example.operation());
    Digest before = document.session().digest();
    int steps = document.session().state().undoDepth();
    Response repeated = document.run(example.operation());
    boolean isUnchanged = !repeated.isError() && document.session().digest().equals(before);
    assertThat(document.session().state().undoDepth() == steps)
        .as(repeated.text())
        .isEqualTo(isUnchanged || repeated.isError());
    assertThat(repeated.lines().get(0).startsWith("! unchanged: "))
        .as(repeated.text())
        .isEqualTo(isUnchanged);
  }

  @ParameterizedTest
  @MethodSource("done")
  @Clause("OL-13")
  void the_result_of_a_verb_is_in_the_saved_file(SuccessExample example) {
    DocumentUnderTest<M, E> document = document();
    document.runSuccessfully(example.operation());
    assertThat(document.reopened().session().digest()).isEqualTo(document.session().digest());
  }

  @ParameterizedTest
  @MethodSource("done")
  @Clause("HI-8")
  void the_changes_of_a_verb_and_of_its_undo_are_described(SuccessExample example) {
    DocumentUnderTest<M, E> document = document();
    M before = document.model();
    document.runSuccessfully(example.operation());
    M after = document.model();
    requireDescribed(document.language(), document.events(), before, after);
    List<E> inverses = new ArrayList<>();
    document.events().forEach(event -> inverses.add(0, document.domain().invert(event)));
    requireDescribed(document.language(), inverses, after, before);
  }

  private void requireDescribed(DomainLanguage<M, E> language, List<E> events, M before, M after) {
    assertThat(language.describeChanges(events, before, after))
        .isNotEmpty()
        .hasSizeLessThanOrEqualTo(events.size())
        .allSatisfy(line -> assertThat(line.toString()).matches("[-+*~] \\S.*"));
  }

  /** A query with the name that an event reports finds the entity. */
  @ParameterizedTest
  @MethodSource("done")
  @Clause("HI-8")
  void the_names_in_an_event_are_those_of_the_entities_it_changes(SuccessExample example) {
    DocumentUnderTest<M, E> document = document();
    document.runSuccessfully(example.operation());
    for (E event : document.events()) {
      Set<EntityRef> written = new HashSet<>();
      document.domain().touches(event).written().forEach(unit -> written.add(unit.entity()));
      assertThat(document.language().entityNamesIn(event))
          .allSatisfy(name -> assertThat(written).contains(name.entity()));
    }
  }

  @Test
  @Clause("OL-13")
  void equal_operations_give_equal_files() {
    DocumentUnderTest<M, E> first = document();
    DocumentUnderTest<M, E> second = document();
    done().forEach(example -> first.run(example.operation()));
    done().forEach(example -> second.run(example.operation()));
    assertThat(first.bytes()).isEqualTo(second.bytes());
  }

  @Test
  @Clause("OL-14")
  void there_is_an_example_of_every_verb() {
    assertThat(verbsMissingIn(done().stream().map(SuccessExample::operation).toList()))
        .isEqualTo(verbsWithoutExample());
  }

  @Test
  @Clause("OL-14")
  void every_verb_is_refused_at_least_once() {
    assertThat(verbsMissingIn(refused().stream().map(RefusalExample::operation).toList()))
        .isEqualTo(verbsWithoutRefusal());
  }

  @Test
  @Clause({"OL-12", "OL-14"})
  void every_query_is_asked() {
    List<Query<M>> queries = document().language().queries();
    assertThat(queries.stream().map(query -> query.form().name()))
        .allSatisfy(name -> assertThat(questions()).anyMatch(it -> it.startsWith(name)));
  }

  private Set<String> verbsMissingIn(List<String> operations) {
    Predicate<String> isIn = verb -> operations.stream().anyMatch(it -> it.startsWith(verb));
    List<Verb<M, E>> verbs = document().language().verbs();
    return verbs.stream()
        .map(verb -> verb.form().name())
        .filter(isIn.negate())
        .collect(Collectors.toSet());
  }

  @Test
  @Clause("OL-14")
  void every_type_of_event_is_emitted_by_a_verb_or_comes_from_outside() {
    Set<Class<?>> missing = new HashSet<>(Arrays.asList(events().getPermittedSubclasses()));
    assertThat(missing).isNotEmpty();
    done().forEach(example -> removeEmitted(missing, document(), List.of(example.operation())));
    scenarios()
        .forEach(scenario -> removeEmitted(missing, scenario.document(), scenario.operations()));
    assertThat(missing).isEqualTo(eventTypesWithoutVerb());
  }

  private void removeEmitted(
      Set<Class<?>> missing, DocumentUnderTest<M, E> document, List<String> operations) {
    for (String operation : operations) {
      document.runSuccessfully(operation);
      document.events().forEach(event -> missing.remove(event.getClass()));
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  @Clause("OL-8")
  void a_refused_operation_changes_nothing_and_says_why(RefusalExample refused) {
    List<String> lines = document().runRefused(refused.operation());
    assertThat(lines.get(0)).startsWith("! " + refused.reason());
    assertThat(DocumentUnderTest.suggestion(lines).orElse("")).isEqualTo(refused.suggestion());
  }

  /** Whatever mistake a valid operation has, running the suggestion does no harm. */
  @ParameterizedTest
  @MethodSource("done")
  @Clause("OL-8")
  void whatever_is_suggested_for_a_mistake_works_and_takes_nothing_away(SuccessExample example) {
    DocumentUnderTest<M, E> document = document();
    List<Form> forms = document.language().verbs().stream().map(Verb::form).toList();
    mistakes(example.operation(), forms).forEach(mistake -> runAndUndo(document, mistake));
  }

  @ParameterizedTest
  @MethodSource("done")
  @Clause("OL-8")
  void a_refusal_does_not_repeat_a_long_text_in_full(SuccessExample example) {
    DocumentUnderTest<M, E> document = document();
    List<Form> forms = document.language().verbs().stream().map(Verb::form).toList();
    for (String mistake :
        OperationMistakes.ofLongTexts(example.operation(), formOf(forms, example.operation()))) {
      Response response = document.run(mistake);
      assertThat(response.isError() ? response.lines() : List.<String>of())
          .allSatisfy(line -> assertThat(line).hasSizeLessThan(OperationMistakes.LONG_CHARS / 4));
    }
  }

  @ParameterizedTest
  @MethodSource("questions")
  @Clause("OL-8")
  void the_refusal_of_a_query_does_not_repeat_a_long_text_in_full(String question) {
    DocumentUnderTest<M, E> document = document();
    List<Form> forms = document.language().queries().stream().map(Query::form).toList();
    for (String mistake : OperationMistakes.ofLongTexts(question, formOf(forms, question))) {
      Response response = document.queryAnswer(mistake);
      assertThat(response.isError() ? response.lines() : List.<String>of())
          .allSatisfy(line -> assertThat(line).hasSizeLessThan(OperationMistakes.LONG_CHARS / 4));
    }
  }

  /** As above, for queries. */
  @ParameterizedTest
  @MethodSource("questions")
  @Clause("OL-8")
  void whatever_query_is_suggested_for_a_mistake_is_answered(String question) {
    DocumentUnderTest<M, E> document = document();
    List<Form> forms = document.language().queries().stream().map(Query::form).toList();
    assertThat(document.queryAnswer(question).isError()).isFalse();
    assertThat(mistakes(question, forms))
        .allSatisfy(mistake -> assertThat(document.queryAnswer(mistake)).isNotNull());
  }

  private static Stream<String> mistakes(String operation, List<Form> forms) {
    List<String> all = OperationMistakes.of(operation, formOf(forms, operation));
    return Tries.sweep(all.size()).mapToObj(all::get);
  }

  /** Runs an operation and undoes it. */
  private static void runAndUndo(DocumentUnderTest<?, ?> document, String operation) {
    assertThat(document.run(operation).lines()).isNotEmpty();
    if (document.session().state().undoDepth() > 0) {
      document.undo();
    }
  }

  private static Form formOf(List<Form> forms, String operation) {
    return forms.stream().filter(it -> operation.startsWith(it.name())).findFirst().orElseThrow();
  }
}
