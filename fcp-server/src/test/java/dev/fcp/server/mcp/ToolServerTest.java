package dev.fcp.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.server.mcp.Peer.Reply;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Limits;
import dev.fcp.verbs.workspace.Conversation;
import dev.fcp.verbs.workspace.Folder;
import dev.fcp.verbs.workspace.WorkspaceSettings;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class ToolServerTest {

  @TempDir Path folder;
  private final CountDownLatch gate = new CountDownLatch(1);
  private volatile Instant now = Instant.parse("2026-03-04T12:05:00Z");
  private Peer peer;

  @BeforeEach
  void connect() throws IOException {
    Files.createDirectory(folder.resolve("served"));
    peer = Peer.of(server()).connect("bot");
  }

  @AfterEach
  void end() {
    gate.countDown();
    peer.end();
  }

  private ToolServer server() {
    List<DomainLanguage<?, ?>> languages = new ArrayList<>(Languages.installed().all());
    languages.add(new CounterLanguage(gate));
    return new ToolServer(
        Languages.of(languages),
        new DocumentStore(new SessionSettings(() -> now, SessionSettings.standard().ids())),
        new WorkspaceSettings(
            Folder.confined(folder.resolve("served")), Limits.STANDARD, () -> now, ZoneOffset.UTC),
        "s1",
        "1.2.3");
  }

  @Test
  void every_domain_has_four_tools_and_there_are_no_others() {
    Stream<String> domains =
        Stream.concat(
            Languages.installed().all().stream().map(it -> it.domain().name()),
            Stream.of("counter"));
    List<String> expected =
        domains
            .flatMap(name -> Stream.of(name, name + "_query", name + "_session", name + "_help"))
            .toList();
    JsonNode tools = peer.request("tools/list", "{}").at("/result/tools");
    assertThat(expected).contains("drawio");
    assertThat(tools.findValuesAsString("name")).containsExactlyElementsOf(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "counter, ops, array",
    "counter_query, q, string",
    "counter_session, action, string",
  })
  void a_tool_takes_one_argument(String tool, String argument, String type) {
    JsonNode schema = tool(tool).path("inputSchema");
    assertThat(schema.path("required").toString()).isEqualTo("[\"" + argument + "\"]");
    assertThat(schema.at("/properties/" + argument + "/type").stringValue()).isEqualTo(type);
    assertThat(schema.path("additionalProperties").booleanValue()).isFalse();
  }

  @Test
  void help_takes_nothing_and_is_the_card() {
    assertThat(tool("counter_help").at("/inputSchema/properties").size()).isZero();
    Reply help = peer.call("counter_help", "{}");
    assertThat(help.isError()).isFalse();
    assertThat(help.text()).startsWith("counter: operations\n").contains("  message ID [");
    assertThat(tool("counter").path("description").stringValue()).endsWith(help.text());
  }

  private JsonNode tool(String name) {
    for (JsonNode tool : peer.request("tools/list", "{}").at("/result/tools")) {
      if (tool.path("name").stringValue().equals(name)) {
        return tool;
      }
    }
    throw new AssertionError("no tool " + name);
  }

  @Test
  void operations_are_answered_line_by_line_with_the_digest_last() {
    peer.done("drawio", "new Plan");
    Reply reply = peer.run("drawio", "add box A", "add box B", "connect A -> B");
    assertThat(reply.isError()).isFalse();
    assertThat(reply.text().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("+ box \"A\""),
            line -> assertThat(line).startsWith("+ box \"B\""),
            line -> assertThat(line).startsWith("~ \"A\" -> \"B\""),
            line -> assertThat(line).startsWith("digest: 2s 1e 0g hash:"));
  }

  @Test
  void a_call_with_an_operation_that_fails_changes_nothing_and_is_an_error() {
    peer.done("drawio", "new Plan");
    String before = peer.call("drawio_query", "{\"q\": \"status\"}").text();
    Reply reply = peer.run("drawio", "add box A", "conect A -> A");
    assertThat(reply.isError()).isTrue();
    assertThat(reply.text())
        .startsWith("! operation 2 of 2 failed: conect A -> A; the others were not applied\n")
        .contains("\n  try: ");
    assertThat(peer.call("drawio_query", "{\"q\": \"status\"}").text()).isEqualTo(before);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "counter | {} | ! the argument ops must be a list of texts | {\"ops\": [\"OPERATION\"]}",
        "counter | {\"ops\": \"add\"} | ! the argument ops must be a list of texts | {\"ops\": [\"OPERATION\"]}",
        "counter | {\"ops\": [1]} | ! the argument ops must be a list of texts | {\"ops\": [\"OPERATION\"]}",
        "counter | {\"op\": [\"add\"]} | ! unknown argument \"op\"; it takes ops | {\"ops\": [\"OPERATION\"]}",
        "counter | {\"ops\": [\"add\"], \"dry\": 1} | ! unknown argument \"dry\"; it takes ops | {\"ops\": [\"OPERATION\"]}",
        "counter_query | {\"q\": 7} | ! the argument q must be a text | {\"q\": \"status\"}",
        "counter_session | {\"action\": null} | ! the argument action must be a text | {\"action\": \"status\"}",
        "counter_help | {\"q\": \"x\"} | ! unknown argument \"q\"; it takes no argument | {}",
      })
  void other_arguments_are_refused(String tool, String arguments, String message, String tryThis) {
    peer.done("counter", "new");
    Reply reply = peer.call(tool, arguments);
    assertThat(reply.isError()).isTrue();
    assertThat(reply.text()).isEqualTo(message + "\n  try: " + tryThis);
    assertThat(peer.call("counter_query", "{\"q\": \"value\"}").text()).isEqualTo("0");
  }

  @Test
  void no_operation_is_refused() {
    peer.done("counter", "new");
    assertThat(peer.call("counter", "{\"ops\": []}").text())
        .startsWith("! there is no operation to apply\n");
  }

  @Test
  void an_unknown_tool_or_method_is_an_error_of_the_protocol() {
    assertThat(peer.request("tools/call", "{\"name\": \"opera\"}").path("error").isObject())
        .isTrue();
    assertThat(peer.request("tools/burn", "{}").at("/error/code").intValue()).isEqualTo(-32601);
    peer.done("counter", "new");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no message at all | -32700",
        "{\"jsonrpc\": \"2.0\", \"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"} | -32700",
        "[] | -32600",
        "{\"jsonrpc\": \"2.0\", \"id\": 7} | -32600",
      })
  void a_line_that_is_no_message_is_answered_and_the_connection_goes_on(String line, int code) {
    peer.send(line);
    assertThat(peer.read().at("/error/code").intValue()).isEqualTo(code);
    peer.send("");
    peer.done("counter", "new");
  }

  @Test
  void a_line_that_is_no_utf8_is_answered_and_gets_into_no_document() {
    byte[] line =
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"K\u00f6\"}\n"
            .getBytes(StandardCharsets.ISO_8859_1);
    peer.sendBytes(line);
    assertThat(peer.read().at("/error/message").stringValue()).contains("no UTF-8");
    peer.done("counter", "new");
  }

  @Test
  void a_message_over_the_limit_is_answered_and_the_connection_goes_on() {
    peer.send("x".repeat(LineTransport.MAX_MESSAGE_BYTES + 1));
    assertThat(peer.read().at("/error/message").stringValue())
        .isEqualTo("a message of 16777217 bytes is over the limit of 16777216");
    peer.done("counter", "new");
  }

  @Test
  void pipelined_calls_on_one_document_keep_their_order() {
    peer.done("counter", "new");
    int count = Calls.MAX_WAITING + 100;
    List<Integer> ids =
        IntStream.range(0, count)
            .mapToObj(i -> peer.startCall("counter", "{\"ops\": [\"add\"]}"))
            .toList();
    List<JsonNode> answers = IntStream.range(0, count).mapToObj(i -> peer.read()).toList();
    assertThat(answers).extracting(it -> it.path("id").intValue()).isEqualTo(ids);
    assertThat(answers)
        .extracting(it -> Peer.reply(it).text().lines().findFirst().orElseThrow())
        .isEqualTo(IntStream.rangeClosed(1, count).mapToObj(i -> "* counted " + i).toList());
  }

  @Test
  void pipelined_calls_on_two_documents_reach_the_one_that_is_open() throws IOException {
    Files.writeString(folder.resolve("served/a.counter"), "100\n");
    Files.writeString(folder.resolve("served/b.counter"), "200\n");
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      peer.startCall("counter_session", "{\"action\": \"open a.counter\"}");
      peer.startCall("counter", "{\"ops\": [\"add\"]}");
      peer.startCall("counter_session", "{\"action\": \"open b.counter\"}");
      peer.startCall("counter", "{\"ops\": [\"add\", \"add\"]}");
    }
    IntStream.range(0, 80).forEach(i -> answers.add(Peer.reply(peer.read()).text()));
    assertThat(answers.get(77)).startsWith("* counted 120\n");
    assertThat(answers.get(79)).startsWith("* counted 239\n* counted 240\n");
  }

  @Test
  void pipelined_calls_on_two_domains_do_not_touch_each_other() {
    peer.startCall("counter_session", "{\"action\": \"new\"}");
    peer.startCall("drawio_session", "{\"action\": \"new\"}");
    for (int i = 0; i < 20; i++) {
      peer.startCall("counter", "{\"ops\": [\"add\"]}");
      peer.startCall("drawio", "{\"ops\": [\"add box\"]}");
    }
    IntStream.range(0, 42).forEach(i -> assertThat(Peer.reply(peer.read()).isError()).isFalse());
    assertThat(peer.call("counter_query", "{\"q\": \"value\"}").text()).isEqualTo("20");
    assertThat(peer.call("drawio_query", "{\"q\": \"status\"}").text()).contains("operations: 20");
  }

  @Test
  void other_requests_are_answered_while_a_call_takes_its_time() {
    peer.done("counter", "new");
    int waiting = peer.startCall("counter", "{\"ops\": [\"wait\"]}");
    assertThat(peer.request("ping", "{}").path("result").isObject()).isTrue();
    gate.countDown();
    assertThat(peer.read().path("id").intValue()).isEqualTo(waiting);
  }

  @Test
  void calls_that_came_before_the_end_are_answered() {
    peer.done("counter", "new");
    IntStream.range(0, 50).forEach(i -> peer.startCall("counter", "{\"ops\": [\"add\"]}"));
    List<JsonNode> answers = peer.end();
    assertThat(answers).hasSize(50);
    assertThat(Peer.reply(answers.get(49)).text()).startsWith("* counted 50\n");
  }

  @Test
  void without_any_input_it_ends_without_any_output() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(server().serve(InputStream.nullInputStream(), out)).isEmpty();
    assertThat(out.size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../secret.counter", "/etc/hostname", "a/../../x.counter", "link.counter"})
  void no_path_leads_out_of_the_served_folder(String path) throws IOException {
    Files.writeString(folder.resolve("secret.counter"), "7\n");
    Files.createSymbolicLink(
        folder.resolve("served/link.counter"), folder.resolve("secret.counter"));
    String refusal = "! " + path + " lies outside the served folder";
    assertThat(peer.act("counter", "open " + path)).isEqualTo(new Reply(refusal, true));
    peer.done("counter", "new");
    assertThat(peer.act("counter", "save as:" + path)).isEqualTo(new Reply(refusal, true));
    assertThat(folder.resolve("secret.counter")).hasContent("7\n");
  }

  @Test
  void steps_are_grouped_by_the_pauses_between_calls() {
    peer.done("counter", "new");
    peer.run("counter", "add");
    now = now.plusSeconds(60);
    peer.run("counter", "add");
    now = now.plusSeconds(61);
    peer.run("counter", "add");
    assertThat(peer.done("counter", "history"))
        .isEqualTo(
            """
            message s1-2:
            3 bot 12:07, add
            message s1-1:
            2 bot 12:06, add
            1 bot 12:05, add
            0 the beginning\
            """);
  }

  @Test
  void a_message_holds_for_all_domains_until_the_next_one() {
    peer.done("drawio", "new");
    peer.done("counter", "new");
    peer.done("drawio", "message m1 \"count, please\"");
    peer.run("counter", "add");
    peer.callWith("{\"message\": \"m9\"}", "counter", "{\"ops\": [\"add\"]}");
    peer.done("counter", "message m2");
    peer.run("counter", "add");
    assertThat(peer.done("counter", "history"))
        .isEqualTo(
            """
            message m2:
            3 bot 12:05, add
            message m9:
            2 bot 12:05, add
            message m1: count, please
            1 bot 12:05, add
            0 the beginning\
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "\" \"", "{}"})
  void a_message_that_is_no_text_is_refused(String message) {
    peer.done("counter", "new");
    assertThat(peer.callWith("{\"message\": " + message + "}", "counter", "{\"ops\": [\"add\"]}"))
        .isEqualTo(new Reply("! _meta.message must be a text that names it", true));
    assertThat(peer.call("counter_query", "{\"q\": \"value\"}").text()).isEqualTo("0");
  }

  @Test
  void a_plain_undo_stops_before_a_step_of_another() throws IOException {
    Files.writeString(folder.resolve("served/bad.counter"), "7 apples\n");
    peer.done("counter", "open bad.counter repair:yes");
    peer.run("counter", "add");
    assertThat(peer.done("counter", "undo")).startsWith("! undone: add\n");
    assertThat(peer.act("counter", "undo"))
        .isEqualTo(
            new Reply(
                """
                ! the last step is not yours: repair 12:05, repair
                  try: undo any:yes\
                """,
                true));
    assertThat(peer.call("counter_query", "{\"q\": \"value\"}").text()).isEqualTo("7");
    assertThat(peer.done("counter", "undo any:yes")).startsWith("! undone: repair 12:05, repair\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "crash | ! a fault of fcp, please report it: crash",
        "overflow | ! this takes more memory than there is: overflow"
      })
  void a_fault_is_an_answer_and_the_document_is_as_it_was(String operation, String message) {
    peer.done("counter", "new");
    Reply reply = peer.run("counter", "add", operation);
    assertThat(reply.isError()).isTrue();
    assertThat(reply.text()).startsWith(message);
    assertThat(peer.call("counter_query", "{\"q\": \"value\"}").text()).isEqualTo("0");
    assertThat(peer.run("counter", "add").text()).startsWith("* counted 1\n");
  }

  @Test
  void an_origin_keeps_the_request_beside_it_and_knows_a_client_without_a_name() {
    Conversation conversation = new Conversation("s1", () -> now);
    Implementation client = Implementation.builder("bot", "1").build();
    assertThat(ToolServer.origin(conversation, client, "r7", Optional.of("m1")))
        .isEqualTo(Origin.of("bot", "s1", "m1").with(Map.of("request", "r7")));
    assertThat(ToolServer.origin(conversation, null, "r8", Optional.empty()))
        .isEqualTo(Origin.of("unknown client", "s1", "s1-1").with(Map.of("request", "r8")));
  }

  @Test
  void memory_ahead_of_disk_is_told_until_it_is_saved() {
    peer.done("counter", "new");
    peer.run("counter", "add");
    peer.done("counter", "save as:a.counter");
    peer.run("counter", "add");
    assertThat(peer.done("counter", "status")).contains("no, memory ahead of disk; try: save");
    assertThat(peer.done("counter", "documents"))
        .isEqualTo("./a.counter: open, memory ahead of disk");
    peer.done("counter", "save");
    assertThat(peer.done("counter", "status")).contains("saved: yes");
    assertThat(folder.resolve("served/a.counter")).hasContent("2\n");
  }
}
