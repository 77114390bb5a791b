package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.entity.EntitySpec.DerivedIndex;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import dev.fcp.eventlog.persistent.PersistentMap.MapDifferenceConsumer;
import dev.fcp.eventlog.plaintext.Text;
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
 * Computes the changes from one model to another; each applies after those before it.
 *
 * <p>First come the deletions, contents before their scopes; then creations and modifications, by
 * depth in the target, so that no intermediate model contains a cycle. The domain may move
 * modifications before or after all others ({@link EntitySpec#diffPhase}). The changes use the
 * order keys of the first model and move as few entities as possible, none if the order is the
 * same.
 */
final class ModelDiff<K extends Comparable<? super K>, V> {

  private final EntityModel<K, V> from;
  private final EntityModel<K, V> to;
  private final EntitySpec<K, V> spec;
  private final List<Change<K, V>> deletions = new ArrayList<>();
  private final Map<K, V> targets = new TreeMap<>();
  private final Set<K> recreated = new HashSet<>();
  private final Map<K, Integer> depths = new HashMap<>();

  ModelDiff(EntityModel<K, V> from, EntityModel<K, V> to) {
    this.from = from;
    this.spec = from.spec();
    this.to = spec.withMatchingKeys(from, to);
  }

  List<Change<K, V>> changes() {
    from.entities().forEachDifference(to.entities(), new DifferenceCollector());
    alignOrderKeys(new OrderKeyAlignment<>(from, to, Set.copyOf(targets.keySet())));
    deletions.sort(Comparator.comparingInt(change -> -scopeDepth(change.key())));
    List<Change<K, V>> changes = new ArrayList<>();
    addAll(EntitySpec.DiffPhase.FIRST, changes);
    changes.addAll(deletions);
    addAll(EntitySpec.DiffPhase.MAIN, changes);
    addAll(EntitySpec.DiffPhase.LAST, changes);
    return changes;
  }

  private void addAll(EntitySpec.DiffPhase phase, List<Change<K, V>> changes) {
    targets.entrySet().stream()
        .filter(entry -> phase(entry.getKey(), entry.getValue()) == phase)
        .sorted(Comparator.comparingInt(entry -> depth(entry.getKey())))
        .forEach(entry -> add(entry.getKey(), entry.getValue(), changes));
  }

  private EntitySpec.DiffPhase phase(K key, V target) {
    boolean isModification =
        !recreated.contains(key)
            && from.find(key).filter(entity -> spec.isSameKind(entity, target)).isPresent();
    return isModification ? spec.diffPhase(key, target) : EntitySpec.DiffPhase.MAIN;
  }

  /**
   * Assigns order keys relative to the first model. An entity that is equal in both models may have
   * to move, because its neighbours stay.
   */
  private void alignOrderKeys(OrderKeyAlignment<K, V> alignment) {
    DerivedIndex<K, V> derivedIndex = to.derivedIndex();
    for (K key : alignment.rekeyed()) {
      V target = to.find(key).orElseThrow();
      V aligned = alignment.withNewOrderKeys(key, target);
      targets.put(key, aligned);
      derivedIndex = derivedIndex.with(key, Optional.of(target), Optional.of(aligned));
    }
    for (Map.Entry<K, V> entry : targets.entrySet()) {
      K key = entry.getKey();
      Optional<V> current = from.find(key).filter(old -> spec.isSameKind(old, entry.getValue()));
      if (current.isPresent()
          && !spec.canModifyInPlace(
              key, current.get(), entry.getValue(), from.derivedIndex(), derivedIndex)) {
        deletions.add(new Change.Deleted<>(key, current.get()));
        recreated.add(key);
      }
    }
  }

  private void add(K key, V target, List<Change<K, V>> changes) {
    Optional<V> current = from.find(key);
    if (current.isEmpty() || !spec.isSameKind(current.get(), target) || recreated.contains(key)) {
      changes.add(new Change.Created<>(key, target));
      return;
    }
    boolean sameContent =
        spec.content(key, current.get()).equals(spec.content(key, target))
            && from.derivedContent(key).isEmpty()
            && to.derivedContent(key).isEmpty();
    if (sameContent && spec.sortKeys(current.get()).equals(spec.sortKeys(target))) {
      return;
    }
    Change.Modified<K, V> modified =
        TextUnits.between(
            spec, key, current.get(), spec.preserveHiddenUnits(current.get(), target), Text::diff);
    if (!modified.isEmpty()) {
      changes.add(modified);
    }
  }

  /** The number of nested scopes that contain an entity. */
  private int scopeDepth(K key) {
    return spec.scope(key).map(scope -> 1 + scopeDepth(scope)).orElse(0);
  }

  /** The length of the longest path in the target through scopes and acyclic references. */
  private int depth(K key) {
    Integer known = depths.get(key);
    if (known != null) {
      return known;
    }
    // An explicit stack, because deeply nested files could overflow the stack of the thread.
    List<K> path = new ArrayList<>();
    path.add(key);
    Set<K> onPath = new HashSet<>(path);
    while (!path.isEmpty()) {
      K last = path.get(path.size() - 1);
      List<K> prerequisites = prerequisites(last);
      Optional<K> next =
          prerequisites.stream().filter(k -> !depths.containsKey(k) && onPath.add(k)).findFirst();
      if (next.isPresent()) {
        path.add(next.get());
      } else {
        // An entity still on the path would form a cycle, which a model does not contain.
        int deepest =
            prerequisites.stream().mapToInt(k -> depths.getOrDefault(k, -1)).max().orElse(-1);
        depths.put(last, deepest + 1);
        path.remove(path.size() - 1);
      }
    }
    return Objects.requireNonNull(depths.get(key), "depth of the first in the path");
  }

  private List<K> prerequisites(K key) {
    List<K> prerequisites = new ArrayList<>();
    spec.scope(key).ifPresent(prerequisites::add);
    to.find(key).stream()
        .flatMap(entity -> spec.referencesOf(key, entity).stream())
        .filter(Reference::acyclic)
        .map(Reference::target)
        .forEach(prerequisites::add);
    return prerequisites;
  }

  private final class DifferenceCollector implements MapDifferenceConsumer<K, V> {
    @Override
    public void onlyInThis(K key, V here) {
      deletions.add(new Change.Deleted<>(key, here));
    }

    @Override
    public void onlyInOther(K key, V there) {
      targets.put(key, there);
    }

    @Override
    public void valueDiffers(K key, V here, V there) {
      if (!spec.isSameKind(here, there)) {
        deletions.add(new Change.Deleted<>(key, here));
      }
      targets.put(key, there);
    }
  }
}
