package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.persistent.PersistentList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * The versions of the file that a session knows: the texts of those that were loaded or found, the
 * one the file should hold now, and the one that may be under way.
 *
 * <p>A saved version needs no text of its own as long as nobody else writes the file: the same
 * model with the same sources gives it again.
 *
 * @param found the texts, oldest first, each with the place it belongs to
 * @param saved the newest version loaded or saved
 * @param saving the hashes of the versions whose writing began after that and was not seen to end;
 *     any of them may stand there, because a later writing may fail before it replaces anything
 */
record FileVersions(
    PersistentList<Found> found, Optional<SavedMark> saved, PersistentList<String> saving) {

  /** A text and the place whose state it holds. */
  record Found(Source source, Optional<StepId> place) {}

  static FileVersions none() {
    return new FileVersions(PersistentList.empty(), Optional.empty(), PersistentList.empty());
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

  FileVersions withFound(Source source, Optional<StepId> place) {
    return new FileVersions(found.append(new Found(source, place)), saved, saving);
  }

  FileVersions withSaving(String hash) {
    return new FileVersions(found, saved, saving.append(hash));
  }

  FileVersions withSaved(SavedMark mark) {
    return new FileVersions(found, Optional.of(mark), PersistentList.empty());
  }

  /** Whether a file of this hash was last loaded or written here. */
  boolean areOurs(String hash) {
    return saved.map(SavedMark::hash).filter(hash::equals).isPresent() || saving.contains(hash);
  }

  /** The texts of a place and its ancestors, nearest first, then all others, newest first. */
  List<Source> nearestFirst(History<?> history, Optional<StepId> head) {
    List<Found> newestFirst = new ArrayList<>(found);
    Collections.reverse(newestFirst);
    Comparator<Found> distance =
        Comparator.comparingInt(version ->
            history.isAncestor(version.place(), head)
                ? -history.depth(version.place())
                : Integer.MAX_VALUE);
    LinkedHashSet<Source> sources = new LinkedHashSet<>();
    newestFirst.stream().sorted(distance).map(Found::source).forEach(sources::add);
    return List.copyOf(sources);
  }
}
