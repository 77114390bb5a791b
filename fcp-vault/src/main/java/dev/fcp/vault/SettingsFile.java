package dev.fcp.vault;

import static dev.fcp.verbs.form.OperationRefusedException.translatingIllegalArgument;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.folder.FolderSettings;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.Quoting;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
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
 * files:
 *   include: ["*.md"]
 *   exclude: [drafts/]
 *   git_ignore: true
 *   max_file_mib: 64
 *   max_files: 100000
 * </pre>
 *
 * <p>Verbs and queries read it; no event depends on it. {@code files} says what belongs to the
 * folder, for every look at it.
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
  private static final String FILES = "files";
  private static final List<String> KEYS =
      List.of(PREFIX, TIMELINE, THREADS, PRIORITIES, COMPLETED, TIMES_OF_DAY, FOLDERS, FILES);

  private static final String INCLUDE = "include";
  private static final String EXCLUDE = "exclude";
  private static final String GIT_IGNORE = "git_ignore";
  private static final String MAX_FILE_MIB = "max_file_mib";
  private static final String MAX_FILES = "max_files";
  private static final List<String> KEYS_OF_FILES =
      List.of(INCLUDE, EXCLUDE, GIT_IGNORE, MAX_FILE_MIB, MAX_FILES);

  private static final int MAX_SIZE_BYTES = 1 << 20;
  private static final int MEBIBYTE = 1 << 20;
  private static final int MAX_MAX_FILE_MIB = (int) (DocumentStore.MAX_FILE_BYTES / MEBIBYTE);
  private static final int MAX_MAX_FILES = 1_000_000;

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
    return read(text.text());
  }

  private static SettingsFile read(String text) {
    Map<?, ?> values = FrontMatter.mapOf(text);
    requireKnown(values, KEYS);
    return new SettingsFile(values);
  }

  private static void requireKnown(Map<?, ?> values, List<String> keys) {
    for (Object key : values.keySet()) {
      if (!keys.contains(key)) {
        String similar =
            Suggestions.findSimilar(String.valueOf(key), keys)
                .map(it -> "; did you mean %s?".formatted(it))
                .orElse("");
        throw new IllegalArgumentException(
            "there is no setting %s%s the settings are %s"
                .formatted(
                    Quoting.quoteAlways(String.valueOf(key)),
                    similar.isEmpty() ? ";" : similar,
                    String.join(", ", keys)));
      }
    }
  }

  /**
   * Which files belong to a folder.
   *
   * @param others what its file does not set, or everything if it has no such file
   * @throws IOException if the file cannot be read or is not valid
   */
  static FolderSettings folderSettings(Path folder, FolderSettings others) throws IOException {
    Path file = folder.resolve(PATH);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return others;
    }
    try {
      if (Files.size(file) > MAX_SIZE_BYTES) {
        throw new IllegalArgumentException("larger than %d bytes".formatted(MAX_SIZE_BYTES));
      }
      String text = Files.readString(file);
      return read(text.startsWith("\uFEFF") ? text.substring(1) : text).folderSettings(others);
    } catch (CharacterCodingException e) {
      throw new IOException(PATH + ": not a text file", e);
    } catch (IllegalArgumentException e) {
      throw new IOException(PATH + ": " + e.getMessage(), e);
    }
  }

  private FolderSettings folderSettings(FolderSettings others) {
    if (!values.containsKey(FILES)) {
      return others;
    }
    if (!(values.get(FILES) instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException(FILES + " must be settings such as exclude: [drafts/]");
    }
    requireKnown(map, KEYS_OF_FILES);
    SettingsFile files = new SettingsFile(map);
    List<String> includes = new ArrayList<>(files.texts(INCLUDE, others.includes()));
    if (!includes.isEmpty()) {
      includes.add("/" + PATH);
    }
    List<String> excludes = new ArrayList<>(others.excludes());
    excludes.addAll(files.texts(EXCLUDE, List.of()));
    long maxFileBytes =
        map.containsKey(MAX_FILE_MIB)
            ? (long) files.number(MAX_FILE_MIB, 1, MAX_MAX_FILE_MIB) * MEBIBYTE
            : others.maxFileBytes();
    return others
        .withIncludes(includes)
        .withExcludes(excludes)
        .withGitIgnore(files.flag(GIT_IGNORE, others.respectsGitIgnore()))
        .withLimits(maxFileBytes, files.number(MAX_FILES, others.maxFiles(), MAX_MAX_FILES));
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

  private boolean flag(String key, boolean other) {
    if (!values.containsKey(key)) {
      return other;
    }
    if (values.get(key) instanceof Boolean flag) {
      return flag;
    }
    throw new IllegalArgumentException(key + " must be true or false");
  }

  private int number(String key, int other, int max) {
    if (!values.containsKey(key)) {
      return other;
    }
    if (values.get(key) instanceof Integer number && number >= 1 && number <= max) {
      return number;
    }
    throw new IllegalArgumentException("%s must be a number from 1 to %d".formatted(key, max));
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
