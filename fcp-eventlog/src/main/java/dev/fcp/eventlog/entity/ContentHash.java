package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The hash of a model's content, kept in step with its changes. Immutable.
 *
 * <p>The hash is a sum of terms: one for the content of each entity, one for each ordered entity
 * and the one it stands behind, and for each scope one over the sum of what it contains. A scope
 * whose name the file does not hold enters by its ordinal, so that hashes of two readings of one
 * file agree.
 */
final class ContentHash<K extends Comparable<? super K>> {

  /** What one scope contains: how many entities, the sum of their terms, and what follows. */
  record Part(int count, Hash128 sum, Optional<Value> frame) {
    static final Part NONE = new Part(0, Hash128.ZERO, Optional.empty());

    Part withFrame(Optional<Value> frame) {
      return new Part(count, sum, frame);
    }

    /** With one more term, of as many more entities. */
    Part plus(int more, Hash128 term) {
      return new Part(count + more, sum.plus(term), frame);
    }

    /** What two halves of one scope contain. */
    Part plus(Part other) {
      return new Part(
          count + other.count, sum.plus(other.sum), frame.isPresent() ? frame : other.frame);
    }

    boolean isEmpty() {
      return count == 0 && frame.isEmpty();
    }

    /** The term of all that a scope contains. */
    Hash128 term(Value label) {
      return isEmpty() ? Hash128.ZERO : Hash128.ofScope(label, sum, frame);
    }
  }

  private final Part root;
  private final PersistentMap<K, Part> scopes;

  /**
   * Whether a scope is in another one, so that its label may change with an order below the top.
   */
  private final boolean nested;

  private final Hash128 total;

  private ContentHash(Part root, PersistentMap<K, Part> scopes, boolean nested, Hash128 total) {
    this.root = root;
    this.scopes = scopes;
    this.nested = nested;
    this.total = total;
  }

  Hash128 total() {
    return total;
  }

  /** How many entities a scope contains. */
  int countIn(K scope) {
    return part(Optional.of(scope)).count();
  }

  /**
   * What a change of one entity does to the hash.
   *
   * @param difference of the terms of its scope
   * @param more entities in its scope than before: -1, 0 or 1
   * @param moves whether the order of its scope changes
   * @param frame what follows from what the entity contains, after the change
   */
  record Growth(Hash128 difference, int more, boolean moves, Optional<Value> frame) {}

  /**
   * The hash after a change.
   *
   * @param key of the changed entity
   * @param after the model after the change, but for this hash
   */
  ContentHash<K> with(K key, Growth growth, EntityModel<K, ?> after) {
    Optional<K> scope = after.spec().scope(key);
    Part old = part(scope);
    Optional<Value> frame = scope.flatMap(after::frame);
    Part changed =
        new Part(old.count() + growth.more(), old.sum().plus(growth.difference()), frame);
    Part top = scope.isEmpty() ? changed : root;
    PersistentMap<K, Part> parts = scope.isEmpty() ? scopes : with(scopes, scope.get(), changed);
    Part own = part(Optional.of(key));
    boolean framed = !own.frame().equals(growth.frame());
    parts = framed ? with(parts, key, own.withFrame(growth.frame())) : parts;
    boolean nests =
        nested || scope.flatMap(after.spec()::scope).isPresent() || (framed && scope.isPresent());
    if ((growth.moves() && (scope.isEmpty() || nests)) || framed || parts.containsKey(key)) {
      return new ContentHash<>(top, parts, nests, total(top, parts, after));
    }
    return new ContentHash<>(top, parts, nests, total.plus(grown(scope, old, changed, after)));
  }

  /** What comes to the total when one scope contains something else. */
  private static <K extends Comparable<? super K>> Hash128 grown(
      Optional<K> scope, Part old, Part changed, EntityModel<K, ?> model) {
    if (scope.isEmpty()) {
      return changed.sum().minus(old.sum());
    }
    Value label = model.scopeLabel(scope.get());
    return changed.term(label).minus(old.term(label));
  }

  private static <K extends Comparable<? super K>> PersistentMap<K, Part> with(
      PersistentMap<K, Part> parts, K scope, Part part) {
    return part.isEmpty() ? parts.without(scope) : parts.with(scope, part);
  }

  /** The hash of scopes that were summed up elsewhere. */
  static <K extends Comparable<? super K>> ContentHash<K> of(
      Part root, Map<K, Part> parts, EntityModel<K, ?> model) {
    PersistentMap<K, Part> scopes = PersistentMap.copyOf(parts);
    boolean nested = parts.keySet().stream().anyMatch(key -> model.spec().scope(key).isPresent());
    return new ContentHash<>(root, scopes, nested, total(root, scopes, model));
  }

  private Part part(Optional<K> scope) {
    if (scope.isEmpty()) {
      return root;
    }
    @Nullable Part part = scopes.get(scope.get());
    return part == null ? Part.NONE : part;
  }

  private static <K extends Comparable<? super K>> Hash128 total(
      Part root, PersistentMap<K, Part> scopes, EntityModel<K, ?> model) {
    Hash128 total = root.sum();
    for (Map.Entry<K, Part> scope : scopes) {
      total = total.plus(scope.getValue().term(model.scopeLabel(scope.getKey())));
    }
    return total;
  }
}
