package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.entity.EntitySpec.SortKey;
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
 * Assigns the entities of one model order keys relative to another model, so that as few entities
 * as possible move: a longest common subsequence keeps its order keys, and the other entities get
 * order keys in between.
 */
final class OrderKeyAlignment<K extends Comparable<? super K>, V> {

  /** One of the positions of an entity. */
  private record SortKeyId<K>(K key, int index) {}

  /** The scope and group of siblings. */
  private record SiblingGroup<K>(Optional<K> scope, long group) {}

  private final EntityModel<K, V> from;
  private final EntityModel<K, V> to;
  private final Map<SortKeyId<K>, OrderKey> newOrderKeys = new HashMap<>();
  private final Set<K> rekeyed = new HashSet<>();

  /**
   * Aligns the sibling groups in which an entity has another position than before.
   *
   * @param changed the entities of the target that are new or changed
   */
  OrderKeyAlignment(EntityModel<K, V> from, EntityModel<K, V> to, Set<K> changed) {
    this.from = from;
    this.to = to;
    Set<SiblingGroup<K>> siblingGroups = new HashSet<>();
    for (K key : changed) {
      List<Position<K>> oldPositions = positions(from, key);
      for (Position<K> position : positions(to, key)) {
        if (!oldPositions.contains(position)) {
          siblingGroups.add(new SiblingGroup<>(position.scope(), position.group()));
        }
      }
    }
    siblingGroups.forEach(group -> align(group, members(group)));
  }

  /** The entities of the target that get another order key. */
  Set<K> rekeyed() {
    return rekeyed;
  }

  /** An entity of the target with its order keys relative to the first model. */
  V withNewOrderKeys(K key, V entity) {
    if (!rekeyed.contains(key)) {
      return entity;
    }
    EntitySpec<K, V> spec = to.spec();
    List<OrderKey> orderKeys = new ArrayList<>();
    for (SortKey sortKey : spec.sortKeys(entity)) {
      orderKeys.add(
          newOrderKeys.getOrDefault(new SortKeyId<>(key, orderKeys.size()), sortKey.orderKey()));
    }
    return spec.withOrderKeys(entity, orderKeys);
  }

  private static <K extends Comparable<? super K>, V> List<Position<K>> positions(
      EntityModel<K, V> model, K key) {
    return model.find(key).map(entity -> Position.of(model.spec(), key, entity)).orElse(List.of());
  }

  private SequencedMap<SortKeyId<K>, OrderKey> members(SiblingGroup<K> siblings) {
    SequencedMap<SortKeyId<K>, OrderKey> members = new LinkedHashMap<>();
    Position<K> start = Position.startOf(siblings.scope(), siblings.group());
    for (Map.Entry<Position<K>, K> entry : to.order().keysByPosition().from(start)) {
      OrderKey orderKey = entry.getKey().orderKey();
      if (orderKey == null || !entry.getKey().isSiblingOf(start)) {
        break;
      }
      members.put(new SortKeyId<>(entry.getValue(), entry.getKey().index()), orderKey);
    }
    return members;
  }

  private void align(SiblingGroup<K> siblings, SequencedMap<SortKeyId<K>, OrderKey> target) {
    List<Map.Entry<SortKeyId<K>, OrderKey>> members = List.copyOf(target.entrySet());
    @Nullable OrderKey[] keptKeys =
        longestIncreasingRun(
            members.stream().map(member -> positionBefore(siblings, member.getKey())).toList());
    releaseEqualKeys(keptKeys);
    Optional<OrderKey> previous = Optional.empty();
    for (int start = 0; start < keptKeys.length; ) {
      int end = start;
      while (end < keptKeys.length && keptKeys[end] == null) {
        end++;
      }
      Optional<OrderKey> next =
          end < keptKeys.length ? Optional.ofNullable(keptKeys[end]) : Optional.empty();
      assign(members.subList(start, end), previous, next);
      if (next.isPresent()) {
        assign(members.get(end), next.get());
        previous = next;
      }
      start = end + 1;
    }
  }

