package dev.fcp.spec.conform;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * Decides what a correct observation shows. A clause counts as observed only where a log that is
 * faulty in it would have shown something else: an append without a redo tail shows nothing about
 * EL-3, and a table that a call leaves unchanged shows nothing about CP-1. One observation can show
 * several clauses: the list that undo returns shows EL-5 if a sentinel was crossed, and also EL-6
 * if there were too few events.
 *
 * <p>An object follows one program from its beginning.
 */
final class Evidence {

  /** Whether an append or a truncation has discarded undone events, which redo must not return. */
  private boolean hasDroppedEvents;

  /** The log before the next call; empty if its state was not read. */
  private Optional<LogSnapshot> before = Optional.of(new LogSnapshot(List.of(), 0, Map.of()));

  /** The clauses about what happened before a call: loading, another log, a pause. */
  private final Set<String> clausesOfCircumstances = new TreeSet<>();

  /** Whether the log has changed since it returned a list with events. */
  private boolean hasChangedSinceList;

  private boolean hasReturnedList;
  private final Set<String> droppedNames = new HashSet<>();
  private final Set<String> namesAtNewEnd = new HashSet<>();
  private final Set<String> reusedNames = new HashSet<>();

  /** Returns the clauses that a run of a vector can show with everything observed. */
  static Set<String> of(Vector vector) {
    Set<String> clauses = new TreeSet<>();
    ofSteps(vector).forEach(step -> step.values().forEach(clauses::addAll));
    return clauses;
  }

  /** Returns the clauses that each aspect of each call of a vector shows. */
  static List<Map<Aspect, Set<String>>> ofSteps(Vector vector) {
    Evidence evidence = new Evidence();
    List<Map<Aspect, Set<String>>> shown = new ArrayList<>();
    vector.steps().forEach(step -> shown.add(evidence.of(step)));
    return shown;
  }

  /** Returns the clauses that an empty log shows. */
  static Map<Aspect, Set<String>> ofEmptyLog() {
    return Map.of(Aspect.CURSOR, Set.of("EL-1"));
  }

  /**
   * Returns the clauses that each aspect of the next call shows; none if the state before it or
   * after it is not read.
   */
  Map<Aspect, Set<String>> of(VectorStep step) {
    Optional<LogSnapshot> last = before;
    if (!step.call().method().isSilent()) {
      before = step.log();
    }
    return last.isEmpty() || before.isEmpty() ? Map.of() : shownBy(step, last.get(), before.get());
  }

  /** Continues from the state that a log shows instead of the expected one. */
  void continueFrom(LogSnapshot actual) {
    before = Optional.of(actual);
  }

  private Map<Aspect, Set<String>> shownBy(VectorStep step, LogSnapshot before, LogSnapshot after) {
    Map<Aspect, Set<String>> shown = new EnumMap<>(Aspect.class);
    step.clauses()
        .forEach((aspect, clause) -> {
          if (shows(aspect, step, before, after)) {
            shown.computeIfAbsent(aspect, any -> new TreeSet<>()).add(clause);
          }
        });
    Set<String> others = shownByResult(step, before, after);
    if (!others.isEmpty()) {
      shown.computeIfAbsent(Aspect.RETURNS, any -> new TreeSet<>()).addAll(others);
    }
    if (shown.containsKey(Aspect.RETURNS)
        && step.result() instanceof CallResult.Returned(var value)
        && !value.isEmpty()) {
      shown.get(Aspect.RETURNS).addAll(clausesOfCircumstances);
    }
    if (step.call().method() == LogMethod.APPEND && before.undoneCount() > 0) {
      shown.computeIfAbsent(Aspect.CAN_REDO, any -> new TreeSet<>()).add("EL-3");
    }
    follow(step.call(), before, after);
    hasChangedSinceList |= hasReturnedList && !before.equals(after);
    hasReturnedList |=
        step.call().method().returnsNewList()
            && step.result() instanceof CallResult.Returned(var list)
            && !list.isEmpty();
    return shown;
  }

