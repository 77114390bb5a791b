package dev.fcp.verbs;

import java.util.List;
import java.util.Objects;

/**
 * A part of the reference card beside verbs and queries, for instance the known types or themes.
 *
 * @param heading in a word or two
 * @param lines one entry each
 */
public record CardSection(String heading, List<String> lines) {

  public CardSection {
    Objects.requireNonNull(heading, "heading");
    lines = List.copyOf(lines);
  }
}
