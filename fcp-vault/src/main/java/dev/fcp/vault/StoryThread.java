package dev.fcp.vault;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change.Modified;
import dev.fcp.verbs.form.OperationRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A thread of the story, as a text file shows it: a heading of level 3 with what follows, up to the
 * next marker of a thread, the next heading of level 3 or less, or the end.
 *
 * @param ulid the ULID of the marker before the heading, if there is one
 * @param name the text of the heading, not struck through
 * @param isResolved whether the heading is struck through
 * @param section the heading of level 2 above it; empty if there is none
 * @param from the index of its first part: of its marker, or else of its heading
 * @param heading the index of its heading
 * @param to the index after its last part that is not blank
 */
record StoryThread(
    Optional<String> ulid,
    String name,
    boolean isResolved,
    String section,
    int from,
    int heading,
    int to) {

  static final int SECTION_LEVEL = 2;
  static final int LEVEL = 3;

  /** The member of a note that holds the unit of the heading if the change does not contain it. */
  static final String HEADING = "heading";

  /** The threads of a file, in order. */
  static List<StoryThread> in(TextFile file) {
    List<StoryThread> threads = new ArrayList<>();
    String section = "";
    for (Outline.Heading heading : file.outline().headings()) {
      if (heading.level() <= SECTION_LEVEL) {
        section = heading.title();
      }
      if (heading.level() == LEVEL) {
        threads.add(thread(file, section, heading));
      }
    }
    return threads;
  }

  private static StoryThread thread(TextFile file, String section, Outline.Heading heading) {
    List<Part> parts = file.parts();
    int previous = heading.index() - 1;
    while (previous >= 0 && parts.get(previous).isBlank()) {
      previous--;
    }
    Optional<String> ulid = previous < 0 ? Optional.empty() : ulid(file, previous);
    int end = heading.index() + 1;
    while (end < heading.end() && ulid(file, end).isEmpty()) {
      end++;
    }
    while (parts.get(end - 1).isBlank()) {
      end--;
    }
    String title = heading.title();
    boolean isResolved = isStruck(title);
    return new StoryThread(
        ulid,
        isResolved ? title.substring(2, title.length() - 2) : title,
        isResolved,
        section,
        ulid.isPresent() ? previous : heading.index(),
        heading.index(),
        end);
  }

  /** The ULID of the marker of a thread at an index; a marker in fenced code is text. */
  private static Optional<String> ulid(TextFile file, int index) {
    return file.outline().isCode(index)
        ? Optional.empty()
        : Markers.threadIn(file.parts().get(index).text());
  }

  /** The thread with a heading in a unit, whatever its marker and its name are. */
  static Optional<StoryThread> withHeading(TextFile file, String unit) {
    return in(file).stream()
        .filter(thread -> thread.headingPart(file).unit().equals(unit))
        .findFirst();
  }

  /** The thread with a heading in a unit; an operation that needs it is refused otherwise. */
  static StoryThread at(TextFile file, String unit) {
    return withHeading(file, unit)
        .orElseThrow(() ->
            OperationRefusedException.because(
                "the thread would be in fenced code in %s; end the code first"
                    .formatted(file.path())));
  }

  /** The unit of the heading of the thread that an event adds, removes, resolves or reopens. */
  static Optional<String> headingUnit(VaultEvent event) {
    boolean isOfThread =
        event instanceof VaultEvent.ThreadAdded
            || event instanceof VaultEvent.ThreadRemoved
            || event instanceof VaultEvent.ThreadResolved
            || event instanceof VaultEvent.ThreadReopened;
    return isOfThread && event.change() instanceof Modified<String, VaultFile> change
        ? event
            .note()
            .find(HEADING)
            .map(Value::asText)
            .or(() ->
                change.units().stream()
                    .filter(unit ->
                        title(change.after(), unit)
                            .or(() -> title(change.before(), unit))
                            .isPresent())
                    .findFirst())
        : Optional.empty();
  }

  /** The note for a part of an event, with the unit of the heading unless the part contains it. */
  static Value.Fields note(VaultEvent event, Modified<String, VaultFile> part) {
    SortedMap<String, Value> note = new TreeMap<>(event.note().fields());
    headingUnit(event)
        .filter(unit -> !part.units().contains(unit))
        .ifPresent(unit -> note.put(HEADING, Value.of(unit)));
    return Value.Fields.of(note);
  }

  private static Optional<String> title(Value.Fields units, String unit) {
    return units
        .find(unit)
        .filter(any -> unit.startsWith(Part.LINE))
        .flatMap(line -> Outline.title(TextFile.textIn(line), LEVEL));
  }

  /** Whether the heading in a unit, if it is among some units, is that of a resolved thread. */
  static boolean isResolved(Value.Fields units, String heading) {
    return title(units, heading).filter(StoryThread::isStruck).isPresent();
  }

  private static boolean isStruck(String title) {
    return title.length() > 4 && title.startsWith("~~") && title.endsWith("~~");
  }

  /** The parts of this thread. */
  List<Part> parts(TextFile file) {
    return file.parts().subList(from, to);
  }

  /** The heading. */
  Part headingPart(TextFile file) {
    return file.parts().get(heading);
  }

  /** The marker, as the file has it. */
  Optional<String> marker(TextFile file) {
    return ulid.map(any -> file.parts().get(from).text().strip());
  }

  /** The first line of this thread that begins with a text and is not in fenced code. */
  Optional<Part> line(TextFile file, String begin) {
    return IntStream.range(heading, to)
        .filter(i -> !file.outline().isCode(i))
        .mapToObj(file.parts()::get)
        .filter(part -> part.text().startsWith(begin))
        .findFirst();
  }
}
