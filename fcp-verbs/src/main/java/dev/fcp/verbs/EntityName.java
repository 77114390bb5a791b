package dev.fcp.verbs;

import dev.fcp.eventlog.domain.EntityRef;
import java.util.Objects;

/**
 * A name of an entity.
 *
 * @param name the name, such as the text of a shape; several entities may share it
 * @param entity the entity
 */
public record EntityName(String name, EntityRef entity) {

  public EntityName {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(entity, "entity");
  }
}
