package dev.fcp.eventlog.history;

import dev.fcp.eventlog.history.History.Branch;
import dev.fcp.eventlog.history.History.NamedState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the branches of a history; reads only the steps that begin or end a branch.
 *
 * @param history the history
 * @param steps its steps
 * @param runs its runs
 * @param stackEnd where the undo stack ends
 */
record BranchSearch<E>(
    History<E> history, StepSequence<E> steps, List<HistoryRun> runs, HistoryPoint stackEnd) {

  /**
   * The branches: first that of the undo stack, then the others, newest first, then points with a
   * branch name that end no branch.
   */
  List<Branch<E>> branches() {
    Set<HistoryPoint> ends = new LinkedHashSet<>();
    ends.add(stackEnd);
    ends.addAll(leaves());
    history.named(NamedState.Kind.BRANCH).forEach(name -> ends.add(name.point()));
    List<Branch<E>> branches = new ArrayList<>(ends.size());
    ends.forEach(end -> branches.add(branch(end)));
    return branches;
  }

  private Branch<E> branch(HistoryPoint end) {
    List<String> names =
        history.named(NamedState.Kind.BRANCH).stream()
            .filter(name -> name.point().equals(end))
            .map(NamedState::name)
            .toList();
    HistoryPoint fork = history.fork(end, stackEnd);
    int stepCount = history.depth(end) - history.depth(fork);
    return new Branch<>(
        end, end.step().flatMap(history::find), names, fork, stepCount, end.equals(stackEnd));
  }

  /**
   * The end of the branch that contains a history point: that of the undo stack, or else of the
   * newest branch.
   */
  HistoryPoint branchEnd(HistoryPoint point) {
    if (history.isAncestor(point, stackEnd)) {
      return stackEnd;
    }
    return leaves().stream()
        .filter(leaf -> history.isAncestor(point, leaf))
        .findFirst()
        .orElse(point);
  }

  /** The steps that have no child and were not replaced, newest first. */
  private List<HistoryPoint> leaves() {
    Set<StepId> nonLeaves = new HashSet<>();
    List<Integer> ends = new ArrayList<>();
    for (HistoryRun run : runs) {
      steps.parent(run.start()).step().ifPresent(nonLeaves::add);
      if (run.start() > steps.first()) {
        ends.add(run.start() - 1);
        // A step replaces the steps made right before it, so these are not its ancestors. A carried
        // step ends no branch, but its original may still end one.
        Step<E> step = steps.step(run.start());
        nonLeaves.addAll(step.isCarried() ? List.of() : step.replaces());
      }
    }
    if (!runs.isEmpty()) {
      ends.add(steps.end() - 1);
    }
    return ends.reversed().stream()
        .filter(end -> !nonLeaves.contains(steps.id(end)))
        .filter(end -> !steps.step(end).isCarried())
        .map(end -> HistoryPoint.after(steps.id(end)))
        .toList();
  }
}
