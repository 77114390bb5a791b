package dev.fcp.blocks;

import dev.fcp.blocks.BlockStore.BlockId;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Rollbacks;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.StepBuilder;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A memory block for one caller. The block is loaded when a method needs it. Thread-safe. Methods
 * throw {@link NoSuchElementException} if the block was deleted, and {@link
 * dev.fcp.eventlog.journal.JournalException} if the disk fails.
 */
public final class Block {

  /** The provenance of the steps of trusted callers. */
  private static final String TRUSTED = "trusted";

  private final BlockStore store;
  private final BlockId id;
  private final Origin origin;
  private final boolean isTrusted;

  Block(BlockStore store, BlockId id, Origin origin, boolean isTrusted) {
    this.store = store;
    this.id = id;
    this.origin = origin;
    this.isTrusted = isTrusted;
  }

  /**
   * The state of a block after an operation.
   *
   * @param undoDepth how many changes can be undone
   * @param isAheadOfDisk whether the file does not contain the block yet
   * @param conflicts where another program wrote something else to the file than the block
   *     contains; the block keeps its content, the history keeps both, until {@link #save} or
   *     {@link #reload}
   * @param failure why the last write failed, which is tried again; empty if it did not
   */
  public record Status(
      int undoDepth, boolean isAheadOfDisk, List<String> conflicts, Optional<String> failure) {

    /** Copies the list. */
    public Status {
      conflicts = List.copyOf(conflicts);
    }

    static Status of(OpenBlock block) {
      return new Status(
          block.session().state().undoDepth(),
          block.isAheadOfDisk(),
          block.conflicts(),
          block.failure());
    }
  }

  /** The agent to whom the block belongs. */
  public String agent() {
    return id.agent();
  }

  /** The label. */
  public String label() {
    return id.label();
  }

  /** The same block for another caller. */
  public Block by(Origin origin) {
    return new Block(store, id, origin, isTrusted);
  }

  /**
   * The same block for a caller who may ignore its permission. The steps record that in their
   * provenance, as {@code trusted}.
   */
  public Block trusted() {
    TreeMap<String, String> provenance = new TreeMap<>(origin.provenance());
    provenance.put(TRUSTED, "yes");
    return new Block(store, id, origin.withProvenance(provenance), true);
  }

  /** What the block contains now. */
  public BlockContent content() {
    return store.read(id, block -> BlockContent.of(block.session().model()));
  }

  /** The text of a block that is not composite; see {@link BlockContent#text}. */
  public String text() {
    return content().text(Optional.empty()).orElse("");
  }

  /** Its state. */
  public Status status() {
    return store.read(id, Status::of);
  }

  /**
   * Edits the block, as one step.
   *
   * @param label describes the edit to the user
   * @throws dev.fcp.verbs.form.OperationRefusedException if the editor refuses; nothing changes
   * @throws RefusedException if the edit does not apply; nothing changes
   */
  public Status edit(String label, Consumer<? super BlockEditor> edit) {
    return store.change(
        id,
        block -> {
          block.session().step(options(label), body(edit)).orElseThrow();
          return Status.of(block);
        });
  }

  private Consumer<StepBuilder<EntityModel<String, BlockLine>, BlockEvent>> body(
      Consumer<? super BlockEditor> edit) {
    return builder ->
        edit.accept(new BlockEditor(builder::model, builder::emit, isTrusted, Optional.empty()));
  }

  private EditOptions options(String label) {
    return EditOptions.of(label, origin);
  }

  /**
   * Begins several edits that become one step and are persisted once when the guard is closed. What
   * was done is kept even if the program then fails; if the process ends before, each edit is a
   * step. Until then, undo reverts single edits.
   *
   * @param label describes the edits to the user
   */
  public StepGuard guard(String label) {
    return store.read(
        id,
        block -> {
          return new StepGuard(block, block.openGuard(options(label)));
        });
  }

  /** Several edits that are one step, until it is closed. */
  public final class StepGuard implements AutoCloseable {

    private final OpenBlock block;
    private final GuardedSteps steps;
    private boolean isClosed;

    private StepGuard(OpenBlock block, GuardedSteps steps) {
      this.block = block;
      this.steps = steps;
    }

    /**
     * Edits the block, as a part of the step.
     *
     * @throws dev.fcp.verbs.form.OperationRefusedException as for {@link Block#edit}
     * @throws IllegalStateException if the guard or the store is closed
     */
    public Status edit(Consumer<? super BlockEditor> edit) {
      return store.change(
          id,
          used -> {
            if (isClosed || used != block) {
              throw new IllegalStateException("the guard of %s is closed".formatted(id));
            }
            steps.edit(body(edit));
            return Status.of(block);
          });
    }

