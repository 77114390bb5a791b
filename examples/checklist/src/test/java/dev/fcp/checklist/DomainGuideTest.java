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

/** The excerpts in the guide match the files of the example exactly. */
class DomainGuideTest {

  static final Path PAGE = Path.of("../../docs/writing-a-domain.md");

  private static final Pattern EXCERPT =
      Pattern.compile("(?s)```(?:java|xml|text) (\\S+)\n(.*?)```\n");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)\\)");

  @Test
  void every_excerpt_matches_its_file() throws IOException {
    List<Map.Entry<String, String>> excerpts = new ArrayList<>();
    EXCERPT
        .matcher(Files.readString(PAGE))
        .results()
        .forEach(it -> excerpts.add(Map.entry(it.group(1), it.group(2))));
    assertThat(excerpts).hasSizeGreaterThanOrEqualTo(8);
    for (Map.Entry<String, String> excerpt : excerpts) {
      assertThat(containsExcerpt(fileNamed(excerpt.getKey()), excerpt.getValue()))
          .as("%s holds, one line after the other:%n%s", excerpt.getKey(), excerpt.getValue())
          .isTrue();
    }
  }

  @Test
  void every_code_block_names_its_file() throws IOException {
    assertThat(Files.readString(PAGE)).doesNotContain("```java\n").doesNotContain("```xml\n");
  }

  @Test
  void a_changed_excerpt_is_not_found() {
    List<String> file = List.of("a {", "  b;", "  c;", "}");
    assertThat(containsExcerpt(file, "b;\nc;\n")).isTrue();
    assertThat(containsExcerpt(file, "b;\nd;\n")).isFalse();
    assertThat(containsExcerpt(file, "b;\n  c;\n")).isFalse();
    assertThat(containsExcerpt(file, "")).isFalse();
  }

  @Test
  void every_linked_file_exists() throws IOException {
    assertThat(LINK.matcher(Files.readString(PAGE)).results().map(it -> it.group(1)))
        .hasSizeGreaterThan(2)
        .allSatisfy(it -> assertThat(PAGE.resolveSibling(it)).exists());
  }

  /** Whether consecutive lines of a file, without their common indent, equal the excerpt. */
  private static boolean containsExcerpt(List<String> file, String excerpt) {
    int size = (int) excerpt.lines().count();
    return size > 0
        && Stream.iterate(0, start -> start + size <= file.size(), start -> start + 1)
            .map(start -> String.join("\n", file.subList(start, start + size)))
            .anyMatch(lines -> excerpt.equals(lines.stripIndent() + "\n"));
  }

  private static List<String> fileNamed(String name) throws IOException {
    List<Path> matches =
        Stream.concat(ModuleFiles.of("src").stream(), Stream.of(Path.of("pom.xml")))
            .filter(file -> file.getFileName().toString().equals(name))
            .toList();
    assertThat(matches).as(name).hasSize(1);
    return Files.readAllLines(matches.get(0));
  }
}
