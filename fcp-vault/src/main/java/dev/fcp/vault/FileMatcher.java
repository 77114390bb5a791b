package dev.fcp.vault;

import dev.fcp.eventlog.domain.Domain.EarlierEvents;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.persistent.PersistentMap.MapDifferenceConsumer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the files of an older version of a vault in a newer one: by path, and files that were
 * renamed by their content. The files of the newer version then have the keys, and their parts the
 * units, that they have in the older one.
 */
final class FileMatcher {

  /** More pairs of removed and added files are compared by equal content only. */
  private static final int MAX_COMPARED_PAIRS = 400;

  /** Files of which more bytes would be compared are compared by equal content only. */
  private static final long MAX_COMPARED_BYTES = 1 << 27;

  private final EntityModel<String, VaultFile> from;
  private final EntityModel<String, VaultFile> to;
  private final EarlierEvents<VaultEvent> earlier;

  /** The keys of the files of the older version that are not found yet, by path. */
  private final Map<String, String> removed = new TreeMap<>();

  /** The files of the newer version that are not found yet, by path. */
  private final Map<String, VaultFile> added = new TreeMap<>();

  /** The files of the newer version that were found, by their keys in the older one. */
  private final Map<String, VaultFile> matched = new TreeMap<>();

  /**
   * Creates a matcher.
   *
   * @param earlier the events that led to the older version
   */
  FileMatcher(
      EntityModel<String, VaultFile> from,
      EntityModel<String, VaultFile> to,
      EarlierEvents<VaultEvent> earlier) {
    this.from = from;
    this.to = to;
    this.earlier = earlier;
  }

  /** The newer version. The cost follows the files that differ. */
  EntityModel<String, VaultFile> matched() {
    from.entities().forEachDifference(to.entities(), new Collector());
    Set<String> replaced = new TreeSet<>(removed.values());
    for (VaultFile target : List.copyOf(added.values())) {
      String key = removed.get(target.path());
      if (key != null && isSameKind(from.at(key), target)) {
        match(target.path(), target);
      }
    }
    // An empty file is not recognized by its content.
    removed.values().removeIf(key -> from.at(key).entry().sizeBytes() == 0);
    matchEqual();
    matchSimilar();
    for (VaultFile file : added.values()) {
      String key =
          PathIndex.freeKey(file.path(), it -> from.contains(it) || matched.containsKey(it));
      matched.put(key, file);
    }
    return VaultSpec.replaced(from, replaced, matched);
  }

  private final class Collector implements MapDifferenceConsumer<String, VaultFile> {
    @Override
    public void onlyInThis(String key, VaultFile here) {
      removed.put(here.path(), key);
    }

    @Override
    public void onlyInOther(String key, VaultFile there) {
      added.put(there.path(), there);
    }

    @Override
    public void valueDiffers(String key, VaultFile here, VaultFile there) {
      onlyInThis(key, here);
      onlyInOther(key, there);
    }
  }

  private static boolean isSameKind(VaultFile one, VaultFile other) {
    return one.getClass() == other.getClass();
  }

  private VaultFile aligned(String key, VaultFile target) {
    if (!(from.at(key) instanceof TextFile source) || !(target instanceof TextFile text)) {
      return target;
    }
    if (source.entry().sha256().equals(text.entry().sha256())) {
      return source.at(text.path(), text.isExecutable());
    }
    RemovedLines removed = RemovedLines.of(key, source, earlier);
    return text.withPartsOf(source, LineMatcher.align(source.parts(), text.parts(), removed));
  }

  private void matchEqual() {
    Map<FileEntry, String> paths = new HashMap<>();
    removed.forEach((path, key) -> paths.putIfAbsent(from.at(key).entry(), path));
    for (VaultFile target : List.copyOf(added.values())) {
      String path = paths.remove(target.entry());
      if (path != null) {
        match(path, target);
      }
    }
  }

  /** Matches the removed and added files that have most lines in common. */
  private void matchSimilar() {
    long bytes =
        added.size() * sizeOf(removed.values().stream().map(from::at).toList())
            + removed.size() * sizeOf(added.values());
    if ((long) removed.size() * added.size() > MAX_COMPARED_PAIRS || bytes > MAX_COMPARED_BYTES) {
      return;
    }
    for (VaultFile target : List.copyOf(added.values())) {
      Optional<String> best = Optional.empty();
      int most = 50;
      for (Map.Entry<String, String> source : removed.entrySet()) {
        int percent = commonPercent(from.at(source.getValue()), target);
        if (percent > most) {
          most = percent;
          best = Optional.of(source.getKey());
        }
      }
      best.ifPresent(path -> match(path, target));
    }
  }

  private static long sizeOf(Collection<VaultFile> files) {
    return files.stream().mapToLong(file -> file.entry().sizeBytes()).sum();
  }

  private void match(String fromPath, VaultFile target) {
    String key = Objects.requireNonNull(removed.remove(fromPath), fromPath);
    added.remove(target.path());
    matched.put(key, aligned(key, target));
  }

  /** The share of the lines that two files have in common; 0 if one of them is not text. */
  private static int commonPercent(VaultFile one, VaultFile other) {
    if (!(one instanceof TextFile first) || !(other instanceof TextFile second)) {
      return 0;
    }
    List<String> lines = new ArrayList<>(linesOf(first));
    List<String> otherLines = linesOf(second);
    Map<String, Integer> counts = new HashMap<>();
    lines.forEach(line -> counts.merge(line, 1, Integer::sum));
    int common = 0;
    for (String line : otherLines) {
      if (counts.merge(line, -1, Integer::sum) >= 0) {
        common++;
      }
    }
    int larger = Math.max(lines.size(), otherLines.size());
    return larger == 0 ? 0 : 100 * common / larger;
  }

  private static List<String> linesOf(TextFile file) {
    return file.parts().stream().filter(part -> !part.isBlank()).map(Part::text).toList();
  }
}
