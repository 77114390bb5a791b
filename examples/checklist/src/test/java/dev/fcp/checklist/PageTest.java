package dev.fcp.checklist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the page shows is what stands in the example, word for word. */
class PageTest {

  static final Path PAGE = Path.of("../../docs/writing-a-domain.md");

  private static final Pattern SHOWN =
      Pattern.compile("(?s)```(?:java|xml|text) (\\S+)\n(.*?)```\n");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)\\)");

  @Test
  void every_piece_of_a_file_stands_in_that_file() throws IOException {
    List<Map.Entry<String, String>> pieces = new ArrayList<>();
    SHOWN
        .matcher(Files.readString(PAGE))
        .results()
        .forEach(it -> pieces.add(Map.entry(it.group(1), it.group(2))));
    assertThat(pieces).hasSizeGreaterThanOrEqualTo(8);
    for (Map.Entry<String, String> piece : pieces) {
      assertThat(pieceIn(file(piece.getKey()), piece.getValue()))
          .as("%s holds, one line after the other:%n%s", piece.getKey(), piece.getValue())
          .isTrue();
    }
  }

  @Test
  void no_code_stands_there_without_the_file_it_is_from() throws IOException {
    assertThat(Files.readString(PAGE)).doesNotContain("```java\n").doesNotContain("```xml\n");
  }

  @Test
  void a_piece_with_another_word_is_not_found() {
    List<String> file = List.of("a {", "  b;", "  c;", "}");
    assertThat(pieceIn(file, "b;\nc;\n")).isTrue();
    assertThat(pieceIn(file, "b;\nd;\n")).isFalse();
    assertThat(pieceIn(file, "b;\n  c;\n")).isFalse();
    assertThat(pieceIn(file, "")).isFalse();
  }

  @Test
  void every_file_that_is_linked_is_there() throws IOException {
    assertThat(LINK.matcher(Files.readString(PAGE)).results().map(it -> it.group(1)))
        .hasSizeGreaterThan(2)
        .allSatisfy(it -> assertThat(PAGE.resolveSibling(it)).exists());
  }

  /** Whether lines of a file, without the indent that they share, are the piece. */
  private static boolean pieceIn(List<String> file, String piece) {
    int size = (int) piece.lines().count();
    return size > 0
        && Stream.iterate(0, start -> start + size <= file.size(), start -> start + 1)
            .map(start -> String.join("\n", file.subList(start, start + size)))
            .anyMatch(lines -> piece.equals(lines.stripIndent() + "\n"));
  }

  private static List<String> file(String name) throws IOException {
    List<Path> named =
        Stream.concat(Sources.of("src").stream(), Stream.of(Path.of("pom.xml")))
            .filter(file -> file.getFileName().toString().equals(name))
            .toList();
    assertThat(named).as(name).hasSize(1);
    return Files.readAllLines(named.get(0));
  }
}
