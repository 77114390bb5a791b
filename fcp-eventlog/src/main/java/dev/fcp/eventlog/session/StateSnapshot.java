package dev.fcp.eventlog.session;

import dev.fcp.eventlog.LogState;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.DamagedRecordException;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord.External.Fit;
import dev.fcp.eventlog.journal.Snapshot;
import dev.fcp.eventlog.journal.SnapshotFields;
import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.eventlog.session.FileVersions.Found;
import dev.fcp.eventlog.session.Timeline.Start;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A state as a {@link Snapshot}: everything but the steps, which the records of the journal tell
 * (SE-21).
 *
 * <pre>
 * {"domain":..,"base":{digest},"digest":{digest},
 *  "start":{"place":..,"digest":{..}},"head":..,"end":..,       the line, by its ends
 *  "oldest":..,                  the first step of the tree, if undo does not go back to it
 *  "names":[{"kind":..,"name":..,"place":..}],
 *  "found":[{"source":id,"place":..}],"saved":{"hash":..,"place":..},
 *  "foreign":[{"source":id,"fit":..}],"saving":[..],
 *  "unverified":[{"place":..}],
 *  "ignored":[{"place":..}],"carried":[{"place":..}]}           left out where there is none
 * </pre>
 */
final class StateSnapshot {

  private StateSnapshot() {}

  static <M, E> Snapshot of(Domain<M, E> domain, SessionState<M, E> state) {
    Timeline<E> timeline = state.timeline();
    List<StepId> undone = state.line().undone();
    Optional<StepId> end =
        undone.isEmpty() ? state.head() : Optional.of(undone.get(undone.size() - 1));
    FileVersions versions = state.versions();
    SnapshotFields out = new SnapshotFields();
    out.text("domain", domain.name()).digest("base", timeline.base());
    out.digest("digest", state.digest()).place("head", state.head()).place("end", end);
    out.fields(
        "start",
        new SnapshotFields()
            .place("place", timeline.start().place())
            .digest("digest", timeline.start().digest()));
    out.place("oldest", timeline.oldestBeyond());
    out.list("names", state.history().named(), StateSnapshot::name)
        .list("found", versions.found(), StateSnapshot::found);
    versions.saved().ifPresent(mark -> out.fields("saved", saved(mark)));
    if (!versions.foreign().isEmpty()) {
      out.list("foreign", versions.foreign(), StateSnapshot::foreign);
    }
    out.list("saving", versions.saving(), StateSnapshot::saved);
    out.list("unverified", state.unverified(), place -> new SnapshotFields().place("place", place));
    listIfAny(out, "ignored", List.copyOf(timeline.ignored().steps().keys()));
    listIfAny(out, "carried", timeline.carried());
    byte[] model = domain.modelCodec().encode(state.model());
    return Snapshot.of(state.recordNumber(), out.toFields(), model);
  }

  private static void listIfAny(SnapshotFields out, String name, List<StepId> steps) {
    if (!steps.isEmpty()) {
      out.list(name, steps, step -> new SnapshotFields().place("place", Optional.of(step)));
    }
  }

  private static SnapshotFields name(NamedState name) {
    return new SnapshotFields()
        .text("kind", name.kind().name())
        .text("name", name.name())
        .place("place", name.place());
  }

  private static SnapshotFields found(Found found) {
    return new SnapshotFields().text("source", found.source().id()).place("place", found.place());
  }

  private static SnapshotFields foreign(ForeignVersion version) {
    return new SnapshotFields()
        .text("source", version.source().id())
        .text("fit", version.fit().name());
  }

  private static SnapshotFields saved(SavedMark mark) {
    return new SnapshotFields().text("hash", mark.hash()).place("place", mark.place());
  }

  /**
   * The state that a snapshot tells of; empty if its model is not what its digest says, or its
   * digest is of another version, so that nobody could tell.
   *
   * @throws DamagedRecordException if it is of another domain
   */
  static <M, E> Optional<SessionState<M, E>> read(
      Domain<M, E> domain, Journal journal, Snapshot snapshot) {
    try {
      SnapshotFields in = SnapshotFields.of(snapshot.state());
      if (!in.text("domain").equals(domain.name())) {
        throw new DamagedRecordException(
            snapshot.number(),
            "it is of the domain \"%s\", not \"%s\"".formatted(in.text("domain"), domain.name()));
      }
      M model = domain.modelCodec().decode(snapshot.model());
      Digest digest = domain.digestFromScratch(model);
      return digest.equals(in.digest("digest"))
          ? Optional.of(state(domain, journal, snapshot, in, model))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      // Another release wrote it; an older snapshot or the base leads to the same state.
      return Optional.empty();
    }
  }

