package dev.fcp.vault;

import static dev.fcp.verbs.form.OperationRefusedException.translatingIllegalArgument;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The file of a vault that sets what differs from other settings, in YAML:
 *
 * <pre>
 * marker_prefix: rpg
 * timeline: canon/timeline.md
 * threads: canon/open-threads.md
 * priorities: [High Priority, Medium Priority, Low Priority]
 * completed: Completed
 * times_of_day: [Morning, Afternoon, Evening, Night]
 * folders:
 *   npc: canon/npcs
 * </pre>
 *
 * <p>Verbs and queries read it; no event depends on it.
 */
final class SettingsFile {

  /** The path of the file. */
  static final String PATH = ".fcp-vault.yaml";

  private static final String PREFIX = "marker_prefix";
  private static final String TIMELINE = "timeline";
  private static final String THREADS = "threads";
  private static final String PRIORITIES = "priorities";
  private static final String COMPLETED = "completed";
  private static final String TIMES_OF_DAY = "times_of_day";
  private static final String FOLDERS = "folders";
  private static final List<String> KEYS =
      List.of(PREFIX, TIMELINE, THREADS, PRIORITIES, COMPLETED, TIMES_OF_DAY, FOLDERS);

  private final Map<?, ?> values;

  private SettingsFile(Map<?, ?> values) {
    this.values = values;
  }

  /**
   * The settings of a vault.
   *
   * @param others what its file does not set, or everything if it has no such file
   * @throws OperationRefusedException if the file is not valid
   */
  static VaultSettings settings(EntityModel<String, VaultFile> vault, VaultSettings others) {
    Optional<String> key = VaultEdit.keyAt(vault, PATH);
    return key.isEmpty()
        ? others
        : translatingIllegalArgument(() -> {
          try {
            return read(vault.at(key.get())).settings(others);
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(PATH + ": " + e.getMessage(), e);
          }
        });
  }

  private static SettingsFile read(VaultFile file) {
    if (!(file instanceof TextFile text)) {
      throw new IllegalArgumentException("not a text file");
    }
    Map<?, ?> values = FrontMatter.mapOf(text.text());
    for (Object key : values.keySet()) {
      if (!KEYS.contains(key)) {
        String similar =
            Suggestions.findSimilar(String.valueOf(key), KEYS)
                .map(it -> "; did you mean %s?".formatted(it))
                .orElse("");
        throw new IllegalArgumentException(
            "there is no setting %s%s the settings are %s"
                .formatted(
                    Quoting.quoteAlways(String.valueOf(key)),
                    similar.isEmpty() ? ";" : similar,
                    String.join(", ", KEYS)));
      }
    }
    return new SettingsFile(values);
  }

  private VaultSettings settings(VaultSettings others) {
    return new VaultSettings(
        text(PREFIX, others.markerPrefix()),
        text(TIMELINE, others.timelinePath()),
        text(THREADS, others.threadsPath()),
        texts(PRIORITIES, others.prioritySections()),
        text(COMPLETED, others.completedSection()),
        texts(TIMES_OF_DAY, others.timesOfDay()),
        folders(others.folders()));
  }

  private String text(String key, String other) {
    return values.containsKey(key) ? requireText(key, values.get(key)) : other;
  }

  private static String requireText(String key, @Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException(key + " must be a text");
  }

  private List<String> texts(String key, List<String> others) {
    if (!values.containsKey(key)) {
      return others;
    }
    if (!(values.get(key) instanceof List<?> items)) {
      throw new IllegalArgumentException(key + " must be a list of texts, such as [A, B]");
    }
    List<String> texts = new ArrayList<>();
    items.forEach(item -> texts.add(requireText("each of " + key, item)));
    return texts;
  }

  private SortedMap<String, String> folders(SortedMap<String, String> others) {
    if (!values.containsKey(FOLDERS)) {
      return others;
    }
    if (!(values.get(FOLDERS) instanceof Map<?, ?> byKind)) {
      throw new IllegalArgumentException(FOLDERS + " must name a folder for each kind");
    }
    SortedMap<String, String> folders = new TreeMap<>(others);
    byKind.forEach((kind, folder) ->
        folders.put(
            requireText("each kind in " + FOLDERS, kind),
            requireText("the folder of " + kind, folder)));
    return folders;
  }
}
