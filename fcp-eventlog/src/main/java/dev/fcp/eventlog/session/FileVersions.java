package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalRecord.External;
import dev.fcp.eventlog.journal.JournalRecord.External.Fit;
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
 * @param found the texts, oldest first, each with the place it belongs to
 * @param saved the newest version that holds a state of the document
 * @param foreign the versions of others that were found after that and hold none, oldest first; the
 *     file holds the last of them
 * @param saving the versions whose writing began after all of these and was not seen to end; any of
 *     them may stand there, because a later writing may fail before it replaces anything
 */
record FileVersions(
    PersistentList<Found> found,
    Optional<SavedMark> saved,
    PersistentList<ForeignVersion> foreign,
    PersistentList<SavedMark> saving) {

  /** A text and the place it belongs to. */
  record Found(Source source, Optional<StepId> place) {}

  static FileVersions none() {
    return new FileVersions(
        PersistentList.empty(), Optional.empty(), PersistentList.empty(), PersistentList.empty());
  }

  static FileVersions loaded(Source source) {
    return none()
        .withFound(source, Optional.empty())
        .withSaved(new SavedMark(source.id(), Optional.empty()));
  }

  /** The text the document began with; the one of a new document has none. */
  Optional<Source> loadedText() {
    return found.isEmpty() || found.get(0).place().isPresent()
        ? Optional.empty()
        : Optional.of(found.get(0).source());
  }

  /** With a version that somebody else wrote. */
  FileVersions with(External external) {
    Source source = external.source();
    return switch (external.fit()) {
      case WHOLE ->
          withFound(source, external.place())
              .withSaved(new SavedMark(source.id(), external.place()));
      case PART -> withFound(source, external.place()).withForeign(source, Fit.PART);
      case NONE -> withForeign(source, Fit.NONE);
    };
  }

  FileVersions withFound(Source source, Optional<StepId> place) {
    return new FileVersions(found.append(new Found(source, place)), saved, foreign, saving);
  }

  FileVersions withForeign(Source source, Fit fit) {
    PersistentList<ForeignVersion> more = foreign.append(new ForeignVersion(source, fit));
    return new FileVersions(found, saved, more, PersistentList.empty());
  }

  FileVersions withSaving(SavedMark mark) {
    return new FileVersions(found, saved, foreign, saving.append(mark));
  }

  FileVersions withSaved(SavedMark mark) {
    return new FileVersions(
        found, Optional.of(mark), PersistentList.empty(), PersistentList.empty());
  }

  /** With the texts of steps that were replaced at the place that stands for them. */
  FileVersions replaced(List<StepId> steps, Optional<StepId> by) {
    Set<StepId> gone = Set.copyOf(steps);
    UnaryOperator<Optional<StepId>> moved =
        place -> place.filter(gone::contains).isPresent() ? by : place;
    Optional<StepId> last = Optional.of(steps.get(steps.size() - 1));
    return new FileVersions(
        PersistentList.copyOf(
            found.stream().map(it -> new Found(it.source(), moved.apply(it.place()))).toList()),
        saved.map(mark -> mark.place().equals(last) ? new SavedMark(mark.hash(), by) : mark),
        foreign,
        saving);
  }

  /** Whether a version of the file belongs to a place. */
  boolean isAt(Optional<StepId> place) {
    return saved.filter(mark -> mark.place().equals(place)).isPresent()
        || found.stream().anyMatch(it -> it.place().equals(place));
  }

  /** The places that versions belong to. */
  List<Optional<StepId>> places() {
    List<Optional<StepId>> places = new ArrayList<>();
    found.forEach(version -> places.add(version.place()));
    saved.ifPresent(mark -> places.add(mark.place()));
    saving.forEach(mark -> places.add(mark.place()));
    return places;
  }

  Optional<ForeignVersion> newestForeign() {
    return foreign.isEmpty() ? Optional.empty() : Optional.of(foreign.get(foreign.size() - 1));
  }

  /** Whether a file of this hash was last loaded, found or written here. */
  boolean areOurs(String hash) {
    Optional<String> newest =
        newestForeign().map(version -> version.source().id()).or(() -> saved.map(SavedMark::hash));
    return newest.filter(hash::equals).isPresent() || saving(hash).isPresent();
  }

  /** The newest version of a hash whose writing began and was not seen to end. */
  Optional<SavedMark> saving(String hash) {
    return saving.stream().filter(mark -> mark.hash().equals(hash)).reduce((older, newer) -> newer);
  }

  /**
   * The texts of a place and its ancestors, nearest first. Those of other branches are left out: a
   * state is written in the same bytes whatever happened elsewhere.
   */
  List<Source> nearestFirst(History<?> history, Optional<StepId> head) {
    List<Found> newestFirst =
        new ArrayList<>(found.stream().filter(it -> history.isAncestor(it.place(), head)).toList());
    Collections.reverse(newestFirst);
    Comparator<Found> distance =
        Comparator.comparingInt(version -> -history.depth(version.place()));
    LinkedHashSet<Source> sources = new LinkedHashSet<>();
    newestFirst.stream().sorted(distance).map(Found::source).forEach(sources::add);
    return List.copyOf(sources);
  }
}
