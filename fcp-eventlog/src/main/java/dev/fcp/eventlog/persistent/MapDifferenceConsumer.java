package dev.fcp.eventlog.persistent;

/**
 * A receiver of the differences between two maps, here and there, in ascending order of their keys.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface MapDifferenceConsumer<K, V> {
  /** Only the map here has the key. */
  void onlyInThis(K key, V value);

  /** Only the map there has the key. */
  void onlyInOther(K key, V value);

  /** Both maps have the key, with values that are not equal. */
  void valueDiffers(K key, V thisValue, V otherValue);
}
