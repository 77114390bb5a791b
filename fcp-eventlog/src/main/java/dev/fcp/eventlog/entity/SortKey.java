package dev.fcp.eventlog.entity;

import java.util.Objects;

/**
 * The position of an entity among the others of its scope.
 *
 * @param group the primary sort criterion, such as the tick; 0 if there is none
 * @param orderKey the position in the group
 */
public record SortKey(long group, OrderKey orderKey) {
  public SortKey {
    Objects.requireNonNull(orderKey, "orderKey");
  }
}
