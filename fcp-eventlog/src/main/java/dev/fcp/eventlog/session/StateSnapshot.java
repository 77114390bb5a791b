package dev.fcp.eventlog.session;

import dev.fcp.eventlog.LogState;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.journal.JournalRecord.Saving.SavedFile;
import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.eventlog.session.FileVersions.TextAtPoint;
import dev.fcp.eventlog.session.SessionState.ExternalVersion;
import dev.fcp.eventlog.session.SessionState.FailedSave;
import dev.fcp.eventlog.session.SessionState.Mark;
import dev.fcp.eventlog.session.SessionState.PassedOver;
import dev.fcp.eventlog.session.SessionState.PendingSave;
import dev.fcp.eventlog.session.SessionState.SavedMark;
import dev.fcp.eventlog.session.StepIndexes.IndexedSteps;
import dev.fcp.eventlog.session.UndoStack.Start;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Converts a state to and from a {@link Snapshot}: everything except the steps, which are read from
 * the records of the journal (SE-21).
 *
 * <pre>
 * {"domain":..,"base":{digest},"digest":{digest},
 *  "start":{"place":..,"digest":{..}},"head":..,"end":..,       the undo stack, by its ends
 *  "oldest":..,                  the first step of the history, if before the undo stack
 *  "names":[{"kind":..,"name":..,"place":..}],
 *  "found":[{"source":id,"place":..}],"saved":{"hash":..,"place":..},
 *  "foreign":[{"source":id,"fit":..}],
 *  "saving":[{"hash":..,"place":..,"since":..,"files":[..]}],   the last two for folders only
 *  "failed":[{"hash":..,"place":..,"cause":..}],                omitted if there are none
 *  "unverified":[{"place":..}],
 *  "ignored":[{"place":..}],"carried":[{"place":..}],           omitted if there are none
 *  "passedOver":[{"place":..,"step":..}],                       omitted if there are none
 *  "messages":[{"place":..,"time":..,"origin":{..}}],           the first mark of each, if any
 *  "marks":[{.., "paths":..}]}                                  the open ones, newest first, if any
 * </pre>
 */
final class StateSnapshot {

  private StateSnapshot() {}

  static <M, E> Snapshot of(Domain<M, E> domain, SessionState<M, E> state) {
    UndoStack<E> stack = state.stack();
    List<StepId> undone = state.undoStack().undone();
    HistoryPoint end =
        undone.isEmpty() ? state.head() : HistoryPoint.after(undone.get(undone.size() - 1));
    FileVersions versions = state.versions();
    SnapshotFields out = new SnapshotFields();
    out.text("domain", domain.name()).digest("base", stack.base());
    out.digest("digest", state.digest()).point("head", state.head()).point("end", end);
    out.fields("start", place(stack.start().point()).digest("digest", stack.start().digest()));
    stack.oldestBeforeStart().ifPresent(step -> out.text("oldest", step.ulid()));
    out.list("names", state.history().named(), StateSnapshot::name)
        .list("found", versions.texts(), StateSnapshot::textAtPoint);
    versions.saved().ifPresent(mark -> out.fields("saved", saved(mark)));
    out.listIfAny("foreign", versions.external(), StateSnapshot::externalVersion)
        .list("saving", versions.pendingSaves(), StateSnapshot::pendingSave);
    out.listIfAny(
        "failed",
        versions.failedSaves().stream().filter(it -> stack.contains(it.point())).toList(),
        StateSnapshot::failedSave);
    out.list("unverified", state.unverifiedPoints(), StateSnapshot::place);
    out.listIfAny("ignored", List.copyOf(stack.ignored().steps().keys()), StateSnapshot::place);
    out.listIfAny("carried", stack.carriedSteps(), StateSnapshot::place);
    List<PassedOver> passedOver =
        state.passedOver().stream().filter(passed -> isKnown(passed, stack)).toList();
    out.listIfAny("passedOver", passedOver, StateSnapshot::passedOver);
    out.listIfAny("messages", state.messages(), StateSnapshot::mark);
    out.listIfAny("marks", state.openMarks(), StateSnapshot::mark);
    byte[] model = domain.modelCodec().encode(state.model());
    return Snapshot.of(state.recordNumber(), out.toFields(), model);
  }

