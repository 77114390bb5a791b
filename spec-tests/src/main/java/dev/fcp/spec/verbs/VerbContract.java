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
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What verbs promise. A subclass gives a document and two tables: operations that are done on it,
 * and operations that it refuses.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class VerbContract<M, E> {

  /** Whoever follows suggestions loses patience after so many. */
  private static final int MOST_SUGGESTIONS = 5;

  /**
   * An operation that is done.
   *
   * @param operation begins with the name of its verb
   * @param line the whole line that says what was done
   */
  public record Done(String operation, String line) {

    /** One on each line of a text: {@code OPERATION = LINE}. */
    public static List<Done> table(String text) {
      return text.lines()
          .map(line -> line.split(" = (?=[-+*@~] )", 2))
          .map(parts -> new Done(parts[0], parts[1]))
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
   * @param reason how the line begins that says why
   * @param tryThis the operation that is suggested; empty if the table does not care which it is
   */
  public record Refused(String operation, String reason, String tryThis) {

    /** One on each line of a text: {@code OPERATION ¦ REASON ¦ SUGGESTION}. */
    public static List<Refused> table(String text) {
      return text.lines()
          .map(line -> Arrays.stream(line.split("¦", -1)).map(String::strip).toList())
          .map(parts -> new Refused(parts.get(0), parts.get(1), parts.get(2)))
          .toList();
    }

    @Override
    public String toString() {
      return operation;
    }
  }

  /** Operations that follow each other on a document. */
  public record Scene<M, E>(Desk<M, E> desk, List<String> operations) {}

  /** A desk with the document of the tables, a new one each time. */
  protected abstract Desk<M, E> desk();

  /** Operations that are done on that document, at least one for each verb. */
  protected abstract List<Done> done();

  /** Operations that are refused on that document, at least one for each verb. */
  protected abstract List<Refused> refused();

  /** Queries that are answered about that document, at least one for each. */
  protected abstract List<String> questions();

  /** The sealed family of the events. */
  protected abstract Class<E> events();

  /** The verbs that no operation of {@link #done} shows, each with a test of its own. */
  protected Set<String> withoutExample() {
    return Set.of();
  }

  /** The verbs that no operation of {@link #refused} shows. */
  protected Set<String> withoutRefusal() {
    return Set.of();
  }

  /** The types of events that come from outside alone, each with a test of its own. */
  protected Set<Class<? extends E>> withoutVerb() {
    return Set.of();
  }

  /** Operations on other documents, which emit what no operation of {@link #done} does. */
  protected List<Scene<M, E>> scenes() {
    return List.of();
  }

  @ParameterizedTest
  @MethodSource("done")
  @Clause("OL-14")
  void a_verb_says_what_it_did(Done example) {
    assertThat(desk().done(example.operation())).isEqualTo(example.line());
  }

  @ParameterizedTest
  @MethodSource("done")
  @Clause("OL-13")
  void what_a_verb_did_is_undone_and_done_again_to_the_byte(Done example) {
    Desk<M, E> desk = desk();
    byte[] bytesBefore = desk.bytes();
    Digest before = desk.session().digest();
    desk.done(example.operation());
    byte[] bytesAfter = desk.bytes();
    Digest after = desk.session().digest();
    assertThat(after).isNotEqualTo(before).isEqualTo(desk.domain().digestFromScratch(desk.model()));
    assertThat(bytesAfter).isNotEqualTo(bytesBefore);
    desk.undo();
    assertThat(desk.session().digest()).isEqualTo(before);
    assertThat(desk.bytes()).isEqualTo(bytesBefore);
    desk.redo();
    assertThat(desk.session().digest()).isEqualTo(after);
    assertThat(desk.bytes()).isEqualTo(bytesAfter);
    assertThat(desk.session().verify().holds()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("done")
  @Clause("OL-13")
  void what_a_verb_did_is_in_the_saved_file(Done example) {
    Desk<M, E> desk = desk();
    desk.done(example.operation());
    assertThat(desk.reread().session().digest()).isEqualTo(desk.session().digest());
  }

  @ParameterizedTest
  @MethodSource("done")
  @Clause("HI-8")
  void what_a_verb_changed_and_what_undo_changes_is_told(Done example) {
    Desk<M, E> desk = desk();
    M before = desk.model();
    desk.done(example.operation());
    assertTold(desk.language(), desk.events(), before);
    List<E> back = new ArrayList<>();
    desk.events().forEach(event -> back.add(0, desk.domain().invert(event)));
    assertTold(desk.language(), back, desk.model());
  }

  private void assertTold(DomainLanguage<M, E> language, List<E> events, M before) {
    assertThat(language.changes(events, before))
        .isNotEmpty()
        .hasSizeLessThanOrEqualTo(events.size())
        .allSatisfy(line -> assertThat(line.toString()).matches("[-+*~] \\S.*"));
  }

  /** Whoever asks for what an event made by the name that it has there finds it. */
  @ParameterizedTest
  @MethodSource("done")
  @Clause("HI-8")
  void the_names_in_an_event_are_those_of_what_it_changes(Done example) {
    Desk<M, E> desk = desk();
    desk.done(example.operation());
    for (E event : desk.events()) {
      Set<EntityRef> written = new HashSet<>();
      desk.domain().touches(event).written().forEach(unit -> written.add(unit.entity()));
      assertThat(desk.language().namesIn(event))
          .allSatisfy(name -> assertThat(written).contains(name.entity()));
    }
  }

  @Test
  @Clause("OL-13")
  void equal_operations_give_equal_files() {
    Desk<M, E> one = desk();
    Desk<M, E> two = desk();
    done().forEach(example -> one.run(example.operation()));
    done().forEach(example -> two.run(example.operation()));
    assertThat(one.bytes()).isEqualTo(two.bytes());
  }

  @Test
  @Clause("OL-14")
  void there_is_an_example_of_every_verb() {
    assertThat(verbsOtherThanIn(done().stream().map(Done::operation).toList()))
        .isEqualTo(withoutExample());
  }

  @Test
  @Clause("OL-14")
  void every_verb_is_refused_at_least_once() {
    assertThat(verbsOtherThanIn(refused().stream().map(Refused::operation).toList()))
        .isEqualTo(withoutRefusal());
  }

  @Test
  @Clause({"OL-12", "OL-14"})
  void every_query_is_asked() {
    List<Query<M>> queries = desk().language().queries();
    assertThat(queries.stream().map(query -> query.form().name()))
        .allSatisfy(name -> assertThat(questions()).anyMatch(it -> it.startsWith(name)));
  }

  private Set<String> verbsOtherThanIn(List<String> operations) {
    Predicate<String> isIn = verb -> operations.stream().anyMatch(it -> it.startsWith(verb));
    List<Verb<M, E>> verbs = desk().language().verbs();
    return verbs.stream()
        .map(verb -> verb.form().name())
        .filter(isIn.negate())
        .collect(Collectors.toSet());
  }

  @Test
  @Clause("OL-14")
  void every_type_of_event_is_emitted_by_a_verb_or_comes_from_outside() {
    Set<Class<?>> unseen = new HashSet<>(Arrays.asList(events().getPermittedSubclasses()));
    assertThat(unseen).isNotEmpty();
    done().forEach(example -> remove(unseen, desk(), List.of(example.operation())));
    scenes().forEach(scene -> remove(unseen, scene.desk(), scene.operations()));
    assertThat(unseen).isEqualTo(withoutVerb());
  }

  private void remove(Set<Class<?>> unseen, Desk<M, E> desk, List<String> operations) {
    for (String operation : operations) {
      desk.done(operation);
      desk.events().forEach(event -> unseen.remove(event.getClass()));
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  @Clause("OL-8")
  void what_cannot_be_done_changes_nothing_and_says_why(Refused refused) {
    List<String> lines = desk().refused(refused.operation());
    assertThat(lines.get(0)).startsWith("! " + refused.reason());
    if (!refused.tryThis().isEmpty()) {
      assertThat(Desk.suggestion(lines)).contains(refused.tryThis());
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  @Clause("OL-8")
  void what_a_refusal_suggests_works(Refused refused) {
    Desk<M, E> desk = desk();
    String better = suggested(desk.refused(refused.operation()));
    if (isWhole(better, desk.language().verbs().stream().map(Verb::form).toList())) {
      desk.done(better);
    }
  }

  /**
   * Whatever is mistyped in an operation that would be done, whoever follows the suggestions comes
   * to one that is, or to a form that names what is missing.
   */
  @ParameterizedTest
  @MethodSource("done")
  @Clause("OL-8")
  void suggestions_lead_from_any_mistake_to_what_is_done(Done example) {
    Desk<M, E> desk = desk();
    List<Form> forms = desk.language().verbs().stream().map(Verb::form).toList();
    SoftAssertions.assertSoftly(softly ->
        mistakes(example.operation(), forms)
            .forEach(
                wrong -> softly.assertThat(lost(wrong, forms, it -> tried(desk, it))).isEmpty()));
  }

  /** The same for questions. */
  @ParameterizedTest
  @MethodSource("questions")
  @Clause("OL-8")
  void suggestions_lead_from_any_mistake_to_what_is_answered(String question) {
    Desk<M, E> desk = desk();
    List<Form> forms = desk.language().queries().stream().map(Query::form).toList();
    assertThat(desk.answer(question).isError()).isFalse();
    SoftAssertions.assertSoftly(softly ->
        mistakes(question, forms)
            .forEach(wrong -> softly.assertThat(lost(wrong, forms, desk::answer)).isEmpty()));
  }

  private static Stream<String> mistakes(String operation, List<Form> forms) {
    List<String> all = Mistakes.in(operation, form(forms, operation));
    return Tries.sweep(all.size()).mapToObj(all::get);
  }

  /** What comes of an operation that is taken back again. */
  private static Answer tried(Desk<?, ?> desk, String operation) {
    Answer answer = desk.run(operation);
    if (desk.session().state().undoDepth() > 0) {
      desk.undo();
    }
    return answer;
  }

  private static Form form(List<Form> forms, String operation) {
    return forms.stream().filter(it -> operation.startsWith(it.name())).findFirst().orElseThrow();
  }

  /** The way on which somebody was lost; empty if it led to something. */
  private static List<String> lost(
      String operation, List<Form> forms, Function<String, Answer> asked) {
    List<String> way = new ArrayList<>(List.of(operation));
    while (way.size() <= MOST_SUGGESTIONS) {
      Answer answer = asked.apply(way.get(way.size() - 1));
      if (!answer.isError()) {
        return List.of();
      }
      Optional<String> better = Desk.suggestion(answer.lines());
      way.add(better.orElse(answer.text()));
      if (better.flatMap(Mistakes::parsed).isEmpty()) {
        return way;
      }
      if (!isWhole(better.get(), forms)) {
        return List.of();
      }
    }
    return way;
  }

  private static String suggested(List<String> refusal) {
    Optional<String> better = Desk.suggestion(refusal);
    assertThat(better).describedAs(refusal.toString()).isPresent();
    assertThat(Mistakes.parsed(better.get())).describedAs(better.get()).isPresent();
    return better.get();
  }

  /** Whether an operation says all that has to be said, and no word of the card in place of it. */
  private static boolean isWhole(String operation, List<Form> forms) {
    ParsedOp op = Mistakes.parsed(operation).orElseThrow();
    Set<String> said = new HashSet<>(op.words());
    said.addAll(op.params().values());
    op.selectors().forEach(selector -> selector.value().ifPresent(said::add));
    return forms.stream()
        .filter(form -> operation.startsWith(form.name()))
        .flatMap(form -> form.blanks().stream())
        .noneMatch(said::contains);
  }
}
