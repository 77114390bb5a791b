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
   * Copies the collections; rejects an empty type, content that is no object, text that the
   * database cannot store, and types, entities and kinds of components of more than 2,000 bytes in
   * UTF-8.
   */
  public WorldOccurrence {
    mentioned = Set.copyOf(mentioned);
    components = ImmutableSortedMap.copyOf(components);
    IndexedText.require("the type of the event", type);
    entityId.ifPresent(it -> IndexedText.require("the entity", it));
    mentioned.forEach(it -> IndexedText.require("an entity that is mentioned", it));
    components.keySet().forEach(it -> IndexedText.require("the kind of a component", it));
    if (type.isBlank() || !event.node().isObject()) {
      throw new IllegalArgumentException("an event has a type and an object as its content");
    }
  }
}
