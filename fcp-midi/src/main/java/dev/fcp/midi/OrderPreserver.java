package dev.fcp.midi;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec.SortKey;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Preserves the order of a song when its entities get other keys. Entities with equal order keys
 * are sorted by key; where new keys would change that order, the siblings get new order keys.
 */
final class OrderPreserver {

  /** One of the sort keys of an entity; a note has two. */
  private record OrderedItem(SongKey key, int index, SortKey sortKey) {}

  private final EntityModel<SongKey, SongEntity> song;
  private final UnaryOperator<SongKey> newKeys;
  private final Map<SongKey, List<OrderKey>> newOrderKeys = new HashMap<>();

  /**
   * Computes the order keys that a song needs under new keys.
   *
   * @param newKeys maps each key to its new key
   */
  OrderPreserver(EntityModel<SongKey, SongEntity> song, UnaryOperator<SongKey> newKeys) {
    this.song = song;
    this.newKeys = newKeys;
    preserve(song.keysInOrder());
    for (SongKey root : song.keysInOrder()) {
      if (root.isTrack()) {
        preserve(song.keysInOrder(root));
      }
    }
  }

  /** Returns an entity with the order keys that it needs under its new key. */
  SongEntity withNewOrderKeys(SongKey key, SongEntity entity) {
    List<OrderKey> newKeys = newOrderKeys.get(key);
    return newKeys == null ? entity : song.spec().withOrderKeys(entity, newKeys);
  }

  private void preserve(Iterable<SongKey> keys) {
    List<OrderedItem> siblings = new ArrayList<>();
    Set<SongKey> seen = new HashSet<>();
    for (SongKey key : keys) {
      int index = seen.add(key) ? 0 : 1;
      SortKey sortKey = sortKeys(key).get(index);
      if (!siblings.isEmpty() && siblings.get(0).sortKey().group() != sortKey.group()) {
        preserveGroup(siblings);
        siblings.clear();
      }
      siblings.add(new OrderedItem(key, index, sortKey));
    }
    preserveGroup(siblings);
  }

  private List<SortKey> sortKeys(SongKey key) {
    return song.spec().sortKeys(song.find(key).orElseThrow());
  }

  private void preserveGroup(List<OrderedItem> siblings) {
    for (int i = 1; i < siblings.size(); i++) {
      if (!staysBefore(siblings.get(i - 1), siblings.get(i))) {
        assignNewOrderKeys(siblings);
        return;
      }
    }
  }

  private boolean staysBefore(OrderedItem first, OrderedItem second) {
    return !first.sortKey().orderKey().equals(second.sortKey().orderKey())
        || first.key().equals(second.key())
        || newKeys.apply(first.key()).compareTo(newKeys.apply(second.key())) < 0;
  }

  private void assignNewOrderKeys(List<OrderedItem> siblings) {
    for (int i = 0; i < siblings.size(); i++) {
      OrderedItem item = siblings.get(i);
      newOrderKeys
          .computeIfAbsent(
              item.key(),
              key -> new ArrayList<>(sortKeys(key).stream().map(SortKey::orderKey).toList()))
          .set(item.index(), OrderKey.initial(i));
    }
  }
}