  /** Whether a log that is faulty in the clause of an aspect would have shown something else. */
  private boolean shows(Aspect aspect, VectorStep step, LogSnapshot before, LogSnapshot after) {
    if (step.call().method() == LogMethod.RELOAD) {
      return couldBeLost(aspect, before);
    } else if (isAbout("EL-22", aspect, step)
        && aspect != Aspect.RETURNS
        && aspect != Aspect.ENTRIES) {
      return false;
    } else if (step.call().method() == LogMethod.KEPT) {
      return aspect == Aspect.RETURNS && hasChangedSinceList;
    }
    return switch (aspect) {
      case RETURNS -> resultShows(step, before);
      case ENTRIES ->
          !before.entries().equals(after.entries())
              || before.cursor() != after.cursor()
              || (before.hasRedoTail() && mustNotTruncate(step));
      case CURSOR -> before.cursor() != after.cursor() || couldMove(step.call(), before);
      case GONE -> !after.checkpoints().keySet().containsAll(before.checkpoints().keySet());
      case CHECKPOINTS ->
          after.checkpoints().entrySet().stream()
                  .anyMatch(
                      entry -> !entry.getValue().equals(before.checkpoints().get(entry.getKey())))
              || keepsNameAtNewEnd(step.call(), before, after);
      case CAN_UNDO -> isAbout("EL-13", aspect, step) && !after.entries().isEmpty();
      case CAN_REDO ->
          isAbout("EL-13", aspect, step)
              ? !after.entries().isEmpty()
              : couldChangeTail(step.call(), before);
      case RECENT ->
          isAbout("EL-10", aspect, step)
              ? after.countEvents(0, after.entries().size()) > 0
              : isAbout("CP-4", aspect, step) && couldChangeTail(step.call(), before);
    };
  }

  /** Whether a log could lose an aspect by saving and loading. */
  private static boolean couldBeLost(Aspect aspect, LogSnapshot before) {
    return switch (aspect) {
      case ENTRIES -> !before.entries().isEmpty();
      case CURSOR -> before.cursor() > 0;
      case CHECKPOINTS -> !before.checkpoints().isEmpty();
      case RETURNS, GONE, CAN_UNDO, CAN_REDO, RECENT -> false;
    };
  }

  private static boolean isAbout(String clause, Aspect aspect, VectorStep step) {
    return clause.equals(step.clauses().get(aspect));
  }

  private static boolean resultShows(VectorStep step, LogSnapshot before) {
    if (!(step.result() instanceof CallResult.Returned(var value))) {
      // That a call without a result succeeds is shown by its effect.
      return step.result() instanceof CallResult.Threw;
    }
    int end = before.entries().size();
    return switch (step.call().method()) {
      case UNDO -> moveShows(step.call(), value, before.appliedCount());
      case REDO -> moveShows(step.call(), value, before.undoneCount());
      case RECENT -> before.countEvents(0, end) > 0;
      case OTHER -> !before.entries().isEmpty();
      default -> true;
    };
  }

  /**
   * Whether the result of undo or redo shows something.
   *
   * @param eventCount the number of events in the direction of the move
   */
  private static boolean moveShows(Call call, JsonNode result, long eventCount) {
    if (call.count() == 0) {
      return eventCount > 0;
    }
    return call.arguments().isEmpty() || call.count() > eventCount || showsOrder(result);
  }

  /** Whether a list differs from the same list in the opposite order. */
  private static boolean showsOrder(JsonNode list) {
    List<JsonNode> events = list.valueStream().toList();
    return !events.equals(events.reversed());
  }

  private static boolean mustNotTruncate(VectorStep step) {
    return step.call().method() == LogMethod.RECENT
        || (step.call().method() == LogMethod.UNDO_TO && step.result() instanceof CallResult.Threw);
  }

  /** Whether a faulty log could move the cursor, although it must stay. */
  private static boolean couldMove(Call call, LogSnapshot before) {
    return switch (call.method()) {
      case UNDO -> call.count() == 0 && before.cursor() > 0;
      case REDO -> call.count() == 0 && before.hasRedoTail();
      case UNDO_TO -> before.cursor() != before.checkpoints().getOrDefault(call.textArgument(), 0);
      default -> false;
    };
  }

