package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalRecord.External;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.journal.JournalRecord.Failed;
import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.session.SessionState.ExternalVersion;
import dev.fcp.eventlog.session.SessionState.FailedSave;
import dev.fcp.eventlog.session.SessionState.PendingSave;
import dev.fcp.eventlog.session.SessionState.SavedMark;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The versions of the file that a session knows: the sources that were loaded or merged, the
 * version that the file should contain now, and the versions of unfinished saves.
 *
 * <p>A saved version is not stored as a source: writing the same model with the same sources
 * produces the same bytes.
 *
 * @param texts the sources, oldest first, each with its history point
 * @param saved the newest version that is a state of the document
 * @param external later external versions that are not states of the document, oldest first; the
 *     file contains the last one
 * @param pendingSaves the versions of later saves that were started and not recorded as finished;
 *     the file may contain any of them, because a save can fail before it replaces the file
 * @param failedSaves the saves of a folder that failed, oldest first
 */
record FileVersions(
    PersistentList<TextAtPoint> texts,
    Optional<SavedMark> saved,
    PersistentList<ExternalVersion> external,
    PersistentList<PendingSave> pendingSaves,
    PersistentList<FailedSave> failedSaves) {

  /** A source and its history point. */
  record TextAtPoint(Source source, HistoryPoint point) {}

  static FileVersions none() {
    return new FileVersions(
        PersistentList.empty(),
        Optional.empty(),
        PersistentList.empty(),
        PersistentList.empty(),
        PersistentList.empty());
  }

  static FileVersions loaded(Source source) {
    return none()
        .withText(source, HistoryPoint.BASE)
        .withSaved(new SavedMark(source.id(), HistoryPoint.BASE));
  }

  /** The source from which the document was opened; empty for a new document. */
  Optional<Source> loadedSource() {
    return texts.isEmpty() || !texts.get(0).point().isBase()
        ? Optional.empty()
        : Optional.of(texts.get(0).source());
  }

  /** Returns these versions with an external version. */
  FileVersions withExternal(External external) {
    Source source = external.source();
    return switch (external.mergeExtent()) {
      case WHOLE ->
          withText(source, external.point())
              .withSaved(new SavedMark(source.id(), external.point()));
      case PART -> withText(source, external.point()).withExternal(source, MergeExtent.PART);
      case NONE -> withExternal(source, MergeExtent.NONE);
    };
  }

  FileVersions withText(Source source, HistoryPoint point) {
    return new FileVersions(
        texts.append(new TextAtPoint(source, point)), saved, external, pendingSaves, failedSaves);
  }

  FileVersions withExternal(Source source, MergeExtent mergeExtent) {
    PersistentList<ExternalVersion> newExternal =
        external.append(new ExternalVersion(source, mergeExtent));
    // The save of a folder goes on: the version was found in some of its files.
    return new FileVersions(
        texts,
        saved,
        newExternal,
        PersistentList.copyOf(pendingSaves.stream().filter(PendingSave::isOfFolder).toList()),
        failedSaves);
  }

  FileVersions withPendingSave(PendingSave pending) {
    return new FileVersions(texts, saved, external, pendingSaves.append(pending), failedSaves);
  }

  FileVersions withFailed(Failed failed) {
    FailedSave failedSave = new FailedSave(failed.hash(), failed.point(), failed.cause());
    return new FileVersions(
        texts,
        saved,
        external,
        PersistentList.copyOf(
            pendingSaves.stream().filter(it -> !it.mark().hash().equals(failed.hash())).toList()),
        failedSaves.append(failedSave));
  }

  FileVersions withFailedSaves(List<FailedSave> saves) {
    return new FileVersions(texts, saved, external, pendingSaves, PersistentList.copyOf(saves));
  }

  /** The save of a folder that was started last and not recorded as finished. */
  Optional<PendingSave> pendingFolderSave() {
    return pendingSaves.stream().filter(PendingSave::isOfFolder).reduce((older, newer) -> newer);
  }

  FileVersions withSaved(SavedMark mark) {
    return new FileVersions(
        texts, Optional.of(mark), PersistentList.empty(), PersistentList.empty(), failedSaves);
  }

  /** Moves the sources of replaced steps to the replacement. */
  FileVersions withStepsReplaced(List<StepId> steps, HistoryPoint replacement) {
    Set<StepId> replacedSteps = Set.copyOf(steps);
    UnaryOperator<HistoryPoint> relocated =
        point -> point.step().filter(replacedSteps::contains).isPresent() ? replacement : point;
    HistoryPoint last = HistoryPoint.after(steps.get(steps.size() - 1));
    return new FileVersions(
        PersistentList.copyOf(
            texts.stream()
                .map(it -> new TextAtPoint(it.source(), relocated.apply(it.point())))
                .toList()),
        saved.map(
            mark -> mark.point().equals(last) ? new SavedMark(mark.hash(), replacement) : mark),
        external,
        pendingSaves,
        failedSaves);
  }

  /** The newest point of which the file contains all changes, or all that did not conflict. */
  Optional<HistoryPoint> pointOfFile() {
    boolean isMerged = external.stream().anyMatch(version -> !version.isUndecided());
    return isMerged
        ? Optional.of(texts.get(texts.size() - 1).point())
        : saved.map(SavedMark::point);
  }

  /**
   * Whether a version that was found in the file after the last save was merged up to a history
   * point: if that merge made a step, the file contains it, but not all steps before it.
   */
  boolean isFoundInFile(HistoryPoint point) {
    return texts.stream()
        .filter(text -> text.point().equals(point))
        .anyMatch(text ->
            external.stream()
                .anyMatch(
                    version -> !version.isUndecided() && version.source().equals(text.source())));
  }

  /** Whether there is a version of the file at a history point. */
  boolean hasVersionAt(HistoryPoint point) {
    return saved.filter(mark -> mark.point().equals(point)).isPresent()
        || texts.stream().anyMatch(it -> it.point().equals(point));
  }

  /** The history points of all versions. */
  List<HistoryPoint> points() {
    List<HistoryPoint> points = new ArrayList<>();
    texts.forEach(version -> points.add(version.point()));
    saved.ifPresent(mark -> points.add(mark.point()));
    pendingSaves.forEach(pending -> points.add(pending.mark().point()));
    return points;
  }

  Optional<ExternalVersion> newestExternal() {
    return external.isEmpty() ? Optional.empty() : Optional.of(external.get(external.size() - 1));
  }

  /**
   * Whether a file with this hash is the version last loaded, merged or saved, or that of an
   * unfinished save.
   */
  boolean isOurs(String hash) {
    Optional<String> newest =
        newestExternal().map(version -> version.source().id()).or(() -> saved.map(SavedMark::hash));
    return newest.filter(hash::equals).isPresent() || pendingSave(hash).isPresent();
  }

  /** The newest unfinished save with this hash. */
  Optional<SavedMark> pendingSave(String hash) {
    return pendingSaves.stream()
        .map(PendingSave::mark)
        .filter(mark -> mark.hash().equals(hash))
        .reduce((older, newer) -> newer);
  }

  /**
   * The sources at a history point and its ancestors, nearest first. Those of other branches are
   * left out, so that the bytes of a state do not depend on other branches.
   */
  List<Source> sourcesNearestFirst(History<?> history, HistoryPoint head) {
    List<TextAtPoint> newestFirst =
        new ArrayList<>(texts.stream().filter(it -> history.isAncestor(it.point(), head)).toList());
    Collections.reverse(newestFirst);
    Comparator<TextAtPoint> distance =
        Comparator.comparingInt(version -> -history.depth(version.point()));
    LinkedHashSet<Source> sources = new LinkedHashSet<>();
    newestFirst.stream().sorted(distance).map(TextAtPoint::source).forEach(sources::add);
    return List.copyOf(sources);
  }
}
