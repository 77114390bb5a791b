package dev.fcp.eventlog.session;

import com.google.common.collect.Maps;
import dev.fcp.eventlog.LogState;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.FolderDomain;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

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
 *  "read":id,                    the source from which the model is read; omitted if it is encoded
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
    Map<String, Value> out = new HashMap<>();
    out.put("domain", Value.of(domain.name()));
    out.put("base", encode(stack.base()));
    out.put("digest", encode(state.digest()));
    putPoint(out, "head", state.head());
    putPoint(out, "end", end);
    out.put(
        "start", place(stack.start().point(), Map.of("digest", encode(stack.start().digest()))));
    stack.oldestBeforeStart().ifPresent(step -> out.put("oldest", Value.of(step.ulid())));
    out.put("names", list(state.history().named(), StateSnapshot::name));
    out.put("found", list(versions.texts(), StateSnapshot::textAtPoint));
    versions.saved().ifPresent(mark -> out.put("saved", saved(mark)));
    putIfAny(out, "foreign", versions.external(), StateSnapshot::externalVersion);
    out.put("saving", list(versions.pendingSaves(), StateSnapshot::pendingSave));
    putIfAny(
        out,
        "failed",
        versions.failedSaves().stream().filter(it -> stack.contains(it.point())).toList(),
        StateSnapshot::failedSave);
    out.put("unverified", list(state.unverifiedPoints(), StateSnapshot::place));
    putIfAny(out, "ignored", List.copyOf(stack.ignored().steps().keys()), StateSnapshot::place);
    putIfAny(out, "carried", stack.carriedSteps(), StateSnapshot::place);
    List<PassedOver> passedOver =
        state.passedOver().stream().filter(passed -> isKnown(passed, stack)).toList();
    putIfAny(out, "passedOver", passedOver, StateSnapshot::passedOver);
    putIfAny(out, "messages", state.messages(), StateSnapshot::mark);
    putIfAny(out, "marks", state.openMarks(), StateSnapshot::mark);
    Optional<Source> read = sourceOfModel(domain, state);
    read.ifPresent(source -> out.put("read", Value.of(source.id())));
    byte[] model =
        read.map(Source::bytes).orElseGet(() -> domain.modelCodec().encode(state.model()));
    return Snapshot.of(state.recordNumber(), Value.Fields.of(out), model);
  }

  /**
   * The source from which the model was read; empty if the model has changed since, if a damaged
   * file was replaced by the empty document (SE-20), if the caller has no file, or if the source
   * only refers to the contents of a folder.
   */
  private static <M, E> Optional<Source> sourceOfModel(
      Domain<M, E> domain, SessionState<M, E> state) {
    return state.recordNumber() > 1 || domain instanceof FolderDomain<M, E>
        ? Optional.empty()
        : state
            .baseSource()
            .filter(source -> source.sizeBytes() > 0)
            .filter(source -> !state.digest().equals(domain.digest(domain.empty())));
  }

  /** Adds a history point; the base is encoded by omitting the field. */
  private static void putPoint(Map<String, Value> out, String name, HistoryPoint point) {
    point.step().ifPresent(id -> out.put(name, Value.of(id.ulid())));
  }

  private static <T> void putIfAny(
      Map<String, Value> out, String name, List<T> items, Function<T, Value> encoder) {
    if (!items.isEmpty()) {
      out.put(name, list(items, encoder));
    }
  }

  private static <T> Value list(List<T> items, Function<T, Value> encoder) {
    return new Value.Sequence(items.stream().map(encoder).toList());
  }

  static Value encode(Digest digest) {
    return Value.Fields.of(
        Map.of(
            "hash", Value.of(digest.hex()),
            "summary", Value.of(digest.summary()),
            "version", Value.of(digest.version())));
  }

  private static Value place(HistoryPoint point) {
    return place(point, Map.of());
  }

  private static Value place(StepId step) {
    return place(HistoryPoint.after(step));
  }

  /** A history point and other fields. */
  static Value.Fields place(HistoryPoint point, Map<String, Value> others) {
    Map<String, Value> out = new HashMap<>(others);
    putPoint(out, "place", point);
    return Value.Fields.of(out);
  }

  /** Whether the history still contains a step that was passed over, and the point of that. */
  private static boolean isKnown(PassedOver passed, UndoStack<?> stack) {
    return stack.contains(passed.point()) && stack.contains(HistoryPoint.after(passed.step()));
  }

  private static Value passedOver(PassedOver passed) {
    return place(passed.point(), Map.of("step", Value.of(passed.step().ulid())));
  }

  private static Value mark(Mark mark) {
    Map<String, Value> out = new HashMap<>();
    out.put("time", Value.of(mark.time().toString()));
    out.put("origin", encode(mark.origin()));
    if (!mark.paths().isEmpty()) {
      out.put("paths", Value.of(mark.paths()));
    }
    return place(mark.point(), out);
  }

  private static Mark mark(Value.Fields in) {
    return new Mark(
        Instant.parse(in.text("time")),
        origin(in.at("origin").asFields()),
        in.find("paths").map(Value::asText).orElse(""),
        point(in, "place"));
  }

  private static Value encode(Origin origin) {
    return Value.Fields.of(
        Map.of(
            "actor", Value.of(origin.actor()),
            "session", Value.of(origin.session()),
            "message", Value.of(origin.message()),
            "provenance", Value.Fields.of(Maps.transformValues(origin.provenance(), Value::of))));
  }

  private static Origin origin(Value.Fields in) {
    return Origin.of(in.text("actor"), in.text("session"), in.text("message"))
        .withProvenance(
            Maps.transformValues(in.at("provenance").asFields().fields(), Value::asText));
  }

  private static Marks marks(Value.Fields in) {
    Marks marks =
        new Marks(
            listOrEmpty(in, "marks").stream().map(StateSnapshot::mark).toList(),
            Marks.NONE.first());
    for (Value.Fields message : listOrEmpty(in, "messages")) {
      marks = marks.withMessage(mark(message));
    }
    return marks;
  }

  private static Value name(NamedState name) {
    return place(
        name.point(), Map.of("kind", Value.of(name.kind().name()), "name", Value.of(name.name())));
  }

  private static Value textAtPoint(TextAtPoint found) {
    return place(found.point(), Map.of("source", Value.of(found.source().id())));
  }

  private static Value externalVersion(ExternalVersion version) {
    return Value.Fields.of(
        Map.of(
            "source", Value.of(version.source().id()),
            "fit", Value.of(version.mergeExtent().name())));
  }

  private static Value saved(SavedMark mark) {
    return place(mark.point(), Map.of("hash", Value.of(mark.hash())));
  }

  /** The history point of a field; the base if the field is missing. */
  static HistoryPoint point(Value.Fields in, String name) {
    return new HistoryPoint(in.find(name).map(value -> new StepId(value.asText())));
  }

  static Digest digest(Value.Fields in, String name) {
    Value.Fields digest = in.at(name).asFields();
    int version = Math.toIntExact(digest.at("version").asLong());
    return Digest.ofHash(version, digest.text("summary"), digest.text("hash"));
  }

  private static List<Value.Fields> list(Value.Fields in, String name) {
    return in.at(name).asSequence().stream().map(Value::asFields).toList();
  }

  private static List<Value.Fields> listOrEmpty(Value.Fields in, String name) {
    return in.find(name).isEmpty() ? List.of() : list(in, name);
  }

  private static Value pendingSave(PendingSave pending) {
    Map<String, Value> out = new HashMap<>(Map.of("hash", Value.of(pending.mark().hash())));
    if (pending.isOfFolder()) {
      out.put("since", Value.of(pending.since().toString()));
      out.put("files", list(pending.files(), StateSnapshot::savedFile));
    }
    return place(pending.mark().point(), out);
  }

  private static Value savedFile(SavedFile file) {
    return Value.Fields.of(
        Map.of(
            "path", Value.of(file.path()),
            "before", Value.of(file.before().orElse("")),
            "after", Value.of(file.after().orElse(""))));
  }

  private static Value failedSave(FailedSave failed) {
    return place(
        failed.point(), Map.of("hash", Value.of(failed.hash()), "cause", Value.of(failed.cause())));
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
      Value.Fields in = snapshot.state();
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
    M model = model(domain, snapshot);
    Digest recorded = digest(snapshot.state(), "digest");
    return domain.digestFromScratch(model).equals(recorded) ? Optional.of(model) : Optional.empty();
  }

  private static <M> M model(Domain<M, ?> domain, Snapshot snapshot) {
    if (snapshot.state().find("read").isEmpty()) {
      return domain.modelCodec().decode(snapshot.model());
    }
    return switch (domain.format().read(snapshot.model())) {
      case ReadResult.Readable<M>(var model, var source) -> model;
      case ReadResult.Unreadable<M> unreadable ->
          throw new MalformedValueException("no model: " + unreadable);
    };
  }

  private static <M, E> SessionState<M, E> state(
      Domain<M, E> domain, Journal journal, Snapshot snapshot, Value.Fields in, M model) {
    List<IndexedSteps<E>> steps = StepIndexes.steps(domain, journal, snapshot.recordNumber());
    Value.Fields startFields = in.at("start").asFields();
    Start start = new Start(point(startFields, "place"), digest(startFields, "digest"));
    History<E> history = History.of(steps);
    HistoryPoint oldest = point(in, "oldest").isBase() ? start.point() : point(in, "oldest");
    if (history.isKnown(oldest)) {
      history = oldest.step().map(history::startingAt).orElse(history);
    }
    for (Value.Fields name : list(in, "names")) {
      NamedState.Kind kind = NamedState.Kind.valueOf(name.text("kind"));
      NamedState state = new NamedState(kind, name.text("name"), point(name, "place"));
      history = history.withPoint(state.point()).with(state);
    }
    HistoryPoint head = point(in, "head");
    HistoryPoint end = point(in, "end");
    history = history.withPoint(start.point()).withPoint(head).withPoint(end);
    PersistentList<HistoryPoint> unverified =
        PersistentList.copyOf(
            list(in, "unverified").stream().map(entry -> point(entry, "place")).toList());
    UndoStack<E> stack =
        undoStack(digest(in, "base"), start, history, head, end, digest(in, "digest"))
            .withUnverified(unverified)
            .with(ignored(in));
    FileVersions versions = versions(journal, in);
    stack = stack.withPoints(versions.points());
    List<PassedOver> passedOver =
        listOrEmpty(in, "passedOver").stream()
            .map(passed -> new PassedOver(point(passed, "place"), new StepId(passed.text("step"))))
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
          .filter(it -> point(it.state(), "head").equals(point))
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

  private static UndoStack.IgnoredSteps ignored(Value.Fields in) {
    PersistentMap<StepId, StepId> steps = PersistentMap.empty();
    for (Value.Fields step : listOrEmpty(in, "ignored")) {
      StepId id = point(step, "place").step().orElseThrow();
      steps = steps.with(id, id);
    }
    return new UndoStack.IgnoredSteps(steps, listOrEmpty(in, "carried").size());
  }

  private static FileVersions versions(Journal journal, Value.Fields in) {
    FileVersions versions = FileVersions.none();
    for (Value.Fields found : list(in, "found")) {
      var source = journal.source(found.text("source"));
      if (source.isPresent()) {
        versions = versions.withText(source.get(), point(found, "place"));
      }
    }
    if (in.find("saved").isPresent()) {
      versions = versions.withSaved(savedMark(in.at("saved").asFields()));
    }
    for (Value.Fields external : listOrEmpty(in, "foreign")) {
      var source = journal.source(external.text("source"));
      if (source.isPresent()) {
        versions = versions.withExternal(source.get(), MergeExtent.valueOf(external.text("fit")));
      }
    }
    for (Value.Fields mark : list(in, "saving")) {
      versions = versions.withPendingSave(pendingSave(mark));
    }
    return versions.withFailedSaves(
        listOrEmpty(in, "failed").stream()
            .map(it -> new FailedSave(it.text("hash"), point(it, "place"), it.text("cause")))
            .toList());
  }

  private static PendingSave pendingSave(Value.Fields in) {
    List<SavedFile> files =
        listOrEmpty(in, "files").stream()
            .map(file ->
                new SavedFile(
                    file.text("path"),
                    Optional.of(file.text("before")).filter(it -> !it.isEmpty()),
                    Optional.of(file.text("after")).filter(it -> !it.isEmpty())))
            .toList();
    Instant since = files.isEmpty() ? Instant.EPOCH : Instant.parse(in.text("since"));
    return new PendingSave(savedMark(in), since, files);
  }

  private static SavedMark savedMark(Value.Fields in) {
    return new SavedMark(in.text("hash"), point(in, "place"));
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
        Value.Fields fields =
            place(
                named.point(),
                Map.of(
                    "name", Value.of(named.name()), "digest", encode(domain.digest(model.get()))));
        byte[] bytes = domain.modelCodec().encode(model.get());
        journal.writeNamedSnapshot(named.name(), Snapshot.of(state.recordNumber(), fields, bytes));
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
            .filter(it -> point(it.state(), "place").equals(named.point()));
    try {
      return snapshot.map(it -> domain.modelCodec().decode(it.model()));
    } catch (MalformedValueException e) {
      throw new JournalException(
          "the state named \"%s\" cannot be read: %s".formatted(named.name(), e.getMessage()), e);
    }
  }
}
