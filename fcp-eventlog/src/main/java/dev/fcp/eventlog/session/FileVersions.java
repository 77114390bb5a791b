package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalRecord.External;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.persistent.PersistentList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The versions of the file that a session knows: the texts of those that were loaded or found, the
 * one the file should hold now, and the one that may be under way.
 *
 * <p>A saved version needs no text of its own as long as nobody else writes the file: the same
 * model with the same sources gives it again.
 *
 * @param texts the texts, oldest first, each with the point it belongs to
 * @param saved the newest version that holds a state of the document
 * @param external the versions of others that were found after that and hold none, oldest first;
 *     the file holds the last of them
 * @param pendingSaves the versions whose writing began after all of these and was not seen to end;
 *     any of them may stand there, because a later writing may fail before it replaces anything
 */
record FileVersions(
    PersistentList<TextAtPoint> texts,
    Optional<SavedMark> saved,
    PersistentList<ExternalVersion> external,
    PersistentList<SavedMark> pendingSaves) {

  /** A text and the point it belongs to. */
  record TextAtPoint(Source source, HistoryPoint point) {}

  static FileVersions none() {
    return new FileVersions(
        PersistentList.empty(), Optional.empty(), PersistentList.empty(), PersistentList.empty());
  }

  static FileVersions loaded(Source source) {
    return none()
        .withText(source, HistoryPoint.BASE)
        .withSaved(new SavedMark(source.id(), HistoryPoint.BASE));
  }

  /** The text the document began with; the one of a new document has none. */
  Optional<Source> loadedSource() {
    return texts.isEmpty() || !texts.get(0).point().isBase()
        ? Optional.empty()
        : Optional.of(texts.get(0).source());
  }

  /** With a version that somebody else wrote. */
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
        texts.append(new TextAtPoint(source, point)), saved, external, pendingSaves);
  }

  FileVersions withExternal(Source source, MergeExtent mergeExtent) {
    PersistentList<ExternalVersion> newExternal =
        external.append(new ExternalVersion(source, mergeExtent));
    return new FileVersions(texts, saved, newExternal, PersistentList.empty());
  }

  FileVersions withPendingSave(SavedMark mark) {
    return new FileVersions(texts, saved, external, pendingSaves.append(mark));
  }

  FileVersions withSaved(SavedMark mark) {
    return new FileVersions(
        texts, Optional.of(mark), PersistentList.empty(), PersistentList.empty());
  }

  /** With the texts of steps that were replaced at the point that stands for them. */
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
        pendingSaves);
  }

  /** Whether a version of the file belongs to a point. */
  boolean hasVersionAt(HistoryPoint point) {
    return saved.filter(mark -> mark.point().equals(point)).isPresent()
        || texts.stream().anyMatch(it -> it.point().equals(point));
  }

  /** The points that versions belong to. */
  List<HistoryPoint> points() {
    List<HistoryPoint> points = new ArrayList<>();
    texts.forEach(version -> points.add(version.point()));
    saved.ifPresent(mark -> points.add(mark.point()));
    pendingSaves.forEach(mark -> points.add(mark.point()));
    return points;
  }

  Optional<ExternalVersion> newestExternal() {
    return external.isEmpty() ? Optional.empty() : Optional.of(external.get(external.size() - 1));
  }

  /** Whether a file of this hash was last loaded, found or written here. */
  boolean isOurs(String hash) {
    Optional<String> newest =
        newestExternal().map(version -> version.source().id()).or(() -> saved.map(SavedMark::hash));
    return newest.filter(hash::equals).isPresent() || pendingSave(hash).isPresent();
  }

  /** The newest version of a hash whose writing began and was not seen to end. */
  Optional<SavedMark> pendingSave(String hash) {
    return pendingSaves.stream()
        .filter(mark -> mark.hash().equals(hash))
        .reduce((older, newer) -> newer);
  }

  /**
   * The texts of a point and its ancestors, nearest first. Those of other branches are left out: a
   * state is written in the same bytes whatever happened elsewhere.
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
