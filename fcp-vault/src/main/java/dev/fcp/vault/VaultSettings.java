package dev.fcp.vault;

import com.google.common.collect.ImmutableSortedMap;
import dev.fcp.eventlog.domain.FolderManifest;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
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
   *     a path is not valid or does not end with {@code .md}, or if there is no priority
   */
  public VaultSettings {
    if (!markerPrefix.matches("[A-Za-z0-9-]+") || markerPrefix.contains("--")) {
      throw new IllegalArgumentException("not a prefix of markers: " + markerPrefix);
    }
    requireMarkdown(timelinePath);
    requireMarkdown(threadsPath);
    prioritySections = List.copyOf(prioritySections);
    if (prioritySections.isEmpty()) {
      throw new IllegalArgumentException("there is no priority of threads");
    }
    Objects.requireNonNull(completedSection, "completedSection");
    timesOfDay = List.copyOf(timesOfDay);
    folders = ImmutableSortedMap.copyOf(folders);
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
