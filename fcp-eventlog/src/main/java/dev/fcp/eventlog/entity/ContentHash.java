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
  record ScopeHash(int count, Hash128 sum, Optional<Value> derivedContent) {
    static final ScopeHash NONE = new ScopeHash(0, Hash128.ZERO, Optional.empty());

    ScopeHash withDerivedContent(Optional<Value> derivedContent) {
      return new ScopeHash(count, sum, derivedContent);
    }

    /** With one more term, of as many more entities. */
    ScopeHash plus(int countDelta, Hash128 term) {
      return new ScopeHash(count + countDelta, sum.plus(term), derivedContent);
    }

    /** What two halves of one scope contain. */
    ScopeHash plus(ScopeHash other) {
      return new ScopeHash(
          count + other.count,
          sum.plus(other.sum),
          derivedContent.isPresent() ? derivedContent : other.derivedContent);
    }

    boolean isEmpty() {
      return count == 0 && derivedContent.isEmpty();
    }

    /** The term of all that a scope contains. */
    Hash128 term(Value label) {
      return isEmpty() ? Hash128.ZERO : Hash128.ofScope(label, sum, derivedContent);
    }
  }

  private final ScopeHash root;
  private final PersistentMap<K, ScopeHash> scopes;

  /**
   * Whether a scope is in another one, so that its label may change with an order below the top.
   */
  private final boolean hasNestedScopes;

  private final Hash128 total;

  private ContentHash(
      ScopeHash root, PersistentMap<K, ScopeHash> scopes, boolean hasNestedScopes, Hash128 total) {
    this.root = root;
    this.scopes = scopes;
    this.hasNestedScopes = hasNestedScopes;
    this.total = total;
  }

  Hash128 total() {
    return total;
  }

  /** How many entities a scope contains. */
  int countIn(K scope) {
    return scopeHash(Optional.of(scope)).count();
  }

  /**
   * What a change of one entity does to the hash.
   *
   * @param hashDelta of the terms of its scope
   * @param countDelta entities in its scope than before: -1, 0 or 1
   * @param changesOrder whether the order of its scope changes
   * @param derivedContent what follows from what the entity contains, after the change
   */
  record Delta(
      Hash128 hashDelta, int countDelta, boolean changesOrder, Optional<Value> derivedContent) {}

  /**
   * The hash after a change.
   *
   * @param key of the changed entity
   * @param after the model after the change, but for this hash
   */
  ContentHash<K> with(K key, Delta delta, EntityModel<K, ?> after) {
    Optional<K> scope = after.spec().scope(key);
    ScopeHash scopeBefore = scopeHash(scope);
    Optional<Value> derivedContent = scope.flatMap(after::derivedContent);
    ScopeHash scopeAfter =
        new ScopeHash(
            scopeBefore.count() + delta.countDelta(),
            scopeBefore.sum().plus(delta.hashDelta()),
            derivedContent);
    ScopeHash rootAfter = scope.isEmpty() ? scopeAfter : root;
    PersistentMap<K, ScopeHash> scopesAfter =
        scope.isEmpty() ? scopes : with(scopes, scope.get(), scopeAfter);
    ScopeHash ownHash = scopeHash(Optional.of(key));
    boolean derivedContentChanged = !ownHash.derivedContent().equals(delta.derivedContent());
    scopesAfter =
        derivedContentChanged
            ? with(scopesAfter, key, ownHash.withDerivedContent(delta.derivedContent()))
            : scopesAfter;
    boolean nestedAfter =
        hasNestedScopes
            || scope.flatMap(after.spec()::scope).isPresent()
            || (derivedContentChanged && scope.isPresent());
    if ((delta.changesOrder() && (scope.isEmpty() || nestedAfter))
        || derivedContentChanged
        || scopesAfter.containsKey(key)) {
      return new ContentHash<>(
          rootAfter, scopesAfter, nestedAfter, total(rootAfter, scopesAfter, after));
    }
    return new ContentHash<>(
        rootAfter,
        scopesAfter,
        nestedAfter,
        total.plus(totalDelta(scope, scopeBefore, scopeAfter, after)));
  }

  /** What comes to the total when one scope contains something else. */
  private static <K extends Comparable<? super K>> Hash128 totalDelta(
      Optional<K> scope, ScopeHash scopeBefore, ScopeHash scopeAfter, EntityModel<K, ?> model) {
    if (scope.isEmpty()) {
      return scopeAfter.sum().minus(scopeBefore.sum());
    }
    Value label = model.scopeLabel(scope.get());
    return scopeAfter.term(label).minus(scopeBefore.term(label));
  }

  private static <K extends Comparable<? super K>> PersistentMap<K, ScopeHash> with(
      PersistentMap<K, ScopeHash> scopeHashes, K scope, ScopeHash hash) {
    return hash.isEmpty() ? scopeHashes.without(scope) : scopeHashes.with(scope, hash);
  }

  /** The hash of scopes that were summed up elsewhere. */
  static <K extends Comparable<? super K>> ContentHash<K> of(
      ScopeHash root, Map<K, ScopeHash> scopeHashes, EntityModel<K, ?> model) {
    PersistentMap<K, ScopeHash> scopes = PersistentMap.copyOf(scopeHashes);
    boolean hasNestedScopes =
        scopeHashes.keySet().stream().anyMatch(key -> model.spec().scope(key).isPresent());
    return new ContentHash<>(root, scopes, hasNestedScopes, total(root, scopes, model));
  }

  private ScopeHash scopeHash(Optional<K> scope) {
    if (scope.isEmpty()) {
      return root;
    }
    @Nullable ScopeHash hash = scopes.get(scope.get());
    return hash == null ? ScopeHash.NONE : hash;
  }

  private static <K extends Comparable<? super K>> Hash128 total(
      ScopeHash root, PersistentMap<K, ScopeHash> scopes, EntityModel<K, ?> model) {
    Hash128 total = root.sum();
    for (Map.Entry<K, ScopeHash> scope : scopes) {
      total = total.plus(scope.getValue().term(model.scopeLabel(scope.getKey())));
    }
    return total;
  }
}
