package dev.fcp.vault;

import com.google.common.collect.ImmutableSortedMap;
import dev.fcp.eventlog.domain.FolderManifest;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/**
 * Where the operations of a vault find and write things.
 *
 * @param markerPrefix the first word of markers, such as {@code rpg} in {@code <!-- rpg:thread:ULID
 *     -->}
 * @param timelinePath the path of the timeline
 * @param threadsPath the path of the open threads
 * @param prioritySections the headings of the sections of open threads, the highest priority first;
 *     the first word of a heading, in lower case, is the name of the priority
 * @param completedSection the heading of the section of resolved threads
 * @param timesOfDay the times of day that have an order; others come after them
 * @param folders the folders of new files by the kind of what they are about
 */
public record VaultSettings(
    String markerPrefix,
    String timelinePath,
    String threadsPath,
    List<String> prioritySections,
    String completedSection,
    List<String> timesOfDay,
    SortedMap<String, String> folders) {

  /** The standard settings. */
  public static final VaultSettings STANDARD =
      new VaultSettings(
          "rpg",
          "canon/timeline.md",
          "canon/open-threads.md",
          List.of("High Priority", "Medium Priority", "Low Priority"),
          "Completed",
          List.of("Morning", "Afternoon", "Evening", "Night"),
          ImmutableSortedMap.of());

  /**
   * Copies the collections.
   *
   * @throws IllegalArgumentException if the prefix is not a word of letters, digits and hyphens, if
   *     a path is not valid or does not end with {@code .md}, if the text of a heading is not one
   *     line, if there is no priority, or if two sections or times of day cannot be told apart
   */
  public VaultSettings {
    if (!markerPrefix.matches("[A-Za-z0-9-]+") || markerPrefix.contains("--")) {
      throw new IllegalArgumentException(
          "not a prefix of markers, which is letters, digits and hyphens: \"%s\""
              .formatted(markerPrefix));
    }
    requireMarkdown(timelinePath);
    requireMarkdown(threadsPath);
    prioritySections = List.copyOf(prioritySections);
    if (prioritySections.isEmpty()) {
      throw new IllegalArgumentException("there is no priority of threads");
    }
    prioritySections.forEach(VaultSettings::requireHeading);
    requireHeading(completedSection);
    requireDistinct("priorities", prioritySections.stream().map(VaultSettings::priority).toList());
    if (prioritySections.stream().anyMatch(completedSection::equalsIgnoreCase)) {
      throw new IllegalArgumentException(
          "the section of resolved threads is that of a priority: " + completedSection);
    }
    timesOfDay = List.copyOf(timesOfDay);
    timesOfDay.forEach(VaultSettings::requireHeading);
    requireDistinct(
        "times of day", timesOfDay.stream().map(it -> it.toLowerCase(Locale.ROOT)).toList());
    folders = ImmutableSortedMap.copyOf(folders);
    folders.values().forEach(folder -> FolderManifest.requireValidPath(folder + "/x.md"));
  }

  private static void requireHeading(String text) {
    if (text.isBlank()
        || !text.equals(text.strip())
        || text.startsWith("#")
        || text.endsWith("#")
        || text.contains("<!--")
        || text.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("not the text of a heading: \"%s\"".formatted(text));
    }
  }

  private static void requireDistinct(String what, List<String> names) {
    if (new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException(
          "two %s have the same name: %s".formatted(what, String.join(", ", names)));
    }
  }

  private static void requireMarkdown(String path) {
    FolderManifest.requireValidPath(path);
    if (!TextFile.isMarkdown(path)) {
      throw new IllegalArgumentException("not the path of a Markdown file: \"" + path + "\"");
    }
  }

  /** The folder of the files about things of a kind; {@code canon/KINDs} unless it is set. */
  String folder(String kind) {
    String set = folders.get(kind);
    return set == null ? "canon/" + kind + "s" : set;
  }

  /** The name of the priority of a section. */
  static String priority(String section) {
    return section.split(" ", 2)[0].toLowerCase(Locale.ROOT);
  }
}
