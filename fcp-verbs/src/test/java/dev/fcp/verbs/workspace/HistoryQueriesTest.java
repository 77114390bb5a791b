package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.WorkspaceFixture.ANN;
import static dev.fcp.verbs.workspace.WorkspaceFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.tally.Tally;
import dev.fcp.verbs.tally.TallyDomain;
import dev.fcp.verbs.tally.TallyEvent;
import dev.fcp.verbs.tally.TallyLanguage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The queries {@code history}, {@code log} and {@code diff}. */
class HistoryQueriesTest {

  private static final Caller FIRST =
      Caller.agent(Origin.of("bot", "s1", "m1").withProvenance(Map.of("asked", "some fruit")));
  private static final Caller SECOND = Caller.agent(Origin.of("bot", "s2", "m2"));

  @TempDir Path folder;
  private WorkspaceFixture fixture;

  @BeforeEach
  void create_fixture() {
    fixture =
        new WorkspaceFixture(folder)
            .act("new")
            .run(ANN, "add pear count:2")
            .run(FIRST, "add fig", "move fig -> pear")
            .run(BOB, "shelf title Fruit")
            .run(SECOND, "add lime")
            .act("undo");
  }

  @Test
  void the_log_shows_values_before_and_after_under_each_message() {
    assertThat(fixture.answer("log"))
        .isEqualTo(
            """
            message m2:
              5 bot 12:05, add lime (undone)
                  + thing lime
            4 bob 12:05, shelf title Fruit
                * shelf it title: "" -> Fruit
            message m1: some fruit
              3 bot 12:05, move fig -> pear
                  - thing fig
                  * thing pear count: 2 -> 3
              2 bot 12:05, add fig
                  + thing fig
            1 ann 12:05, add pear count:2
                + thing pear
            0 the beginning\
            """);
    assertThat(fixture.response("log 2"))
        .isEqualTo(fixture.answer("log 2"))
        .endsWith("\"\" -> Fruit");
  }

  @Test
  void a_step_without_a_message_stands_under_none() {
    fixture.run(ANN, "add plum").run(SECOND, "add kiwi");
    assertThat(fixture.answer("history 2"))
        .isEqualTo("message m2:\n  6 bot 12:05, add kiwi\n5 ann 12:05, add plum");
  }

