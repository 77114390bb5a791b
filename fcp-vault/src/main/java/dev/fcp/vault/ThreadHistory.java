package dev.fcp.vault;

import dev.fcp.eventlog.entity.Change.Modified;
import dev.fcp.eventlog.history.Step;
import dev.fcp.vault.VaultEvent.ThreadResolved;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the applied steps contain about the threads of a file, which their headings identify.
 *
 * @param steps the steps, oldest first
 * @param key the key of the file
 */
record ThreadHistory(List<? extends Step<?>> steps, String key) {

  /** The events that modified the file, newest first. */
  private Stream<VaultEvent> events() {
    return steps.reversed().stream()
        .flatMap(step -> step.events().reversed().stream())
        .filter(VaultEvent.class::isInstance)
        .map(VaultEvent.class::cast)
        .filter(event -> event.change().key().equals(key))
        .filter(event -> event.change() instanceof Modified);
  }

  private static Modified<String, VaultFile> change(VaultEvent event) {
    return (Modified<String, VaultFile>) event.change();
  }

  /** The change that resolved a thread; empty if its heading was struck through otherwise. */
  Optional<Modified<String, VaultFile>> resolving(String heading) {
    return events()
        .filter(event ->
            StoryThread.isResolved(change(event).before(), heading)
                != StoryThread.isResolved(change(event).after(), heading))
        .findFirst()
        .filter(ThreadResolved.class::isInstance)
        .map(ThreadHistory::change);
  }

  /** The heading of the thread that was added, resolved or reopened with a marker. */
  Optional<String> heading(String ulid) {
    return events()
        .filter(event ->
            event.note().find(VaultEventCodec.ENTITY_ID).isPresent()
                && event.note().text(VaultEventCodec.ENTITY_ID).equalsIgnoreCase(ulid))
        .flatMap(event -> StoryThread.headingUnit(event).stream())
        .findFirst();
  }

  /** Those of some headings that were in the file before the others; all if it is not known. */
  Set<String> oldest(Set<String> headings) {
    Set<String> oldest = new HashSet<>(headings);
    events()
        .takeWhile(event -> oldest.size() > 1)
        .forEach(event -> {
          Set<String> added = new HashSet<>(oldest);
          added.retainAll(change(event).after().fields().keySet());
          added.removeAll(change(event).before().fields().keySet());
          if (added.size() < oldest.size()) {
            oldest.removeAll(added);
          }
        });
    return oldest;
  }
}
