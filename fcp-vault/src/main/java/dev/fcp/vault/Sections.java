package dev.fcp.vault;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Questions about the sections and the front matter of a text file. */
final class Sections {

  /**
   * A line that would be left without its content.
   *
   * @param frame the unit of a heading, or of a line before or after front matter
   * @param content the unit of a part of its section, or between these lines
   */
  record Obstacle(String frame, String content) {}

  private Sections() {}

  /** Whether the front matter says that a file is about a player character. */
  static boolean isCharacter(TextFile file) {
    return file.part(Part.FIELD + "type")
        .flatMap(part -> FrontMatter.value(part.text()))
        .filter("pc"::equals)
        .isPresent();
  }

  /** Whether a unit holds a heading. */
  static boolean isHeading(TextFile file, String unit) {
    return file.outline().headings().stream()
        .anyMatch(heading -> file.parts().get(heading.index()).unit().equals(unit));
  }

  /** Whether a unit holds a line before or after the front matter. */
  static boolean isDelimiter(TextFile file, String unit) {
    int end = file.outline().frontMatterEnd();
    return end > 0
        && (file.parts().get(0).unit().equals(unit) || file.parts().get(end).unit().equals(unit));
  }

  /**
   * The first of some headings and delimiters with content that is neither blank nor one of these.
   */
  static Optional<Obstacle> obstacle(TextFile file, Set<String> units) {
    Map<Integer, Integer> ranges = new HashMap<>();
    Outline outline = file.outline();
    List<Part> parts = file.parts();
    for (Outline.Heading heading : outline.headings()) {
      ranges.put(heading.index(), outline.endOf(heading));
    }
    int end = outline.frontMatterEnd();
    if (end > 0) {
      ranges.put(0, end);
      ranges.put(end, -1);
    }
    for (int i = 0; i < parts.size(); i++) {
      if (!units.contains(parts.get(i).unit()) || !ranges.containsKey(i)) {
        continue;
      }
      boolean isEnd = i == end;
      for (int j = isEnd ? 1 : i + 1; j < (isEnd ? end : ranges.get(i)); j++) {
        if (!parts.get(j).isBlank() && !units.contains(parts.get(j).unit())) {
          return Optional.of(new Obstacle(parts.get(i).unit(), parts.get(j).unit()));
        }
      }
    }
    return Optional.empty();
  }
}
