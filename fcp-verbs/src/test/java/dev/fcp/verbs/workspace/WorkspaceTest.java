package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.WorkspaceFixture.ANN;
import static dev.fcp.verbs.workspace.WorkspaceFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.syntax.Quoting;
import dev.fcp.verbs.tally.TallyLanguage;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspaceTest {

  @TempDir Path folder;
  private WorkspaceFixture fixture;

  @BeforeEach
  void create_fixture() {
    fixture = new WorkspaceFixture(folder).writeFile("fruit.tally", "# Fruit\napple=3\n");
  }

  @Test
  void status_of_a_new_document() {
    assertThat(fixture.act("new").response("status"))
        .isEqualTo(
            """
            title: none
            path: none
            saved: no, no file holds it; try: save as:./name.tally
            operations: 0
            checkpoints: none
            undo: 0, redo: 0
            digest: 0t 0n hash:HASH\
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"w", "two words "})
  void no_refusal_repeats_a_long_text_in_full(String text) {
    fixture.act("open fruit.tally").run(ANN, "add fig").act("checkpoint v1");
    String longText = Quoting.quoteAlways(text.repeat(3000 / text.length()));
    new SessionActions<>(
            new OpenDocuments<>(new TallyLanguage(), WorkspaceSettings.standard(folder)),
            new DocumentStore(SessionSettings.standard()),
            Optional.of(new Conversation("s1", InstantSource.system())))
        .forms()
        .forEach(form ->
            Stream.concat(
                    Stream.of(" ", " -> ", " @", " @all:", " v1 ", " x:", " " + longText + " "),
                    form.params().stream().map(param -> " " + param.key() + ":"))
                .map(argument -> fixture.workspace().act(form.name() + argument + longText, ANN))
                .forEach(WorkspaceTest::requireShort));
    requireShort(fixture.workspace().act(longText, ANN));
    requireShort(fixture.workspace().query(longText));
  }

  private static void requireShort(Response response) {
    assertThat(response.isError() ? response.lines() : List.<String>of())
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(800));
  }

  @Test
  void status_of_an_edited_document() {
    fixture.act("open fruit.tally").run(ANN, "add fig").act("checkpoint \"v 1\"");
    fixture.run(ANN, "add pear", "add plum").act("checkpoint v2").act("undo");
    assertThat(fixture.answer("STATUS"))
        .isEqualTo(
            """
            title: Fruit
            path: ./fruit.tally
            saved: no, memory ahead of disk; try: save
            operations: 2
            checkpoints: "v 1" after 1 operation, "v2" after 3 operations
            undo: 2, redo: 1
            digest: 3t 5n hash:HASH\
            """);
    assertThat(fixture.response("status")).isEqualTo(fixture.answer("status"));
  }

  @Test
  void history_shows_the_undo_stack_newest_first() {
    fixture.act("open fruit.tally").run(ANN, "add fig").act("checkpoint v1").run(BOB, "add pear");
    fixture.act("save").run(ANN, "add plum", "add kiwi").act("undo");
    assertThat(fixture.response("history"))
        .isEqualTo(
            """
            4 ann 12:05, add kiwi (undone)
            3 ann 12:05, add plum
            2 bob 12:05, add pear [saved]
            1 ann 12:05, add fig [v1]
            0 the beginning\
            """);
    assertThat(fixture.answer("history 2"))
        .isEqualTo(
            """
            4 ann 12:05, add kiwi (undone)
            3 ann 12:05, add plum\
            """);
  }

  @Test
  void history_groups_the_steps_of_one_message() {
    Caller asked = Caller.agent(Origin.of("bot", "s1", "m7"));
    Caller next = Caller.agent(Origin.of("bot", "s1", "m8"));
    fixture.act("new").run(ANN, "add fig").run(asked, "add pear", "add plum").run(next, "add kiwi");
    assertThat(fixture.act("undo").answer("history"))
        .isEqualTo(
            """
            message m8:
              4 bot 12:05, add kiwi (undone)
            message m7:
              3 bot 12:05, add plum
              2 bot 12:05, add pear
            1 ann 12:05, add fig
            0 the beginning\
            """);
  }

  @Test
  void history_shows_the_ids_of_steps() {
    fixture.act("new").run(ANN, "add fig", "add pear").act("undo");
    StepId id = fixture.state().undoStack().applied().get(0);
    assertThat(fixture.answer("history IDS"))
        .contains("2 ann 12:05, add pear (undone) ")
        .endsWith("1 ann 12:05, add fig " + id + "\n0 the beginning");
    assertThat(fixture.answer("history 1 ids").lines()).hasSize(1);
  }

  @Test
  void history_shows_the_prompt_of_a_message() {
    Origin asked = Origin.of("bot", "s1", "m7").withProvenance(Map.of("asked", "more fruit"));
    fixture.act("new").run(Caller.agent(asked), "add fig");
    assertThat(fixture.answer("history 1"))
        .startsWith("message m7: more fruit\n  1 bot 12:05, add fig");
  }

  @Test
  void history_of_events_counts_events() {
    fixture.act("new").run(ANN, "add fig", "add pear count:2", "move fig -> pear");
    assertThat(fixture.answer("history 3 events"))
        .isEqualTo(
            """
            3#1 {"type":"counted","after":3,"before":2,"thing":"pear"}
            3#0 {"type":"removed","count":1,"thing":"fig"}
            2#0 {"type":"added","count":2,"thing":"pear"}\
            """);
    assertThat(fixture.response("history events").lines()).hasSize(4);
  }

  @Test
  void a_long_history_is_paged() {
    fixture.act("new");
    IntStream.range(0, 120).forEach(i -> fixture.run(ANN, "add x" + i));
    assertThat(fixture.response("history").lines())
        .hasSize(101)
        .endsWith("21 ann 12:05, add x20", "more: history page:2");
    assertThat(fixture.response("history page:2").lines())
        .hasSize(21)
        .startsWith("20 ann 12:05, add x19")
        .endsWith("0 the beginning");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "history 0 | ! the number of steps 0 must be at least 1 | history 10",
        "history x | ! the number of steps x is not a whole number | history 10",
        "history x events | ! the number of events x is not a whole number | history 10 events",
        "history 2 evnts | ! evnts is not one of events, ids, all, refused | history 2 events",
        "history evnts | ! evnts is not one of events, ids, all, refused | history events",
        "history 2 3 | ! 3 is not one of events, ids, all, refused | history 2 all",
        "history page:9 | ! there is no page 9; the last one is 1 | history page:1",
        "status of:me | ! status does not know the parameter \"of\"; it knows no parameters |",
      })
  void an_invalid_query_is_refused(String text, String message, @Nullable String suggestion) {
    fixture.act("new");
    assertThat(fixture.refusal(text)).isEqualTo(WorkspaceFixture.refusalText(message, suggestion));
    assertThat(fixture.answer(text)).isEqualTo(WorkspaceFixture.refusalText(message, suggestion));
  }

  @Test
  void operations_and_queries_without_an_open_document_are_refused() {
    String none = "! no document is open\n  try: new \"Title\"";
    assertThat(fixture.answer("list")).isEqualTo(none);
    assertThat(
            fixture
                .workspace()
                .run(List.of("add fig"), EditOptions.of("call", Origin.of("ann")))
                .text())
        .isEqualTo(none);
  }

  @Test
  void another_document_starts_with_an_initial_view_state() {
    fixture.act("new").run(ANN, "add fig");
    assertThat(fixture.answer("last")).isEqualTo("fig");
    fixture.act("open fruit.tally");
    assertThat(fixture.answer("last")).isEqualTo("nothing");
  }

  @Test
  void the_card_shows_all_that_can_be_typed() {
    fixture.act("open fruit.tally");
    assertThat(String.join("\n", fixture.workspace().card()))
        .isEqualTo(
            """
            tally: operations
            An operation is VERB [words...] [key:value...] [@selectors...]. Words with spaces or colons \
            are quoted: "data flow", label:"data flow".
            All operations of a call succeed, or none is applied. A refusal says what is wrong and, \
            after try:, what would work.

            things
              add NAME [count:N] - adds a thing
              remove NAME|@SELECTOR... - removes a thing, or all
              move FROM -> TO - moves the count of one thing to another

            shelf
              shelf title TITLE - changes the title
              shelf look NAME - looks at a thing
              blunder - emits an event that does not apply
              crash - fails in a way that no verb should

            selectors
              @all; @not:... means all others

            queries
              list - all things
              last - the thing last added or looked at
              status - title, path, saved or not, undo and redo depth, digest
              history [N] [events|ids|all|refused] [actor:NAME] [session:ID] [message:ID] [entity:NAME] [type:EVENT] [since:2h|12:05|2026-03-04] [until:...] [provenance:KEY=VALUE] - the last steps, newest first, also with their ids, or the last events; or all records, or what was refused
              log [N] [actor:NAME] [message:ID] [entity:NAME] ... - the last steps grouped by message, newest first, with what each changed; filters as for history
              audit [session:ID] [message:ID] [actor:NAME] [json:yes] - what each message changed, newest first; also as JSON
              diff NAME|STEP|TIME - what changed since a checkpoint, the tip of a branch, a step or a time
              compare A [B] - what differs from one state of the document to another, or to the current

            session actions
              new ["Title"] [start:N] [discard:yes|no] - creates a document and parks the open one; discard:yes drops its changes
              open PATH [repair:yes|no] - opens a file and parks the open one; repair:yes a damaged one
              save [as:PATH|over:yes] - writes the document to its file, or to another
              adopt PATH history-of:PATH|fresh:yes|former:N|former:list|restore:yes - opens a file with another file's history, a new or former one, or from its history alone
              close [discard:yes|no] - closes the document; discard:yes drops unsaved changes
              documents - the open document, the parked ones and the other files of the folder
              checkpoint NAME - names the current state
              undo [N|to:NAME] [any:yes] - undoes the last steps, or all after a checkpoint, or your own
              undo mine [N]
              redo [mine] [N] - redoes undone steps, or your own
              bail to:NAME [any:yes] - undoes back to a checkpoint and discards the steps to redo
              squash to:NAME [any:yes] - squashes all steps after a checkpoint into one
              rollback session:ID|message:ID|actor:NAME|from-message:ID|step:ID,... [after:NAME|STEP|TIME] [dry-run] [strict] [json] - rolls back selected steps and keeps later changes; shows its plan first
              session delete ID [dry-run:yes|no] [json:yes|no] - rolls back all steps of a session, and ends it
              mark session:ID [message:ID] [actor:NAME] [path:GLOB] - from now on, what other programs change belongs to this message; or ends it
              mark end:yes
              branches - the branches of the history
              branch NAME [at:STEP] - names the current branch, or the one through a step
              switch NAME|STEP [any:yes] - goes to the tip of a branch, a checkpoint or a step; the steps left behind stay as a branch
              jump STEP|2h|12:05|2026-03-04 [any:yes] - restores the document as it was after a step or at a time; redo moves forward again if it can
              revert [to:NAME] - reverts to the file, or to a checkpoint, as one step
              verify - replays the whole history and checks digests
              checkpoints - the named states
              retain [steps:N] [age:7d] [above:N] [apply:yes|no] - shows which old steps would be pruned; apply:yes prunes them permanently
              status - title, path, saved or not, undo and redo depth, digest
              history [N] [events|ids|all|refused] [actor:NAME] [session:ID] [message:ID] [entity:NAME] [type:EVENT] [since:2h|12:05|2026-03-04] [until:...] [provenance:KEY=VALUE] - the last steps, newest first, also with their ids, or the last events; or all records, or what was refused
              log [N] [actor:NAME] [message:ID] [entity:NAME] ... - the last steps grouped by message, newest first, with what each changed; filters as for history
              audit [session:ID] [message:ID] [actor:NAME] [json:yes] - what each message changed, newest first; also as JSON
              diff NAME|STEP|TIME - what changed since a checkpoint, the tip of a branch, a step or a time
              compare A [B] - what differs from one state of the document to another, or to the current

            things
              apple\
            """);
    assertThat(fixture.workspace().card())
        .hasSizeLessThan(100)
        .isEqualTo(fixture.workspace().card());
  }
}
