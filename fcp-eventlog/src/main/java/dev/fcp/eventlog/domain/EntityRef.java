package dev.fcp.eventlog.domain;

/**
 * Identifies an entity in all models and events of a domain.
 *
 * @param type the type of the entity, such as {@code cell}
 * @param key the key of the entity among those of its type; it never changes
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
