package dev.fcp.eventlog.history;

import dev.fcp.eventlog.history.History.Branch;
import dev.fcp.eventlog.history.History.NamedState;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the branches of a history. It visits the nodes of all steps, but reads only the steps that
 * begin or end a branch.
 *
 * @param history the history
 * @param stepNodes its steps, in the order in which they were made
 * @param stackEnd where the undo stack ends
 */
record BranchSearch<E>(History<E> history, List<HistoryNode<E>> stepNodes, HistoryPoint stackEnd) {

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
    BitSet hasChild = new BitSet(stepNodes.size());
    HistoryPoint previous = HistoryPoint.BASE;
    int index = 0;
    for (HistoryNode<E> node : stepNodes) {
      HistoryPoint parent = HistoryNode.pointOf(node.parent());
      if (index > 0 && parent.equals(previous)) {
        hasChild.set(index - 1);
      } else {
        // A step replaces the steps made right before it, so these are not its ancestors.
        parent.step().ifPresent(nonLeaves::add);
        Step<E> step = index > 0 ? node.step() : null;
        // A carried step ends no branch, but its original may still end one.
        nonLeaves.addAll(step == null || step.isCarried() ? List.of() : step.replaces());
      }
      previous = HistoryPoint.after(node.id());
      index++;
    }
    List<HistoryPoint> leaves = new ArrayList<>();
    for (int i = hasChild.previousClearBit(stepNodes.size() - 1);
        i >= 0;
        i = hasChild.previousClearBit(i - 1)) {
      StepId id = stepNodes.get(i).id();
      Step<E> step = nonLeaves.contains(id) ? null : stepNodes.get(i).step();
      if (step != null && !step.isCarried()) {
        leaves.add(HistoryPoint.after(id));
      }
    }
    return leaves;
  }
}
