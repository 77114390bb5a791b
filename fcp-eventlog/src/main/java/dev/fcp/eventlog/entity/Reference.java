package dev.fcp.eventlog.entity;

import java.util.Objects;

/**
 * A reference of one entity to another.
 *
 * @param role what the target is to the one that refers, for instance {@code parent}
 * @param target the key of the entity referred to, which may be missing
 * @param acyclic whether no entity may reach itself through references like this one; those of all
 *     roles count together
 * @param <K> the key of an entity
 */
public record Reference<K>(String role, K target, boolean acyclic) {
  public Reference {
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(target, "target");
  }
}