  /** Whether a faulty log could discard or apply undone events that must stay, or keep others. */
  private static boolean couldChangeTail(Call call, LogSnapshot before) {
    return (call.method() == LogMethod.CHECKPOINT || call.method() == LogMethod.TRUNCATE)
        && before.undoneCount() > 0;
  }

  private static boolean keepsNameAtNewEnd(Call call, LogSnapshot before, LogSnapshot after) {
    return call.method() == LogMethod.APPEND
        && before.hasRedoTail()
        && after.checkpoints().containsValue(before.cursor());
  }

  /** Returns the clauses that a result shows beside the one that is broken if it differs. */
  private Set<String> shownByResult(VectorStep step, LogSnapshot before, LogSnapshot after) {
    Set<String> shown = new TreeSet<>();
    Call call = step.call();
    if (step.result() instanceof CallResult.Threw && call.method() == LogMethod.UNDO_TO) {
      if (droppedNames.contains(call.textArgument())) {
        shown.add("CP-9");
      }
    } else if (step.result() instanceof CallResult.Returned(var value)) {
      switch (call.method()) {
        case UNDO -> addShownByUndo(call, value, before, after, shown);
        case REDO -> addShownByRedo(call, value, before, after, shown);
        case UNDO_TO -> addShownByUndoTo(call.textArgument(), value.isNull(), shown);
        default -> {}
      }
    }
    return shown;
  }

  private static void addShownByUndo(
      Call call, JsonNode result, LogSnapshot before, LogSnapshot after, Set<String> shown) {
    long eventCount = before.appliedCount();
    if (call.count() > 0 && eventCount > 0) {
      shown.add("EL-2");
      if (showsOrder(result)) {
        shown.add("EL-4");
      }
      if (call.arguments().isEmpty()) {
        shown.add("EL-11");
      }
    }
    if (call.count() > eventCount) {
      shown.add("EL-6");
    }
    if (before.containsSentinel(after.cursor(), before.cursor())) {
      shown.add("EL-5");
    }
  }

  private void addShownByRedo(
      Call call, JsonNode result, LogSnapshot before, LogSnapshot after, Set<String> shown) {
    long eventCount = before.undoneCount();
    if (call.count() > 0 && eventCount > 0) {
      shown.add("EL-1");
      if (showsOrder(result)) {
        shown.add("EL-7");
      }
      if (call.arguments().isEmpty()) {
        shown.add("EL-11");
      }
    }
    if (call.count() > eventCount) {
      shown.add("EL-9");
      if (hasDroppedEvents) {
        shown.add("EL-3");
      }
    }
    if (before.containsSentinel(before.cursor(), after.cursor())) {
      shown.add("EL-8");
    }
  }

  private void addShownByUndoTo(String name, boolean isRefused, Set<String> shown) {
    if (!isRefused) {
      shown.add("CP-1");
    }
    if (reusedNames.contains(name)) {
      shown.add("CP-14");
    }
    if (namesAtNewEnd.contains(name)) {
      shown.add("CP-10");
    }
  }

  /** Remembers what later calls can show. */
  private void follow(Call call, LogSnapshot before, LogSnapshot after) {
    if (call.method() == LogMethod.APPEND) {
      clausesOfCircumstances.clear();
    } else if (!before.entries().isEmpty()
        && (call.method().isSilent() || call.method() == LogMethod.RELOAD)) {
      clausesOfCircumstances.add(ClauseAttribution.ofSuccess(call));
    }
    if (call.method() == LogMethod.APPEND) {
      hasDroppedEvents |= before.undoneCount() > 0;
      droppedNames.addAll(before.checkpoints().keySet());
      after
          .checkpoints()
          .forEach((name, position) -> {
            if (before.hasRedoTail() && position == before.cursor()) {
              namesAtNewEnd.add(name);
            }
          });
    } else if (call.method() == LogMethod.CHECKPOINT) {
      namesAtNewEnd.remove(call.textArgument());
      if (before.checkpoints().containsKey(call.textArgument())) {
        reusedNames.add(call.textArgument());
      }
    }
    droppedNames.removeAll(after.checkpoints().keySet());
  }
}
