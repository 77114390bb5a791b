package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The hash of the content of a model, updated incrementally with each change. Immutable.
 *
 * <p>The hash is a sum of terms: one for the content of each entity, one for each ordered entity
 * and its predecessor, and one for each scope over the sum of the terms inside it. A scope without
 * a stored name is identified by its ordinal, so that reading the same file twice gives equal
 * hashes.
 *
 * @param root the hash of the entities without a scope
 * @param scopes the hashes of the scopes that are not empty
 * @param hasNestedScopes whether scopes are nested, so that an order inside a scope may change the
 *     label of a scope
 * @param total the sum of all terms
 */
record ContentHash<K extends Comparable<? super K>>(
    ContentHash.ScopeHash root,
    PersistentMap<K, ContentHash.ScopeHash> scopes,
    boolean hasNestedScopes,
    Hash128 total) {

  /**
   * The hash of one scope: the number of its entities, the sum of their terms, and its derived
   * content.
   */
  record ScopeHash(int count, Hash128 sum, Optional<Value> derivedContent) {
    static final ScopeHash NONE = new ScopeHash(0, Hash128.ZERO, Optional.empty());

    ScopeHash withDerivedContent(Optional<Value> derivedContent) {
      return new ScopeHash(count, sum, derivedContent);
    }

    /** Adds a term that accounts for this many more entities. */
    ScopeHash plus(int countDelta, Hash128 term) {
      return new ScopeHash(count + countDelta, sum.plus(term), derivedContent);
    }

    /** Combines the hashes of two parts of one scope. */
    ScopeHash plus(ScopeHash other) {
      return new ScopeHash(
          count + other.count,
          sum.plus(other.sum),
          derivedContent.isPresent() ? derivedContent : other.derivedContent);
    }

    boolean isEmpty() {
      return count == 0 && derivedContent.isEmpty();
    }

    /** The term of the scope. */
    Hash128 term(Value label) {
      return isEmpty() ? Hash128.ZERO : Hash128.ofScope(label, sum, derivedContent);
    }
  }

  /** The number of entities in a scope. */
  int countIn(K scope) {
    return scopeHash(Optional.of(scope)).count();
  }

  /**
   * The effect of the change of one entity on the hash.
   *
   * @param hashDelta the change of the sum of the terms of its scope
   * @param countDelta the change of the number of entities in its scope: -1, 0 or 1
   * @param changesOrder whether the order of its scope changes
   * @param derivedContent the derived content of the entity after the change
   */
  record Delta(
      Hash128 hashDelta, int countDelta, boolean changesOrder, Optional<Value> derivedContent) {}

  /**
   * The hash after a change.
   *
   * @param key the key of the changed entity
   * @param after the model after the change, without its hash
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

  /** The change of the total when the content of one scope changes. */
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

  /** The hash of a model from the hashes of its scopes. */
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
