package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Marks by the hooks of coding agents, with the JSON that they document. */
class HookTest {

  private static final Path PAGE = Path.of("../docs/watch.md");
  private static final Pattern JSON = Pattern.compile("```json\n(.*?)```\n", Pattern.DOTALL);

  @TempDir Path temporary;
  private FolderFixture project;

  @BeforeEach
  void write_project() {
    project = new FolderFixture(temporary);
    project.write("a.txt", "one\n");
  }

  /** Runs a hook with the command that the page prints for an agent and the event of the JSON. */
  private void hook(String actor, String json) throws IOException {
    String event = json.replaceAll("(?s).*\"hook_event_name\":\"(\\w+)\".*", "$1");
    List<String> commands =
        printedCommands(event).stream()
            .filter(command -> List.of(command.split(" ")).contains(actor))
            .toList();
    assertThat(commands).as("%s %s", actor, event).hasSize(1);
    run(json, commands.getFirst());
  }

  private void run(String json, String command) {
    assertThat(command).startsWith("fcp mark . --hook");
    ProgramRunner.Result result =
        project.result(json, command.substring("fcp ".length()).split(" "));
    assertThat(result.out()).as("agents read what a hook prints").isEmpty();
    assertThat(result.exitCode()).isZero();
  }

  /** The commands of all agents for an event, as the page has them. */
  private static List<String> printedCommands(String event) throws IOException {
    List<String> commands = new ArrayList<>();
    for (MatchResult block : JSON.matcher(Files.readString(PAGE)).results().toList()) {
      Value.Fields hooks = ValueJson.read(block.group(1)).asFields().at("hooks").asFields();
      for (Value entry : hooks.find(event).map(Value::asSequence).orElse(List.of())) {
        List<Value> nested =
            entry.asFields().find("hooks").map(Value::asSequence).orElse(List.of(entry));
        nested.forEach(hook -> commands.add(hook.asFields().text("command")));
      }
    }
    return commands;
  }

  static Stream<Arguments> agents() {
    return Stream.of(
        Arguments.of(
            "claude",
            """
            {"session_id":"abc12345-6","transcript_path":"/t.jsonl","cwd":"/p",
             "permission_mode":"default","hook_event_name":"UserPromptSubmit","prompt":"Fix it"}
            """,
            """
            {"session_id":"abc12345-6","transcript_path":"/t.jsonl","cwd":"/p",
             "permission_mode":"default","hook_event_name":"Stop","stop_hook_active":true}
            """,
            "abc12345-1"),
        Arguments.of(
            "gemini",
            """
            {"session_id":"s-1","transcript_path":"/t.json","cwd":"/p",
             "hook_event_name":"BeforeAgent","timestamp":"2026-01-01T00:00:00Z","prompt":"Fix it"}
            """,
            """
            {"session_id":"s-1","transcript_path":"/t.json","cwd":"/p",
             "hook_event_name":"AfterAgent","timestamp":"2026-01-01T00:00:01Z","prompt":"Fix it",
             "prompt_response":"Done","stop_hook_active":false}
            """,
            "s-1-1"),
        Arguments.of(
            "cursor",
            """
            {"conversation_id":"conv-1","generation_id":"gen-7","workspace_roots":["/p"],
             "hook_event_name":"beforeSubmitPrompt","prompt":"Fix it",
             "attachments":[{"type":"file","filePath":"/p/a.txt"}]}
            """,
            """
            {"conversation_id":"conv-1","generation_id":"gen-7","workspace_roots":["/p"],
             "hook_event_name":"stop","status":"completed"}
            """,
            "gen-7"),
        Arguments.of(
            "codex",
            """
            {"session_id":"c-1","turn_id":"019d036d","transcript_path":null,"cwd":"/p",
             "hook_event_name":"UserPromptSubmit","model":"m","prompt":"Fix it"}
            """,
            """
            {"session_id":"c-1","turn_id":"019d036d","transcript_path":null,"cwd":"/p",
             "hook_event_name":"Stop","stop_hook_active":false,"last_assistant_message":null}
            """,
            "019d036d"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("agents")
  void changes_between_prompt_and_stop_belong_to_the_message(
      String actor, String prompt, String stop, String message) throws IOException {
    hook(actor, prompt);
    project.edit("a.txt", text -> text + "two\n");
    hook(actor, stop);
    project.edit("a.txt", text -> text + "three\n");
    assertThat(project.fcp("audit", "."))
        .contains("message " + message + " of session ", actor + " ", ": Fix it", "external ");
    project.fcp("rollback", ".", "--message", message);
    assertThat(project.read("a.txt")).isEqualTo("one\nthree\n");
  }

  @Test
  void the_messages_of_a_session_are_numbered() {
    for (int i = 1; i <= 3; i++) {
      run("{\"session_id\":\"s\",\"prompt\":\"p" + i + "\"}", "fcp mark . --hook --actor agent");
    }
    assertThat(project.fcp("audit", ".")).contains("message s-1 ", "message s-2 ", "message s-3 ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"no json | got no JSON", "[] | got no JSON", "{} | a mark needs session:ID"})
  void other_input_is_refused_without_blocking_the_agent(String input, String reason) {
    ProgramRunner.Result result = project.result(input, "mark", ".", "--hook");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains(reason);
  }
}
