package dev.fcp.eventlog.domain;

/**
 * The smallest part of an entity that can be reversed on its own, such as the fill colour of a
 * shape or the pitch of a note.
 *
 * @param entity the entity
 * @param name the name of the unit in the entity; {@link #WHOLE} for the existence of the entity,
 *     which includes all its units
 */
public record Unit(EntityRef entity, String name) implements Comparable<Unit> {

  /** The name of the unit that an event writes when it creates or deletes the entity. */
  public static final String WHOLE = "*";

  /** The unit of domains that do not divide their documents into entities. */
  static final Unit DOCUMENT = new Unit(new EntityRef("document", "it"), "content");

  /** The existence of an entity. */
  public static Unit whole(EntityRef entity) {
    return new Unit(entity, WHOLE);
  }

  /** Whether this is the existence of the entity rather than a part of it. */
  public boolean isWhole() {
    return name.equals(WHOLE);
  }

  /** Whether writing one unit also writes the other. */
  public boolean overlaps(Unit other) {
    return entity.equals(other.entity) && (isWhole() || other.isWhole() || name.equals(other.name));
  }

  @Override
  public int compareTo(Unit other) {
    int byEntity = entity.compareTo(other.entity);
    return byEntity != 0 ? byEntity : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return entity + "." + name;
  }
}
