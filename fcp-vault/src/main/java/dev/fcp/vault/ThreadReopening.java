package dev.fcp.vault;

import dev.fcp.eventlog.entity.Change.Modified;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Reopens a resolved thread: what resolved it is reverted, except where lines were changed since.
 *
 * @param heading the unit of the heading of the thread
 * @param resolving the change that resolved it, if it is known
 */
record ThreadReopening(String heading, Optional<Modified<String, VaultFile>> resolving) {

  /** The file with the former text of the thread, where it is now. */
  TextFile opened(TextFile file) {
    return withOpenHeading(
        resolving.isPresent()
            ? restored(file, unit -> file.part(unit).filter(it -> !it.isBlank()).isPresent())
            : withNewStatus(file));
  }

  /** The file with an open thread, of which it is not known how it was before. */
  private TextFile withNewStatus(TextFile file) {
    StoryThread thread = StoryThread.at(file, heading);
    List<Part> parts = new ArrayList<>(file.parts());
    thread
        .line(file, ThreadVerbs.STATUS)
        .filter(status -> status.text().equals(ThreadVerbs.RESOLVED))
        .ifPresent(status -> parts.set(parts.indexOf(status), status.withText(ThreadVerbs.NEW)));
    thread.line(file, ThreadVerbs.RESOLUTION).ifPresent(parts::remove);
    return file.withParts(parts);
  }

  /**
   * The file with the former text of the thread where it was; empty if that is not known, or if the
   * thread was moved since. Its lines that were added or moved since follow those before them.
   */
  Optional<TextFile> movedBack(TextFile file) {
    if (!isBack(file, heading)) {
      return Optional.empty();
    }
    StoryThread thread = StoryThread.at(file, heading);
    // Of the blank lines that were added, only those around the thread go with it.
    Set<String> around = new HashSet<>();
    file.parts()
        .subList(Math.max(0, thread.from() - 1), Math.min(thread.to() + 1, file.parts().size()))
        .forEach(part -> around.add(part.unit()));
    TextFile former =
        restored(
            file, unit -> around.contains(unit) || file.part(unit).filter(Part::isBlank).isEmpty());
    List<Part> lines =
        thread.parts(file).stream().flatMap(line -> former.part(line.unit()).stream()).toList();
    PartArranger arranger = new PartArranger(former.parts());
    boolean isArranged = false;
    for (Part part : former.parts()) {
      if (!lines.contains(part)) {
        arranger.keep(part);
      } else if (!isArranged && isBack(file, part.unit())) {
        // All lines of the thread follow its first one.
        isArranged = true;
        for (Part line : lines) {
          if (isBack(file, line.unit())) {
            arranger.keep(line);
          } else {
            arranger.move(line);
          }
        }
      }
    }
    return Optional.of(former.withParts(arranger.parts()))
        .filter(back -> StoryThread.withHeading(back, heading).isPresent())
        .map(this::withOpenHeading);
  }

  /** Whether a line returns to its former place. */
  private boolean isBack(TextFile file, String unit) {
    return isUnchanged(file, TextFile.ORDER + unit);
  }

  /** Whether what resolved the thread wrote a unit, and it still has that value. */
  private boolean isUnchanged(TextFile file, String unit) {
    return resolving
        .filter(change -> change.units().contains(unit))
        .filter(change -> file.unit(unit).equals(change.after().find(unit)))
        .isPresent();
  }

  /** The file with the former values of some units that are unchanged. */
  private TextFile restored(TextFile file, Predicate<String> isConcerned) {
    Modified<String, VaultFile> change = resolving.orElseThrow();
    Set<String> units = new HashSet<>(change.units());
    units.removeIf(unit -> !isUnchanged(file, unit) || !isConcerned.test(unit));
    return file.with(units, change.before());
  }

  private TextFile withOpenHeading(TextFile file) {
    StoryThread thread = StoryThread.at(file, heading);
    List<Part> parts = new ArrayList<>(file.parts());
    if (thread.isResolved()) {
      parts.set(thread.heading(), parts.get(thread.heading()).withText("### " + thread.name()));
    }
    return file.withParts(parts);
  }
}
