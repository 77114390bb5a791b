package dev.fcp.eventlog.entity;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Order keys for the entities of one model in terms of another, so that as few as possible move: the
 * longest run of entities that stand in the same order in both keep their places, the others get a
 * place between them.
 */
final class PlaceAlignment<K extends Comparable<? super K>, V> {

  /** Entities that are ordered among each other. */
  private record Row<K>(Optional<K> scope, long group) {}

  private final EntityModel<K, V> from;
  private final Map<K, OrderKey> places = new HashMap<>();

  PlaceAlignment(EntityModel<K, V> from, EntityModel<K, V> to, SortedSet<K> changed) {
    this.from = from;
    Set<Row<K>> rows = new HashSet<>();
    for (K key : changed) {
      to.find(key).flatMap(entity -> row(key, entity)).ifPresent(rows::add);
    }
    rows.forEach(row -> align(row, members(to, row)));
  }

  /** The order key of every entity in a row that has a changed member; others keep theirs. */
  Map<K, OrderKey> places() {
    return places;
  }

  private Optional<Row<K>> row(K key, V entity) {
    return from.spec().place(entity)
        .map(place -> new Row<>(from.spec().scope(key), place.group()));
  }

  private SequencedMap<K, OrderKey> members(EntityModel<K, V> model, Row<K> row) {
    SequencedMap<K, OrderKey> members = new LinkedHashMap<>();
    Position<K> start = new Position<>(row.scope(), row.group(), null, null);
    for (Map.Entry<Position<K>, K> entry : model.order().from(start)) {
      OrderKey order = entry.getKey().order();
      if (order == null || !entry.getKey().isBeside(start)) {
        break;
      }
      members.put(entry.getValue(), order);
    }
    return members;
  }

  private void align(Row<K> row, SequencedMap<K, OrderKey> target) {
    List<Map.Entry<K, OrderKey>> members = List.copyOf(target.entrySet());
    @Nullable OrderKey[] kept =
        longestRun(members.stream().map(member -> oldPosition(row, member.getKey())).toList());
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
      places.put(members.get(i).getKey(), place);
      previous = Optional.of(place);
    }
  }

  private static OrderKey fitting(
      Optional<OrderKey> previous, OrderKey wanted, Optional<OrderKey> next) {
    boolean above = previous.isEmpty() || wanted.compareTo(previous.get()) > 0;
    boolean below = next.isEmpty() || wanted.compareTo(next.get()) < 0;
    return above && below ? wanted : OrderKey.between(previous, next);
  }

  private Position<K> oldPosition(Row<K> row, K key) {
    return from.find(key)
        .flatMap(entity -> Position.of(from.spec(), key, entity))
        .filter(position -> position.group() == row.group())
        .orElse(Position.startOf(row.scope()));
  }

  /**
   * The order keys of the elements that belong to a longest strictly ascending run, null for the
   * others; those without order key never belong.
   */
  private static <K extends Comparable<? super K>> @Nullable OrderKey[] longestRun(
      List<Position<K>> row) {
    int[] tails = new int[row.size()];
    int[] previous = new int[row.size()];
    Arrays.fill(previous, -1);
    int length = 0;
    for (int i = 0; i < row.size(); i++) {
      OrderKey order = row.get(i).order();
      if (order == null) {
        continue;
      }
      int at = firstNotBelow(row, tails, length, order);
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
      List<Position<K>> row, int[] tails, int length, OrderKey order) {
    int low = 0;
    int high = length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      OrderKey tail = row.get(tails[middle]).order();
      if (tail != null && tail.compareTo(order) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
