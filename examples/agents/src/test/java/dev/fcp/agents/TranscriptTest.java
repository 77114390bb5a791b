package dev.fcp.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.entity.EntityModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TranscriptTest {

  private static final String CHAT =
      """
      {"type":"summary","summary":"A chat","leafUuid":null}
      {"type":"user","sessionId":"s1","timestamp":"2026-03-04T12:05:00.5Z","message":{"role":"user","content":"Fix the build."}}
      {"type":"assistant","sessionId":"s1","timestamp":"2026-03-04T12:05:04Z","message":{"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"mvn verify","limit":1.5}}],"stop_reason":null,"usage":{"input_tokens":1200,"output_tokens":85}}}
      {"type":"user","sessionId":"s1","timestamp":"2026-03-04T12:05:13Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":[{"type":"text","text":"exit 1"}]}]}}

      {"role":"assistant","content":"Done.","session_id":"s2","usage":{"output_tokens":3}}
      this is no JSON
      {"role":"assistant","content":"Done.","session_id":"s2","usage":{"output_tokens":3}}
      """;

  @TempDir Path folder;

  private Path project;
  private Path chat;

  @BeforeEach
  void create_files() throws IOException {
    project = Files.writeString(folder.resolve("project.agents"), "project Bree\n");
    chat = Files.writeString(folder.resolve("chat.jsonl"), CHAT);
  }

  private String run() throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      ImportTranscript.run(new String[] {project.toString(), chat.toString(), "Gandalf"}, out);
    }
    return printed.toString(StandardCharsets.UTF_8).strip();
  }

  private EntityModel<String, Item> model() throws IOException {
    return AgentFiles.read(Files.readAllBytes(project));
  }

  @Test
  void messages_tools_tokens_and_unknown_lines_are_added_in_order() throws IOException {
    assertThat(run()).isEqualTo("7 of 8 lines are new");
    assertThat(AgentQueries.knowledge("Gandalf", model()).stream().map(TranscriptTest::masked))
        .containsExactly(
            "agent Gandalf (idle)",
            "  opaque X for Gandalf: \"{\\\"type\\\":\\\"summary\\\",\\\"summary\\\":\\\"A chat\\\",\\\"leafUuid\\\":null}\"",
            "  sent X to Gandalf (user): \"Fix the build.\"",
            "  received X from Gandalf: \"I look.\"",
            "  tool t1 of Gandalf, Bash \"{\\\"command\\\":\\\"mvn verify\\\",\\\"limit\\\":\\\"1.5\\\"}\", failed -> \"exit 1\"",
            "  sent X to Gandalf (user)",
            "  received X from Gandalf: \"Done.\"",
            "  opaque X for Gandalf: \"this is no JSON\"",
            "  received X from Gandalf: \"Done.\"");
    assertThat(
            AgentQueries.metrics(
                ReadModels.USAGE.project(model()), ReadModels.ATTENTION.project(model())))
        .containsExactly("agent Gandalf: 1200 tokens in, 91 out; 1 tool call, 9 s");
  }

  private static String masked(String line) {
    return line.replaceAll("x[0-9a-f]{16}", "X");
  }

  @Test
  void the_blocks_of_a_message_are_kept_as_json() throws IOException {
    run();
    assertThat(Files.readString(project))
        .contains("session:s1", "at:2026-03-04T12:05:04Z", "blocks:\"[{\\\"type\\\":\\\"text\\\"");
  }

  @Test
  void a_second_import_adds_only_lines_that_are_new() throws IOException {
    run();
    byte[] once = Files.readAllBytes(project);
    assertThat(run()).isEqualTo("0 of 8 lines are new");
    assertThat(Files.readAllBytes(project)).isEqualTo(once);
    Files.writeString(chat, CHAT + "{\"role\":\"user\",\"content\":\"More.\"}\n");
    assertThat(run()).isEqualTo("1 of 9 lines are new");
    assertThat(Files.readString(project))
        .startsWith(new String(once, StandardCharsets.UTF_8))
        .endsWith("| More.\n");
  }

  @Test
  void unusual_lines_are_messages_or_kept_as_they_are() throws IOException {
    Files.writeString(
        chat,
        """
        {"role":"user","content":"\\ud800","timestamp":"yesterday","usage":{"output_tokens":-1}}
        {"role":"assistant","content":[null,1.5,"x",{"type":"tool_use"},{"type":"tool_result","tool_use_id":"t9"}]}
        {"role":"user","content":{"text":"of an object"},"role":"assistant"}
        {"role":"user"}
        ["role","content"]
        {"message":"none"}
        """);
    assertThat(run()).isEqualTo("6 of 6 lines are new");
    assertThat(AgentQueries.knowledge("Gandalf", model()).stream().map(TranscriptTest::masked))
        .containsExactly(
            "agent Gandalf (idle)",
            "  sent X to Gandalf (user): \"?\"",
            "  received X from Gandalf",
            "  received X from Gandalf: \"of an object\"",
            "  opaque X for Gandalf: \"{\\\"role\\\":\\\"user\\\"}\"",
            "  opaque X for Gandalf: \"[\\\"role\\\",\\\"content\\\"]\"",
            "  opaque X for Gandalf: \"{\\\"message\\\":\\\"none\\\"}\"");
  }
}
