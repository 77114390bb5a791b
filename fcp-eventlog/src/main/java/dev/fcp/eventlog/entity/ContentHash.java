package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The hash of a model's content, kept in step with its changes. Immutable.
 *
 * <p>The hash is a sum of terms: one for the content of each entity, one for each entity and the one
 * it stands behind, and for each scope one over the sum of what it contains. A scope whose name the
 * file does not hold enters by its ordinal among the ordered entities of the document, so that hashes
 * of two readings of one file agree.
 */
final class ContentHash<K extends Comparable<? super K>> {

  /** What one scope contains: how many entities, and the sum of their terms. */
  record Part(int count, Hash128 sum) {
    static final Part NONE = new Part(0, Hash128.ZERO);
  }

  private final Part root;
  private final PersistentMap<K, Part> scopes;
  private final Hash128 total;

  private ContentHash(Part root, PersistentMap<K, Part> scopes, Hash128 total) {
    this.root = root;
    this.scopes = scopes;
    this.total = total;
  }

  static <K extends Comparable<? super K>> ContentHash<K> none() {
    return new ContentHash<>(Part.NONE, PersistentMap.<K, Part>empty(), Hash128.ZERO);
  }

  Hash128 total() {
    return total;
  }

  /** How many entities a scope contains. */
  int countIn(K scope) {
    return part(Optional.of(scope)).count();
  }

  /**
   * The hash after a change.
   *
   * @param scope where the changed entity is
   * @param difference of the terms of the scope
   * @param more entities in the scope than before: -1, 0 or 1
   * @param after the model after the change, but for this hash
   */
  ContentHash<K> with(
      Optional<K> scope, Hash128 difference, int more, EntityModel<K, ?> after) {
    Part old = part(scope);
    Part changed = new Part(old.count() + more, old.sum().plus(difference));
    if (scope.isEmpty()) {
      return new ContentHash<>(changed, scopes, total(changed, scopes, after));
    }
    K key = scope.get();
    PersistentMap<K, Part> parts =
        changed.count() == 0 ? scopes.without(key) : scopes.with(key, changed);
    Value label = after.scopeLabel(key);
    return new ContentHash<>(
        root, parts, total.minus(term(label, old)).plus(term(label, changed)));
  }

  /** The hash of scopes that were summed up elsewhere. */
  static <K extends Comparable<? super K>> ContentHash<K> of(
      Part root, Map<K, Part> parts, EntityModel<K, ?> model) {
    PersistentMap<K, Part> scopes = PersistentMap.copyOf(parts);
    return new ContentHash<>(root, scopes, total(root, scopes, model));
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
      total = total.plus(term(model.scopeLabel(scope.getKey()), scope.getValue()));
    }
    return total;
  }

  private static Hash128 term(Value label, Part part) {
    return part.count() == 0 ? Hash128.ZERO : Hash128.ofScope(label, part.sum());
  }
}
