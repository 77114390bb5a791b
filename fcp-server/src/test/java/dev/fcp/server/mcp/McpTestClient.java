package dev.fcp.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A test client that exchanges single lines with a server. */
public final class McpTestClient {

  private static final JsonMapper JSON = new JsonMapper();

  private final OutputStream to;
  private final BufferedReader from;
  private int lastId;

  /** The response of a tool. */
  public record Reply(String text, boolean isError) {}

  /** A client connected to the streams of a server. */
  public McpTestClient(OutputStream to, InputStream from) {
    this.to = to;
    this.from = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8));
  }

  /** A client of a server that runs in its own thread until the client disconnects. */
  static McpTestClient of(ToolServer server) throws IOException {
    Pipe in = Pipe.open();
    Pipe out = Pipe.open();
    FutureTask<List<String>> serving =
        new FutureTask<>(() -> {
          try (OutputStream answers = Channels.newOutputStream(out.sink())) {
            return server.serve(Channels.newInputStream(in.source()), answers);
          }
        });
    Thread.ofPlatform().daemon().start(serving);
    return new McpTestClient(
        Channels.newOutputStream(in.sink()), Channels.newInputStream(out.source()));
  }

  /** Connects with a client name. */
  public McpTestClient connect(String client) {
    JsonNode response =
        request(
            "initialize",
            """
            {"protocolVersion": "2025-11-25", "capabilities": {},
             "clientInfo": {"name": "%s", "version": "1"}}
            """
                .formatted(client));
    assertThat(response.at("/result/serverInfo/name").stringValue()).isEqualTo("fcp");
    send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}");
    return this;
  }

  /** Sends a line. */
  public void send(String line) {
    sendBytes((line.replace("\n", " ") + "\n").getBytes(StandardCharsets.UTF_8));
  }

  void sendBytes(byte[] bytes) {
    try {
      to.write(bytes);
      to.flush();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Sends a request without waiting for the response; returns the request id. */
  int sendRequest(String method, String params) {
    lastId++;
    send(
        "{\"jsonrpc\": \"2.0\", \"id\": %d, \"method\": \"%s\", \"params\": %s}"
            .formatted(lastId, method, params));
    return lastId;
  }

  /** Sends a call without waiting for the response; returns the request id. */
  int sendCall(String tool, String arguments) {
    return sendRequest(
        "tools/call", "{\"name\": \"%s\", \"arguments\": %s}".formatted(tool, arguments));
  }

  /** Reads the next line, which must be a message. */
  JsonNode readMessage() {
    try {
      String line = from.readLine();
      assertThat(line).as("a line").isNotNull();
      return parseMessage(line);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode parseMessage(String line) {
    JsonNode message = JSON.readTree(line);
    assertThat(message.path("jsonrpc").stringValue("")).as(line).isEqualTo("2.0");
    return message;
  }

  /** Sends a request and reads its response, which must be the next line. */
  public JsonNode request(String method, String params) {
    int id = sendRequest(method, params);
    JsonNode response = readMessage();
    assertThat(response.path("id").intValue(0)).as(response.toString()).isEqualTo(id);
    return response;
  }

  /** Calls a tool. */
  public Reply call(String tool, String arguments) {
    return toReply(
        request("tools/call", "{\"name\": \"%s\", \"arguments\": %s}".formatted(tool, arguments)));
  }

  /** Calls a tool with metadata. */
  public Reply callWithMetadata(String metadata, String tool, String arguments) {
    return toReply(
        request(
            "tools/call",
            "{\"name\": \"%s\", \"arguments\": %s, \"_meta\": %s}"
                .formatted(tool, arguments, metadata)));
  }

  /** Runs a session action in a domain. */
  public Reply act(String domain, String action) {
    return call(domain + "_session", JSON.createObjectNode().put("action", action).toString());
  }

  /** Runs a session action that must succeed. */
  public String actSuccessfully(String domain, String action) {
    Reply reply = act(domain, action);
    assertThat(reply.isError()).as(reply.text()).isFalse();
    return reply.text();
  }

  /** Applies operations in a domain. */
  public Reply run(String domain, String... operations) {
    ObjectNode arguments = JSON.createObjectNode();
    List.of(operations).forEach(arguments.putArray("ops")::add);
    return call(domain, arguments.toString());
  }

  static Reply toReply(JsonNode response) {
    JsonNode content = response.at("/result/content");
    assertThat(content.size()).as(response.toString()).isEqualTo(1);
    return new Reply(
        content.get(0).path("text").stringValue(), response.at("/result/isError").booleanValue());
  }

  /** Closes the input and returns all remaining messages. */
  public List<JsonNode> disconnect() {
    try {
      to.close();
      List<JsonNode> rest = new ArrayList<>();
      for (String line = from.readLine(); line != null; line = from.readLine()) {
        rest.add(parseMessage(line));
      }
      return rest;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
