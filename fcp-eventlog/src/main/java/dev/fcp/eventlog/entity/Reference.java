package dev.fcp.eventlog.entity;

import java.util.Objects;

/**
 * A reference of one entity to another.
 *
 * @param role the role of the target for the referring entity, such as {@code parent}
 * @param target the key of the entity referred to, which may be missing
 * @param acyclic whether acyclic references, of all roles together, must not lead from an entity
 *     back to itself
 * @param <K> the key of an entity
 */
public record Reference<K>(String role, K target, boolean acyclic) {
  public Reference {
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(target, "target");
  }
}