  /** Assigns ascending order keys to a run of members between two that keep theirs. */
  private void assign(
      List<Map.Entry<SortKeyId<K>, OrderKey>> run,
      Optional<OrderKey> previous,
      Optional<OrderKey> next) {
    Optional<OrderKey> low = previous;
    int done = 0;
    for (int i = 0; i < run.size(); i++) {
      OrderKey preferred = run.get(i).getValue();
      boolean isBetween =
          low.filter(key -> key.compareTo(preferred) >= 0).isEmpty()
              && next.filter(key -> key.compareTo(preferred) <= 0).isEmpty();
      if (isBetween) {
        assignBetween(run.subList(done, i), low, Optional.of(preferred));
        low = Optional.of(preferred);
        done = i + 1;
      }
    }
    assignBetween(run.subList(done, run.size()), low, next);
  }

  private void assignBetween(
      List<Map.Entry<SortKeyId<K>, OrderKey>> run,
      Optional<OrderKey> low,
      Optional<OrderKey> high) {
    List<OrderKey> keys = OrderKey.between(low, high, run.size());
    for (int i = 0; i < run.size(); i++) {
      assign(run.get(i), keys.get(i));
    }
  }

  private void assign(Map.Entry<SortKeyId<K>, OrderKey> member, OrderKey newKey) {
    if (!newKey.equals(member.getValue())) {
      newOrderKeys.put(member.getKey(), newKey);
      rekeyed.add(member.getKey().key());
    }
  }

  /**
   * The position of an entity in a sibling group of the first model; one without order key if it
   * had none.
   */
  private Position<K> positionBefore(SiblingGroup<K> siblings, SortKeyId<K> id) {
    List<Position<K>> positions = positions(from, id.key());
    return id.index() < positions.size() && positions.get(id.index()).group() == siblings.group()
        ? positions.get(id.index())
        : Position.startOf(siblings.scope());
  }

  /**
   * There is no order key between two equal ones. If an entity must be inserted between two
   * entities with equal order keys, the second one does not keep its key.
   */
  private static void releaseEqualKeys(@Nullable OrderKey[] keptKeys) {
    OrderKey lastKept = null;
    boolean gap = false;
    for (int i = 0; i < keptKeys.length; i++) {
      OrderKey orderKey = keptKeys[i];
      if (orderKey == null) {
        gap = true;
      } else if (gap && orderKey.equals(lastKept)) {
        keptKeys[i] = null;
      } else {
        lastKept = orderKey;
        gap = false;
      }
    }
  }

  /**
   * The order keys of the positions in a longest increasing subsequence, null for the others.
   * Positions without order key are never part of it.
   */
  private static <K extends Comparable<? super K>> @Nullable OrderKey[] longestIncreasingRun(
      List<Position<K>> positions) {
    int[] tails = new int[positions.size()];
    int[] previous = new int[positions.size()];
    Arrays.fill(previous, -1);
    int length = 0;
    for (int i = 0; i < positions.size(); i++) {
      if (positions.get(i).orderKey() == null) {
        continue;
      }
      int runIndex = lowerBound(positions, tails, length, positions.get(i));
      previous[i] = runIndex == 0 ? -1 : tails[runIndex - 1];
      tails[runIndex] = i;
      length = Math.max(length, runIndex + 1);
    }
    @Nullable OrderKey[] keptKeys = new @Nullable OrderKey[positions.size()];
    for (int i = length == 0 ? -1 : tails[length - 1]; i >= 0; i = previous[i]) {
      keptKeys[i] = positions.get(i).orderKey();
    }
    return keptKeys;
  }

  private static <K extends Comparable<? super K>> int lowerBound(
      List<Position<K>> positions, int[] tails, int length, Position<K> position) {
    Comparator<Position<K>> comparator = Position.comparator();
    int low = 0;
    int high = length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (comparator.compare(positions.get(tails[middle]), position) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
