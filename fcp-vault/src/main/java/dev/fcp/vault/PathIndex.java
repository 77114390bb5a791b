package dev.fcp.vault;

import dev.fcp.eventlog.entity.EntitySpec.DerivedIndex;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.names.NameResolver.NameIndex;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The keys of the files of a vault by path, and by name. Immutable. */
final class PathIndex implements DerivedIndex<String, VaultFile> {

  static final PathIndex EMPTY = new PathIndex(PersistentMap.empty(), null);

  /** Between the key of a name and the path of the file that has it. */
  private static final char SEPARATOR = '\0';

  /** The keys by path. */
  private final PersistentMap<String, String> keys;

  /**
   * The keys by the keys of their names with their paths; null until the first use, from which on
   * it is kept up to date. Races are harmless, because they compute the same value.
   */
  private @Nullable PersistentMap<String, String> names;

  private PathIndex(
      PersistentMap<String, String> keys, @Nullable PersistentMap<String, String> names) {
    this.keys = keys;
    this.names = names;
  }

  static PathIndex of(DerivedIndex<String, VaultFile> index) {
    return (PathIndex) index;
  }

  @Override
  public PathIndex with(String key, Optional<VaultFile> before, Optional<VaultFile> after) {
    if (before.map(VaultFile::path).equals(after.map(VaultFile::path))) {
      return this;
    }
    PersistentMap<String, String> changed = keys;
    PersistentMap<String, String> changedNames = names;
    String oldPath = before.map(VaultFile::path).orElse("");
    if (key.equals(keys.get(oldPath))) {
      changed = changed.without(oldPath);
      for (String name : changedNames == null ? Set.<String>of() : entries(oldPath)) {
        changedNames = changedNames.without(name);
      }
    }
    if (after.isPresent()) {
      String path = after.get().path();
      changed = changed.with(path, key);
      for (String name : changedNames == null ? Set.<String>of() : entries(path)) {
        changedNames = changedNames.with(name, key);
      }
    }
    return new PathIndex(changed, changedNames);
  }

  /** The path, the name of the file, and that without its extension. */
  static List<String> namesOf(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    return List.of(path, name, dot > 0 ? name.substring(0, dot) : name);
  }

  private static Set<String> entries(String path) {
    return namesOf(path).stream()
        .map(name -> NameResolver.keyOf(name) + SEPARATOR + path)
        .collect(Collectors.toSet());
  }

  private PersistentMap<String, String> names() {
    PersistentMap<String, String> known = names;
    if (known == null) {
      SortedMap<String, String> all = new TreeMap<>();
      for (Map.Entry<String, String> file : keys) {
        entries(file.getKey()).forEach(entry -> all.put(entry, file.getValue()));
      }
      known = PersistentMap.copyOf(all);
      names = known;
    }
    return known;
  }

  /** The keys of the files with a name whose key starts with a prefix, in order. */
  private Set<String> withPrefix(String prefix) {
    Set<String> found = new TreeSet<>();
    for (Map.Entry<String, String> entry : names().from(prefix)) {
      if (!entry.getKey().startsWith(prefix)) {
        break;
      }
      found.add(entry.getValue());
    }
    return found;
  }

  /** The files of a vault with this index by name; only files with similar names are visited. */
  NameIndex<String> byName() {
    return new NameIndex<>() {
      @Override
      public Set<String> withKey(String key) {
        return withPrefix(key + SEPARATOR);
      }

      @Override
      public Set<String> withKeyPrefix(String prefix) {
        return withPrefix(prefix);
      }

      @Override
      public Set<String> all() {
        return withPrefix("");
      }
    };
  }

  /** The key of the file at a path, if there is one. */
  Optional<String> key(String path) {
    return Optional.ofNullable(keys.get(path));
  }

  /** A key for a new file; the path unless another file has that key. */
  static String freeKey(String path, Predicate<String> isTaken) {
    String key = path;
    for (int number = 2; isTaken.test(key); number++) {
      key = path + "#" + number;
    }
    return key;
  }

  /** The path of another file that a file at a path excludes: the same, one above it or below. */
  Optional<String> obstacle(String path, String ownKey) {
    for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      String above = path.substring(0, end);
      if (isOther(above, ownKey)) {
        return Optional.of(above);
      }
    }
    if (isOther(path, ownKey)) {
      return Optional.of(path);
    }
    String folder = path + "/";
    for (Map.Entry<String, String> entry : keys.from(folder)) {
      if (!entry.getKey().startsWith(folder)) {
        break;
      }
      if (!entry.getValue().equals(ownKey)) {
        return Optional.of(entry.getKey());
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof PathIndex other && keys.equals(other.keys);
  }

  @Override
  public int hashCode() {
    return keys.hashCode();
  }

  private boolean isOther(String path, String ownKey) {
    String key = keys.get(path);
    return key != null && !key.equals(ownKey);
  }
}
