package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.FileNews;
import dev.fcp.eventlog.domain.Conflict;
import java.util.ArrayList;
import java.util.List;

/** What somebody else did to a file, as people read it. */
final class NewsText {

  /** How many contradictions are told one by one. */
  private static final int TOLD = 20;

  private NewsText() {}

  /**
   * What the journal of a document had lost when it was opened, and that it can only be read; none
   * if that was nothing.
   */
  static List<String> lines(Document<?, ?> document) {
    List<String> lines = new ArrayList<>();
    document.onlyRead().ifPresent(reason -> lines.add("! the history can only be read: " + reason));
    lines.addAll(losses(document));
    return lines;
  }

  /** What the journal of a document had lost when it was opened; none if that was nothing. */
  static List<String> losses(Document<?, ?> document) {
    int depth = document.session().state().undoDepth();
    return document.recovery().map(report -> report.lines(depth)).orElse(List.of()).stream()
        .map(line -> "! " + line.strip())
        .toList();
  }

  /**
   * The lines that tell of news; none if there are none.
   *
   * @param file the file as people read it
   * @param deciding the action that decides about another version in the file
   */
  static List<String> lines(FileNews news, String file, String deciding) {
    return switch (news) {
      case FileNews.Nothing nothing -> List.of();
      case FileNews.Gone gone -> List.of("! " + file + " is gone; save writes it again");
      case FileNews.Rewritten rewritten ->
          List.of("! " + file + " was written elsewhere, with the same content");
      case FileNews.TakenIn(var changes, var conflicts) -> takenIn(file, changes, conflicts);
      case FileNews.Undecided(var version, var reason) ->
          List.of(
              "! %s holds another version: %s".formatted(file, reason),
              "! that version is kept, and the document is as it was",
              "  try: " + deciding);
      case FileNews.Kept(var version, var reason) ->
          List.of(
              "! %s was written elsewhere while it was saved: %s".formatted(file, reason),
              "! that version is kept in the history as %s.source".formatted(version.id()));
    };
  }

  private static List<String> takenIn(String file, int changes, List<Conflict> conflicts) {
    if (changes == 0 && conflicts.isEmpty()) {
      return List.of("! " + file + " was edited elsewhere, to what the document is here");
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "! %s was edited elsewhere: %s taken over as one step"
            .formatted(file, Words.count(changes, "change")));
    conflicts.stream()
        .limit(TOLD)
        .forEach(conflict -> lines.add("! kept as it is here: " + conflict.reason()));
    if (conflicts.size() > TOLD) {
      lines.add("! and %d more kept as they are here".formatted(conflicts.size() - TOLD));
    }
    return lines;
  }
}
