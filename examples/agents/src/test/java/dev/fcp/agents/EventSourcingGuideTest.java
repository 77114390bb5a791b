package dev.fcp.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/event-sourcing.md print what the page shows, and its excerpts are true. */
class EventSourcingGuideTest {

  private static final Path PAGE = Path.of("../../docs/event-sourcing.md");
  private static final Path SOURCES = Path.of("src/main/java/dev/fcp/agents");
  private static final Pattern CONSOLE = Pattern.compile("(?s)```console\n(.*?)```\n");
  private static final Pattern EXCERPT = Pattern.compile("(?s) *```java (\\S+)\n(.*?) *```\n");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|([^\\s\\\\]\\S*)");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)\\)");

  @TempDir Path folder;

  @Test
  void the_commands_print_what_the_page_shows() throws Exception {
    String page = Files.readString(PAGE);
    InstalledProgram program = InstalledProgram.install(folder);
    StringBuilder replayed = new StringBuilder();
    int end = 0;
    int count = 0;
    for (MatchResult block : CONSOLE.matcher(page).results().toList()) {
      replayed.append(page, end, block.start(1));
      for (String command : commands(block.group(1))) {
        replayed.append("$ ").append(command).append('\n').append(run(command, program));
        count++;
      }
      end = block.end(1);
    }
    replayed.append(page.substring(end));
    Path actual = Files.createDirectories(Path.of("target")).resolve("event-sourcing.md");
    Files.writeString(actual, replayed);
    assertThat(replayed.toString()).as("the page as printed is %s", actual).isEqualTo(page);
    assertThat(count).isGreaterThan(10);
  }

  /** The commands of a block: each line with a prompt, and those after a backslash. */
  private static List<String> commands(String block) {
    List<String> commands = new ArrayList<>();
    boolean isContinued = false;
    for (String line : block.lines().toList()) {
      if (isContinued) {
        commands.add(commands.removeLast() + "\n" + line);
      } else if (line.startsWith("$ ")) {
        commands.add(line.substring(2));
      }
      isContinued = (isContinued || line.startsWith("$ ")) && line.endsWith("\\");
    }
    return commands;
  }

  private String run(String command, InstalledProgram program) throws Exception {
    List<String> words =
        WORD.matcher(command)
            .results()
            .map(it -> it.group(1) != null ? it.group(1) : it.group(2))
            .toList();
    String printed =
        words.get(0).equals("cat")
            ? Files.readString(folder.resolve(words.get(1)))
            : program.run(words.subList(1, words.size()));
    String user = Pattern.quote(System.getProperty("user.name"));
    return printed
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ", "2026-03-04T12:05:00Z")
        .replaceAll("(?<=[a-z]) (?:\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d,", " 12:05,")
        .replaceAll("(?<!\\w)" + user + "(?= 12:05)", "ann")
        .replaceAll("hash:[0-9a-f]{8}", "hash:5e1f0c9a");
  }

  @Test
  void every_excerpt_is_in_its_file() throws IOException {
    List<MatchResult> excerpts = EXCERPT.matcher(Files.readString(PAGE)).results().toList();
    assertThat(excerpts).hasSizeGreaterThan(3);
    for (MatchResult excerpt : excerpts) {
      assertThat(withoutIndent(Files.readString(SOURCES.resolve(excerpt.group(1)))))
          .contains(withoutIndent(excerpt.group(2)));
    }
  }

  private static String withoutIndent(String text) {
    return text.lines().map(String::strip).reduce("", (all, line) -> all + line + "\n");
  }

  @Test
  void every_linked_file_exists() throws IOException {
    Stream<String> links = LINK.matcher(Files.readString(PAGE)).results().map(it -> it.group(1));
    assertThat(links)
        .hasSizeGreaterThan(4)
        .allSatisfy(it -> assertThat(PAGE.resolveSibling(it)).exists());
  }
}
