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
  private final Set<K> again = new HashSet<>();
  private final Map<K, Integer> depths = new HashMap<>();

  ModelDiff(EntityModel<K, V> from, EntityModel<K, V> to) {
    this.from = from;
    this.spec = from.spec();
    this.to = spec.renamed(from, to);
  }

  List<Change<K, V>> changes() {
    from.entities().changes(to.entities(), new Difference());
    place(new PlaceAlignment<>(from, to, Set.copyOf(come.keySet())));
    gone.sort(Comparator.comparingInt(change -> -containment(change.key())));
    List<Change<K, V>> changes = new ArrayList<>();
    addAll(EntitySpec.Turn.FIRST, changes);
    changes.addAll(gone);
    addAll(EntitySpec.Turn.BETWEEN, changes);
    addAll(EntitySpec.Turn.LAST, changes);
    return changes;
  }

  private void addAll(EntitySpec.Turn turn, List<Change<K, V>> changes) {
    come.entrySet().stream()
        .filter(entry -> turn(entry.getKey(), entry.getValue()) == turn)
        .sorted(Comparator.comparingInt(entry -> depth(entry.getKey())))
        .forEach(entry -> add(entry.getKey(), entry.getValue(), changes));
  }

  private EntitySpec.Turn turn(K key, V target) {
    boolean stays = from.find(key).filter(entity -> spec.sameKind(entity, target)).isPresent();
    return stays ? spec.turn(key, target) : EntitySpec.Turn.BETWEEN;
  }

  /**
   * Gives what comes its place in terms of the first model. Something may be the same in both
   * models and yet has to move, because its neighbours stay.
   */
  private void place(PlaceAlignment<K, V> alignment) {
    Derived<K, V> derived = to.derived();
    for (K key : alignment.moved()) {
      V target = to.find(key).orElseThrow();
      V placed = alignment.placed(key, target);
      come.put(key, placed);
      derived = derived.with(key, Optional.of(target), Optional.of(placed));
    }
    for (Map.Entry<K, V> entry : come.entrySet()) {
      K key = entry.getKey();
      Optional<V> current = from.find(key).filter(old -> spec.sameKind(old, entry.getValue()));
      if (current.isPresent()
          && !spec.isIndependent(key, current.get(), entry.getValue(), from.derived(), derived)) {
        gone.add(new Change.Deleted<>(key, current.get()));
        again.add(key);
      }
    }
  }

  private void add(K key, V target, List<Change<K, V>> changes) {
    Optional<V> current = from.find(key);
    if (current.isEmpty() || !spec.sameKind(current.get(), target) || again.contains(key)) {
      changes.add(new Change.Created<>(key, target));
      return;
    }
    boolean sameContent =
        spec.content(key, current.get()).equals(spec.content(key, target))
            && from.frame(key).isEmpty()
            && to.frame(key).isEmpty();
    if (sameContent && spec.places(current.get()).equals(spec.places(target))) {
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