  private static <M, E> SessionState<M, E> state(
      Domain<M, E> domain, Journal journal, Snapshot snapshot, SnapshotFields in, M model) {
    SnapshotFields begin = in.inner("start");
    Start start = new Start(begin.place("place"), begin.digest("digest"));
    History<E> history = StepsOfJournal.until(domain, journal, snapshot.number());
    Optional<StepId> oldest = in.place("oldest").or(start::place).filter(history::knows);
    if (oldest.isPresent()) {
      history = history.startingAt(oldest.get());
    }
    for (SnapshotFields name : in.list("names")) {
      NamedState.Kind kind = NamedState.Kind.valueOf(name.text("kind"));
      NamedState state = new NamedState(kind, name.text("name"), name.place("place"));
      history = history.withPlace(state.place()).with(state);
    }
    Optional<StepId> head = in.place("head");
    Optional<StepId> end = in.place("end");
    history = history.withPlace(start.place()).withPlace(head).withPlace(end);
    PersistentList<Optional<StepId>> unverified =
        PersistentList.copyOf(
            in.list("unverified").stream().map(place -> place.place("place")).toList());
    Timeline<E> timeline =
        timeline(in.digest("base"), start, history, head, end, in.digest("digest"))
            .withUnverified(unverified)
            .with(ignored(in));
    FileVersions versions = versions(journal, in);
    timeline = timeline.withPlaces(versions.places());
    return SessionState.restored(domain, snapshot.number(), model, timeline, versions);
  }

  /**
   * The line between its ends. Where steps before the cursor are lost it begins after the loss;
   * where steps behind the cursor are lost there is nothing to redo.
   */
  private static <E> Timeline<E> timeline(
      Digest base,
      Start start,
      History<E> history,
      Optional<StepId> head,
      Optional<StepId> end,
      Digest digest) {
    List<StepId> applied = history.between(start.place(), head);
    // What is carried stands before the cursor, and beside what lies ahead.
    Optional<StepId> fork = history.fork(head, end);
    List<StepId> undone = history.between(fork, end);
    boolean gapBehind = !undone.isEmpty() && !history.parent(undone.get(0)).equals(fork);
    Start begin = start;
    Optional<StepId> before = applied.isEmpty() ? head : history.parent(applied.get(0));
    if (!before.equals(start.place())) {
      Optional<StepId> first = applied.isEmpty() ? head : Optional.of(applied.remove(0));
      Digest at = first.equals(head) ? digest : history.step(first.orElseThrow()).after();
      begin = new Start(first, at);
    }
    List<StepId> ids = new ArrayList<>(applied);
    ids.addAll(gapBehind ? List.of() : undone);
    LogState<StepId> line = LogState.of(ids, applied.size());
    return new Timeline<>(
        base, begin, line, history, PersistentList.empty(), Timeline.Ignored.NONE);
  }

  private static Timeline.Ignored ignored(SnapshotFields in) {
    PersistentMap<StepId, StepId> steps = PersistentMap.empty();
    for (SnapshotFields step : in.listIfAny("ignored")) {
      StepId id = step.place("place").orElseThrow();
      steps = steps.with(id, id);
    }
    return new Timeline.Ignored(steps, in.listIfAny("carried").size());
  }

  private static FileVersions versions(Journal journal, SnapshotFields in) {
    FileVersions versions = FileVersions.none();
    for (SnapshotFields found : in.list("found")) {
      var source = journal.source(found.text("source"));
      if (source.isPresent()) {
        versions = versions.withFound(source.get(), found.place("place"));
      }
    }
    for (SnapshotFields mark : in.optional("saved").stream().toList()) {
      versions = versions.withSaved(new SavedMark(mark.text("hash"), mark.place("place")));
    }
    for (SnapshotFields foreign : in.listIfAny("foreign")) {
      var source = journal.source(foreign.text("source"));
      if (source.isPresent()) {
        versions = versions.withForeign(source.get(), Fit.valueOf(foreign.text("fit")));
      }
    }
    for (SnapshotFields mark : in.list("saving")) {
      versions = versions.withSaving(new SavedMark(mark.text("hash"), mark.place("place")));
    }
    return versions;
  }
}
