package dev.fcp.vault;

import dev.fcp.eventlog.entity.EntityModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds the files of an older version of a vault in a newer one: by path, and files that were
 * renamed by their content. The files of the newer version then have the keys, and their parts the
 * units, that they have in the older one.
 */
final class FileMatcher {

  /** More pairs of removed and added files are compared by equal content only. */
  private static final int MAX_COMPARED_PAIRS = 400;

  private final EntityModel<String, VaultFile> from;
  private final EntityModel<String, VaultFile> to;

  FileMatcher(EntityModel<String, VaultFile> from, EntityModel<String, VaultFile> to) {
    this.from = from;
    this.to = to;
  }

  EntityModel<String, VaultFile> matched() {
    Map<String, String> fromKeys = new TreeMap<>();
    from.entities().forEach(entry -> fromKeys.put(entry.getValue().path(), entry.getKey()));
    Map<String, VaultFile> added = new TreeMap<>();
    Map<String, VaultFile> matched = new TreeMap<>();
    for (VaultFile target : to.entities().values()) {
      String key = fromKeys.get(target.path());
      if (key != null && isSameKind(from.at(key), target)) {
        fromKeys.remove(target.path());
        matched.put(key, aligned(from.at(key), target));
      } else {
        added.put(target.path(), target);
      }
    }
    // An empty file is not recognized by its content.
    fromKeys
        .values()
        .removeIf(key -> from.at(key) instanceof TextFile text && text.text().isEmpty());
    matchEqual(fromKeys, added, matched);
    matchSimilar(fromKeys, added, matched);
    Set<String> taken = new HashSet<>(matched.keySet());
    from.entities().keys().forEach(taken::add);
    added.forEach((path, file) -> {
      String key = path;
      for (int number = 2; !taken.add(key); number++) {
        key = path + "#" + number;
      }
      matched.put(key, file);
    });
    return EntityModel.of(to.spec(), matched.entrySet());
  }

  private static boolean isSameKind(VaultFile one, VaultFile other) {
    return one.getClass() == other.getClass();
  }

  private static VaultFile aligned(VaultFile source, VaultFile target) {
    if (!(source instanceof TextFile from) || !(target instanceof TextFile to)) {
      return target;
    }
    if (from.content().equals(to.content())) {
      return from.path().equals(to.path()) ? from : from.withPath(to.path());
    }
    return to.withPartsOf(from, LineMatcher.align(from.parts(), to.parts()));
  }

  private void matchEqual(
      Map<String, String> removed, Map<String, VaultFile> added, Map<String, VaultFile> matched) {
    Map<FileContent, String> paths = new HashMap<>();
    removed.forEach((path, key) -> paths.putIfAbsent(from.at(key).content(), path));
    for (VaultFile target : List.copyOf(added.values())) {
      String path = paths.remove(target.content());
      if (path != null) {
        match(path, target, removed, added, matched);
      }
    }
  }

  /** Matches the removed and added files that have most lines in common. */
  private void matchSimilar(
      Map<String, String> removed, Map<String, VaultFile> added, Map<String, VaultFile> matched) {
    if ((long) removed.size() * added.size() > MAX_COMPARED_PAIRS) {
      return;
    }
    for (VaultFile target : List.copyOf(added.values())) {
      Optional<String> best = Optional.empty();
      int most = 50;
      for (String path : removed.keySet()) {
        int percent = commonPercent(from.at(removed.get(path)), target);
        if (percent > most) {
          most = percent;
          best = Optional.of(path);
        }
      }
      best.ifPresent(path -> match(path, target, removed, added, matched));
    }
  }

  private void match(
      String fromPath,
      VaultFile target,
      Map<String, String> removed,
      Map<String, VaultFile> added,
      Map<String, VaultFile> matched) {
    String key = Objects.requireNonNull(removed.remove(fromPath), fromPath);
    added.remove(target.path());
    matched.put(key, aligned(from.at(key), target));
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
