package dev.fcp.eventlog.history;

import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.List;
import java.util.Optional;

/**
 * The named states of a history, one per name; immutable.
 *
 * @param byName all named states by their names
 * @param branches the branches among them, which move to steps made at their history points
 */
record NamedStates(
    PersistentMap<String, NamedState> byName, PersistentMap<String, NamedState> branches) {

  static final NamedStates NONE = new NamedStates(PersistentMap.empty(), PersistentMap.empty());

  NamedStates with(NamedState state) {
    String name = state.name();
    boolean isBranch = state.kind() == NamedState.Kind.BRANCH;
    return new NamedStates(
        byName.with(name, state), isBranch ? branches.with(name, state) : branches.without(name));
  }

  /** Moves the branch names at a history point to a step made there. */
  NamedStates withBranchesAdvanced(HistoryPoint parent, StepId step) {
    NamedStates next = this;
    for (NamedState branch : branches.values()) {
      if (branch.point().equals(parent)) {
        next = next.with(new NamedState(branch.kind(), branch.name(), HistoryPoint.after(step)));
      }
    }
    return next;
  }

  Optional<NamedState> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  List<NamedState> of(NamedState.Kind kind) {
    return kind == NamedState.Kind.BRANCH
        ? List.copyOf(branches.values())
        : byName.values().stream().filter(state -> state.kind() == kind).toList();
  }

  List<NamedState> all() {
    return List.copyOf(byName.values());
  }
}
