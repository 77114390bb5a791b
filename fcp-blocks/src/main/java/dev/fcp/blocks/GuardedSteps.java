package dev.fcp.blocks;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.StepBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The edits of a guard. Each is recorded at once as a step, so that a crash loses none; at the end
 * they become one step. Guarded by the lock of the store.
 */
final class GuardedSteps {

  private static final BlockDomain DOMAIN = new BlockDomain();

  /** The provenance of steps that a guard has not made one step yet: its id. */
  private static final String GUARD = "guard";

  private final Session<EntityModel<String, BlockLine>, BlockEvent> session;
  private final EditOptions options;
  private final String id;
  private final Instant begin;

  /** Begins without edits; the steps have the label and the origin of the options. */
  GuardedSteps(
      Session<EntityModel<String, BlockLine>, BlockEvent> session,
      SessionSettings settings,
      EditOptions options) {
    this.session = session;
    this.options = options;
    this.id = settings.ids().get().ulid();
    this.begin = settings.clock().instant();
  }

  void edit(Consumer<StepBuilder<EntityModel<String, BlockLine>, BlockEvent>> body) {
    TreeMap<String, String> provenance = new TreeMap<>(options.origin().provenance());
    provenance.put(GUARD, id);
    session.step(options.by(options.origin().withProvenance(provenance)), body).orElseThrow();
  }

  /** Whether a step is one of the edits, or a copy that another guard made of it. */
  private boolean isMine(Step<BlockEvent> step) {
    return id.equals(step.origin().provenance().get(GUARD));
  }

  /**
   * Makes the edits one step. The steps of others in between come before it, or after it if they
   * build on it. If neither is possible, everything stays as it is.
   */
  void gather() {
    SessionState<EntityModel<String, BlockLine>, BlockEvent> state = session.state();
    List<Step<BlockEvent>> since = new ArrayList<>();
    for (StepId step : state.undoStack().applied().reversed()) {
      since.addFirst(state.history().step(step));
      if (since.getFirst().time().isBefore(begin)) {
        break;
      }
    }
    while (!since.isEmpty() && !isMine(since.getFirst())) {
      since.removeFirst();
    }
    List<Step<BlockEvent>> mine = since.stream().filter(this::isMine).toList();
    List<Step<BlockEvent>> others = since.stream().filter(step -> !isMine(step)).toList();
    if (mine.size() < 2) {
      return;
    }
    if (others.isEmpty() && !state.undoStack().canRedo()) {
      session.with(options).squash(mine.size()).orElseThrow();
      return;
    }
    if (others.stream().anyMatch(step -> !step.reversal().isNone() || step.isIgnored())) {
      return;
    }
    Part gathered =
        new Part(options, mine.stream().flatMap(step -> step.events().stream()).toList());
    List<Part> mineLast = new ArrayList<>(others.stream().map(Part::of).toList());
    List<Part> mineFirst = new ArrayList<>(mineLast);
    mineLast.addLast(gathered);
    mineFirst.addFirst(gathered);
    HistoryPoint start = since.getFirst().parent();
    EntityModel<String, BlockLine> before = session.views().viewAt(start).orElseThrow().model();
    if (leadTo(state.digest(), before, mineLast)) {
      replace(start, since.size(), mineLast);
    } else if (leadTo(state.digest(), before, mineFirst)) {
      replace(start, since.size(), mineFirst);
    }
  }

  /** A step to be made again. */
  private record Part(EditOptions options, List<BlockEvent> events) {

    static Part of(Step<BlockEvent> step) {
      return new Part(EditOptions.of(step.label(), step.origin()), step.events());
    }
  }

  /** Whether steps apply one after another, and the result is the present content. */
  private static boolean leadTo(
      Digest digest, EntityModel<String, BlockLine> before, List<Part> parts) {
    EntityModel<String, BlockLine> model = before;
    for (Part part : parts) {
      for (BlockEvent event : part.events()) {
        if (DOMAIN.check(event, model).isPresent()) {
          return false;
        }
        model = DOMAIN.replay(event, model);
      }
    }
    return DOMAIN.digest(model).equals(digest);
  }

  /** Undoes the steps and makes others; after a failure in between, the undone ones are redone. */
  private void replace(HistoryPoint start, int count, List<Part> parts) {
    session.with(options).branches().jumpTo(start).orElseThrow();
    boolean isDone = false;
    try {
      session
          .batch(
              options,
              batch ->
                  parts.forEach(part ->
                      batch.step(part.options(), builder -> part.events().forEach(builder::emit))))
          .orElseThrow();
      isDone = true;
    } finally {
      if (!isDone) {
        session.with(options).redo(count).orElseThrow();
      }
    }
  }
}
