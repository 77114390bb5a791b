package dev.fcp.verbs;

import java.util.List;
import java.util.Objects;

/**
 * A section of the reference card besides verbs and queries, such as the available types or themes.
 *
 * @param heading a word or two
 * @param lines the entries, one per line
 */
public record CardSection(String heading, List<String> lines) {

  public CardSection {
    Objects.requireNonNull(heading, "heading");
    lines = List.copyOf(lines);
  }
}
