package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the commands of pages and compares their output with the page. */
class HistoryDocumentationTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String COMMAND = "$ fcp ";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"history.md", "blocks.md"})
  void the_commands_print_the_documented_output(String pageName) throws IOException {
    for (String example : List.of("shop.drawio", "harbour.mid")) {
      Files.copy(ROOT.resolve("examples").resolve(example), folder.resolve(example));
    }
    String page = Files.readString(ROOT.resolve("docs").resolve(pageName));
    String transcript =
        Pattern.compile("```console\n(.*?)```\n", Pattern.DOTALL)
            .matcher(page)
            .results()
            .map(block -> block.group(1))
            .collect(Collectors.joining());
    StringBuilder replayed = new StringBuilder();
    for (String line : transcript.lines().filter(it -> it.startsWith(COMMAND)).toList()) {
      String[] args =
          CommandLineFixture.words(line.substring(COMMAND.length())).toArray(String[]::new);
      replayed
          .append(line)
          .append('\n')
          .append(mask(new ProgramRunner(folder).run(args).combined()));
    }
    assertThat(transcript).hasLineCount(replayed.toString().split("\n").length);
    assertThat(replayed).hasToString(transcript);
  }

  /** Replaces the user, times and step ids by those of the page. */
  private static String mask(String output) {
    String user = Pattern.quote(System.getProperty("user.name"));
    return output
        .replaceAll("\\b\\d\\d:\\d\\d,", "12:05,")
        .replaceAll("\\b" + user + " 12:05", "ann 12:05")
        .replaceAll("\\b01[0-9A-HJKMNP-TV-Z]{6,24}\\b", "01JXAB2C");
  }
}
