package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.domain.ValueJson;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Numbers;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The questions that every domain answers alike: where the document stands and how it got there.
 */
final class EngineQueries<M, E> {

  private static final String CATEGORY = "queries";
  private static final String EVENTS = "events";
  private static final String IDS = "ids";

  /** The form of {@code status}. */
  static final Form STATUS =
      Form.of("status", CATEGORY, "title, path, saved or not, undo and redo depth, digest");

  /** The form of {@code history}. */
  static final Form HISTORY =
      Form.of(
              "history",
              CATEGORY,
              "the last steps, newest first, also with their ids, or the last events")
          .optional("N")
          .optional("events|ids")
          .shownAs("history [N] [events|ids]");

  private final Desk<M, E> desk;
  private final Document<M, E> document;
  private final StepText steps;

  EngineQueries(Desk<M, E> desk, Document<M, E> document) {
    this.desk = desk;
    this.document = document;
    this.steps = new StepText(desk.settings());
  }

  List<Query<M>> all() {
    return List.of(
        Query.of(STATUS, (query, context) -> QueryResult.lines(status())),
        Query.of(HISTORY, (query, context) -> history(query)));
  }

  private List<String> status() {
    SessionState<M, E> state = document.session().state();
    return List.of(
        "title: " + desk.language().title(state.model()).orElse("none"),
        "path: " + desk.shownPath(document).orElse("none"),
        "saved: " + saved(state),
        "operations: " + state.history().depth(state.head()),
        "checkpoints: " + checkpoints(state),
        "undo: %d, redo: %d".formatted(state.undoDepth(), state.redoDepth()),
        "digest: " + state.digest());
  }

  private String saved(SessionState<M, E> state) {
    if (document.path().isEmpty()) {
      return "no, no file holds it; try: " + desk.savingAction(document);
    }
    if (Desk.holdsAnother(state)) {
      return "no, the file holds another version; try: "
          + (desk.isDamaged(document) ? SaveAction.OVERWRITING : "revert");
    }
    return state.isSaved() ? "yes" : "no, memory ahead of disk; try: save";
  }

  private String checkpoints(SessionState<M, E> state) {
    String names =
        state.checkpoints().stream()
            .map(name -> Quoting.quoted(name.name()) + " " + where(state, name))
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "none" : names;
  }

  private String where(SessionState<M, E> state, NamedState name) {
    return "after " + Words.count(state.history().depth(name.place()), "operation");
  }

  private QueryResult history(ParsedOp query) {
    List<String> words = new ArrayList<>(query.words());
    String last = words.isEmpty() ? "" : words.get(words.size() - 1).toLowerCase(Locale.ROOT);
    boolean events = last.equals(EVENTS);
    boolean ids = last.equals(IDS);
    if (events || ids) {
      words.remove(words.size() - 1);
    }
    if (words.size() > 1) {
      String message = Quoting.quote(words.get(1)) + " is not " + EVENTS + " or " + IDS;
      String better = Suggestions.closest(words.get(1), List.of(EVENTS, IDS)).orElseThrow();
      return QueryResult.refused(message, "history " + words.get(0) + " " + better);
    }
    String count = words.isEmpty() ? Integer.toString(Integer.MAX_VALUE) : words.get(0);
    return switch (Numbers.whole(count, 1, Integer.MAX_VALUE)) {
      case Reading.Fit<Integer>(var most) ->
          QueryResult.lines(events ? lastEvents(most) : lastSteps(most, ids));
      case Reading.Unfit<Integer>(var reason, var instead) ->
          QueryResult.refused(
              "the number of "
                  + (events ? EVENTS : "steps")
                  + " "
                  + Quoting.quote(count)
                  + " "
                  + reason,
              events ? "history 10 events" : "history 10");
    };
  }

  /** The undone steps next to the cursor and the applied ones before it, newest first. */
  private List<String> lastSteps(int most, boolean ids) {
    SessionState<M, E> state = document.session().state();
    List<Step<E>> applied = state.recent(Math.min(most, state.undoDepth()));
    List<Step<E>> undone = state.upcoming(Math.min(most, state.redoDepth()));
    List<String> lines = new ArrayList<>();
    boolean fromTheBeginning =
        applied.isEmpty() ? state.head().isEmpty() : applied.get(0).parent().isEmpty();
    if (fromTheBeginning && applied.size() < most) {
      lines.add("0 the beginning" + marks(state, Optional.empty()));
    }
    List<Step<E>> line = new ArrayList<>(applied);
    line.addAll(undone);
    for (int i = 0; i < line.size(); i++) {
      String id = ids ? " " + line.get(i).id() : "";
      lines.add(line(state, line.get(i), (i < applied.size() ? "" : " (undone)") + id));
      String message = line.get(i).origin().message();
      boolean ends = i + 1 == line.size() || !line.get(i + 1).origin().message().equals(message);
      if (ends && !message.isEmpty()) {
        lines.add("message " + OperationText.shown(message) + ":" + asked(line.get(i)));
      }
    }
    Collections.reverse(lines);
    return lines;
  }

  /** What was asked in the message of a step, as far as it is known. */
  private static String asked(Step<?> step) {
    String asked = step.origin().provenance().getOrDefault(Conversation.ASKED, "");
    return asked.isEmpty() ? "" : " " + OperationText.shown(asked);
  }

  private String line(SessionState<M, E> state, Step<E> step, String undone) {
    Optional<StepId> place = Optional.of(step.id());
    int number = state.history().depth(place);
    return number + " " + steps.signed(step) + undone + marks(state, place);
  }

  private String marks(SessionState<M, E> state, Optional<StepId> place) {
    StringBuilder marks = new StringBuilder();
    for (NamedState name : state.checkpoints()) {
      if (name.place().equals(place)) {
        marks.append(" [").append(Quoting.oneLine(name.name())).append(']');
      }
    }
    boolean saved = state.savedMark().filter(mark -> mark.place().equals(place)).isPresent();
    return marks.append(saved && document.path().isPresent() ? " [saved]" : "").toString();
  }

  /** The newest events of the applied steps. */
  private List<String> lastEvents(int most) {
    SessionState<M, E> state = document.session().state();
    List<String> lines = new ArrayList<>();
    List<Step<E>> applied = new ArrayList<>(state.recent(state.undoDepth()));
    Collections.reverse(applied);
    for (Step<E> step : applied) {
      int number = state.history().depth(Optional.of(step.id()));
      for (int i = step.events().size() - 1; i >= 0 && lines.size() < most; i--) {
        lines.add(number + "#" + i + " " + json(step.events().get(i)));
      }
    }
    return lines;
  }

  private String json(E event) {
    return OperationText.shown(
        ValueJson.write(desk.language().domain().eventCodec().encode(event)));
  }
}
