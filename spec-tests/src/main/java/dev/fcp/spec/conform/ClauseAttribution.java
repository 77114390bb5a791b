package dev.fcp.spec.conform;

import java.util.EnumMap;
import java.util.Map;

/**
 * Maps each aspect of a call to the clause about it. The clause depends on the situation: the list
 * that undo returns is a matter of EL-5 if a sentinel was crossed, and of EL-6 if there were too
 * few events.
 */
final class ClauseAttribution {

  private ClauseAttribution() {}

  /** Returns the clauses about an empty log: its state is the beginning of EL-1. */
  static Map<Aspect, String> ofEmptyLog() {
    Map<Aspect, String> clauses = ofCursorMove("EL-1", "EL-1");
    clauses.remove(Aspect.RETURNS);
    return clauses;
  }

  /** Returns the clause about each aspect of a call. */
  static Map<Aspect, String> of(Call call, LogSnapshot before, LogSnapshot after) {
    return switch (call.method()) {
      case APPEND -> append(before, after);
      case CHECKPOINT -> checkpoint(call, before);
      case UNDO -> undo(call, before, after);
      case UNDO_TO -> undoTo(call, before);
      case REDO -> redo(call, before, after);
      case RECENT -> ofCursorMove(call.count() < 0 ? "EL-12" : "EL-10", "EL-10");
      case TRUNCATE -> ofAllAspects("EL-14");
      case DROP_FIRST -> ofAllAspects(call.count() < 0 ? "EL-12" : "EL-15");
      case REPLACE_LAST -> ofAllAspects(call.count() < 0 ? "EL-12" : "EL-16");
      case RELOAD -> reload(before);
      case KEPT -> ofAllAspects("EL-18");
      case OTHER, PAUSE -> Map.of(Aspect.RETURNS, ofSuccess(call));
    };
  }

  /** Returns the clause that is broken if a call without a result is an error. */
  static String ofSuccess(Call call) {
    return switch (call.method()) {
      case APPEND -> "EL-2";
      case CHECKPOINT -> "CP-2";
      case UNDO, REDO -> "EL-11";
      case UNDO_TO -> "CP-5";
      case RECENT -> "EL-10";
      case TRUNCATE -> "EL-14";
      case DROP_FIRST -> "EL-15";
      case REPLACE_LAST -> "EL-16";
      case RELOAD -> "CP-12";
      case KEPT -> "EL-18";
      case OTHER -> "EL-23";
      case PAUSE -> "EL-24";
    };
  }

  private static Map<Aspect, String> append(LogSnapshot before, LogSnapshot after) {
    Map<Aspect, String> clauses = ofCursorMove("EL-2", "EL-2");
    clauses.put(Aspect.ENTRIES, before.hasRedoTail() ? "EL-3" : "EL-2");
    clauses.put(Aspect.GONE, "CP-9");
    if (before.hasRedoTail() && after.checkpoints().containsValue(before.cursor())) {
      clauses.put(Aspect.CHECKPOINTS, "CP-10");
    }
    return clauses;
  }

  private static Map<Aspect, String> checkpoint(Call call, LogSnapshot before) {
    if (before.hasRedoTail()) {
      return ofAllAspects("CP-4");
    }
    boolean isReused = before.checkpoints().containsKey(call.textArgument());
    Map<Aspect, String> clauses = ofCursorMove("CP-2", "CP-3");
    clauses.put(Aspect.ENTRIES, isReused ? "CP-11" : "CP-2");
    clauses.put(Aspect.CHECKPOINTS, isReused ? "CP-11" : "CP-1");
    return clauses;
  }

  private static Map<Aspect, String> undo(Call call, LogSnapshot before, LogSnapshot after) {
    if (call.count() < 1) {
      return ofAllAspects("EL-12");
    }
    boolean isTooFew = before.countEvents(0, before.cursor()) < call.count();
    String endClause = isTooFew ? "EL-6" : "EL-4";
    String clauseWithoutSentinel = call.arguments().isEmpty() && !isTooFew ? "EL-11" : endClause;
    boolean crossesSentinel = before.containsSentinel(after.cursor(), before.cursor());
    return ofCursorMove(crossesSentinel ? "EL-5" : clauseWithoutSentinel, endClause);
  }

  private static Map<Aspect, String> redo(Call call, LogSnapshot before, LogSnapshot after) {
    if (call.count() < 1) {
      return ofAllAspects("EL-12");
    }
    boolean isTooFew = before.countEvents(before.cursor(), before.entries().size()) < call.count();
    String endClause = isTooFew ? "EL-9" : "EL-7";
    String clauseWithoutSentinel = call.arguments().isEmpty() && !isTooFew ? "EL-11" : endClause;
    boolean crossesSentinel = before.containsSentinel(before.cursor(), after.cursor());
    return ofCursorMove(crossesSentinel ? "EL-8" : clauseWithoutSentinel, endClause);
  }

  private static Map<Aspect, String> undoTo(Call call, LogSnapshot before) {
    Integer position = before.checkpoints().get(call.textArgument());
    if (position == null) {
      Map<Aspect, String> clauses = ofAllAspects("CP-8");
      clauses.put(Aspect.RETURNS, "CP-6");
      return clauses;
    }
    return position >= before.cursor() ? ofAllAspects("CP-7") : ofCursorMove("CP-5", "CP-5");
  }

  private static Map<Aspect, String> reload(LogSnapshot before) {
    Map<Aspect, String> clauses = ofAllAspects("CP-12");
    if (before.containsSentinel(0, before.entries().size())) {
      clauses.put(Aspect.ENTRIES, "CP-13");
    }
    return clauses;
  }

  /**
   * Returns the clauses of a call that returns a result, moves the cursor and changes nothing else.
   */
  private static Map<Aspect, String> ofCursorMove(String returns, String cursor) {
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

  private static Map<Aspect, String> ofAllAspects(String clause) {
    Map<Aspect, String> clauses = new EnumMap<>(Aspect.class);
    for (Aspect aspect : Aspect.values()) {
      clauses.put(aspect, clause);
    }
    return clauses;
  }
}
