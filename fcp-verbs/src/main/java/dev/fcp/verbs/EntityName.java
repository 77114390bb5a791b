package dev.fcp.verbs;

import dev.fcp.eventlog.domain.EntityRef;
import java.util.Objects;

/**
 * By what people know an entity.
 *
 * @param name a name, such as the text of a shape; several entities may have the same
 * @param entity the entity
 */
public record EntityName(String name, EntityRef entity) {

  /** Refuses null. */
  public EntityName {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(entity, "entity");
  }
}
