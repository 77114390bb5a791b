package dev.fcp.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.server.mcp.McpTestClient.Reply;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.CallLimits;
import dev.fcp.verbs.workspace.BaseFolder;
import dev.fcp.verbs.workspace.Conversation;
import dev.fcp.verbs.workspace.WorkspaceSettings;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
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
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch gate = new CountDownLatch(1);
  private volatile Instant now = Instant.parse("2026-03-04T12:05:00Z");
  private final List<String> diskCalls = Collections.synchronizedList(new ArrayList<>());
  private final Disk disk =
      FailingDisk.observed(Disk.system(), call -> diskCalls.add(call.kind().toString()));
  private McpTestClient client;

  @BeforeEach
  void connect() throws IOException {
    Files.createDirectory(folder.resolve("served"));
    client = McpTestClient.of(server()).connect("bot");
  }

  @AfterEach
  void end() {
    gate.countDown();
    client.disconnect();
  }

  private ToolServer server() {
    List<DomainLanguage<?, ?>> languages = new ArrayList<>(Languages.installed().all());
    languages.add(new BlockingCounterLanguage(entered, gate));
    return new ToolServer(
        Languages.of(languages),
        DocumentStore.withJournals(
            new SessionSettings(() -> now, SessionSettings.standard().ids()),
            new JournalLayout(
                FileJournal.Settings.defaults().withDisk(disk).withDurability(Durability.none()),
                folder.resolve("served/.fcp/.drafts"))),
        new WorkspaceSettings(
            BaseFolder.confined(folder.resolve("served")),
            CallLimits.STANDARD,
            () -> now,
            ZoneOffset.UTC),
        "s1",
        "1.2.3");
  }

  @Test
  void there_are_exactly_four_tools_per_domain_and_one_that_undoes_in_a_block() {
    Stream<String> domains =
        Stream.concat(
            Languages.installed().all().stream().map(it -> it.domain().name()),
            Stream.of("counter"));
    List<String> expected =
        domains
            .flatMap(name ->
                Stream.of(name, name + "_query", name + "_session", name + "_help", name + "_undo"))
            .filter(tool -> !tool.endsWith("_undo") || tool.equals("block_undo"))
            .toList();
    JsonNode tools = client.request("tools/list", "{}").at("/result/tools");
    assertThat(expected).contains("drawio");
    assertThat(tools.findValuesAsString("name")).containsExactlyElementsOf(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "counter, ops, array",
    "counter_query, q, string",
    "counter_session, action, string",
  })
  void a_tool_takes_one_argument_and_an_optional_file(String tool, String argument, String type) {
    JsonNode schema = toolNamed(tool).path("inputSchema");
    assertThat(schema.path("required").toString()).isEqualTo("[\"" + argument + "\"]");
    assertThat(schema.at("/properties/" + argument + "/type").stringValue()).isEqualTo(type);
    assertThat(schema.at("/properties/file/type").stringValue()).isEqualTo("string");
    assertThat(schema.path("additionalProperties").booleanValue()).isFalse();
  }

  private Reply callBlock(String tool, String argument) {
    return client.call(tool, "{%s, \"file\": \"notes.block\"}".formatted(argument));
  }

  private Reply undoBlock(String label) {
    return client.call("block_undo", "{\"label\": \"%s\"}".formatted(label));
  }

  @Test
  void block_undo_undoes_the_last_change_of_the_block_with_a_label() {
    callBlock("block_session", "\"action\": \"new Notes\"");
    assertThat(undoBlock("notes"))
        .isEqualTo(new Reply("No undo history available for this block", true));
    assertThat(callBlock("block", "\"ops\": [\"append first\"]").isError()).isFalse();
    assertThat(undoBlock("notes"))
        .isEqualTo(new Reply("Undid last change to block 'notes'", false));
    assertThat(undoBlock("notes"))
        .isEqualTo(new Reply("No undo history available for this block", true));
  }

  @Test
  void block_undo_is_forced_to_disk_before_it_answers() {
    callBlock("block_session", "\"action\": \"new Notes\"");
    callBlock("block", "\"ops\": [\"append first\"]");
    diskCalls.clear();
    assertThat(undoBlock("notes").isError()).isFalse();
    assertThat(diskCalls).contains("FORCE");
  }

  @Test
  void block_undo_takes_back_a_call_with_several_operations() {
    callBlock("block_session", "\"action\": \"new Notes\"");
    callBlock("block", "\"ops\": [\"append first\"]");
    assertThat(callBlock("block", "\"ops\": [\"append second\", \"append third\"]").text())
        .contains("+ \"second\"\n+ \"third\"");
    assertThat(callBlock("block", "\"ops\": [\"append fourth\", \"set a b\"]").text())
        .contains("! operation 2 of 2 failed: set a b; the others were not applied");
    assertThat(undoBlock("notes").isError()).isFalse();
    assertThat(callBlock("block_query", "\"q\": \"map\"").text())
        .contains("1: first")
        .doesNotContain("second", "third", "fourth");
    assertThat(callBlock("block_session", "\"action\": \"redo\"").text())
        .contains("! redone: append second; append third");
    assertThat(callBlock("block_query", "\"q\": \"map\"").text()).contains("3: third");
  }

  @Test
  void block_undo_finds_a_block_in_a_folder_below() throws IOException {
    Files.createDirectory(folder.resolve("served/ann"));
    String file = "\"file\": \"ann/diary.block\"";
    client.call("block_session", "{\"action\": \"new Diary\", %s}".formatted(file));
    client.call("block", "{\"ops\": [\"append a\"], %s}".formatted(file));
    assertThat(undoBlock("diary").text()).startsWith("! ./diary.block: there is no such file");
    assertThat(undoBlock("ann/diary"))
        .isEqualTo(new Reply("Undid last change to block 'ann/diary'", false));
    assertThat(undoBlock("ann/diary"))
        .isEqualTo(new Reply("No undo history available for this block", true));
  }

  @Test
  void a_save_of_a_block_discards_steps_beyond_the_newest_fifty_and_seven_days() {
    callBlock("block_session", "\"action\": \"new Notes\"");
    for (int i = 0; i < 120; i++) {
      callBlock("block", "\"ops\": [\"append line%d\"]".formatted(i));
    }
    callBlock("block_session", "\"action\": \"save\"");
    now = now.plus(Duration.ofDays(8));
    assertThat(callBlock("block_session", "\"action\": \"undo 101\"").text())
        .contains("! undone: 81 more");
    callBlock("block_session", "\"action\": \"redo 101\"");
    assertThat(callBlock("block_session", "\"action\": \"save\"").isError()).isFalse();
    assertThat(callBlock("block_session", "\"action\": \"undo 101\"").text())
        .contains("! undone: 30 more", "! no more steps to undo");
    assertThat(callBlock("block_query", "\"q\": \"map\"").text()).contains("70: line69");
  }

  @Test
  void block_undo_takes_only_the_label_of_a_block_that_exists() {
    callBlock("block_session", "\"action\": \"new Notes\"");
    assertThat(undoBlock("other").text()).startsWith("! ./other.block: there is no such file");
    assertThat(undoBlock("../notes").isError()).isTrue();
    assertThat(client.call("block_undo", "{}").isError()).isTrue();
    assertThat(callBlock("block_undo", "\"label\": \"notes\"").text())
        .contains("unknown argument \"file\"; it takes label");
    assertThat(toolNamed("block_undo").at("/inputSchema/properties").propertyNames())
        .containsExactly("label");
  }

  @Test
  void block_undo_refuses_the_change_of_another_and_offers_undo_of_ones_own() throws IOException {
    callBlock("block_session", "\"action\": \"new Notes\"");
    callBlock("block", "\"ops\": [\"append mine\"]");
    callBlock("block_session", "\"action\": \"save\"");
    Path file = folder.resolve("served/notes.block");
    Files.writeString(file, Files.readString(file) + "theirs\n");
    Reply refused = undoBlock("notes");
    assertThat(refused.isError()).isTrue();
    assertThat(refused.text())
        .contains("the last step is not yours")
        .contains(
            "try: undo mine", "! for this, call block_session with \"file\": \"notes.block\"");
    callBlock("block_session", "\"action\": \"undo mine\"");
    assertThat(callBlock("block_query", "\"q\": \"map\"").text())
        .contains("1: theirs")
        .doesNotContain("mine");
  }

  @Test
  void every_answer_about_a_block_says_whether_memory_is_ahead_of_its_file() {
    String ahead = "! memory ahead of disk";
    callBlock("block_session", "\"action\": \"new Notes\"");
    assertThat(callBlock("block", "\"ops\": [\"append a\"]").text()).endsWith(ahead);
    assertThat(callBlock("block_query", "\"q\": \"map\"").text()).endsWith(ahead);
    assertThat(callBlock("block", "\"ops\": [\"set a b\"]").text()).endsWith(ahead);
    assertThat(callBlock("block_session", "\"action\": \"save\"").text()).doesNotContain(ahead);
    assertThat(callBlock("block_query", "\"q\": \"map\"").text()).doesNotContain(ahead);
    assertThat(undoBlock("notes").text()).isEqualTo("Undid last change to block 'notes'\n" + ahead);
    assertThat(callBlock("block_session", "\"action\": \"revert\"").text()).doesNotContain(ahead);
  }

  @Test
  void help_takes_only_a_file_and_returns_the_card() {
    assertThat(toolNamed("counter_help").at("/inputSchema/properties").propertyNames())
        .containsExactly("file");
    Reply help = client.call("counter_help", "{}");
    assertThat(help.isError()).isFalse();
    assertThat(help.text()).startsWith("counter: operations\n").contains("  message ID [");
    assertThat(toolNamed("counter").path("description").stringValue()).endsWith(help.text());
  }

  private JsonNode toolNamed(String name) {
    for (JsonNode tool : client.request("tools/list", "{}").at("/result/tools")) {
      if (tool.path("name").stringValue().equals(name)) {
        return tool;
      }
    }
    throw new AssertionError("no tool " + name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ", \"params\": [1]",
        ", \"params\": \"x\"",
        ", \"params\": {}",
        ", \"params\": {\"name\": 5}",
        ", \"params\": {\"name\": \"counter\", \"arguments\": [1]}",
        ", \"params\": {\"name\": \"counter\", \"_meta\": \"x\"}",
      })
  void a_call_with_invalid_params_is_answered_with_an_error(String params) {
    client.send("{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"tools/call\"" + params + "}");
    JsonNode response = client.readMessage();
    assertThat(response.path("id").intValue()).isEqualTo(7);
    assertThat(response.at("/error/code").intValue()).isEqualTo(-32602);
    assertThat(response.at("/error/message").stringValue()).doesNotContain("java", "Exception");
  }

  @Test
  void a_call_before_the_connection_is_initialized_is_refused_and_not_executed()
      throws IOException {
    McpTestClient early = McpTestClient.of(server());
    assertThat(
            early
                .request(
                    "tools/call",
                    "{\"name\": \"counter_session\", \"arguments\": {\"action\": \"new\"}}")
                .at("/error/code")
                .intValue())
        .isEqualTo(-32600);
    early.connect("late");
    assertThat(early.actSuccessfully("counter", "documents")).isEqualTo("! no documents");
    early.disconnect();
  }

  @Test
  void operations_are_answered_line_by_line_with_the_digest_last() {
    client.actSuccessfully("drawio", "new Plan");
    Reply reply = client.run("drawio", "add box A", "add box B", "connect A -> B");
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
    client.actSuccessfully("drawio", "new Plan");
    String before = client.call("drawio_query", "{\"q\": \"status\"}").text();
    Reply reply = client.run("drawio", "add box A", "conect A -> A");
    assertThat(reply.isError()).isTrue();
    assertThat(reply.text())
        .startsWith("! operation 2 of 2 failed: conect A -> A; the others were not applied\n")
        .contains("\n  try: ");
    assertThat(client.call("drawio_query", "{\"q\": \"status\"}").text()).isEqualTo(before);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "counter | {} | ! the argument ops must be a list of texts | {\"ops\": [\"OPERATION\"]}",
        "counter | {\"ops\": \"add\"} | ! the argument ops must be a list of texts | {\"ops\":"
            + " [\"OPERATION\"]}",
        "counter | {\"ops\": [1]} | ! the argument ops must be a list of texts | {\"ops\":"
            + " [\"OPERATION\"]}",
        "counter | {\"op\": [\"add\"]} | ! unknown argument \"op\"; it takes ops and file |"
            + " {\"ops\": [\"OPERATION\"]}",
        "counter | {\"ops\": [\"add\"], \"dry\": 1} | ! unknown argument \"dry\"; it takes ops and"
            + " file | {\"ops\": [\"OPERATION\"]}",
        "counter_query | {\"q\": 7} | ! the argument q must be a text | {\"q\": \"status\"}",
        "counter_session | {\"action\": null} | ! the argument action must be a text | {\"action\":"
            + " \"status\"}",
        "counter_help | {\"q\": \"x\"} | ! unknown argument \"q\"; it takes file | {}",
        "counter_help | {\"file\": null} | ! the argument file must be a text | {}",
      })
  void invalid_and_unknown_arguments_are_refused(
      String tool, String arguments, String message, String suggestion) {
    client.actSuccessfully("counter", "new");
    Reply reply = client.call(tool, arguments);
    assertThat(reply.isError()).isTrue();
    assertThat(reply.text()).isEqualTo(message + "\n  try: " + suggestion);
    assertThat(client.call("counter_query", "{\"q\": \"value\"}").text()).isEqualTo("0");
  }

  @Test
  void a_call_without_operations_is_refused() {
    client.actSuccessfully("counter", "new");
    assertThat(client.call("counter", "{\"ops\": []}").text())
        .startsWith("! there is no operation to apply\n");
  }

  @Test
  void an_unknown_tool_or_method_is_a_protocol_error() {
    assertThat(client.request("tools/call", "{\"name\": \"opera\"}").path("error").isObject())
        .isTrue();
    assertThat(client.request("tools/burn", "{}").at("/error/code").intValue()).isEqualTo(-32601);
    client.actSuccessfully("counter", "new");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\": \"LONG\", \"arguments\": {}}",
        "{\"name\": \"counter\", \"arguments\": {\"LONG\": 1}}",
        "{\"name\": \"counter\", \"arguments\": {\"ops\": [\"LONG\"]}}",
        "{\"name\": \"counter\", \"arguments\": {\"ops\": [\"add\"], \"file\": \"LONG\"}}",
        "{\"name\": \"counter_query\", \"arguments\": {\"q\": \"LONG\"}}",
        "{\"name\": \"counter_session\", \"arguments\": {\"action\": \"LONG\"}}",
        "{\"name\": \"counter_session\", \"arguments\": {\"action\": \"open LONG\"}}",
        "{\"name\": \"counter_session\", \"arguments\": {\"action\": \"new\", \"file\": \"LONG\"}}",
      })
  void no_answer_repeats_a_long_text_in_full(String params) {
    client.actSuccessfully("counter", "new");
    String longText = "x".repeat(40_000);
    String answer = client.request("tools/call", params.replace("LONG", longText)).toString();
    assertThat(answer).contains("xxx").hasSizeLessThan(1000);
    assertThat(client.request(longText, "{}").toString()).hasSizeLessThan(1000);
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
  void an_invalid_line_is_answered_with_an_error_and_the_connection_continues(
      String line, int code) {
    client.send(line);
    assertThat(client.readMessage().at("/error/code").intValue()).isEqualTo(code);
    client.send("");
    client.actSuccessfully("counter", "new");
  }

  @Test
  void a_line_that_is_not_utf8_is_answered_with_an_error_and_changes_no_document() {
    byte[] line =
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"K\u00f6\"}\n"
            .getBytes(StandardCharsets.ISO_8859_1);
    client.sendBytes(line);
    assertThat(client.readMessage().at("/error/message").stringValue()).contains("not UTF-8");
    client.actSuccessfully("counter", "new");
  }

  @Test
  void a_message_over_the_limit_is_answered_with_an_error_and_the_connection_continues() {
    client.send("x".repeat(LineTransport.MAX_MESSAGE_BYTES + 1));
    assertThat(client.readMessage().at("/error/message").stringValue())
        .isEqualTo("a message of 16777217 bytes exceeds the limit of 16777216");
    client.actSuccessfully("counter", "new");
  }

  @Test
  void pipelined_calls_on_one_document_keep_their_order() {
    client.actSuccessfully("counter", "new");
    int count = CallQueue.MAX_WAITING + 100;
    List<Integer> ids =
        IntStream.range(0, count)
            .mapToObj(i -> client.sendCall("counter", "{\"ops\": [\"add\"]}"))
            .toList();
    List<JsonNode> answers = IntStream.range(0, count).mapToObj(i -> client.readMessage()).toList();
    assertThat(answers).extracting(it -> it.path("id").intValue()).isEqualTo(ids);
    assertThat(answers)
        .extracting(it -> McpTestClient.toReply(it).text().lines().findFirst().orElseThrow())
        .isEqualTo(IntStream.rangeClosed(1, count).mapToObj(i -> "* counted " + i).toList());
  }

  @Test
  void pipelined_calls_on_two_documents_apply_to_the_active_one() throws IOException {
    Files.writeString(folder.resolve("served/a.counter"), "100\n");
    Files.writeString(folder.resolve("served/b.counter"), "200\n");
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      client.sendCall("counter_session", "{\"action\": \"open a.counter\"}");
      client.sendCall("counter", "{\"ops\": [\"add\"]}");
      client.sendCall("counter_session", "{\"action\": \"open b.counter\"}");
      client.sendCall("counter", "{\"ops\": [\"add\", \"add\"]}");
    }
    IntStream.range(0, 80)
        .forEach(i -> answers.add(McpTestClient.toReply(client.readMessage()).text()));
    assertThat(answers.get(77)).startsWith("* counted 120\n");
    assertThat(answers.get(79)).startsWith("* counted 239\n* counted 240\n");
  }

  @Test
  void two_conversations_that_name_their_files_do_not_mix_documents() {
    client.call("counter_session", "{\"action\": \"new\", \"file\": \"a.counter\"}");
    client.call("counter_session", "{\"action\": \"new\", \"file\": \"b.counter\"}");
    assertThat(client.call("counter", "{\"ops\": [\"add\"], \"file\": \"a.counter\"}").text())
        .startsWith("* counted 1\n");
    assertThat(client.call("counter", "{\"ops\": [\"add\"], \"file\": \"a.counter\"}").text())
        .startsWith("* counted 2\n");
    assertThat(value("b.counter")).isEqualTo("0");
    client.call("counter_session", "{\"action\": \"undo\", \"file\": \"a.counter\"}");
    client.call("counter_session", "{\"action\": \"save\", \"file\": \"a.counter\"}");
    assertThat(folder.resolve("served/a.counter")).hasContent("1\n");
    assertThat(folder.resolve("served/b.counter")).hasContent("0\n");
    assertThat(client.act("counter", "status").text()).startsWith("! no document is open");
  }

  private String value(String file) {
    return client.call("counter_query", "{\"q\": \"value\", \"file\": \"" + file + "\"}").text();
  }

  @Test
  void a_running_call_that_is_cancelled_leaves_nothing_and_is_not_answered()
      throws InterruptedException {
    client.actSuccessfully("counter", "new");
    int running = client.sendCall("counter", "{\"ops\": [\"add\", \"wait\", \"add\"]}");
    entered.await();
    cancel(running);
    gate.countDown();
    assertThat(client.call("counter_query", "{\"q\": \"value\"}").text()).isEqualTo("0");
    assertThat(client.actSuccessfully("counter", "history")).isEqualTo("0 the beginning");
  }

  @Test
  void a_waiting_call_that_is_cancelled_is_not_executed_and_not_answered() {
    client.actSuccessfully("counter", "new");
    int running = client.sendCall("counter", "{\"ops\": [\"wait\"]}");
    cancel(client.sendCall("counter", "{\"ops\": [\"add\"]}"));
    cancel(client.sendCall("counter_session", "{\"action\": \"undo\"}"));
    gate.countDown();
    assertThat(client.readMessage().path("id").intValue()).isEqualTo(running);
    assertThat(client.call("counter_query", "{\"q\": \"value\"}").text()).isEqualTo("1");
  }

  @Test
  void the_cancellation_of_an_answered_or_unknown_call_does_nothing() {
    client.actSuccessfully("counter", "new");
    assertThat(client.run("counter", "add").text()).startsWith("* counted 1\n");
    IntStream.range(0, 9).forEach(id -> sendCancellation("{\"requestId\": " + id + "}"));
    sendCancellation("{}");
    sendCancellation("[7]");
    assertThat(client.run("counter", "add").text()).startsWith("* counted 2\n");
  }

  /** Cancels a call while another one blocks the queue. The answer to a ping shows that it did. */
  private void cancel(int id) {
    sendCancellation("{\"requestId\": %d, \"reason\": \"changed my mind\"}".formatted(id));
    assertThat(client.request("ping", "{}").path("result").isObject()).isTrue();
  }

  private void sendCancellation(String params) {
    client.send(
        "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": "
            + params
            + "}");
  }

  @Test
  void pipelined_calls_on_two_domains_are_independent() {
    client.sendCall("counter_session", "{\"action\": \"new\"}");
    client.sendCall("drawio_session", "{\"action\": \"new\"}");
    for (int i = 0; i < 20; i++) {
      client.sendCall("counter", "{\"ops\": [\"add\"]}");
      client.sendCall("drawio", "{\"ops\": [\"add box\"]}");
    }
    IntStream.range(0, 42)
        .forEach(i -> assertThat(McpTestClient.toReply(client.readMessage()).isError()).isFalse());
    assertThat(client.call("counter_query", "{\"q\": \"value\"}").text()).isEqualTo("20");
    assertThat(client.call("drawio_query", "{\"q\": \"status\"}").text())
        .contains("operations: 20");
  }

  @Test
  void other_requests_are_answered_while_a_call_is_running() {
    client.actSuccessfully("counter", "new");
    int waiting = client.sendCall("counter", "{\"ops\": [\"wait\"]}");
    assertThat(client.request("ping", "{}").path("result").isObject()).isTrue();
    gate.countDown();
    assertThat(client.readMessage().path("id").intValue()).isEqualTo(waiting);
  }

  @Test
  void calls_received_before_the_end_of_the_input_are_answered() {
    client.actSuccessfully("counter", "new");
    IntStream.range(0, 50).forEach(i -> client.sendCall("counter", "{\"ops\": [\"add\"]}"));
    List<JsonNode> answers = client.disconnect();
    assertThat(answers).hasSize(50);
    assertThat(McpTestClient.toReply(answers.get(49)).text()).startsWith("* counted 50\n");
  }

  @Test
  void without_input_the_server_ends_without_output() throws IOException {
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
    String refusal = "! " + path + " is outside the served folder";
    assertThat(client.act("counter", "open " + path)).isEqualTo(new Reply(refusal, true));
    client.actSuccessfully("counter", "new");
    assertThat(client.act("counter", "save as:" + path)).isEqualTo(new Reply(refusal, true));
    assertThat(folder.resolve("secret.counter")).hasContent("7\n");
  }

  @Test
  void a_document_replaced_by_a_link_is_not_saved_outside_the_served_folder() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.counter"), "7\n");
    Path path = Files.writeString(folder.resolve("served/a.counter"), "1\n");
    client.actSuccessfully("counter", "open a.counter");
    client.run("counter", "add");
    Files.delete(path);
    Files.createSymbolicLink(path, secret);
    String reason = "a symbolic link now leads to another file";
    assertThat(client.act("counter", "save").text()).contains(reason);
    assertThat(client.act("counter", "save over:yes").text()).contains(reason);
    assertThat(secret).hasContent("7");
    client.actSuccessfully("counter", "save as:b.counter");
    assertThat(folder.resolve("served/b.counter")).hasContent("2");
  }

  @Test
  void steps_are_grouped_by_the_pauses_between_calls() {
    client.actSuccessfully("counter", "new");
    client.run("counter", "add");
    now = now.plusSeconds(60);
    client.run("counter", "add");
    now = now.plusSeconds(61);
    client.run("counter", "add");
    assertThat(client.actSuccessfully("counter", "history"))
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
  void a_message_applies_to_all_domains_until_the_next_one() {
    client.actSuccessfully("drawio", "new");
    client.actSuccessfully("counter", "new");
    client.actSuccessfully("drawio", "message m1 \"count, please\"");
    client.run("counter", "add");
    client.callWithMetadata("{\"message\": \"m9\"}", "counter", "{\"ops\": [\"add\"]}");
    client.actSuccessfully("counter", "message m2");
    client.run("counter", "add");
    assertThat(client.actSuccessfully("counter", "history"))
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
  void a_message_that_is_not_a_text_is_refused(String message) {
    client.actSuccessfully("counter", "new");
    assertThat(
            client.callWithMetadata(
                "{\"message\": " + message + "}", "counter", "{\"ops\": [\"add\"]}"))
        .isEqualTo(new Reply("! _meta.message must be a text that names it", true));
    assertThat(client.call("counter_query", "{\"q\": \"value\"}").text()).isEqualTo("0");
  }

  @Test
  void undo_stops_before_a_step_of_another_actor() throws IOException {
    Files.writeString(folder.resolve("served/bad.counter"), "7 apples\n");
    client.actSuccessfully("counter", "open bad.counter repair:yes");
    client.run("counter", "add");
    assertThat(client.actSuccessfully("counter", "undo")).startsWith("! undone: add\n");
    assertThat(client.act("counter", "undo"))
        .isEqualTo(
            new Reply(
                """
                ! the last step is not yours: repair 12:05, repair; with any:yes it counts as yours\
                """,
                true));
    assertThat(client.call("counter_query", "{\"q\": \"value\"}").text()).isEqualTo("7");
    assertThat(client.actSuccessfully("counter", "undo any:yes"))
        .startsWith("! undone: repair 12:05, repair\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "crash | ! internal error in fcp, please report it: crash",
        "overflow | ! this needs more memory than is available: overflow"
      })
  void an_internal_error_is_answered_and_leaves_the_document_unchanged(
      String operation, String message) {
    client.actSuccessfully("counter", "new");
    Reply reply = client.run("counter", "add", operation);
    assertThat(reply.isError()).isTrue();
    assertThat(reply.text()).startsWith(message);
    assertThat(client.call("counter_query", "{\"q\": \"value\"}").text()).isEqualTo("0");
    assertThat(client.run("counter", "add").text()).startsWith("* counted 1\n");
  }

  @Test
  void an_origin_records_the_request_and_allows_a_client_without_a_name() {
    Conversation conversation = new Conversation("s1", () -> now);
    Implementation client = Implementation.builder("bot", "1").build();
    assertThat(ToolServer.origin(conversation, client, "r7", Optional.of("m1")))
        .isEqualTo(Origin.of("bot", "s1", "m1").withProvenance(Map.of("request", "r7")));
    assertThat(ToolServer.origin(conversation, null, "r8", Optional.empty()))
        .isEqualTo(
            Origin.of("unknown client", "s1", "s1-1").withProvenance(Map.of("request", "r8")));
  }

  @Test
  void unsaved_changes_are_reported_until_saved() {
    client.actSuccessfully("counter", "new");
    client.run("counter", "add");
    client.actSuccessfully("counter", "save as:a.counter");
    client.run("counter", "add");
    assertThat(client.actSuccessfully("counter", "status"))
        .contains("no, memory ahead of disk; try: save");
    assertThat(client.actSuccessfully("counter", "documents"))
        .isEqualTo("./a.counter: open, memory ahead of disk");
    client.actSuccessfully("counter", "save");
    assertThat(client.actSuccessfully("counter", "status")).contains("saved: yes");
    assertThat(folder.resolve("served/a.counter")).hasContent("2\n");
  }
}
