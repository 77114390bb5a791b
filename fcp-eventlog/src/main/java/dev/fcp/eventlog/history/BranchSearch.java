package dev.fcp.eventlog.history;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the branches of a history. It goes through the places of all steps, and reads only those
 * that end a branch or begin one.
 *
 * @param history where
 * @param made its steps, in the order in which they were made
 * @param lineEnd where the line of undo and redo ends
 */
record BranchSearch<E>(History<E> history, List<Node<E>> made, Optional<StepId> lineEnd) {

  /** That of the line first, then the newest; at last what is none but has a name. */
  List<Branch<E>> all() {
    Set<Optional<StepId>> ends = new LinkedHashSet<>();
    ends.add(lineEnd);
    ends.addAll(leaves());
    history.named(NamedState.Kind.BRANCH).forEach(name -> ends.add(name.place()));
    List<Branch<E>> branches = new ArrayList<>(ends.size());
    ends.forEach(end -> branches.add(branch(end)));
    return branches;
  }

  private Branch<E> branch(Optional<StepId> end) {
    List<String> names =
        history.named(NamedState.Kind.BRANCH).stream()
            .filter(name -> name.place().equals(end))
            .map(NamedState::name)
            .toList();
    Optional<StepId> fork = history.fork(end, lineEnd);
    int steps = history.depth(end) - history.depth(fork);
    return new Branch<>(end, end.flatMap(history::find), names, fork, steps, end.equals(lineEnd));
  }

  /** Where the branch ends that holds a place: the line, or else the newest one. */
  Optional<StepId> endBeyond(Optional<StepId> place) {
    if (history.isAncestor(place, lineEnd)) {
      return lineEnd;
    }
    return leaves().stream()
        .filter(leaf -> history.isAncestor(place, leaf))
        .findFirst()
        .orElse(place);
  }

  /** The steps that none follows and none replaced, newest first. */
  private List<Optional<StepId>> leaves() {
    Set<StepId> inner = new HashSet<>();
    BitSet followed = new BitSet(made.size());
    Optional<StepId> last = Optional.empty();
    int index = 0;
    for (Node<E> node : made) {
      Optional<StepId> parent = Node.placeOf(node.parent());
      if (index > 0 && parent.equals(last)) {
        followed.set(index - 1);
      } else {
        // What a step replaces was made right before it and does not lead to it.
        parent.ifPresent(inner::add);
        Step<E> step = index > 0 ? node.step() : null;
        // What was only carried ends no branch, and what it stands for may still end one.
        inner.addAll(step == null || step.isCarried() ? List.of() : step.replaces());
      }
      last = Optional.of(node.id());
      index++;
    }
    List<Optional<StepId>> leaves = new ArrayList<>();
    for (int i = followed.previousClearBit(made.size() - 1);
        i >= 0;
        i = followed.previousClearBit(i - 1)) {
      StepId id = made.get(i).id();
      Step<E> step = inner.contains(id) ? null : made.get(i).step();
      if (step != null && !step.isCarried()) {
        leaves.add(Optional.of(id));
      }
    }
    return leaves;
  }
}
