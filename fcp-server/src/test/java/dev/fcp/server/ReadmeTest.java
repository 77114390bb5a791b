package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String PROMPT = "$ ";
  private static final String COMMAND = PROMPT + "fcp ";
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir Path folder;

  @Test
  void the_java_example_is_the_code_that_runs_here() throws IOException {
    Path source = Path.of("src/test/java/dev/fcp/server/ReadmeExample.java");
    String code = Files.readString(source);
    String region = code.substring(code.indexOf("// region\n") + 10, code.indexOf("\n    // end"));
    assertThat(blocks("java")).containsExactly(region.stripIndent() + "\n");
  }

  @Test
  void the_java_example_prints_the_documented_output() throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ReadmeExample.run(new PrintStream(printed, true, StandardCharsets.UTF_8));
    assertThat(blocks("text")).containsExactly(printed.toString(StandardCharsets.UTF_8));
  }

  @Test
  void the_commands_print_the_documented_output() throws IOException {
    for (String example : List.of("shop.drawio", "harbour.mid")) {
      Files.copy(ROOT.resolve("examples").resolve(example), folder.resolve(example));
    }
    String transcript = String.join("", blocks("console"));
    StringBuilder replayed = new StringBuilder();
    for (String line : transcript.lines().filter(it -> it.startsWith(PROMPT)).toList()) {
      replayed.append(line).append('\n').append(output(line));
    }
    assertThat(replayed.toString().replaceAll("(bot|external) \\d\\d:\\d\\d", "$1 12:05"))
        .isEqualTo(transcript);
  }

  /** Runs a line of a transcript: a command of the program, or one of the shell. */
  private String output(String line) throws IOException {
    if (line.startsWith(COMMAND)) {
      return new ProgramRunner(folder).run(words(line.substring(COMMAND.length()))).combined();
    }
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", "-euc", line.substring(PROMPT.length()))
            .directory(folder.toFile());
    for (String role : List.of("AUTHOR", "COMMITTER")) {
      builder.environment().put("GIT_" + role + "_NAME", "ann");
      builder.environment().put("GIT_" + role + "_EMAIL", "ann@example.org");
    }
    Process shell = builder.start();
    return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void the_commands_work_in_a_temporary_folder_and_a_repeated_copy_starts_over() throws Exception {
    String setUp =
        blocks("sh").stream().filter(it -> it.contains("mktemp")).findFirst().orElseThrow();
    String lastLine = setUp.lines().toList().getLast();
    String script = setUp + "command -v fcp; ls; pwd\n" + lastLine + "\nls; pwd";
    ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-euc", script).directory(ROOT.toFile());
    shell.environment().put("TMPDIR", folder.toString());
    byte[] printed = shell.start().getInputStream().readAllBytes();
    String files = "\nharbour.mid\nshop.drawio\n";
    Matcher folders =
        Pattern.compile(Pattern.quote(ROOT + "/fcp" + files) + "(.+)" + files + "(.+)\n")
            .matcher(new String(printed, StandardCharsets.UTF_8));
    assertThat(folders.matches()).isTrue();
    assertThat(folders.group(2)).startsWith(folder.toString()).isNotEqualTo(folders.group(1));
    assertThat(String.join("", blocks("console"))).doesNotContain("examples/");
  }

  @Test
  void every_linked_file_exists() throws IOException {
    Matcher links = Pattern.compile("]\\(([^)#:]+)\\)").matcher(readme());
    List<String> targets = links.results().map(it -> it.group(1)).toList();
    assertThat(targets)
        .hasSizeGreaterThan(5)
        .allSatisfy(it -> assertThat(ROOT.resolve(it)).exists());
  }

  private static String[] words(String line) {
    return WORD.matcher(line).results().map(ReadmeTest::word).toArray(String[]::new);
  }

  private static String word(MatchResult match) {
    return match.group(1) != null ? match.group(1) : match.group(2);
  }

  private static List<String> blocks(String language) throws IOException {
    List<String> blocks = new ArrayList<>();
    Pattern fence = Pattern.compile("```" + language + "\n(.*?)```\n", Pattern.DOTALL);
    fence.matcher(readme()).results().forEach(it -> blocks.add(it.group(1)));
    return blocks;
  }

  private static String readme() throws IOException {
    return Files.readString(ROOT.resolve("README.md"));
  }
}
