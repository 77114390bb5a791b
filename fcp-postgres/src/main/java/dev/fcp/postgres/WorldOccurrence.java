package dev.fcp.postgres;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * An event of an attempt that changes no entity, such as what a character perceived or intended. It
 * is kept in the audit and not in the journal.
 *
 * @param type its type, such as {@code intent_formed}
 * @param entityId the entity that it is about
 * @param mentioned other entities to which it refers
 * @param components what it ran under: hashes of stored components by kind
 * @param event its content, an object
 */
public record WorldOccurrence(
    String type,
    Optional<String> entityId,
    Set<String> mentioned,
    SortedMap<String, String> components,
    CanonicalJson event) {

  /**
   * Copies the collections; rejects an empty type, content that is no object, and text that the
   * database cannot store.
   */
  public WorldOccurrence {
    mentioned = Set.copyOf(mentioned);
    components = ImmutableSortedMap.copyOf(components);
    CanonicalJson.storable(type);
    entityId.ifPresent(CanonicalJson::storable);
    mentioned.forEach(CanonicalJson::storable);
    components.keySet().forEach(CanonicalJson::storable);
    if (type.isBlank() || !event.node().isObject()) {
      throw new IllegalArgumentException("an event has a type and an object as its content");
    }
  }
}
