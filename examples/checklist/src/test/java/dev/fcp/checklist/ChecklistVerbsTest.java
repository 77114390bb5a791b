package dev.fcp.checklist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.workspace.Caller;
import dev.fcp.verbs.workspace.Workspace;
import dev.fcp.verbs.workspace.WorkspaceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChecklistVerbsTest {

  private static final String FILE =
      "# Errands\r\n\r\n- [ ] market\r\n\t* [X]  apples\r\n- [x]\r\n## more\r\n- [ ] bank";
  private static final Caller CALLER = Caller.person(Origin.of("somebody"));

  @TempDir Path folder;

  private Path file;
  private Workspace<EntityModel<String, Line>, ChecklistEvent> workspace;

  @BeforeEach
  void open() throws IOException {
    file = folder.resolve("todo.checklist");
    Files.writeString(file, FILE);
    DocumentStore store = new DocumentStore(SessionSettings.standard());
    workspace = new Workspace<>(new ChecklistLanguage(), store, WorkspaceSettings.standard(folder));
    workspace.open(store.open(new ChecklistDomain(), file, CALLER.origin()).orElseThrow());
  }

  private Response run(String operation) {
    return workspace.run(List.of(operation), EditOptions.of("test", CALLER.origin()));
  }

  private String saved() throws IOException {
    assertThat(workspace.act("save", CALLER).isError()).isFalse();
    return Files.readString(file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "add milk | - [ ] bank | - [ ] bank\\r\\n- [ ] milk\\r\\n",
        "add milk before:apples | \\t* [X] | - [ ] milk\\r\\n\\t* [X]",
        "heading Later before:bank | - [ ] bank | # Later\\r\\n- [ ] bank",
        "done bank | - [ ] bank | - [x] bank\\r\\n",
        "undone apples | * [X]  apples | - [ ] apples",
        "rename market \"the market\" | market | the market",
        "rename Errands Monday | Errands | Monday",
        "rename \"#2\" \"a comment\" | Errands\\r\\n | Errands\\r\\na comment",
        "remove apples | \\t* [X]  apples\\r\\n | ''",
      })
  void a_verb_changes_only_its_line_and_undo_restores_the_file(
      String operation, String old, String changed) throws IOException {
    assertUndoable(operation, FILE.replace(unescape(old), unescape(changed)));
  }

  @Test
  void a_moved_line_keeps_its_text() throws IOException {
    assertUndoable(
        "move bank before:apples",
        FILE.replace("- [ ] bank", "").replace("\t* [X]", "- [ ] bank\r\n\t* [X]"));
    assertUndoable(
        "move apples", FILE.replace("\t* [X]  apples\r\n", "") + "\r\n\t* [X]  apples\r\n");
  }

  private void assertUndoable(String operation, String expected) throws IOException {
    assertThat(run(operation).isError()).isFalse();
    assertThat(saved()).isEqualTo(expected);
    assertThat(workspace.act("undo", CALLER).isError()).isFalse();
    assertThat(saved()).isEqualTo(FILE);
    assertThat(workspace.act("redo", CALLER).isError()).isFalse();
    assertThat(saved()).isEqualTo(expected);
    assertThat(workspace.act("undo", CALLER).isError()).isFalse();
  }

  private static String unescape(String text) {
    return text.replace("\\r", "\r").replace("\\n", "\n").replace("\\t", "\t");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "done apples",
        "undone market",
        "done Errands",
        "done \"#2\"",
        "done aples",
        "add \"two\\nlines\"",
        "add \" space\"",
        "rename market market",
        "rename \"#6\" \"- [ ] an item\"",
        "move bank before:nothing",
        "remove \"#99\"",
        "tick bank"
      })
  void a_refusal_changes_nothing(String operation) throws IOException {
    Response answer = run(operation);
    assertThat(answer.isError()).isTrue();
    assertThat(answer.lines().get(1)).startsWith("! ").doesNotContain("Exception");
    assertThat(saved()).isEqualTo(FILE);
  }

  @Test
  void an_unknown_line_is_refused_with_the_nearest() {
    assertThat(run("undone aples").lines()).contains("  try: undone apples");
  }

  @Test
  void queries_list_lines_with_their_keys() {
    assertThat(workspace.query("map").lines()).hasSize(7).contains("# Errands #1");
    assertThat(workspace.query("find ma").lines()).containsExactly("- [ ] market #3");
    assertThat(workspace.query("describe apples").lines()).containsExactly("\\t- [x] apples #4");
    assertThat(workspace.query("stats").lines()).containsExactly("2 done 2 open");
    assertThat(workspace.query("status").lines()).contains("title: Errands");
  }

  @Test
  void operations_emit_the_golden_events() throws IOException {
    List.of("add milk before:bank", "done market", "rename market shop", "remove apples")
        .forEach(operation -> assertThat(run(operation).isError()).isFalse());
    List<String> events = workspace.query("history 9 events").lines();
    List<String> golden = Files.readAllLines(Path.of("src/test/resources/events.jsonl"));
    assertThat(events.reversed().stream().map(it -> it.substring(it.indexOf('{'))))
        .containsExactlyElementsOf(golden);
  }
}
