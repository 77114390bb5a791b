package dev.fcp.eventlog.entity;

import java.util.Objects;

/**
 * Where an entity stands among the others of its scope.
 *
 * @param group entities are ordered by group first, for instance by tick; 0 if there is no such
 *     thing
 * @param order the place among those of the same group
 */
public record Place(long group, OrderKey order) {
  public Place {
    Objects.requireNonNull(order, "order");
  }
}
