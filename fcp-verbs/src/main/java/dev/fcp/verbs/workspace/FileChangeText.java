package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.verbs.run.Response.Line;
import java.util.ArrayList;
import java.util.List;

/** Formats changes that other programs made to a file, and losses of the history. */
final class FileChangeText {

  /** The maximum number of conflicts that are listed one by one. */
  private static final int MAX_LISTED = 20;

  private FileChangeText() {}

  /**
   * The lines for a read-only history and for records lost before the document was opened; empty if
   * there is nothing to report.
   */
  static List<String> lines(Document<?, ?> document) {
    List<String> lines = new ArrayList<>();
    document
        .readOnlyReason()
        .ifPresent(reason -> lines.add("! the history is read-only: " + reason));
    lines.addAll(losses(document));
    return lines;
  }

  /** The lines for records lost before the document was opened; empty if there were none. */
  static List<String> losses(Document<?, ?> document) {
    int undoDepth = document.session().state().undoDepth();
    return document
        .recoveryReport()
        .map(report -> report.lines(undoDepth))
        .orElse(List.of())
        .stream()
        .map(line -> "! " + line.strip())
        .toList();
  }

  /**
   * The lines for a change of the file; empty if it did not change.
   *
   * @param file the display path of the file
   * @param decidingAction the action that decides about an external version
   */
  static List<Line> lines(FileChange fileChange, String file, String decidingAction) {
    return switch (fileChange) {
      case FileChange.None none -> List.of();
      case FileChange.Deleted deleted ->
          List.of(Line.of("! " + file + " was deleted; save writes it again"));
      case FileChange.Rewritten rewritten ->
          List.of(Line.of("! " + file + " was written elsewhere, with the same content"));
      case FileChange.Merged(var changeCount, var conflicts) ->
          Line.of(merged(file, changeCount, conflicts));
      case FileChange.Undecided(var version, var reason) ->
          List.of(
              Line.of("! %s holds another version: %s".formatted(file, reason)),
              Line.of("! that version is kept; the document is unchanged"),
              Line.suggestion(decidingAction));
      case FileChange.Overwritten(var version, var reason) ->
          List.of(
              Line.of("! %s was written elsewhere while it was saved: %s".formatted(file, reason)),
              Line.of(
                  "! that version is kept in the history as %s.source".formatted(version.id())));
    };
  }

  private static List<String> merged(String file, int changeCount, List<Conflict> conflicts) {
    if (changeCount == 0 && conflicts.isEmpty()) {
      return List.of("! " + file + " was edited elsewhere, with the same result as here");
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "! %s was edited elsewhere: %s merged as one step"
            .formatted(file, Plurals.count(changeCount, "change")));
    conflicts.stream()
        .limit(MAX_LISTED)
        .forEach(conflict -> lines.add("! not merged: " + conflict.reason()));
    if (conflicts.size() > MAX_LISTED) {
      lines.add("! and %d more not merged".formatted(conflicts.size() - MAX_LISTED));
    }
    return lines;
  }
}
