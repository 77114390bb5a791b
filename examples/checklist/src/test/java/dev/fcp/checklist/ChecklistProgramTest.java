package dev.fcp.checklist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The installed program, started by its launcher, with and without the jar of this domain. */
class ChecklistProgramTest {

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final String PROMPT = "$ ./fcp ";

  private static InstalledProgram program;

  @TempDir Path folder;

  @BeforeAll
  static void install(@TempDir Path installed) throws IOException {
    program = InstalledProgram.install(installed);
  }

  @BeforeEach
  void copy_domain() throws IOException {
    program.copyDomainTo(folder);
  }

  private InstalledProgram.ProgramResult run(String... arguments) throws Exception {
    return program.runIn(folder, List.of(arguments));
  }

  @Test
  void without_the_jar_checklists_are_unknown() throws Exception {
    Files.writeString(folder.resolve("todo.checklist"), "- [ ] a\n");
    InstalledProgram.ProgramResult run = run("query", "todo.checklist", "map");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.output()).contains("the extension of").doesNotContain(".checklist,");
    assertThat(run("card", "checklist").exitCode()).isEqualTo(1);
  }

  @Test
  void with_the_jar_the_documented_commands_print_the_documented_output() throws Exception {
    Files.copy(Path.of("todo.checklist"), folder.resolve("todo.checklist"));
    Matcher console =
        Pattern.compile("(?s)```console\n(.*?)```\n")
            .matcher(Files.readString(DomainGuideTest.PAGE));
    assertThat(console.find()).isTrue();
    String transcript = console.group(1);
    StringBuilder replayed = new StringBuilder();
    for (String line : transcript.lines().filter(it -> it.startsWith(PROMPT)).toList()) {
      replayed.append(line).append('\n').append(run(words(line)).output());
    }
    assertThat(replayed).hasToString(transcript);
  }

  @Test
  void with_the_jar_the_card_shows_every_verb() throws Exception {
    assertThat(run("--with", "checklist.jar", "card", "checklist").output())
        .contains(
            "add TEXT [before:LINE]", "done LINE", "rename LINE TEXT", "find TEXT", "undo [N");
  }

  @Test
  void a_suggestion_names_the_jar_and_works() throws Exception {
    String refusal = run("--with", "checklist.jar", "run", "new.checklist", "add a").output();
    String suggestion = "--with checklist.jar run --new new.checklist";
    assertThat(refusal).endsWith("  try: fcp " + suggestion + "\n");
    assertThat(run(suggestion.split(" ")).exitCode()).isEqualTo(0);
    assertThat(folder.resolve("new.checklist")).exists();
  }

  @Test
  void a_missing_jar_is_a_usage_error() throws Exception {
    InstalledProgram.ProgramResult run = run("--with", "none.jar", "card");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.output()).contains("none.jar");
  }

  private static String[] words(String line) {
    return WORD.matcher(line.substring(PROMPT.length()))
        .results()
        .map(it -> it.group(1) != null ? it.group(1) : it.group(2))
        .toArray(String[]::new);
  }
}
