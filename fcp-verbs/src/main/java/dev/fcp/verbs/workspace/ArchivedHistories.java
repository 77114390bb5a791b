package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document.ArchivedHistory;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.Quoting;
import java.nio.file.Path;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Lists and restores the archived histories of a file. */
record ArchivedHistories<M, E>(OpenDocuments<M, E> documents, DocumentStore store) {

  private static final DateTimeFormatter TIME_FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");

  /** Whether the argument asks for the list of archived histories. */
  static boolean isList(String text) {
    return text.equalsIgnoreCase("list");
  }

  /** The lines that report an archived history and how to restore it. */
  static List<Line> archivedNotice(String file) {
    return List.of(
        Line.of("! the previous history of %s is kept".formatted(file)), adoptSuggestion(file));
  }

  private static Line adoptSuggestion(String file) {
    return Line.suggestion("adopt %s former:1".formatted(Quoting.quoteIfNeeded(file)));
  }

  /** Lists the archived histories of a file, newest first. */
  Response list(Path path) {
    List<ArchivedHistory> histories = store.archivedHistories(path);
    if (histories.isEmpty()) {
      return Response.of("! %s has no former history".formatted(documents.displayPath(path)));
    }
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < histories.size(); i++) {
      lines.add("! " + (i + 1) + " " + describe(histories.get(i)));
    }
    return Response.of(lines).withLine(adoptSuggestion(documents.displayPath(path)));
  }

  private String describe(ArchivedHistory history) {
    String lastLabel =
        history.lastLabel().map(label -> ", the last " + Quoting.quoteAlways(label)).orElse("");
    return "replaced %s, %s%s"
        .formatted(
            TIME_FORMAT.format(history.archivedAt().atZone(documents.settings().zone())),
            Plurals.count(history.stepCount(), "step"),
            lastLabel);
  }

  /** Inserts the notice of an archived history before the digest of a response. */
  Response withArchivedNotice(Path path, boolean isRestore, Response response) {
    if (isRestore || response.isError() || store.archivedHistories(path).isEmpty()) {
      return response;
    }
    List<Line> lines = new ArrayList<>(response.content());
    lines.addAll(lines.size() - 1, archivedNotice(documents.displayPath(path)));
    return new Response(lines, false);
  }

  /**
   * Opens a file with one of its archived histories.
   *
   * @param number the number of the history, as typed
   */
  Response restore(Path path, String number, Function<OpenResult<M, E>, Response> toResponse) {
    List<ArchivedHistory> histories = store.archivedHistories(path);
    if (histories.isEmpty()) {
      return Response.refused(
          Refusal.because(
              "%s has no former history".formatted(documents.displayPath(path)),
              "open " + Quoting.quoteIfNeeded(documents.displayPath(path))));
    }
    return switch (NumberParser.parseInteger(number, 1, histories.size())) {
      case ParsedArgument.Valid<Integer>(var position) -> {
        String id = histories.get(position - 1).id();
        yield toResponse.apply(
            store.openWithArchivedHistory(documents.language().domain(), path, id));
      }
      case ParsedArgument.Invalid<Integer>(var reason, var suggestion) ->
          Response.refused(
              Refusal.because(
                  "the number of a history " + Quoting.quoteIfNeeded(number) + " " + reason,
                  "adopt %s former:list"
                      .formatted(Quoting.quoteIfNeeded(documents.displayPath(path)))));
    };
  }
}
