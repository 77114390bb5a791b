package dev.fcp.midi;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.entity.EntitySpec.SortKey;
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
 * The order of a song whose entities get other names. Entities with one order key stand in the
 * order of their names; where other names would put them in another one, the row gets new order
 * keys.
 */
final class OrderPreserver {

  /** One of the places of an entity. */
  private record OrderedItem(SongKey key, int index, SortKey sortKey) {}

  private final EntityModel<SongKey, SongEntity> song;
  private final UnaryOperator<SongKey> newKeys;
  private final Map<SongKey, List<OrderKey>> newOrderKeys = new HashMap<>();

  /**
   * The order of a song under new names.
   *
   * @param newKeys the new name of each entity
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

  /** The entity with the order keys that it needs under its new name. */
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