    /**
     * Ends the step and persists the block. Steps that others made meanwhile come before it, or
     * after it if they build on it. If the block cannot be written, {@link Status#failure} says
     * why, and the write is tried again. Closing again does nothing.
     */
    @Override
    public void close() {
      if (!isClosed) {
        isClosed = true;
        store.closeGuard(id, block, steps);
      }
    }
  }

  /**
   * Undoes the last change, and persists that before it returns. If it cannot be written, it is
   * undone all the same, and the status says why; the write is tried again.
   *
   * @return the state after it; empty if there was no change to undo
   * @throws RefusedException if the last change is that of another actor; {@link #undoOwn} then
   *     undoes the last change of this caller. Or if the block is read-only or the change was made
   *     by a trusted caller, and this one is not
   */
  public Optional<Status> undo() {
    return move(session -> session.state().undoableSteps(1), "undo", "undoOwn()", Session::undo);
  }

  /**
   * Redoes what was undone last, and persists that, like {@link #undo}.
   *
   * @return the state after it; empty if there was no change to redo
   * @throws RefusedException as for {@link #undo}
   */
  public Optional<Status> redo() {
    return move(session -> session.state().redoableSteps(1), "redo", "redoOwn()", Session::redo);
  }

  private Optional<Status> move(
      Function<Session<EntityModel<String, BlockLine>, BlockEvent>, List<Step<BlockEvent>>> next,
      String label,
      String alternative,
      Function<Session<EntityModel<String, BlockLine>, BlockEvent>, Outcome> move) {
    return store.change(
        id,
        block -> {
          SessionState<EntityModel<String, BlockLine>, BlockEvent> state = block.session().state();
          List<Step<BlockEvent>> steps = next.apply(block.session());
          if (steps.isEmpty()) {
            return Optional.empty();
          }
          Step<BlockEvent> step = steps.getFirst();
          if (!step.origin().actor().equals(origin.actor())) {
            throw new RefusedException(
                Conflict.because(
                    "the change \"%s\" of %s is by %s; %s takes yours"
                        .formatted(step.label(), id, step.origin().actor(), alternative)));
          }
          requirePermission(block, label, steps.subList(0, 1));
          EditOptions options = options(label).expectingHead(state.head());
          return persisted(block, move.apply(block.session().with(options)));
        });
  }

  /** Persists what was done; empty if that was nothing. */
  private static Optional<Status> persisted(OpenBlock block, Outcome outcome) {
    boolean isUnchanged = outcome.orElseThrow() instanceof Outcome.Unchanged;
    block.persistOrRetry();
    return isUnchanged ? Optional.empty() : Optional.of(Status.of(block));
  }

  /**
   * The branches of the history, which an edit after an undo creates: the current one first, the
   * others newest first.
   */
  public List<History.Branch<BlockEvent>> branches() {
    return store.read(id, block -> block.session().branches().list());
  }

  /**
   * Switches to a point of the history, and persists that, like {@link #undo}. The changes of this
   * branch stay in the history.
   *
   * @param point such as the end of a branch
   * @return the state after it; empty if the block was there already
   * @throws RefusedException if there is no such point; if another actor made one of the changes
   *     between here and there, unless this caller is trusted; or for one of the reasons of {@link
   *     #undo}
   */
  public Optional<Status> switchTo(HistoryPoint point) {
    return store.change(
        id,
        block -> {
          SessionState<EntityModel<String, BlockLine>, BlockEvent> state = block.session().state();
          History<BlockEvent> history = state.history();
          if (history.contains(point)) {
            List<Step<BlockEvent>> changes =
                history.path(state.head(), point).steps().stream().map(history::step).toList();
            requireOwnChanges(changes);
            requirePermission(block, "switch", changes);
          }
          return persisted(
              block,
              block
                  .session()
                  .with(options("switch").expectingHead(state.head()))
                  .branches()
                  .switchTo(point));
        });
  }

  private void requireOwnChanges(List<Step<BlockEvent>> changes) {
    for (Step<BlockEvent> change : changes) {
      if (!isTrusted && !change.origin().actor().equals(origin.actor())) {
        throw new RefusedException(
            Conflict.because(
                "the change \"%s\" of %s on the way is by %s; only a trusted caller switches over it"
                    .formatted(change.label(), id, change.origin().actor())));
      }
    }
  }

