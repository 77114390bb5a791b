package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.server.mcp.McpTestClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The program as a server process for a folder. */
@Timeout(120)
class McpProcessTest {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();
  private static final List<String> ARGUMENTS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-cp",
          System.getProperty("java.class.path"),
          "dev.fcp.server.Main",
          "mcp",
          "--root");

  @TempDir Path folder;

  @BeforeEach
  void copyTheExample() throws IOException {
    Files.copy(Path.of("../examples/shop.drawio"), folder.resolve("shop.drawio"));
  }

  @Test
  void the_server_writes_only_protocol_messages_and_exits_when_the_input_ends() throws Exception {
    Path errors = folder.resolve("errors.txt");
    ProcessBuilder builder = new ProcessBuilder(JAVA);
    builder.command().addAll(ARGUMENTS);
    builder.command().add(folder.toString());
    Process server = builder.redirectError(errors.toFile()).start();
    try {
      McpTestClient client =
          new McpTestClient(server.getOutputStream(), server.getInputStream()).connect("bot");
      client.actSuccessfully("drawio", "open shop.drawio");
      assertThat(client.run("drawio", "label Search \"Find\"").isError()).isFalse();
      client.actSuccessfully("drawio", "save");
      assertThat(client.run("drawio", "remove Nothing").isError()).isTrue();
      assertThat(client.run("drawio", "remove Basket").isError()).isFalse();
      assertThat(client.disconnect()).isEmpty();
      assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(server.exitValue()).isZero();
    } finally {
      server.destroyForcibly().waitFor();
    }
    assertThat(errors).hasContent("! ./shop.drawio: memory ahead of disk, kept in its history");
    assertThat(folder.resolve("shop.drawio")).content().contains("value=\"Find\"", "Basket");
  }

  @Test
  void the_client_of_the_sdk_finds_four_tools_per_domain_and_calls_them() {
    ServerParameters parameters =
        ServerParameters.builder(JAVA).args(ARGUMENTS).arg(folder.toString()).build();
    StdioClientTransport transport =
        new StdioClientTransport(parameters, new JacksonMcpJsonMapper(new JsonMapper()));
    try (McpSyncClient client =
        McpClient.sync(transport).clientInfo(Implementation.builder("sdk", "1").build()).build()) {
      client.initialize();
      assertThat(client.listTools().tools())
          .extracting(Tool::name)
          .contains("drawio", "drawio_query", "drawio_session", "drawio_help");
      assertThat(client.listTools().tools().stream().map(Tool::name))
          .filteredOn(name -> !name.equals("block_undo"))
          .satisfies(names -> assertThat(names.size() % 4).isZero());
      assertThat(call(client, "drawio_session", Map.of("action", "open shop.drawio")).isError())
          .isFalse();
      assertThat(text(call(client, "drawio", Map.of("ops", List.of("add box Till")))))
          .startsWith("+ box \"Till\" #till at ");
      assertThat(text(call(client, "drawio_query", Map.of("q", "history 1"))))
          .contains(" sdk ", "add box Till");
      assertThat(call(client, "drawio", Map.of("ops", List.of("ad box"))).isError()).isTrue();
      assertThat(call(client, "drawio", Map.of("operations", "add box")).isError()).isTrue();
      client.closeGracefully();
    }
  }

  @Test
  void a_root_that_is_not_a_folder_is_a_wrong_command_line() {
    ProgramRunner.Result result = new ProgramRunner(folder).run("mcp", "--root", "gone");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).isEqualTo("! --root: there is no folder gone\n");
  }

  private static CallToolResult call(
      McpSyncClient client, String tool, Map<String, Object> arguments) {
    return client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().get(0)).text();
  }
}
