package dev.fcp.eventlog.persistent;

/**
 * A receiver of the differences between two maps, here and there, in ascending order of their keys.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface Changes<K, V> {
  /** Only the map here has the key. */
  void onlyHere(K key, V here);

  /** Only the map there has the key. */
  void onlyThere(K key, V there);

  /** Both maps have the key, with values that are not equal. */
  void bothDiffer(K key, V here, V there);
}
