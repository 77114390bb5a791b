package dev.fcp.spec.conform;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

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
      case RECENT -> recent(call);
      case TRUNCATE -> ofAllAspects("EL-14");
      case DROP_FIRST -> ofAllAspects(call.count() < 0 ? "EL-21" : "EL-15");
      case REPLACE_LAST -> ofAllAspects(call.count() < 0 ? "EL-21" : "EL-16");
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

  /**
   * Whether a clause is about what happened before a call, such as loading. A program without that
   * has shown that nothing else is wrong.
   */
  static boolean isCircumstance(String clause) {
    return switch (clause) {
      case "CP-12", "EL-18", "EL-22", "EL-23", "EL-24" -> true;
      default -> false;
    };
  }

  /** Whether a clause is about what the specification leaves open. */
  static boolean isDecision(String clause) {
    return switch (clause) {
      case "CP-3", "CP-4", "CP-15" -> true;
      default -> false;
    };
  }

  /**
   * Returns the clause about an aspect that no decision of {@link LogDecisions} explains. What the
   * clause leaves open has been tried then, so the deviation is one from the required sentence
   * behind it: whatever a checkpoint does with its sentinel, it adds one and takes away at most the
   * whole redo tail, no other event is applied after it, and each name keeps its state.
   */
  static String beyondDecisions(String clause, Aspect aspect) {
    return switch (clause) {
      case "CP-3" -> "EL-1";
      case "CP-4" ->
          switch (aspect) {
            case RETURNS -> clause;
            case ENTRIES -> "CP-2";
            case CURSOR -> "EL-1";
            case GONE, CHECKPOINTS -> "CP-1";
            case CAN_UNDO, CAN_REDO -> "EL-13";
            case RECENT -> "EL-10";
          };
      case "CP-15" -> aspect == Aspect.ENTRIES ? "CP-2" : clause;
      default -> clause;
    };
  }

  /**
   * Returns the clause about a wrong result. If a list has the right events in the wrong order,
   * that is the clause about the order, however many events there were and whatever they crossed.
   */
  static String ofResult(String clause, CallResult expected, CallResult actual) {
    if (!expected.isReordered(actual)) {
      return clause;
    }
    return switch (clause) {
      case "EL-5", "EL-6" -> "EL-4";
      case "EL-8", "EL-9" -> "EL-7";
      default -> clause;
    };
  }

  /**
   * Returns the clause about a wrong state. If loading has lost events, that is not a matter of the
   * sentinels among them; and {@code recent} can be wrong for a count of zero only.
   */
  static String ofState(String clause, Aspect aspect, ObjectNode expected, ObjectNode actual) {
    if (clause.equals("CP-13")) {
      return events(expected).equals(events(actual)) ? clause : "CP-12";
    }
    return aspect == Aspect.RECENT && recentEvents(expected).equals(recentEvents(actual))
        ? "EL-20"
        : clause;
  }

  /** Returns the results of {@code recent}, except that for a count of zero. */
  private static JsonNode recentEvents(ObjectNode state) {
    JsonNode recent = state.path(Aspect.RECENT.stateField()).deepCopy();
    return recent instanceof ObjectNode byCount ? byCount.without("0") : recent;
  }

  private static List<JsonNode> events(ObjectNode state) {
    return state.path("entries").valueStream().filter(JsonNode::isString).toList();
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
      Map<Aspect, String> clauses = ofAllAspects("CP-4");
      clauses.put(Aspect.RETURNS, "CP-2");
      return clauses;
    }
    boolean isReused = before.checkpoints().containsKey(call.textArgument());
    Map<Aspect, String> clauses = ofCursorMove("CP-2", "CP-3");
    clauses.put(Aspect.ENTRIES, isReused ? "CP-15" : "CP-2");
    clauses.put(Aspect.CHECKPOINTS, isReused ? "CP-14" : "CP-1");
    return clauses;
  }

  private static Map<Aspect, String> undo(Call call, LogSnapshot before, LogSnapshot after) {
    if (call.count() < 1) {
      return noMove(call);
    }
    boolean isTooFew = before.countEvents(0, before.cursor()) < call.count();
    String endClause = isTooFew ? "EL-6" : "EL-4";
    String clauseWithoutSentinel = call.arguments().isEmpty() && !isTooFew ? "EL-11" : endClause;
    boolean crossesSentinel = before.containsSentinel(after.cursor(), before.cursor());
    return ofCursorMove(crossesSentinel ? "EL-5" : clauseWithoutSentinel, endClause);
  }

  private static Map<Aspect, String> recent(Call call) {
    Map<Aspect, String> clauses = ofAllAspects("EL-10");
    clauses.put(Aspect.CAN_UNDO, "EL-13");
    clauses.put(Aspect.CAN_REDO, "EL-13");
    if (call.count() < 1) {
      clauses.put(Aspect.RETURNS, call.count() < 0 ? "EL-21" : "EL-20");
    }
    return clauses;
  }

  private static Map<Aspect, String> noMove(Call call) {
    return call.count() < 0 ? ofAllAspects("EL-21") : ofCursorMove("EL-20", "EL-20");
  }

  private static Map<Aspect, String> redo(Call call, LogSnapshot before, LogSnapshot after) {
    if (call.count() < 1) {
      return noMove(call);
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
      return ofCursorMove("CP-6", "EL-1");
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
