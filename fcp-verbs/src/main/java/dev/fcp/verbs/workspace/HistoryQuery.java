package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ValueJson;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.Reversal;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Numbers;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The questions how a document came to be what it is: step by step, with what each changed. */
final class HistoryQuery<M, E> {

  private static final String STEPS = "steps";
  private static final String EVENTS = "events";
  private static final String IDS = "ids";
  private static final String ALL = "all";
  private static final String REFUSED = "refused";

  /** What no word asks for, but the question {@code log}. */
  private static final String CHANGES = "";

  private static final List<String> KINDS = List.of(EVENTS, IDS, ALL, REFUSED);

  /** How many changes of a step are told one by one. */
  private static final int TOLD = 10;

  /** The form of {@code history}. */
  static final Form HISTORY =
      HistoryFilter.in(
          Form.of(
                  "history",
                  EngineQueries.CATEGORY,
                  "the last steps, newest first, also with their ids, or the last events; or all"
                      + " that happened, or what was refused")
              .optional("N")
              .optional("events|ids|all|refused")
              .shownAs("history [N] [events|ids|all|refused] " + HistoryFilter.HINT));

  /** The form of {@code log}. */
  static final Form LOG =
      HistoryFilter.in(
          Form.of(
                  "log",
                  EngineQueries.CATEGORY,
                  "the last steps under their messages, newest first, with what each changed;"
                      + " filters as for history")
              .optional("N")
              .shownAs("log [N] [actor:NAME] [message:ID] [entity:NAME] ..."));

  private final Desk<M, E> desk;
  private final Document<M, E> document;
  private final SessionState<M, E> state;
  private final StepText steps;

  HistoryQuery(Desk<M, E> desk, Document<M, E> document) {
    this.desk = desk;
    this.document = document;
    this.state = document.session().state();
    this.steps = new StepText(desk.settings());
  }

  QueryResult history(ParsedOp query) {
    List<String> words = new ArrayList<>(query.words());
    Optional<String> kind = words.stream().filter(HistoryQuery::isKind).findFirst();
    kind.ifPresent(words::remove);
    if (words.size() > 1 || (kind.isEmpty() && isNearlyKind(words))) {
      String word = words.get(words.size() - 1);
      String better = Suggestions.nearest(word, KINDS).orElse(ALL);
      return QueryResult.refused(
          "%s is not one of %s"
              .formatted(Quoting.quote(OperationText.shown(word)), String.join(", ", KINDS)),
          query.withWord(query.words().indexOf(word), better).text());
    }
    return counted(query, words, kind.map(it -> it.toLowerCase(Locale.ROOT)).orElse(STEPS));
  }

  private static boolean isKind(String word) {
    return KINDS.contains(word.toLowerCase(Locale.ROOT));
  }

  private static boolean isNearlyKind(List<String> words) {
    return words.size() == 1 && Suggestions.nearest(words.get(0), KINDS).isPresent();
  }

  private static Positional word(String text) {
    return new Positional(text, Positional.Kind.WORD);
  }

  QueryResult log(ParsedOp query) {
    return counted(query, query.words(), CHANGES);
  }

  private QueryResult counted(ParsedOp query, List<String> words, String kind) {
    String count = words.isEmpty() ? Integer.toString(Integer.MAX_VALUE) : words.get(0);
    return switch (Numbers.whole(count, 1, Integer.MAX_VALUE)) {
      case Reading.Fit<Integer>(var most) -> {
        List<String> lines = lines(query, most, kind);
        yield QueryResult.lines(lines.isEmpty() ? nothing(query, kind) : lines);
      }
      case Reading.Unfit<Integer>(var reason, var instead) ->
          QueryResult.refused(
              "the number of %s %s %s"
                  .formatted(
                      kind.equals(EVENTS) ? EVENTS : STEPS,
                      Quoting.quote(OperationText.shown(count)),
                      reason),
              query.withWord(0, "10").text());
    };
  }

  private List<String> lines(ParsedOp query, int most, String kind) {
    boolean isOfRefused = kind.equals(REFUSED);
    HistoryFilter<M, E> filter =
        HistoryFilter.of(query, desk.language(), document, desk.settings(), !isOfRefused);
    return switch (kind) {
      case EVENTS -> lastEvents(filter, most);
      case ALL -> new AuditLines<>(document, desk.settings()).all(filter, most);
      case REFUSED -> new AuditLines<>(document, desk.settings()).refused(filter, most);
      default -> lastSteps(query, filter, most, kind);
    };
  }

  private static List<String> nothing(ParsedOp query, String kind) {
    if (kind.equals(REFUSED)) {
      return List.of("nothing of that was refused");
    }
    return kind.equals(ALL) || !HistoryFilter.isIn(query)
        ? List.of("there is no such step")
        : List.of(
            "there is no such step that can be undone or redone",
            "more: " + query.withVerb("history").withPositionals(List.of(word(ALL))).text());
  }

  /** The undone steps next to the cursor and the applied ones before it, newest first. */
  private List<String> lastSteps(
      ParsedOp query, HistoryFilter<M, E> filter, int most, String kind) {
    boolean isFiltered = HistoryFilter.isIn(query);
    int reach = isFiltered ? Integer.MAX_VALUE : most;
    Telling telling = new Telling(kind);
    telling.tellUndone(filter, state.upcoming(Math.min(reach, state.redoDepth())));
    List<Step<E>> done = state.recent(Math.min(reach, state.undoDepth()));
    int applied = telling.tellApplied(filter, done.reversed(), most);
    if (!isFiltered && applied < most && isFromTheBeginning()) {
      telling.lines.add("0 the beginning" + marks(Optional.empty()));
    }
    return telling.lines;
  }

