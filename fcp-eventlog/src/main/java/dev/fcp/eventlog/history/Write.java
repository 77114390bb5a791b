package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import java.util.Set;

/**
 * What an event of a line writes of one entity.
 *
 * @param step the place of its step on the line; the first has 0
 * @param event its place in the step
 * @param entity the entity
 * @param units the units, by name; of no meaning if it creates or deletes the entity
 * @param effect whether it does that
 */
record Write(int step, int event, EntityRef entity, Set<String> units, Effect effect) {

  /** The event as a number that orders all events of the line. */
  long key() {
    return key(step, event);
  }

  static long key(int step, int event) {
    return ((long) step << Integer.SIZE) | event;
  }

  static int stepOf(long key) {
    return (int) (key >>> Integer.SIZE);
  }

  static int eventOf(long key) {
    return (int) key;
  }

  /** Whether it creates or deletes the entity. */
  boolean isOfWhole() {
    return effect != Effect.MODIFIES;
  }

  boolean writes(String unit) {
    return isOfWhole() || units.contains(unit);
  }
}