  private static SnapshotFields place(HistoryPoint point) {
    return new SnapshotFields().point("place", point);
  }

  private static SnapshotFields place(StepId step) {
    return place(HistoryPoint.after(step));
  }

  /** Whether the history still contains a step that was passed over, and the point of that. */
  private static boolean isKnown(PassedOver passed, UndoStack<?> stack) {
    return stack.contains(passed.point()) && stack.contains(HistoryPoint.after(passed.step()));
  }

  private static SnapshotFields passedOver(PassedOver passed) {
    return place(passed.point()).text("step", passed.step().ulid());
  }

  private static SnapshotFields mark(Mark mark) {
    SnapshotFields out =
        place(mark.point()).text("time", mark.time().toString()).origin("origin", mark.origin());
    return mark.paths().isEmpty() ? out : out.text("paths", mark.paths());
  }

  private static Mark mark(SnapshotFields in) {
    return new Mark(
        Instant.parse(in.text("time")),
        in.origin("origin"),
        in.has("paths") ? in.text("paths") : "",
        in.point("place"));
  }

  private static Marks marks(SnapshotFields in) {
    Marks marks =
        new Marks(
            in.listOrEmpty("marks").stream().map(StateSnapshot::mark).toList(), Marks.NONE.first());
    for (SnapshotFields message : in.listOrEmpty("messages")) {
      marks = marks.withMessage(mark(message));
    }
    return marks;
  }

  private static SnapshotFields name(NamedState name) {
    return place(name.point()).text("kind", name.kind().name()).text("name", name.name());
  }

  private static SnapshotFields textAtPoint(TextAtPoint found) {
    return place(found.point()).text("source", found.source().id());
  }

  private static SnapshotFields externalVersion(ExternalVersion version) {
    return new SnapshotFields()
        .text("source", version.source().id())
        .text("fit", version.mergeExtent().name());
  }

  private static SnapshotFields saved(SavedMark mark) {
    return place(mark.point()).text("hash", mark.hash());
  }

  private static SnapshotFields pendingSave(PendingSave pending) {
    SnapshotFields fields = saved(pending.mark());
    return pending.isOfFolder()
        ? fields
            .text("since", pending.since().toString())
            .list("files", pending.files(), StateSnapshot::savedFile)
        : fields;
  }

  private static SnapshotFields savedFile(SavedFile file) {
    return new SnapshotFields()
        .text("path", file.path())
        .text("before", file.before().orElse(""))
        .text("after", file.after().orElse(""));
  }

  private static SnapshotFields failedSave(FailedSave failed) {
    return place(failed.point()).text("hash", failed.hash()).text("cause", failed.cause());
  }

  /**
   * Reads the state from a snapshot; empty if the model does not match its digest, or if the digest
   * is of another version and cannot be compared.
   *
   * @throws JournalException if the snapshot belongs to another domain
   */
  static <M, E> Optional<SessionState<M, E>> read(
      Domain<M, E> domain, Journal journal, Snapshot snapshot) {
    try {
      SnapshotFields in = SnapshotFields.of(snapshot.state());
      StateFold.requireDomain(domain, in.text("domain"));
      return verifiedModel(domain, snapshot)
          .map(model -> state(domain, journal, snapshot, in, model));
    } catch (IllegalArgumentException e) {
      // Written by another release; an older snapshot or the base leads to the same state.
      return Optional.empty();
    }
  }

  /** The model of a snapshot; empty if it does not have the digest that was recorded with it. */
  private static <M> Optional<M> verifiedModel(Domain<M, ?> domain, Snapshot snapshot) {
    M model = domain.modelCodec().decode(snapshot.model());
    Digest recorded = SnapshotFields.of(snapshot.state()).digest("digest");
    return domain.digestFromScratch(model).equals(recorded) ? Optional.of(model) : Optional.empty();
  }

