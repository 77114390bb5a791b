package dev.fcp.postgres;

import dev.fcp.postgres.Attempt.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A world as the clauses WO of SPEC.md describe it, in memory: the titles of boards by id. The undo
 * stack is a list of states, of which those before the cursor are in effect.
 */
final class NaiveWorld {

  final String slug;
  final List<Map<String, String>> turns = new ArrayList<>();
  final List<NaiveAttempt> attempts = new ArrayList<>();
  final List<Long> eventTurns = new ArrayList<>();
  private List<NaiveStep> steps;
  private int cursor;
  Optional<NaiveAttempt> active = Optional.empty();
  boolean isDeleted;

  /**
   * A step.
   *
   * @param state the state after it
   */
  record NaiveStep(Map<String, String> state, int eventCount) {}

  NaiveWorld(String slug, Map<String, String> seed) {
    this.slug = slug;
    this.turns.add(seed);
    this.steps = seed.isEmpty() ? List.of() : List.of(new NaiveStep(seed, seed.size()));
    this.cursor = steps.size();
  }

  long currentTurn() {
    return turns.size() - 1;
  }

  /** The attempt that runs and blocks others. */
  Optional<NaiveAttempt> blocking() {
    return active.filter(it -> !it.isExpired);
  }

  NaiveAttempt start() {
    interruptActive();
    NaiveAttempt attempt = new NaiveAttempt();
    attempts.add(attempt);
    active = Optional.of(attempt);
    return attempt;
  }

  private void interruptActive() {
    active.ifPresent(it -> it.status = Status.INTERRUPTED);
    active = Optional.empty();
  }

  void delete() {
    interruptActive();
    isDeleted = true;
  }

  /** An attempt, with an undo stack of its own. */
  final class NaiveAttempt {

    Status status = Status.RUNNING;
    boolean isExpired;
    boolean isChangedSinceCommit;
    private final int start = cursor;
    private final List<NaiveStep> before = List.copyOf(steps);
    private final List<NaiveStep> own = new ArrayList<>(steps);
    private int position = cursor;
    private int occurrences;

    NaiveWorld world() {
      return NaiveWorld.this;
    }

    Map<String, String> state() {
      return position == 0 ? Map.of() : own.get(position - 1).state();
    }

    /** Makes a step that puts a title, or changes it. */
    void put(String board, String title) {
      TreeMap<String, String> next = new TreeMap<>(state());
      next.put(board, title);
      push(next, 1);
    }

    void push(Map<String, String> next, int eventCount) {
      own.subList(position, own.size()).clear();
      own.add(new NaiveStep(next, eventCount));
      position++;
      isChangedSinceCommit = true;
    }

    void occur() {
      occurrences++;
      isChangedSinceCommit = true;
    }

    /** Undoes as many steps as there are, up to a count. */
    void undo(int count) {
      int undone = Math.min(count, position);
      position -= undone;
      isChangedSinceCommit |= undone > 0;
    }

    void redo(int count) {
      int redone = Math.min(count, own.size() - position);
      position += redone;
      isChangedSinceCommit |= redone > 0;
    }

    /** The number of events between the start and now, along the shortest path. */
    private int eventCount() {
      int common = 0;
      while (common < Math.min(start, position) && before.get(common) == own.get(common)) {
        common++;
      }
      int count = occurrences;
      for (NaiveStep step : before.subList(common, start)) {
        count += step.eventCount();
      }
      for (NaiveStep step : own.subList(common, position)) {
        count += step.eventCount();
      }
      return count;
    }

    void commit() {
      end(Status.COMMITTED, eventCount());
      turns.add(state());
      steps = List.copyOf(own);
      cursor = position;
      isChangedSinceCommit = false;
    }

    void fail() {
      end(Status.FAILED, eventCount() + 1);
    }

    private void end(Status ended, int events) {
      for (int i = 0; i < events; i++) {
        eventTurns.add(ended == Status.COMMITTED ? currentTurn() + 1 : -(currentTurn() + 1));
      }
      status = ended;
      active = Optional.empty();
    }
  }
}
