package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.persistent.Changes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The changes that lead from one model to another, each applicable after those before it.
 *
 * <p>First what goes, contents before what contains them; then what comes and what changes, in the
 * order of depth in the target, so that no step on the way closes a circle; before and after all
 * that what the domain wants told then ({@link EntitySpec#turn}). Order keys are those of the first
 * model: where the order is the same nothing is told as moved, and else as few as possible.
 */
final class ModelDiff<K extends Comparable<? super K>, V> {

  private final EntityModel<K, V> from;
  private final EntityModel<K, V> to;
  private final EntitySpec<K, V> spec;
  private final List<Change<K, V>> gone = new ArrayList<>();
  private final Map<K, V> come = new TreeMap<>();
  private final Map<K, Integer> depths = new HashMap<>();

  ModelDiff(EntityModel<K, V> from, EntityModel<K, V> to) {
    this.from = from;
    this.to = to;
    this.spec = from.spec();
  }

  List<Change<K, V>> changes() {
    from.entities().changes(to.entities(), new Difference());
    Map<K, OrderKey> places = new PlaceAlignment<>(from, to, Set.copyOf(come.keySet())).places();
    addGivingWay(places);
    gone.sort(Comparator.comparingInt(change -> -containment(change.key())));
    List<Change<K, V>> changes = new ArrayList<>();
    addAll(EntitySpec.Turn.FIRST, places, changes);
    changes.addAll(gone);
    addAll(EntitySpec.Turn.BETWEEN, places, changes);
    addAll(EntitySpec.Turn.LAST, places, changes);
    return changes;
  }

  private void addAll(EntitySpec.Turn turn, Map<K, OrderKey> places, List<Change<K, V>> changes) {
    come.entrySet().stream()
        .filter(entry -> turn(entry.getKey(), entry.getValue()) == turn)
        .sorted(Comparator.comparingInt(entry -> depth(entry.getKey())))
        .forEach(entry ->
            add(entry.getKey(), placed(entry.getValue(), entry.getKey(), places), changes));
  }

  private EntitySpec.Turn turn(K key, V target) {
    boolean stays = from.find(key).filter(entity -> spec.sameKind(entity, target)).isPresent();
    return stays ? spec.turn(key, target) : EntitySpec.Turn.BETWEEN;
  }

  /** What is the same in both models, and yet has to move because its neighbours stay. */
  private void addGivingWay(Map<K, OrderKey> places) {
    places.forEach((key, order) -> {
      V target = to.find(key).orElseThrow();
      if (!come.containsKey(key)
          && !spec.place(target).map(Place::order).equals(Optional.of(order))) {
        come.put(key, target);
      }
    });
  }

  private V placed(V entity, K key, Map<K, OrderKey> places) {
    OrderKey order = places.get(key);
    return order == null ? entity : spec.withOrder(entity, order);
  }

  private void add(K key, V target, List<Change<K, V>> changes) {
    Optional<V> current = from.find(key);
    if (current.isEmpty() || !spec.sameKind(current.get(), target)) {
      changes.add(new Change.Created<>(key, target));
      return;
    }
    boolean sameContent = spec.content(key, current.get()).equals(spec.content(key, target));
    if (sameContent && spec.place(current.get()).equals(spec.place(target))) {
      return;
    }
    Map<String, Value> units = spec.units(current.get());
    Change.Modified<K, V> modified =
        Change.between(key, units, spec.units(spec.aligned(current.get(), target)));
    if (!modified.isEmpty()) {
      changes.add(modified);
    }
  }

  /** How many entities contain this one. */
  private int containment(K key) {
    return spec.scope(key).map(scope -> 1 + containment(scope)).orElse(0);
  }

  /** The longest way up in the target, over containment and references that form no circle. */
  private int depth(K key) {
    Integer known = depths.get(key);
    if (known != null) {
      return known;
    }
    // An explicit stack, because files may nest deeper than the thread's own.
    List<K> path = new ArrayList<>();
    path.add(key);
    Set<K> onPath = new HashSet<>(path);
    while (!path.isEmpty()) {
      K last = path.get(path.size() - 1);
      List<K> above = above(last);
      Optional<K> open =
          above.stream().filter(k -> !depths.containsKey(k) && onPath.add(k)).findFirst();
      if (open.isPresent()) {
        path.add(open.get());
      } else {
        // One that is still on the path would be a circle, which a model does not hold.
        int deepest = above.stream().mapToInt(k -> depths.getOrDefault(k, -1)).max().orElse(-1);
        depths.put(last, deepest + 1);
        path.remove(path.size() - 1);
      }
    }
    return Objects.requireNonNull(depths.get(key), "depth of the first in the path");
  }

  private List<K> above(K key) {
    List<K> above = new ArrayList<>();
    spec.scope(key).ifPresent(above::add);
    to.find(key).stream()
        .flatMap(entity -> spec.referencesOf(key, entity).stream())
        .filter(Reference::acyclic)
        .map(Reference::target)
        .forEach(above::add);
    return above;
  }

  private final class Difference implements Changes<K, V> {
    @Override
    public void onlyHere(K key, V here) {
      gone.add(new Change.Deleted<>(key, here));
    }

    @Override
    public void onlyThere(K key, V there) {
      come.put(key, there);
    }

    @Override
    public void bothDiffer(K key, V here, V there) {
      if (!spec.sameKind(here, there)) {
        gone.add(new Change.Deleted<>(key, here));
      }
      come.put(key, there);
    }
  }
}
