package dev.fcp.vault;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
  static List<StoryThread> in(TextFile file, Markers markers) {
    List<Outline.Heading> headings = file.outline().headings();
    List<StoryThread> threads = new ArrayList<>();
    String section = "";
    for (Outline.Heading heading : headings) {
      if (heading.level() <= SECTION_LEVEL) {
        section = heading.title();
      }
      if (heading.level() == LEVEL) {
        threads.add(thread(file, markers, section, heading));
      }
    }
    return threads;
  }

  private static StoryThread thread(
      TextFile file, Markers markers, String section, Outline.Heading heading) {
    List<Part> parts = file.parts();
    int previous = heading.index() - 1;
    while (previous >= 0 && parts.get(previous).isBlank()) {
      previous--;
    }
    Optional<String> ulid =
        previous < 0 ? Optional.empty() : markers.threadIn(parts.get(previous).text());
    int end = heading.index() + 1;
    int limit = heading.end();
    while (end < limit && markers.threadIn(parts.get(end).text()).isEmpty()) {
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

  /** The parts of this thread. */
  List<Part> parts(TextFile file) {
    return file.parts().subList(from, to);
  }
}