  private boolean isFromTheBeginning() {
    List<StepId> applied = state.line().applied();
    return applied.isEmpty()
        ? state.head().isEmpty()
        : state.history().parent(applied.get(0)).isEmpty();
  }

  /** Tells steps, newest first, each message once above those that belong to it. */
  private final class Telling {

    private final boolean isWithIds;
    private final boolean isWithChanges;
    private final List<String> lines = new ArrayList<>();
    private String message = "";

    Telling(String kind) {
      this.isWithIds = kind.equals(IDS);
      this.isWithChanges = kind.equals(CHANGES);
    }

    void tellUndone(HistoryFilter<M, E> filter, List<Step<E>> oldestFirst) {
      List<M> models = new ArrayList<>();
      M model = state.model();
      for (Step<E> step : isWithChanges ? oldestFirst : List.<Step<E>>of()) {
        models.add(model);
        model = after(step, model);
      }
      for (int i = oldestFirst.size() - 1; i >= 0; i--) {
        Step<E> step = oldestFirst.get(i);
        if (filter.accepts(step)) {
          tell(step, true);
          lines.addAll(isWithChanges ? changes(step, models.get(i)) : List.of());
        }
      }
    }

    /** Tells so many at most; gives how many it told. */
    int tellApplied(HistoryFilter<M, E> filter, List<Step<E>> newestFirst, int most) {
      int told = 0;
      M model = state.model();
      for (Step<E> step : newestFirst) {
        model = isWithChanges ? before(step, model) : model;
        if (filter.accepts(step)) {
          tell(step, false);
          lines.addAll(isWithChanges ? changes(step, model) : List.of());
          told++;
        }
        if (told == most) {
          break;
        }
      }
      return told;
    }

    private void tell(Step<E> step, boolean isUndone) {
      String own = step.origin().message();
      if (!own.equals(message) && !own.isEmpty()) {
        lines.add("message " + OperationText.shown(own) + ":" + asked(step));
      }
      message = own;
      lines.add(line(step, isUndone, isWithIds));
    }
  }

  private M after(Step<E> step, M model) {
    Domain<M, E> domain = desk.language().domain();
    M reached = model;
    for (E event : step.events()) {
      reached = domain.replay(event, reached);
    }
    return reached;
  }

  private M before(Step<E> step, M model) {
    Domain<M, E> domain = desk.language().domain();
    M reached = model;
    for (E event : step.events().reversed()) {
      reached = domain.replay(domain.invert(event), reached);
    }
    return reached;
  }

  /** What a step changed, in the words of the domain. */
  private List<String> changes(Step<E> step, M before) {
    List<ResultLine> changes = desk.language().changes(step.events(), before);
    List<String> told = new ArrayList<>();
    for (ResultLine line : changes.subList(0, Math.min(TOLD, changes.size()))) {
      told.add("    " + line);
    }
    if (changes.size() > TOLD) {
      told.add("    and " + Words.count(changes.size() - TOLD, "more change"));
    }
    return told;
  }

  /** What was asked in the message of a step, as far as it is known. */
  private static String asked(Step<?> step) {
    String asked = step.origin().provenance().getOrDefault(Conversation.ASKED, "");
    return asked.isEmpty() ? "" : " " + OperationText.shown(asked);
  }

  private String line(Step<E> step, boolean isUndone, boolean ids) {
    Optional<StepId> place = Optional.of(step.id());
    return state.history().depth(place)
        + " "
        + steps.signed(step)
        + turned(step)
        + (isUndone ? " (undone)" : "")
        + (ids ? " " + step.id() : "")
        + marks(place);
  }

  /** Which steps it took back, and which it brought back, by their numbers. */
  private String turned(Step<E> step) {
    Reversal reversal = step.reversal();
    return turned(" (takes back ", reversal.reverted())
        + turned(" (brings back ", reversal.restored());
  }

  private String turned(String how, List<Reversal.Part> parts) {
    if (parts.isEmpty()) {
      return "";
    }
    String told =
        parts.stream()
            .limit(TOLD)
            .map(part -> numbered(part.step()))
            .collect(Collectors.joining(", "));
    return how + told + (parts.size() > TOLD ? ", ..." : "") + ")";
  }

  private String numbered(StepId id) {
    Optional<Step<E>> step = state.history().find(id);
    return step.isPresent()
        ? state.history().depth(Optional.of(id)) + " " + StepText.label(step.get())
        : "step " + id;
  }

  private String marks(Optional<StepId> place) {
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
  private List<String> lastEvents(HistoryFilter<M, E> filter, int most) {
    List<String> lines = new ArrayList<>();
    for (Step<E> step : state.recent(state.undoDepth()).reversed()) {
      int number = state.history().depth(Optional.of(step.id()));
      boolean isAskedFor = filter.accepts(step);
      for (int i = step.events().size() - 1; isAskedFor && i >= 0 && lines.size() < most; i--) {
        E event = step.events().get(i);
        if (filter.accepts(event)) {
          lines.add(number + "#" + i + " " + json(event));
        }
      }
    }
    return lines;
  }

  private String json(E event) {
    return OperationText.shown(
        ValueJson.write(desk.language().domain().eventCodec().encode(event)));
  }
}
