package dev.fcp.vault;

import dev.fcp.eventlog.entity.EntitySpec.DerivedIndex;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The keys of the files of a vault by path. Immutable.
 *
 * @param keys the keys by path
 */
record PathIndex(PersistentMap<String, String> keys) implements DerivedIndex<String, VaultFile> {

  static final PathIndex EMPTY = new PathIndex(PersistentMap.empty());

  static PathIndex of(DerivedIndex<String, VaultFile> index) {
    return (PathIndex) index;
  }

  @Override
  public PathIndex with(String key, Optional<VaultFile> before, Optional<VaultFile> after) {
    if (before.map(VaultFile::path).equals(after.map(VaultFile::path))) {
      return this;
    }
    PersistentMap<String, String> without =
        before
            .map(VaultFile::path)
            .filter(path -> key.equals(keys.get(path)))
            .map(keys::without)
            .orElse(keys);
    return new PathIndex(after.map(file -> without.with(file.path(), key)).orElse(without));
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

  private boolean isOther(String path, String ownKey) {
    String key = keys.get(path);
    return key != null && !key.equals(ownKey);
  }
}
