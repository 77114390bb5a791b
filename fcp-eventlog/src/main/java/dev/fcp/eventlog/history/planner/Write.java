package dev.fcp.eventlog.history.planner;

import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import java.util.Set;

/**
 * What an event of a line writes of one entity.
 *
 * @param stepIndex the place of its step on the line; the first has 0
 * @param eventIndex its place in the step
 * @param entity the entity
 * @param units the units, by name; of no meaning if it creates or deletes the entity
 * @param effect whether it does that
 */
record Write(int stepIndex, int eventIndex, EntityRef entity, Set<String> units, Effect effect) {

  /** The event as a number that orders all events of the line. */
  long key() {
    return key(stepIndex, eventIndex);
  }

  static long key(int stepIndex, int eventIndex) {
    return ((long) stepIndex << Integer.SIZE) | eventIndex;
  }

  static int stepIndexOf(long key) {
    return (int) (key >>> Integer.SIZE);
  }

  static int eventIndexOf(long key) {
    return (int) key;
  }

  /** Whether it creates or deletes the entity. */
  boolean isWholeEntity() {
    return effect != Effect.MODIFIES;
  }

  boolean writes(String unit) {
    return isWholeEntity() || units.contains(unit);
  }
}