  private static <M, E> SessionState<M, E> state(
      Domain<M, E> domain, Journal journal, Snapshot snapshot, SnapshotFields in, M model) {
    List<IndexedSteps<E>> steps = StepIndexes.steps(domain, journal, snapshot.recordNumber());
    SnapshotFields startFields = in.nested("start");
    Start start = new Start(startFields.point("place"), startFields.digest("digest"));
    History<E> history = History.of(steps);
    HistoryPoint oldest = in.point("oldest").isBase() ? start.point() : in.point("oldest");
    if (history.isKnown(oldest)) {
      history = oldest.step().map(history::startingAt).orElse(history);
    }
    for (SnapshotFields name : in.list("names")) {
      NamedState.Kind kind = NamedState.Kind.valueOf(name.text("kind"));
      NamedState state = new NamedState(kind, name.text("name"), name.point("place"));
      history = history.withPoint(state.point()).with(state);
    }
    HistoryPoint head = in.point("head");
    HistoryPoint end = in.point("end");
    history = history.withPoint(start.point()).withPoint(head).withPoint(end);
    PersistentList<HistoryPoint> unverified =
        PersistentList.copyOf(
            in.list("unverified").stream().map(entry -> entry.point("place")).toList());
    UndoStack<E> stack =
        undoStack(in.digest("base"), start, history, head, end, in.digest("digest"))
            .withUnverified(unverified)
            .with(ignored(in));
    FileVersions versions = versions(journal, in);
    stack = stack.withPoints(versions.points());
    List<PassedOver> passedOver =
        in.listOrEmpty("passedOver").stream()
            .map(passed -> new PassedOver(passed.point("place"), new StepId(passed.text("step"))))
            .toList();
    SessionState<M, E> state =
        SessionState.restored(domain, snapshot.recordNumber(), model, stack, versions)
            .withPassedOver(PersistentList.copyOf(passedOver))
            .with(marks(in));
    return state.with(withSnapshots(state.kept(), domain, journal, snapshot.recordNumber(), steps));
  }

  /** Adds the models in the older snapshots, which are read when they are needed (HI-2). */
  private static <M, E> KeptModels<M> withSnapshots(
      KeptModels<M> kept,
      Domain<M, E> domain,
      Journal journal,
      long recordNumber,
      List<IndexedSteps<E>> steps) {
    KeptModels<M> models = kept;
    for (long number : journal.snapshotNumbers()) {
      if (number < recordNumber) {
        // Unless the cursor was moved, the last step before the snapshot was at the cursor.
        HistoryPoint point =
            new HistoryPoint(
                steps.reversed().stream()
                    .flatMap(part -> part.lastThrough(number).stream())
                    .findFirst());
        models = models.with(point, () -> modelAt(domain, journal, number, point));
      }
    }
    return models;
  }

  /** The model of a snapshot if it is intact and was taken at a history point. */
  private static <M> Optional<M> modelAt(
      Domain<M, ?> domain, Journal journal, long number, HistoryPoint point) {
    try {
      return journal
          .snapshot(number)
          .filter(it -> SnapshotFields.of(it.state()).point("head").equals(point))
          .flatMap(it -> verifiedModel(domain, it));
    } catch (IllegalArgumentException e) {
      // Damaged, or written by another release; another start leads to the same state.
      return Optional.empty();
    }
  }

  /**
   * Restores the undo stack between its ends. If steps before the cursor are missing, it begins
   * after the gap; if steps after the cursor are missing, there is nothing to redo.
   */
  private static <E> UndoStack<E> undoStack(
      Digest base,
      Start start,
      History<E> history,
      HistoryPoint head,
      HistoryPoint end,
      Digest digest) {
    List<StepId> applied = new ArrayList<>(history.between(start.point(), head));
    // Carried steps are before the cursor, but not among the ancestors of the redo tail.
    HistoryPoint fork = history.fork(head, end);
    List<StepId> undone = history.between(fork, end);
    boolean hasGapAfter = !undone.isEmpty() && !history.parent(undone.get(0)).equals(fork);
    Start actualStart = start;
    HistoryPoint before = applied.isEmpty() ? head : history.parent(applied.get(0));
    if (!before.equals(start.point())) {
      HistoryPoint first = applied.isEmpty() ? head : HistoryPoint.after(applied.remove(0));
      Digest startDigest =
          first.equals(head) ? digest : history.step(first.step().orElseThrow()).digestAfter();
      actualStart = new Start(first, startDigest);
    }
    List<StepId> ids = new ArrayList<>(applied);
    ids.addAll(hasGapAfter ? List.of() : undone);
    LogState<StepId> steps = LogState.of(ids, applied.size());
    return new UndoStack<>(
        base, actualStart, steps, history, PersistentList.empty(), UndoStack.IgnoredSteps.NONE);
  }

