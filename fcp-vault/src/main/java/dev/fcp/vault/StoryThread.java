package dev.fcp.vault;

import dev.fcp.eventlog.domain.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    boolean isStruck = title.length() > 4 && title.startsWith("~~") && title.endsWith("~~");
    return new StoryThread(
        ulid,
        isStruck ? title.substring(2, title.length() - 2) : title,
        isStruck,
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

  /**
   * The heading of the thread that an event is about, whatever the prefix of markers is.
   *
   * @param note the {@link VaultEvent#note}
   */
  static Optional<Outline.Heading> heading(TextFile file, Value.Fields note) {
    Optional<String> marker = note.find("marker").map(Value::asText);
    String name = note.find("name").map(Value::asText).orElse("");
    return file.outline().headings().stream()
        .filter(heading -> heading.level() == LEVEL)
        .filter(heading -> {
          String before =
              file.parts().subList(0, heading.index()).reversed().stream()
                  .filter(part -> !part.isBlank())
                  .findFirst()
                  .map(part -> part.text().strip())
                  .orElse("");
          return marker
              .map(before::equals)
              .orElseGet(
                  () -> heading.title().equals(name) || heading.title().equals("~~" + name + "~~"));
        })
        .findFirst();
  }

  /**
   * The units of the headings of threads that would lose the marker before them.
   *
   * @param removed the units of removed lines
   */
  static List<String> withoutMarkers(TextFile file, Set<String> removed) {
    List<String> units = new ArrayList<>();
    List<Part> parts = file.parts();
    for (Outline.Heading heading : file.outline().headings()) {
      String unit = parts.get(heading.index()).unit();
      int previous = heading.index() - 1;
      while (previous >= 0 && parts.get(previous).isBlank()) {
        previous--;
      }
      if (heading.level() == LEVEL
          && previous >= 0
          && removed.contains(parts.get(previous).unit())
          && !removed.contains(unit)
          && Markers.threadIn(parts.get(previous).text()).isPresent()) {
        units.add(unit);
      }
    }
    return units;
  }

  /** The parts of this thread. */
  List<Part> parts(TextFile file) {
    return file.parts().subList(from, to);
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
