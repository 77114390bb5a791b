package dev.fcp.vault;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

  /** The units that hold headings. */
  static Set<String> headings(TextFile file) {
    Set<String> units = new HashSet<>();
    for (Outline.Heading heading : file.outline().headings()) {
      units.add(file.parts().get(heading.index()).unit());
    }
    return units;
  }

  /** The units that hold the lines before and after the front matter, if there is any. */
  static Set<String> delimiters(TextFile file) {
    int end = file.outline().frontMatterEnd();
    return end > 0 ? Set.of(file.parts().get(0).unit(), file.parts().get(end).unit()) : Set.of();
  }

  /**
   * Those of some headings and delimiters with content that is neither blank nor one of these, in
   * order.
   */
  static List<Obstacle> obstacles(TextFile file, Set<String> units) {
    List<Part> parts = file.parts();
    List<Obstacle> obstacles = new ArrayList<>();
    // The index of the next content from each index on, so that a section is not searched.
    int[] contents = new int[parts.size() + 1];
    contents[parts.size()] = parts.size();
    for (int i = parts.size() - 1; i >= 0; i--) {
      boolean isContent = !parts.get(i).isBlank() && !units.contains(parts.get(i).unit());
      contents[i] = isContent ? i : contents[i + 1];
    }
    int end = file.outline().frontMatterEnd();
    if (end > 0) {
      addObstacle(parts, units, 0, contents[1], end, obstacles);
      addObstacle(parts, units, end, contents[1], end, obstacles);
    }
    for (Outline.Heading heading : file.outline().headings()) {
      int index = heading.index();
      addObstacle(parts, units, index, contents[index + 1], heading.end(), obstacles);
    }
    return obstacles;
  }

  private static void addObstacle(
      List<Part> parts,
      Set<String> units,
      int frame,
      int content,
      int end,
      List<Obstacle> obstacles) {
    if (content < end && units.contains(parts.get(frame).unit())) {
      obstacles.add(new Obstacle(parts.get(frame).unit(), parts.get(content).unit()));
    }
  }
}