  private static UndoStack.IgnoredSteps ignored(SnapshotFields in) {
    PersistentMap<StepId, StepId> steps = PersistentMap.empty();
    for (SnapshotFields step : in.listOrEmpty("ignored")) {
      StepId id = step.point("place").step().orElseThrow();
      steps = steps.with(id, id);
    }
    return new UndoStack.IgnoredSteps(steps, in.listOrEmpty("carried").size());
  }

  private static FileVersions versions(Journal journal, SnapshotFields in) {
    FileVersions versions = FileVersions.none();
    for (SnapshotFields found : in.list("found")) {
      var source = journal.source(found.text("source"));
      if (source.isPresent()) {
        versions = versions.withText(source.get(), found.point("place"));
      }
    }
    if (in.has("saved")) {
      versions = versions.withSaved(savedMark(in.nested("saved")));
    }
    for (SnapshotFields external : in.listOrEmpty("foreign")) {
      var source = journal.source(external.text("source"));
      if (source.isPresent()) {
        versions = versions.withExternal(source.get(), MergeExtent.valueOf(external.text("fit")));
      }
    }
    for (SnapshotFields mark : in.list("saving")) {
      versions = versions.withPendingSave(pendingSave(mark));
    }
    return versions.withFailedSaves(
        in.listOrEmpty("failed").stream()
            .map(it -> new FailedSave(it.text("hash"), it.point("place"), it.text("cause")))
            .toList());
  }

  private static PendingSave pendingSave(SnapshotFields in) {
    List<SavedFile> files =
        in.listOrEmpty("files").stream()
            .map(file ->
                new SavedFile(
                    file.text("path"),
                    Optional.of(file.text("before")).filter(it -> !it.isEmpty()),
                    Optional.of(file.text("after")).filter(it -> !it.isEmpty())))
            .toList();
    Instant since = files.isEmpty() ? Instant.EPOCH : Instant.parse(in.text("since"));
    return new PendingSave(savedMark(in), since, files);
  }

  private static SavedMark savedMark(SnapshotFields in) {
    return new SavedMark(in.text("hash"), in.point("place"));
  }

  /**
   * Stores the models of all named states that cannot be computed after the steps up to the given
   * one are pruned.
   */
  static <M, E> void saveNamed(
      Domain<M, E> domain, Journal journal, SessionState<M, E> state, StepId last) {
    for (NamedState named : state.history().named()) {
      boolean isKept =
          !named.point().isAfter(last)
              && state.history().isAncestor(HistoryPoint.after(last), named.point());
      Optional<M> model = isKept ? Optional.empty() : state.modelAt(named.point());
      if (model.isPresent()) {
        SnapshotFields fields =
            place(named.point())
                .text("name", named.name())
                .digest("digest", domain.digest(model.get()));
        byte[] bytes = domain.modelCodec().encode(model.get());
        journal.writeNamedSnapshot(
            named.name(), Snapshot.of(state.recordNumber(), fields.toFields(), bytes));
      }
    }
  }

  /** The model of a named state, loaded from its own snapshot if its steps were pruned. */
  static <M, E> Optional<M> namedModel(
      Domain<M, E> domain, Journal journal, SessionState<M, E> state, NamedState named) {
    Optional<M> model = state.modelAt(named.point());
    return model.isPresent() ? model : loadModel(domain, journal, named);
  }

  private static <M, E> Optional<M> loadModel(
      Domain<M, E> domain, Journal journal, NamedState named) {
    Optional<Snapshot> snapshot =
        journal
            .namedSnapshot(named.name())
            .filter(it -> SnapshotFields.of(it.state()).point("place").equals(named.point()));
    try {
      return snapshot.map(it -> domain.modelCodec().decode(it.model()));
    } catch (MalformedValueException e) {
      throw new JournalException(
          "the state named \"%s\" cannot be read: %s".formatted(named.name(), e.getMessage()), e);
    }
  }
}
