package dev.fcp.eventlog.domain;

/**
 * The name of an entity across all models and events of a domain.
 *
 * @param type the kind of entity, for instance {@code cell}
 * @param key the key of the entity among those of its type; stable for the life of a document
 */
public record EntityRef(String type, String key) implements Comparable<EntityRef> {

  @Override
  public int compareTo(EntityRef other) {
    int byType = type.compareTo(other.type);
    return byType != 0 ? byType : key.compareTo(other.key);
  }

  @Override
  public String toString() {
    return type + " " + key;
  }
}
