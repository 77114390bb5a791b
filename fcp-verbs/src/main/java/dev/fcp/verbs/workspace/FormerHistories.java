package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.FormerHistory;
import dev.fcp.eventlog.document.Opening;
import dev.fcp.verbs.form.Numbers;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.Quoting;
import java.nio.file.Path;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The histories that a file had before it got another one: listed, and brought back. */
record FormerHistories<M, E>(Desk<M, E> desk, DocumentStore store) {

  private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");

  /** Whether all are asked for and not one. */
  static boolean isList(String text) {
    return text.equalsIgnoreCase("list");
  }

  /** That the history of a file was replaced, and how it comes back. */
  static List<String> kept(String file) {
    return List.of(
        "! the history that %s had before is kept".formatted(file),
        "  try: adopt %s former:1".formatted(Quoting.quote(file)));
  }

  /** All of them, the newest first. */
  Answer list(Path path) {
    List<FormerHistory> all = store.formers(path);
    if (all.isEmpty()) {
      return Answer.of("! %s had no other history".formatted(desk.shown(path)));
    }
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      lines.add("! " + (i + 1) + " " + line(all.get(i)));
    }
    lines.add("  try: adopt %s former:1".formatted(Quoting.quote(desk.shown(path))));
    return Answer.of(lines);
  }

  private String line(FormerHistory history) {
    String last =
        history.lastLabel().map(label -> ", the last " + Quoting.quoted(label)).orElse("");
    return "replaced %s, %s%s"
        .formatted(
            WHEN.format(history.setAside().atZone(desk.settings().zone())),
            Words.count(history.steps(), "step"),
            last);
  }

  /** Says, before the digest, of a history that an answer replaced how it comes back. */
  Answer replacing(Path path, boolean restores, Answer answer) {
    if (restores || answer.isError() || store.formers(path).isEmpty()) {
      return answer;
    }
    List<String> lines = new ArrayList<>(answer.lines());
    lines.addAll(lines.size() - 1, kept(desk.shown(path)));
    return Answer.of(lines);
  }

  /**
   * Opens a file with one of them.
   *
   * @param number which, as it was typed
   */
  Answer bringBack(Path path, String number, Function<Opening<M, E>, Answer> opened) {
    List<FormerHistory> all = store.formers(path);
    if (all.isEmpty()) {
      return Answer.refused(
          Refusal.because(
              "%s had no other history".formatted(desk.shown(path)),
              "open " + Quoting.quote(desk.shown(path))));
    }
    return switch (Numbers.whole(number, 1, all.size())) {
      case Reading.Fit<Integer>(var which) -> {
        String id = all.get(which - 1).id();
        yield opened.apply(store.adoptFormer(desk.language().domain(), path, id));
      }
      case Reading.Unfit<Integer>(var reason, var instead) ->
          Answer.refused(
              Refusal.because(
                  "the number of a history " + Quoting.quote(number) + " " + reason,
                  "adopt %s former:list".formatted(Quoting.quote(desk.shown(path)))));
    };
  }
}
