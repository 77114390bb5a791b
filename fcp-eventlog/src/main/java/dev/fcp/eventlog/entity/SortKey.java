package dev.fcp.eventlog.entity;

import java.util.Objects;

/**
 * Where an entity stands among the others of its scope.
 *
 * @param group entities are ordered by group first, for instance by tick; 0 if there is no such
 *     thing
 * @param orderKey the place among those of the same group
 */
public record SortKey(long group, OrderKey orderKey) {
  public SortKey {
    Objects.requireNonNull(orderKey, "orderKey");
  }
}
