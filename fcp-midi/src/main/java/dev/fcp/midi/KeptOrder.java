package dev.fcp.midi;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.entity.Place;
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
final class KeptOrder {

  /** One of the places of an entity. */
  private record Member(SongKey key, int part, Place place) {}

  private final EntityModel<SongKey, SongEntity> song;
  private final UnaryOperator<SongKey> names;
  private final Map<SongKey, List<OrderKey>> orders = new HashMap<>();

  /**
   * The order of a song under new names.
   *
   * @param names the new name of each entity
   */
  KeptOrder(EntityModel<SongKey, SongEntity> song, UnaryOperator<SongKey> names) {
    this.song = song;
    this.names = names;
    keep(song.inOrder());
    for (SongKey root : song.inOrder()) {
      if (root.isTrack()) {
        keep(song.inOrder(root));
      }
    }
  }

  /** The entity with the order keys that it needs under its new name. */
  SongEntity placed(SongKey key, SongEntity entity) {
    List<OrderKey> others = orders.get(key);
    return others == null ? entity : song.spec().withOrders(entity, others);
  }

  private void keep(Iterable<SongKey> keys) {
    List<Member> row = new ArrayList<>();
    Set<SongKey> begun = new HashSet<>();
    for (SongKey key : keys) {
      int part = begun.add(key) ? 0 : 1;
      Place place = places(key).get(part);
      if (!row.isEmpty() && row.get(0).place().group() != place.group()) {
        keepRow(row);
        row.clear();
      }
      row.add(new Member(key, part, place));
    }
    keepRow(row);
  }

  private List<Place> places(SongKey key) {
    return song.spec().places(song.find(key).orElseThrow());
  }

  private void keepRow(List<Member> row) {
    for (int i = 1; i < row.size(); i++) {
      if (!staysBefore(row.get(i - 1), row.get(i))) {
        renew(row);
        return;
      }
    }
  }

  private boolean staysBefore(Member one, Member next) {
    return !one.place().order().equals(next.place().order())
        || one.key().equals(next.key())
        || names.apply(one.key()).compareTo(names.apply(next.key())) < 0;
  }

  private void renew(List<Member> row) {
    for (int i = 0; i < row.size(); i++) {
      Member member = row.get(i);
      orders
          .computeIfAbsent(
              member.key(), key -> new ArrayList<>(places(key).stream().map(Place::order).toList()))
          .set(member.part(), OrderKey.atLoading(i));
    }
  }
}