  /** Refuses to undo or redo what the permission of the block does not allow this caller. */
  private void requirePermission(
      OpenBlock block, String operation, List<Step<BlockEvent>> changes) {
    requirePermission(block, operation, Permission.APPEND_ONLY);
    for (Step<BlockEvent> change : changes) {
      if (!isTrusted && change.origin().provenance().containsKey(TRUSTED)) {
        throw new RefusedException(
            Conflict.because(
                "the change \"%s\" of %s was made by a trusted caller; %s needs one"
                    .formatted(change.label(), id, operation)));
      }
    }
  }

  private void requirePermission(OpenBlock block, String operation, Permission needed) {
    Permission permission = BlockContent.of(block.session().model()).permission();
    if (!isTrusted && !permission.includes(needed)) {
      throw new RefusedException(Conflict.because(permission.refusal(operation, needed)));
    }
  }

  /**
   * Undoes the last change of this caller, whatever others changed since, and persists that, like
   * {@link #undo}. What others built on it stays.
   *
   * @return the state after it; empty if there was no change to undo
   * @throws RefusedException if the block is read-only or the change was made by a trusted caller,
   *     and this one is not
   */
  public Optional<Status> undoOwn() {
    return moveOwn("undo own", Rollbacks::nextOwnUndo, Rollbacks::undoOwn);
  }

  /**
   * Redoes what {@link #undoOwn} undid last, and persists that, like {@link #undo}.
   *
   * @return the state after it; empty if there was no change to redo
   * @throws RefusedException as for {@link #undoOwn}
   */
  public Optional<Status> redoOwn() {
    return moveOwn("redo own", Rollbacks::nextOwnRedo, Rollbacks::redoOwn);
  }

  private Optional<Status> moveOwn(
      String label,
      BiFunction<
              Rollbacks<EntityModel<String, BlockLine>, BlockEvent>,
              StepFilter,
              Optional<Step<BlockEvent>>>
          next,
      BiFunction<
              Rollbacks<EntityModel<String, BlockLine>, BlockEvent>,
              StepFilter,
              Rollbacks.RollbackResult<BlockEvent>>
          move) {
    return store.change(
        id,
        block -> {
          Rollbacks<EntityModel<String, BlockLine>, BlockEvent> rollbacks =
              block.session().with(options(label)).rollbacks();
          StepFilter own = StepFilter.ANY.withActor(origin.actor());
          Optional<Step<BlockEvent>> step = next.apply(rollbacks, own);
          if (step.isEmpty()) {
            return Optional.empty();
          }
          requirePermission(block, label, List.of(step.get()));
          return persisted(block, move.apply(rollbacks, own).outcome());
        });
  }

  /**
   * Rolls back all changes that belong to a message, whoever changed what since, and persists that,
   * like {@link #undo}.
   *
   * @return what was rolled back, and what others overwrote
   * @throws RefusedException if it is refused, for one of the reasons of {@link #undoOwn}
   */
  public RollbackPlan<BlockEvent> rollback(String message) {
    return store.change(
        id,
        block -> {
          Rollbacks<EntityModel<String, BlockLine>, BlockEvent> rollbacks =
              block.session().with(options("roll back " + message)).rollbacks();
          RollbackPlan<BlockEvent> plan =
              rollbacks.plan(new RollbackSelection.Matching(StepFilter.ANY.withMessage(message)));
          History<BlockEvent> history = block.session().state().history();
          requirePermission(block, "rollback", plan.steps().stream().map(history::step).toList());
          rollbacks.rollback(plan, Rollbacks.Mode.BEST_EFFORT).orElseThrow();
          block.persistOrRetry();
          return plan;
        });
  }

  /**
   * Writes the block to disk now; of a block that is bound to a file of the user only the history.
   *
   * @throws RefusedException if the file cannot be replaced
   */
  public Status persist() {
    return run(OpenBlock::persist);
  }

  /**
   * Writes the block to its file, also to one of the user. If another program wrote a version that
   * conflicts with the block, it is replaced, and the history keeps it.
   *
   * @throws RefusedException if the file cannot be replaced
   */
  public Status save() {
    return run(OpenBlock::save);
  }

  /**
   * Replaces the content of the block by that of its file, as a step.
   *
   * @throws RefusedException if the block is not read-write and this caller is not trusted, or if
   *     the file cannot be read
   */
  public Status reload() {
    return run(block -> {
      requirePermission(block, "reload", Permission.READ_WRITE);
      block.reload(options("reload"));
    });
  }

  /** Whether the block is written automatically while it is open, if the store does that. */
  public Status setAutoPersist(boolean isOn) {
    return store.setAutoPersist(id, isOn);
  }

  private Status run(Consumer<OpenBlock> work) {
    return store.change(
        id,
        block -> {
          work.accept(block);
          return Status.of(block);
        });
  }
}
