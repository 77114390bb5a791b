package dev.fcp.checklist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as its launcher starts it, with the jar of this domain and without. */
class ProgramTest {

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final String PROMPT = "$ ./fcp ";

  @TempDir Path folder;

  private Launch program;

  @BeforeEach
  void install() throws IOException {
    program = Launch.in(folder);
  }

  @Test
  void without_the_jar_nobody_knows_a_checklist() throws Exception {
    Files.writeString(folder.resolve("todo.checklist"), "- [ ] a\n");
    Launch.Run run = program.run(List.of("query", "todo.checklist", "map"));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.printed()).contains("no kind of document").doesNotContain(".checklist,");
    assertThat(program.run(List.of("card", "checklist")).exitCode()).isEqualTo(1);
  }

  @Test
  void with_the_jar_the_commands_of_the_page_print_what_stands_below_them() throws Exception {
    Files.copy(Path.of("todo.checklist"), folder.resolve("todo.checklist"));
    Matcher console =
        Pattern.compile("(?s)```console\n(.*?)```\n").matcher(Files.readString(PageTest.PAGE));
    assertThat(console.find()).isTrue();
    String transcript = console.group(1);
    StringBuilder replayed = new StringBuilder();
    for (String line : transcript.lines().filter(it -> it.startsWith(PROMPT)).toList()) {
      replayed.append(line).append('\n').append(program.run(words(line)).printed());
    }
    assertThat(replayed).hasToString(transcript);
  }

  @Test
  void with_the_jar_the_card_shows_every_verb() throws Exception {
    assertThat(program.run(List.of("--with", "checklist.jar", "card", "checklist")).printed())
        .contains(
            "add TEXT [before:LINE]", "done LINE", "rename LINE TEXT", "find TEXT", "undo [N");
  }

  @Test
  void a_jar_that_is_not_there_is_a_wrong_command_line() throws Exception {
    Launch.Run run = program.run(List.of("--with", "none.jar", "card"));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.printed()).contains("none.jar");
  }

  private static List<String> words(String line) {
    return WORD.matcher(line.substring(PROMPT.length()))
        .results()
        .map(it -> it.group(1) != null ? it.group(1) : it.group(2))
        .toList();
  }
}
