package dev.fcp.spec.conform;

import java.util.EnumMap;
import java.util.Map;

/**
 * Which clause speaks of which aspect of a call. It depends on the situation: the list that undo
 * gives is a matter of EL-5 if a sentinel was crossed, of EL-6 if there were too few events.
 */
final class Attribution {

  private Attribution() {}

  /** An empty log: what there is to see is the beginning of EL-1. */
  static Map<Aspect, String> ofBeginning() {
    Map<Aspect, String> clauses = moving("EL-1", "EL-1");
    clauses.remove(Aspect.RETURNS);
    return clauses;
  }

  /** The clause of each aspect. */
  static Map<Aspect, String> of(Call call, Snapshot before, Snapshot after) {
    return switch (call.verb()) {
      case APPEND -> append(before, after);
      case CHECKPOINT -> checkpoint(call, before);
      case UNDO -> undo(call, before, after);
      case UNDO_TO -> undoTo(call, before);
      case REDO -> redo(call, before, after);
      case RECENT -> moving(call.count() < 0 ? "EL-12" : "EL-10", "EL-10");
      case TRUNCATE -> all("EL-14");
      case DROP_FIRST -> all(call.count() < 0 ? "EL-12" : "EL-15");
      case REPLACE_LAST -> all(call.count() < 0 ? "EL-12" : "EL-16");
    };
  }

  private static Map<Aspect, String> append(Snapshot before, Snapshot after) {
    Map<Aspect, String> clauses = moving("EL-2", "EL-2");
    clauses.put(Aspect.ENTRIES, before.hasTail() ? "EL-3" : "EL-2");
    clauses.put(Aspect.GONE, "CP-9");
    if (before.hasTail() && after.names().containsValue(before.cursor())) {
      clauses.put(Aspect.CHECKPOINTS, "CP-10");
    }
    return clauses;
  }

  private static Map<Aspect, String> checkpoint(Call call, Snapshot before) {
    if (before.hasTail()) {
      return all("CP-4");
    }
    boolean again = before.names().containsKey(call.name());
    Map<Aspect, String> clauses = moving("CP-2", "CP-3");
    clauses.put(Aspect.ENTRIES, again ? "CP-11" : "CP-2");
    clauses.put(Aspect.CHECKPOINTS, again ? "CP-11" : "CP-1");
    return clauses;
  }

  private static Map<Aspect, String> undo(Call call, Snapshot before, Snapshot after) {
    if (call.count() < 1) {
      return all("EL-12");
    }
    boolean few = before.events(0, before.cursor()) < call.count();
    String end = few ? "EL-6" : "EL-4";
    String plain = call.arguments().isEmpty() && !few ? "EL-11" : end;
    boolean crossed = before.hasSentinel(after.cursor(), before.cursor());
    return moving(crossed ? "EL-5" : plain, end);
  }

  private static Map<Aspect, String> redo(Call call, Snapshot before, Snapshot after) {
    if (call.count() < 1) {
      return all("EL-12");
    }
    boolean few = before.events(before.cursor(), before.entries().size()) < call.count();
    String end = few ? "EL-9" : "EL-7";
    String plain = call.arguments().isEmpty() && !few ? "EL-11" : end;
    boolean crossed = before.hasSentinel(before.cursor(), after.cursor());
    return moving(crossed ? "EL-8" : plain, end);
  }

  private static Map<Aspect, String> undoTo(Call call, Snapshot before) {
    Integer position = before.names().get(call.name());
    if (position == null) {
      Map<Aspect, String> clauses = all("CP-8");
      clauses.put(Aspect.RETURNS, "CP-6");
      return clauses;
    }
    return position >= before.cursor() ? all("CP-7") : moving("CP-5", "CP-5");
  }

  /** Of a call that is about its answer and the cursor, and leaves the rest as it is. */
  private static Map<Aspect, String> moving(String returns, String cursor) {
    Map<Aspect, String> clauses = new EnumMap<>(Aspect.class);
    clauses.put(Aspect.RETURNS, returns);
    clauses.put(Aspect.ENTRIES, "EL-1");
    clauses.put(Aspect.CURSOR, cursor);
    clauses.put(Aspect.GONE, "CP-1");
    clauses.put(Aspect.CHECKPOINTS, "CP-1");
    clauses.put(Aspect.CAN_UNDO, "EL-13");
    clauses.put(Aspect.CAN_REDO, "EL-13");
    clauses.put(Aspect.RECENT, "EL-10");
    return clauses;
  }

  private static Map<Aspect, String> all(String clause) {
    Map<Aspect, String> clauses = new EnumMap<>(Aspect.class);
    for (Aspect aspect : Aspect.values()) {
      clauses.put(aspect, clause);
    }
    return clauses;
  }
}
