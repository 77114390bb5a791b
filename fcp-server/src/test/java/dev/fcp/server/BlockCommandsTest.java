package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory blocks at the command line, each command as a program that starts anew. */
class BlockCommandsTest {

  @TempDir Path temporary;
  private CommandLineFixture fixture;

  @BeforeEach
  void create_fixture() throws IOException {
    fixture = new CommandLineFixture(Files.createDirectory(temporary.resolve("folder")));
  }

  private String body() {
    String file = new String(fixture.bytes("notes.block"), StandardCharsets.UTF_8);
    return file.substring(file.lastIndexOf("---\n") + 4);
  }

  @Test
  void an_edit_after_an_undo_keeps_a_branch_that_a_later_command_switches_to() {
    fixture.run("run", "--new", "notes.block", "append base");
    fixture.run("run", "notes.block", "append kept");
    fixture.run("undo", "notes.block");
    fixture.run("run", "notes.block", "append other");
    assertThat(body()).isEqualTo("base\nother\n");
    String branches = fixture.run("branches", "notes.block");
    assertThat(branches).contains("append kept");
    fixture.runLine(CommandLineFixture.suggestions(branches).get(0));
    assertThat(body()).isEqualTo("base\nkept\n");
    fixture.run("undo", "notes.block");
    fixture.run("redo", "notes.block");
    assertThat(body()).isEqualTo("base\nkept\n");
    fixture.runLine(CommandLineFixture.suggestions(fixture.run("branches", "notes.block")).get(0));
    assertThat(body()).isEqualTo("base\nother\n");
  }

  @Test
  void a_block_that_is_read_only_refuses_to_go_to_another_state() throws IOException {
    fixture.run("run", "--new", "notes.block", "append base", "append more");
    fixture.run("undo", "notes.block");
    String file = new String(fixture.bytes("notes.block"), StandardCharsets.UTF_8);
    String readOnly = file.replaceFirst("(?m)^permission: .*$", "permission: read-only");
    fixture.write("notes.block", readOnly.getBytes(StandardCharsets.UTF_8));
    fixture.run("query", "notes.block", "status");
    assertThat(fixture.runRefused("undo", "notes.block")).contains("read-only; undo needs append");
    assertThat(fixture.runRefused("redo", "notes.block")).contains("read-only; redo needs append");
    assertThat(fixture.runRefused("rollback", "notes.block", "--actor", "x"))
        .contains("read-only; rollback needs append");
    assertThat(new String(fixture.bytes("notes.block"), StandardCharsets.UTF_8))
        .isEqualTo(readOnly);
  }
}
