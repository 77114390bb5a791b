package dev.fcp.eventlog.document;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.ReadOnlyJournal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The histories of a file that were replaced by others.
 *
 * <pre>
 * .fcp/.former/01J9Z3...-shop.drawio   when it was set aside, and whose it was
 * </pre>
 *
 * @param target the file, whose links are resolved
 */
record FormerFolder(Path target, FileJournal.Settings settings) {

  /** So much of the name of a file stands in that of a history it had, in bytes. */
  private static final int NAME_BYTES = 200;

  /** Where the history of the file goes that is set aside now. */
  Path place(StepId id) {
    return folder().resolve(id.ulid() + ending());
  }

  /** Where one of them lies; empty if there is none of that id. */
  Optional<Path> find(String id) {
    return folders().stream().filter(found -> id(found).equals(id)).findFirst();
  }

  /** All that can be brought back, the newest first. */
  List<FormerHistory> histories() {
    return folders().reversed().stream().map(this::history).toList();
  }

  private List<Path> folders() {
    return Shelf.folders(folder()).stream()
        .filter(found -> Shelf.name(found).endsWith(ending()) && StepId.isUlid(id(found)))
        .filter(found -> FileJournal.exists(found, settings.disk()))
        .toList();
  }

  private static String id(Path folder) {
    String name = Shelf.name(folder);
    return name.substring(0, Math.max(0, name.indexOf('-')));
  }

  private FormerHistory history(Path folder) {
    ReadOnlyJournal journal =
        ReadOnlyJournal.open(folder, settings, "it is not that of the file any more");
    try {
      List<Journal.StepPlace> steps = journal.stepPlaces(journal.lastNumber());
      Optional<String> last =
          steps.isEmpty()
              ? Optional.empty()
              : Optional.of(label(journal, steps.get(steps.size() - 1)));
      StepId id = new StepId(id(folder));
      return new FormerHistory(id.ulid(), id.time(), steps.size(), last);
    } finally {
      journal.close();
    }
  }

  private static String label(Journal journal, Journal.StepPlace place) {
    return journal.read(place.record()).get(0).steps().get(place.index()).label();
  }

  private Path folder() {
    return JournalFiles.formerOf(target);
  }

  private String ending() {
    return "-" + start(Shelf.name(target));
  }

  /** File names are limited in bytes, and a letter may take four of them. */
  private static String start(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    int end = Math.min(NAME_BYTES, bytes.length);
    while (end < bytes.length && (bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }
}
