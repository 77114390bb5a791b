package dev.fcp.eventlog.entity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Order keys for the entities of one model in terms of another, so that as few as possible move:
 * the longest run of entities that stand in the same order in both keep their places, the others
 * get a place between them.
 */
final class PlaceAlignment<K extends Comparable<? super K>, V> {

  /** One of the places of an entity. */
  private record Slot<K>(K key, int part) {}

  /** Entities that are ordered among each other. */
  private record Row<K>(Optional<K> scope, long group) {}

  private final EntityModel<K, V> from;
  private final EntityModel<K, V> to;
  private final Map<Slot<K>, OrderKey> places = new HashMap<>();
  private final Set<K> moved = new HashSet<>();

  /**
   * Aligns the rows in which something has another place than it had.
   *
   * @param changed the entities of the target that are new or not as they were
   */
  PlaceAlignment(EntityModel<K, V> from, EntityModel<K, V> to, Set<K> changed) {
    this.from = from;
    this.to = to;
    Set<Row<K>> rows = new HashSet<>();
    for (K key : changed) {
      List<Position<K>> old = positions(from, key);
      for (Position<K> position : positions(to, key)) {
        if (!old.contains(position)) {
          rows.add(new Row<>(position.scope(), position.group()));
        }
      }
    }
    rows.forEach(row -> align(row, members(row)));
  }

  /** The entities of the target that get another order key than they have there. */
  Set<K> moved() {
    return moved;
  }

  /** An entity of the target with its order keys in terms of the first model. */
  V placed(K key, V entity) {
    if (!moved.contains(key)) {
      return entity;
    }
    EntitySpec<K, V> spec = to.spec();
    List<OrderKey> orders = new ArrayList<>();
    for (Place place : spec.places(entity)) {
      orders.add(places.getOrDefault(new Slot<>(key, orders.size()), place.order()));
    }
    return spec.withOrders(entity, orders);
  }

  private static <K extends Comparable<? super K>, V> List<Position<K>> positions(
      EntityModel<K, V> model, K key) {
    return model.find(key).map(entity -> Position.of(model.spec(), key, entity)).orElse(List.of());
  }

  private SequencedMap<Slot<K>, OrderKey> members(Row<K> row) {
    SequencedMap<Slot<K>, OrderKey> members = new LinkedHashMap<>();
    Position<K> start = Position.startOf(row.scope(), row.group());
    for (Map.Entry<Position<K>, K> entry : to.rows().all().from(start)) {
      OrderKey order = entry.getKey().order();
      if (order == null || !entry.getKey().isBeside(start)) {
        break;
      }
      members.put(new Slot<>(entry.getValue(), entry.getKey().part()), order);
    }
    return members;
  }

  private void align(Row<K> row, SequencedMap<Slot<K>, OrderKey> target) {
    List<Map.Entry<Slot<K>, OrderKey>> members = List.copyOf(target.entrySet());
    @Nullable OrderKey[] kept =
        longestRun(members.stream().map(member -> oldPosition(row, member.getKey())).toList());
    giveWay(kept);
    @Nullable OrderKey[] next = new @Nullable OrderKey[kept.length];
    OrderKey bound = null;
    for (int i = kept.length - 1; i >= 0; i--) {
      next[i] = bound;
      bound = kept[i] != null ? kept[i] : bound;
    }
    Optional<OrderKey> previous = Optional.empty();
    for (int i = 0; i < kept.length; i++) {
      OrderKey held = kept[i];
      OrderKey wanted = members.get(i).getValue();
      OrderKey place =
          held != null ? held : fitting(previous, wanted, Optional.ofNullable(next[i]));
      if (!place.equals(wanted)) {
        places.put(members.get(i).getKey(), place);
        moved.add(members.get(i).getKey().key());
      }
      previous = Optional.of(place);
    }
  }

  private static OrderKey fitting(
      Optional<OrderKey> previous, OrderKey wanted, Optional<OrderKey> next) {
    boolean above = previous.isEmpty() || wanted.compareTo(previous.get()) > 0;
    boolean below = next.isEmpty() || wanted.compareTo(next.get()) < 0;
    return above && below ? wanted : OrderKey.between(previous, next);
  }

  /** Where an entity stood in a row; a position without order key if it did not. */
  private Position<K> oldPosition(Row<K> row, Slot<K> slot) {
    List<Position<K>> positions = positions(from, slot.key());
    return slot.part() < positions.size() && positions.get(slot.part()).group() == row.group()
        ? positions.get(slot.part())
        : Position.startOf(row.scope());
  }

  /**
   * Nothing fits between two entities with the same order key. Where something has to stand between
   * two such, the second one does not keep its place.
   */
  private static void giveWay(@Nullable OrderKey[] kept) {
    OrderKey last = null;
    boolean gap = false;
    for (int i = 0; i < kept.length; i++) {
      OrderKey order = kept[i];
      if (order == null) {
        gap = true;
      } else if (gap && order.equals(last)) {
        kept[i] = null;
      } else {
        last = order;
        gap = false;
      }
    }
  }

  /**
   * The order keys of the elements that belong to a longest ascending run, null for the others;
   * those without order key never belong.
   */
  private static <K extends Comparable<? super K>> @Nullable OrderKey[] longestRun(
      List<Position<K>> row) {
    int[] tails = new int[row.size()];
    int[] previous = new int[row.size()];
    Arrays.fill(previous, -1);
    int length = 0;
    for (int i = 0; i < row.size(); i++) {
      if (row.get(i).order() == null) {
        continue;
      }
      int at = firstNotBelow(row, tails, length, row.get(i));
      previous[i] = at == 0 ? -1 : tails[at - 1];
      tails[at] = i;
      length = Math.max(length, at + 1);
    }
    @Nullable OrderKey[] kept = new @Nullable OrderKey[row.size()];
    for (int i = length == 0 ? -1 : tails[length - 1]; i >= 0; i = previous[i]) {
      kept[i] = row.get(i).order();
    }
    return kept;
  }

  private static <K extends Comparable<? super K>> int firstNotBelow(
      List<Position<K>> row, int[] tails, int length, Position<K> position) {
    Comparator<Position<K>> order = Position.comparator();
    int low = 0;
    int high = length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.compare(row.get(tails[middle]), position) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