  @Test
  void the_same_message_id_in_two_sessions_is_two_messages() {
    fixture.run(SECOND, "add kiwi").run(Caller.agent(Origin.of("bot", "s9", "m2")), "add plum");
    assertThat(fixture.answer("history 2"))
        .isEqualTo(
            """
            message m2:
              6 bot 12:05, add plum
            message m2:
              5 bot 12:05, add kiwi\
            """);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "history 1, 5",
    "log 1, 5",
    "log 3, 5 4 3",
    "history 4, 5 4 3 2",
    "log 2 actor:bot, 5 3",
    "history 1 message:m1, 3",
    "history 9 ids, 5 4 3 2 1 0",
  })
  void a_count_includes_undone_steps(String query, String numbers) {
    assertThat(numbers(fixture.answer(query))).containsExactly(numbers.split(" "));
  }

  @Test
  void an_answer_without_pages_is_complete() {
    WorkspaceFixture complete = WorkspaceFixture.withoutPages(folder).act("new");
    String name = "x".repeat(300);
    complete.run(ANN, "add " + name).act("checkpoint start");
    for (int i = 0; i < 120; i++) {
      complete.run(ANN, "add t" + i);
    }
    assertThat(complete.answer("history").lines()).hasSize(122).doesNotContain("more: ");
    assertThat(complete.answer("history events")).endsWith("\"thing\":\"" + name + "\"}");
    complete.act("squash to:start");
    assertThat(complete.answer("log 1").lines()).hasSize(121).endsWith("    + thing t119");
    assertThat(complete.answer("log page:2"))
        .isEqualTo("! there is no page 2; the last one is 1\n  try: log page:1");
  }

  @Test
  void a_step_that_reverses_others_names_them() {
    fixture.run(ANN, "add plum", "add kiwi").act("undo mine").act("undo mine").act("redo mine");
    assertThat(fixture.answer("history 5"))
        .isEqualTo(
            """
            9 ann 12:05, redo mine (restores 5 add plum)
            8 ann 12:05, undo mine (rolls back 5 add plum)
            7 ann 12:05, undo mine (rolls back 6 add kiwi)
            6 ann 12:05, add kiwi
            5 ann 12:05, add plum\
            """);
    assertThat(fixture.answer("log 1"))
        .startsWith("9 ann 12:05, redo mine (restores 5 add plum)\n");
  }

  @Test
  void a_step_that_reverses_many_says_how_many_it_does_not_name() {
    WorkspaceFixture complete = WorkspaceFixture.withoutPages(folder).act("new");
    for (WorkspaceFixture each : List.of(fixture, complete)) {
      for (int i = 0; i < 12; i++) {
        each.run(BOB, "add x" + i);
      }
      each.act("rollback actor:bob");
    }
    assertThat(fixture.answer("history 1")).containsPattern(" \\(rolls back .* and 3 more\\)$");
    assertThat(complete.answer("history 1"))
        .containsPattern(" \\(rolls back .*[0-9] add x\\d+\\)$");
  }

  @Test
  void the_log_lists_only_the_first_of_many_changes() {
    fixture.act("checkpoint all");
    for (int i = 0; i < 12; i++) {
      fixture.run(ANN, "add x" + i);
    }
    fixture.act("squash to:all");
    assertThat(fixture.answer("log 1"))
        .contains("\n    + thing x9\n    and 2 more changes")
        .doesNotContain("x10");
  }

  /** The numbers of the listed steps. */
  private static List<String> numbers(String answer) {
    return Pattern.compile("(?m)^ *(\\d+) ")
        .matcher(answer)
        .results()
        .map(it -> it.group(1))
        .toList();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "actor:bot, 5 3 2",
    "actor:bot session:s1, 3 2",
    "message:m2, 5",
    "entity:pear, 3 1",
    "entity:PEAR, 3 1",
    "'entity:\"thing fig\"', 3 2",
    "type:counted, 3",
    "entity:pear type:added, 1",
    "'provenance:\"asked=some fruit\"', 3 2",
    "since:12:05, 5 4 3 2 1",
    "until:2026-03-04 actor:ann, 1",
  })
  void a_filter_selects_the_steps_that_match(String filter, String numbers) {
    String found = fixture.answer("history " + filter);
    assertThat(numbers(found)).containsExactly(numbers.split(" "));
    assertThat(fixture.answer("log " + filter).lines().toList())
        .containsAll(found.lines().toList());
  }

  @Test
  void only_the_events_of_a_step_that_match_the_filter_are_listed() {
    assertThat(fixture.answer("history events entity:pear type:counted"))
        .isEqualTo("3#1 {\"type\":\"counted\",\"after\":3,\"before\":2,\"thing\":\"pear\"}");
  }

  @Test
  void abandoned_steps_are_found_among_all_records() {
    fixture.run(ANN, "add plum");
    assertThat(fixture.answer("history message:m2"))
        .isEqualTo(
            "there is no such step that can be undone or redone\nmore: history all message:m2");
    assertThat(fixture.answer("history all message:m2"))
        .matches("record 6: bot 12:05, add lime, abandoned: 0\\w{7,25}");
  }

  @Test
  void all_records_are_listed_one_by_one() {
    fixture.act("checkpoint v1").act("undo to:v1").act("jump 3");
    assertThat(fixture.answer("history 4 all"))
        .isEqualTo(
            """
            record 9: ann 12:05, undo, to the state after move fig -> pear
            record 8: ann 12:05, checkpoint "v1": the state after shelf title Fruit
            record 7: ann 12:05, undo, to the state after shelf title Fruit
            record 6: bot 12:05, add lime, step 5, undone\
            """);
    assertThat(fixture.answer("history all"))
        .endsWith("\nrecord 1: ann 12:05, started the history");
  }

  /** Makes an ignored step, as a program can. */
  private void stamp(TallyEvent event) {
    fixture
        .workspace()
        .document()
        .orElseThrow()
        .session()
        .step(EditOptions.of("stamp", BOB.origin()).ignored(), builder -> builder.emit(event));
    assertThat(fixture.answer("status")).startsWith("! done elsewhere: bob 12:05, stamp\n");
  }

  @Test
  void an_ignored_step_is_listed_once_among_all_records() {
    stamp(new TallyEvent.Added("stamp", 1));
    String stamped = "record 8: bob 12:05, stamp, step 5";
    assertThat(fixture.answer("history 1 all")).isEqualTo(stamped);
    fixture.act("redo");
    assertThat(fixture.answer("history all actor:bob").lines())
        .startsWith("record 8: bob 12:05, stamp, step 6")
        .hasSize(2);
    fixture.act("undo 2");
    assertThat(fixture.answer("history 2 all"))
        .startsWith("record 10: ann 12:05, undo, to the state after stamp\nrecord 9: ann");
    assertThat(fixture.answer("history all actor:bob").lines())
        .startsWith("record 8: bob 12:05, stamp, step 4")
        .hasSize(2);
  }

  @Test
  void the_log_shows_an_ignored_step_once_where_it_is_applied() {
    fixture.act("redo");
    stamp(new TallyEvent.Counted("pear", 3, 9));
    assertThat(fixture.answer("log 2"))
        .isEqualTo(
            """
            6 bob 12:05, stamp (ignored)
                * thing pear count: 3 -> 9
            message m2:
              5 bot 12:05, add lime
                  + thing lime\
            """);
    fixture.act("undo 2");
    assertThat(numbers(fixture.answer("history 4"))).containsExactly("5", "4", "4", "3");
    assertThat(fixture.answer("log"))
        .contains(
            "\n4 bob 12:05, shelf title Fruit (undone)\n    * shelf it title: \"\" -> Fruit\n")
        .containsOnlyOnce("stamp (ignored)")
        .endsWith("1 ann 12:05, add pear count:2\n    + thing pear\n0 the beginning");
    assertThat(fixture.answer("history events")).contains("\"after\":9");
  }

  @Test
  void refusals_are_listed_when_asked_for() {
    fixture.workspace().run(List.of("add pear"), EditOptions.of("call", BOB.origin()));
    assertThat(fixture.answer("history all")).doesNotContain("there is a thing");
    assertThat(fixture.answer("history refused actor:bob"))
        .startsWith("record 8: bob 12:05, call: there is a thing \"pear\" already");
    assertThat(fixture.answer("history refused actor:ann"))
        .isEqualTo("no refused operation matches");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "history actor:bo | ! no step of actor \"bo\": known are \"bob\", \"bot\", \"ann\" |"
            + " history",
        "log entity:grape | ! nothing that was ever changed here is called \"grape\" | history",
        "log entity:figs | ! nothing that was ever changed here is called \"figs\" | log"
            + " entity:fig",
        "history type:add | ! no step has an event of type \"add\"; there are added, counted,"
            + " removed, titled | history type:added",
        "history since:noon | ! since:noon is not a time; use 2h, 12:05 or 2026-03-04 | history"
            + " since:2h",
        "history until:25:00 | ! until:25:00 is not a time; use 2h, 12:05 or 2026-03-04 | history"
            + " until:2h",
        "history since:2h until:3h | ! since 2h is later than until 3h | history since:3h until:2h",
        "log since:12:05 until:2026-03-03 | ! since 12:05 is later than until 2026-03-03 | log"
            + " since:2026-03-03 until:12:05",
        "log provenance:asked | ! provenance:asked is not a key with a value | log"
            + " provenance:asked=asked",
        "log 0 | ! the number of steps 0 must be at least 1 | log 10",
        "history actor:ann message:m1 | ! no step matches all of these | history",
        "diff | ! diff takes one checkpoint, branch, step or time |",
        "diff v2 | ! \"v2\" is not a checkpoint, branch, step or time; known are \"v1\" | history"
            + " ids",
        "diff 9 | ! no step has the number or id 9 | history ids",
      })
  void an_unknown_argument_is_refused(String query, String message, @Nullable String suggestion) {
    fixture.act("checkpoint v1");
    assertThat(fixture.refusal(query)).isEqualTo(WorkspaceFixture.refusalText(message, suggestion));
    assertThat(fixture.answer(query)).isEqualTo(WorkspaceFixture.refusalText(message, suggestion));
  }

  /** A language that counts the described steps, and the applied and decoded events. */
  private static final class CountingLanguage extends TallyLanguage {

    private int describedSteps;
    private int appliedEvents;
    private final AtomicInteger decodedEvents = new AtomicInteger();

    @Override
    public Domain<Tally, TallyEvent> domain() {
      return new TallyDomain() {
        @Override
        public Tally replay(TallyEvent event, Tally model) {
          appliedEvents++;
          return super.replay(event, model);
        }

        @Override
        public EventCodec<TallyEvent> eventCodec() {
          EventCodec<TallyEvent> codec = super.eventCodec();
          return new EventCodec<>() {
            @Override
            public Value.Fields encode(TallyEvent event) {
              return codec.encode(event);
            }

            @Override
            public TallyEvent decode(Value.Fields fields) {
              decodedEvents.incrementAndGet();
              return codec.decode(fields);
            }
          };
        }
      };
    }

    @Override
    public List<ResultLine> describeChanges(List<TallyEvent> events, Tally before, Tally after) {
      describedSteps++;
      return super.describeChanges(events, before, after);
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "log, 50, 51",
    "log page:3, 130, 130",
    "log 20, 20, 20",
    "history, 0, 0",
    "history page:2, 0, 0"
  })
  void a_log_applies_the_events_of_each_listed_step_once(String query, int atLeast, int atMost) {
    CountingLanguage language = new CountingLanguage();
    WorkspaceFixture many = WorkspaceFixture.withLanguage(folder, language).act("new");
    for (int i = 1; i <= 130; i++) {
      many.run(ANN, "add t" + i);
    }
    many.act("undo 5");
    language.appliedEvents = 0;
    assertThat(many.answer(query)).isNotEmpty();
    assertThat(language.appliedEvents).isBetween(atLeast, atMost);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "log page:3, 130, 130",
    "history page:2, 130, 130",
    "audit, 130, 130",
    "log 20, 20, 32",
    "history 20, 20, 32"
  })
  void a_listing_decodes_each_step_once(String query, int atLeast, int atMost) {
    CountingLanguage language = new CountingLanguage();
    WorkspaceFixture many = WorkspaceFixture.withSnapshots(folder, 1, language);
    many.writeFile("many.tally", "# Many\napple=3\n").act("open many.tally");
    for (int i = 1; i <= 130; i++) {
      many.run(ANN, "add t" + i);
    }
    many.workspace().close();
    WorkspaceFixture resumed = WorkspaceFixture.withSnapshots(folder, 2, language);
    resumed.act("open many.tally");
    language.decodedEvents.set(0);
    assertThat(resumed.answer(query)).contains("ann 12:05, add t");
    assertThat(language.decodedEvents.get()).isBetween(atLeast, atMost);
    resumed.workspace().close();
  }

  @Test
  void a_page_of_the_log_describes_only_the_steps_up_to_it() {
    CountingLanguage language = new CountingLanguage();
    WorkspaceFixture many = WorkspaceFixture.withLanguage(folder, language).act("new");
    for (int i = 1; i <= 130; i++) {
      many.run(ANN, "add t" + i);
    }
    many.act("undo 5");
    language.describedSteps = 0;
    String first = many.answer("log");
    assertThat(language.describedSteps).isBetween(50, 51);
    assertThat(first).startsWith("130 ann 12:05, add t130 (undone)").endsWith("more: log page:2");
    assertThat(many.answer("log page:2")).startsWith("80 ann 12:05, add t80");
    assertThat(many.answer("log page:3"))
        .startsWith("30 ann 12:05, add t30")
        .endsWith("\n0 the beginning");
    assertThat(many.answer("log page:4"))
        .isEqualTo("! there is no page 4; the last one is 3\n  try: log page:3");
    assertThat(many.answer("history events").lines()).hasSize(101);
    assertThat(many.answer("history all").lines()).hasSize(101);
  }

  @Test
  void diff_lists_what_changed_since() {
    fixture.act("checkpoint v1").run(ANN, "add kiwi", "remove pear");
    assertThat(fixture.answer("diff v1")).isEqualTo("- thing pear\n+ thing kiwi");
    assertThat(fixture.answer("diff checkpoint:V1")).isEqualTo(fixture.answer("diff v1"));
    assertThat(fixture.answer("diff 5")).isEqualTo("- thing pear");
    assertThat(fixture.answer("diff 0").lines()).hasSize(2);
    assertThat(fixture.answer("diff 12:05"))
        .isEqualTo("nothing changed since 6 ann 12:05, remove pear");
  }

  @Test
  void diff_lists_the_differences_from_another_branch() {
    fixture.run(ANN, "add plum").act("branch way").act("undo").run(ANN, "add kiwi");
    assertThat(fixture.answer("diff way")).isEqualTo("- thing plum\n+ thing kiwi");
  }

  @Test
  void two_states_are_compared_by_name_or_step_and_with_the_current_one() {
    fixture.run(ANN, "add plum").act("branch way").act("undo").run(ANN, "add kiwi");
    fixture.act("branch other");
    assertThat(fixture.answer("compare way other")).isEqualTo(fixture.answer("diff way"));
    assertThat(fixture.answer("compare way")).isEqualTo(fixture.answer("diff way"));
    assertThat(fixture.answer("compare way here")).isEqualTo(fixture.answer("diff way"));
    assertThat(fixture.answer("compare here way")).isNotEqualTo(fixture.answer("diff way"));
    assertThat(fixture.answer("compare other here"))
        .isEqualTo("nothing changed from \"other\" to the current state");
    assertThat(fixture.answer("compare 0 1")).isEqualTo("+ thing pear");
    assertThat(fixture.workspace().query("compare way othr").isError()).isTrue();
  }
}
