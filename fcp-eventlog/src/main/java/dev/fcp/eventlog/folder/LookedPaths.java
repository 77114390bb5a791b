package dev.fcp.eventlog.folder;

import com.google.common.collect.ImmutableSortedSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The paths at which, and below which, a look examines a folder. None is below another one; the
 * empty path means the whole folder.
 */
record LookedPaths(ImmutableSortedSet<String> paths) {

  private static final String GIT_IGNORE = ".gitignore";

  /** All of these paths. A file {@code .gitignore} stands for its directory. */
  static LookedPaths of(Collection<String> paths) {
    SortedSet<String> normal = new TreeSet<>();
    for (String path : paths) {
      normal.add(scope(path));
    }
    return new LookedPaths(
        normal.stream()
            .filter(path -> !hasAncestor(path, normal))
            .collect(ImmutableSortedSet.toImmutableSortedSet(String::compareTo)));
  }

  private static String scope(String path) {
    if (path.equals(GIT_IGNORE)) {
      return "";
    }
    return path.endsWith("/" + GIT_IGNORE)
        ? path.substring(0, path.length() - GIT_IGNORE.length() - 1)
        : path;
  }

  private static boolean hasAncestor(String path, Set<String> paths) {
    return !path.isEmpty()
        && (paths.contains("") || withAncestors(path).stream().skip(1).anyMatch(paths::contains));
  }

  /** Whether everything in a directory is examined. */
  boolean coversAllIn(String directory) {
    return paths.contains(directory) || hasAncestor(directory, paths);
  }

  /** The names in a directory that lead to the paths; the directory itself is none of them. */
  SortedSet<String> namesIn(String directory) {
    SortedSet<String> names = new TreeSet<>();
    String prefix = directory.isEmpty() ? "" : directory + "/";
    for (String path : paths.tailSet(prefix)) {
      if (!path.startsWith(prefix)) {
        break;
      }
      int end = path.indexOf('/', prefix.length());
      names.add(path.substring(prefix.length(), end < 0 ? path.length() : end));
    }
    return names;
  }

  /** The entries of a map that are examined: at these paths, below them, and around them. */
  <V> SortedMap<String, V> select(SortedMap<String, V> map) {
    if (paths.contains("")) {
      return map;
    }
    SortedMap<String, V> selected = new TreeMap<>();
    for (String path : paths) {
      for (String examined : withAncestors(path)) {
        V own = map.get(examined);
        if (own != null) {
          selected.put(examined, own);
        }
      }
      selected.putAll(below(map, path));
    }
    return selected;
  }

  /** The map with the examined entries replaced by others. */
  <V> SortedMap<String, V> replace(SortedMap<String, V> map, SortedMap<String, V> others) {
    if (paths.contains("")) {
      return others;
    }
    SortedMap<String, V> replaced = new TreeMap<>(map);
    for (String path : paths) {
      replaced.keySet().removeAll(withAncestors(path));
      below(replaced, path).clear();
    }
    replaced.putAll(others);
    return replaced;
  }

  private static List<String> withAncestors(String path) {
    List<String> all = new ArrayList<>(List.of(path));
    for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      all.add(path.substring(0, end));
    }
    return all;
  }

  /** The entries of a map below a directory. */
  static <V> SortedMap<String, V> below(SortedMap<String, V> map, String directory) {
    // The character after the slash is the zero.
    return directory.isEmpty() ? map : map.subMap(directory + "/", directory + "0");
  }
}
