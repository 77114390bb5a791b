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
import dev.fcp.eventlog.session.Gesture;
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
   */
  public record Status(int undoDepth, boolean isAheadOfDisk, List<String> conflicts) {

    /** Copies the list. */
    public Status {
      conflicts = List.copyOf(conflicts);
    }

    static Status of(OpenBlock block) {
      return new Status(
          block.session().state().undoDepth(), block.isAheadOfDisk(), block.conflicts());
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
   * Begins several edits that are one step for undo, and are persisted once. What was done is kept
   * even if the program then fails.
   *
   * @param label describes the edits to the user
   */
  public StepGuard guard(String label) {
    return store.read(
        id,
        block -> {
          block.openGuard();
          return new StepGuard(block, block.session().with(options(label)).beginGesture(label));
        });
  }

  /** Several edits that are one step, until it is closed. */
  public final class StepGuard implements AutoCloseable {

    private final OpenBlock block;
    private final Gesture<EntityModel<String, BlockLine>, BlockEvent> gesture;
    private boolean isClosed;

    private StepGuard(
        OpenBlock block, Gesture<EntityModel<String, BlockLine>, BlockEvent> gesture) {
      this.block = block;
      this.gesture = gesture;
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
            gesture.step(body(edit)).orElseThrow();
            return Status.of(block);
          });
    }

    /** Ends the step and persists the block. Closing again does nothing. */
    @Override
    public void close() {
      if (!isClosed) {
        isClosed = true;
        gesture.end();
        store.closeGuard(block);
      }
    }
  }

  /**
   * Undoes the last change, and persists that before it returns.
   *
   * @return whether there was a change to undo
   * @throws RefusedException if the last change is that of another actor; {@link #undoOwn} then
   *     undoes the last change of this caller. Or if the block is read-only or the change was made
   *     by a trusted caller, and this one is not
   */
  public boolean undo() {
    return move(session -> session.state().undoableSteps(1), "undo", "undoOwn()", Session::undo);
  }

  /**
   * Redoes what was undone last, and persists that before it returns.
   *
   * @return whether there was a change to redo
   * @throws RefusedException as for {@link #undo}
   */
  public boolean redo() {
    return move(session -> session.state().redoableSteps(1), "redo", "redoOwn()", Session::redo);
  }

  private boolean move(
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
            return false;
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
          move.apply(block.session().with(options)).orElseThrow();
          block.persist();
          return true;
        });
  }

  /**
   * The branches of the history, which an edit after an undo creates: the current one first, the
   * others newest first.
   */
  public List<History.Branch<BlockEvent>> branches() {
    return store.read(id, block -> block.session().branches().list());
  }

  /**
   * Switches to a point of the history, and persists that before it returns. The changes of this
   * branch stay in the history.
   *
   * @param point such as the end of a branch
   * @return whether the block was not there already
   * @throws RefusedException if there is no such point; if another actor made one of the changes
   *     between here and there, unless this caller is trusted; or for one of the reasons of {@link
   *     #undo}
   */
  public boolean switchTo(HistoryPoint point) {
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
          Outcome outcome =
              block
                  .session()
                  .with(options("switch").expectingHead(state.head()))
                  .branches()
                  .switchTo(point)
                  .orElseThrow();
          block.persist();
          return !(outcome instanceof Outcome.Unchanged);
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
    Permission permission = BlockContent.of(block.session().model()).permission();
    if (!isTrusted && !permission.includes(Permission.APPEND_ONLY)) {
      throw new RefusedException(
          Conflict.because(permission.refusal(operation, Permission.APPEND_ONLY)));
    }
    for (Step<BlockEvent> change : changes) {
      if (!isTrusted && change.origin().provenance().containsKey(TRUSTED)) {
        throw new RefusedException(
            Conflict.because(
                "the change \"%s\" of %s was made by a trusted caller; %s needs one"
                    .formatted(change.label(), id, operation)));
      }
    }
  }

  /**
   * Undoes the last change of this caller, whatever others changed since, and persists that before
   * it returns. What others built on it stays.
   *
   * @return whether there was a change to undo
   * @throws RefusedException if the block is read-only or the change was made by a trusted caller,
   *     and this one is not
   */
  public boolean undoOwn() {
    return moveOwn("undo own", Rollbacks::nextOwnUndo, Rollbacks::undoOwn);
  }

  /**
   * Redoes what {@link #undoOwn} undid last.
   *
   * @return whether there was a change to redo
   * @throws RefusedException as for {@link #undoOwn}
   */
  public boolean redoOwn() {
    return moveOwn("redo own", Rollbacks::nextOwnRedo, Rollbacks::redoOwn);
  }

  private boolean moveOwn(
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
            return false;
          }
          requirePermission(block, label, List.of(step.get()));
          Outcome outcome = move.apply(rollbacks, own).outcome().orElseThrow();
          block.persist();
          return !(outcome instanceof Outcome.Unchanged);
        });
  }

  /**
   * Takes back all changes that belong to a message, whoever changed what since, and persists that
   * before it returns.
   *
   * @return what was taken back, and what others overwrote
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
          block.persist();
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
   * Writes the block to its file, also to one of the user.
   *
   * @throws RefusedException if the file cannot be replaced
   */
  public Status save() {
    return run(OpenBlock::save);
  }

  /** Replaces the content of the block by that of its file, as a step. */
  public Status reload() {
    return run(block -> block.reload(options("reload")));
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
