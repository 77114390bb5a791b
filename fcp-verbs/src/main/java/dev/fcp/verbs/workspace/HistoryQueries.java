package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.SessionState.SaveStatus;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Quoting;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The queries {@code history} and {@code log}. */
final class HistoryQueries<M, E> {

  private static final String STEPS = "steps";

  /** The kind of the query {@code log}; no keyword asks for it. */
  private static final String LOG_KIND = "";

  private static final List<String> KINDS =
      SessionForms.HISTORY.keywords().stream().map(Form.Keyword::word).toList();

  /** The maximum number of changes of a step that a page lists one by one. */
  private static final int MAX_LISTED = 10;

  private final OpenDocuments<M, E> documents;
  private final Document<M, E> document;
  private final SessionState<M, E> state;
  private final Domain<M, E> domain;
  private final StepText stepText;
  private final Map<HistoryPoint, String> checkpointNames = new HashMap<>();
  private final boolean isFolder;
  private final boolean isPaged;
  private final int maxListed;

  HistoryQueries(OpenDocuments<M, E> documents, Document<M, E> document) {
    this.documents = documents;
    this.document = document;
    this.state = document.session().state();
    this.domain = documents.language().domain();
    this.stepText = new StepText(documents.settings());
    for (NamedState name : state.checkpoints()) {
      String mark = " [" + Quoting.oneLine(name.name()) + "]";
      checkpointNames.merge(name.point(), mark, String::concat);
    }
    this.isFolder = document.path().filter(Files::isDirectory).isPresent();
    this.isPaged = documents.settings().limits().isPaged();
    this.maxListed = isPaged ? MAX_LISTED : Integer.MAX_VALUE;
  }

  /**
   * Answers the query {@code history}.
   *
   * @param maxLines how many lines are used
   */
  QueryResult history(ParsedOperation query, int maxLines) {
    List<String> words = new ArrayList<>(query.words());
    Optional<String> kind = words.stream().filter(HistoryQueries::isKind).findFirst();
    kind.ifPresent(words::remove);
    if (words.size() > 1 || (kind.isEmpty() && isSimilarToKind(words))) {
      String word = words.get(words.size() - 1);
      String replacement = Suggestions.findSimilar(word, KINDS).orElse(SessionForms.ALL);
      return QueryResult.refused(
          "%s is not one of %s"
              .formatted(
                  Quoting.quoteIfNeeded(OperationText.abbreviate(word)), String.join(", ", KINDS)),
          query.withWord(query.words().indexOf(word), replacement).canonicalText());
    }
    return withCount(
        query, words, kind.map(it -> it.toLowerCase(Locale.ROOT)).orElse(STEPS), maxLines);
  }

  private static boolean isKind(String word) {
    return KINDS.contains(word.toLowerCase(Locale.ROOT));
  }

  private static boolean isSimilarToKind(List<String> words) {
    return words.size() == 1 && Suggestions.findSimilar(words.get(0), KINDS).isPresent();
  }

  private static Positional toPositional(String text) {
    return new Positional(text, Positional.Kind.WORD);
  }

  /**
   * Answers the query {@code log}.
   *
   * @param maxLines how many lines are used
   */
  QueryResult log(ParsedOperation query, int maxLines) {
    return withCount(query, query.words(), LOG_KIND, maxLines);
  }

  private QueryResult withCount(
      ParsedOperation query, List<String> words, String kind, int maxLines) {
    String count = words.isEmpty() ? Integer.toString(Integer.MAX_VALUE) : words.get(0);
    return switch (NumberParser.parseInteger(count, 1, Integer.MAX_VALUE)) {
      case ParsedArgument.Valid<Integer>(var maxCount) -> {
        List<String> lines = lines(query, maxCount, kind, maxLines);
        yield lines.isEmpty() ? noSteps(query, kind) : QueryResult.lines(lines);
      }
      case ParsedArgument.Invalid<Integer>(var reason, var suggestion) ->
          QueryResult.refused(
              "the number of %s %s %s"
                  .formatted(
                      kind.equals(SessionForms.EVENTS) ? SessionForms.EVENTS : STEPS,
                      Quoting.quoteIfNeeded(OperationText.abbreviate(count)),
                      reason),
              query.withWord(0, "10").canonicalText());
    };
  }

  private List<String> lines(ParsedOperation query, int maxCount, String kind, int maxLines) {
    int usedCount = Math.min(maxCount, maxLines);
    boolean onlyRefused = kind.equals(SessionForms.REFUSED);
    HistoryFilter<M, E> filter =
        HistoryFilter.of(query, documents.language(), document, documents.settings(), !onlyRefused);
    return switch (kind) {
      case SessionForms.EVENTS -> lastEvents(filter, usedCount);
      case SessionForms.ALL ->
          new AuditText<>(document, documents.settings()).recordLines(filter, usedCount);
      case SessionForms.REFUSED ->
          new AuditText<>(document, documents.settings()).refusedLines(filter, usedCount);
      default -> lastSteps(query, filter, new StepListing(kind, maxCount, maxLines));
    };
  }

  private static QueryResult noSteps(ParsedOperation query, String kind) {
    if (kind.equals(SessionForms.REFUSED)) {
      return QueryResult.lines("no refused operation matches");
    }
    return kind.equals(SessionForms.ALL) || !HistoryFilter.isGiven(query)
        ? QueryResult.lines("there is no such step")
        : new QueryResult.Lines(
            List.of("there is no such step that can be undone or redone"),
            Optional.of(
                query
                    .withVerb("history")
                    .withPositionals(List.of(toPositional(SessionForms.ALL)))
                    .canonicalText()));
  }

  /** The undone steps and the applied ones, newest first. */
  private List<String> lastSteps(
      ParsedOperation query, HistoryFilter<M, E> filter, StepListing listing) {
    if (!HistoryFilter.isGiven(query)) {
      failedSave().ifPresent(listing::addFailed);
    }
    listing.add(filter, state.undoStack().undone(), true);
    listing.add(filter, state.undoStack().applied(), false);
    if (!HistoryFilter.isGiven(query) && !listing.isFull() && startsAtBase()) {
      listing.lines.add("0 the beginning" + marks(HistoryPoint.BASE));
    }
    return listing.lines;
  }

  /** The last step of the newest save that failed, unless it was saved or undone since. */
  private Optional<StepId> failedSave() {
    return state.failedSaves().isEmpty()
        ? Optional.empty()
        : state
            .failedSaves()
            .getLast()
            .point()
            .step()
            .filter(step -> state.saveStatus(step) == SaveStatus.FAILED)
            .filter(step -> !state.undoStack().undone().contains(step));
  }

  private boolean startsAtBase() {
    List<StepId> applied = state.undoStack().applied();
    return applied.isEmpty()
        ? state.head().isBase()
        : state.history().parent(applied.get(0)).isBase();
  }

  /** Lists steps newest first, the steps of one message indented below that message. */
  private final class StepListing {

    private final boolean withIds;
    private final boolean withChanges;
    private final int maxCount;
    private final int maxLines;
    private final List<String> lines = new ArrayList<>();
    private int listedCount;
    private Optional<Origin> previous = Optional.empty();

    StepListing(String kind, int maxCount, int maxLines) {
      this.withIds = kind.equals(SessionForms.IDS);
      this.withChanges = kind.equals(LOG_KIND);
      this.maxCount = maxCount;
      this.maxLines = maxLines;
    }

    boolean isFull() {
      return listedCount == maxCount || lines.size() >= maxLines;
    }

    /**
     * Lists the steps that match, newest first, until the listing is full. An undone step that
     * stays applied because it is ignored is listed where it is applied.
     */
    void add(HistoryFilter<M, E> filter, List<StepId> oldestFirst, boolean isUndone) {
      List<M> models = withChanges && isUndone ? modelsAlong(oldestFirst) : List.of();
      M after = models.isEmpty() ? currentModel() : models.getLast();
      Iterator<Step<E>> steps = new StepsAhead<>(state.history(), oldestFirst.reversed());
      for (int i = oldestFirst.size() - 1; !isFull() && steps.hasNext(); i--) {
        Step<E> step = steps.next();
        M before = after;
        if (withChanges) {
          before = isUndone ? models.get(i) : modelBefore(step, after);
        }
        if (filter.accepts(step)
            && (!isUndone || state.appliedCopyOf(step.id()).equals(step.id()))) {
          add(step, isUndone, before, after);
        }
        after = before;
      }
    }

    /** Lists a step on another branch, whose save failed. */
    void addFailed(StepId id) {
      lines.add(stepLine(state.history().step(id), false, withIds) + " (on another branch)");
    }

    private void add(Step<E> step, boolean isUndone, M before, M after) {
      Origin origin = step.origin();
      String indent = origin.message().isEmpty() ? "" : "  ";
      if (!indent.isEmpty() && previous.filter(it -> isSameMessage(it, origin)).isEmpty()) {
        lines.add("message " + OperationText.abbreviate(origin.message()) + ":" + promptOf(step));
      }
      previous = Optional.of(origin);
      lines.add(indent + stepLine(step, isUndone, withIds));
      for (String change : withChanges ? changes(step, before, after) : List.<String>of()) {
        lines.add(indent + "    " + change);
      }
      listedCount++;
    }
  }

  private static boolean isSameMessage(Origin one, Origin other) {
    return one.session().equals(other.session()) && one.message().equals(other.message());
  }

  /** The current model, of which only the described entities are read. */
  private M currentModel() {
    return domain.withoutDerivedValues(state.model());
  }

  /** The models before the first and after each of the undone steps. */
  private List<M> modelsAlong(List<StepId> undone) {
    List<M> models = new ArrayList<>();
    M model = currentModel();
    if (!undone.isEmpty()) {
      HistoryPoint fork = state.history().parent(undone.getFirst());
      for (StepId id : state.history().path(state.head(), fork).undoSteps()) {
        model = modelBefore(state.history().step(id), model);
      }
    }
    models.add(model);
    for (StepId id : undone) {
      for (E event : state.history().step(id).events()) {
        model = domain.replay(event, model);
      }
      models.add(model);
    }
    return models;
  }

  private M modelBefore(Step<E> step, M model) {
    M result = model;
    for (E event : step.events().reversed()) {
      result = domain.replay(domain.invert(event), result);
    }
    return result;
  }

  /** The changes of a step, described by the language. */
  private List<String> changes(Step<E> step, M before, M after) {
    List<ResultLine> changes = documents.language().describeChanges(step.events(), before, after);
    int count = Math.min(changes.size(), maxListed);
    List<String> texts = new ArrayList<>();
    changes.subList(0, count).forEach(change -> texts.add(change.toString()));
    if (count < changes.size()) {
      texts.add("and " + Plurals.count(changes.size() - count, "more change"));
    }
    return texts;
  }

  /** The prompt of the message of a step; empty if it was not recorded. */
  private static String promptOf(Step<?> step) {
    String prompt = step.origin().provenance().getOrDefault(Conversation.PROMPT_KEY, "");
    return prompt.isEmpty() ? "" : " " + OperationText.abbreviate(prompt);
  }

  private String stepLine(Step<E> step, boolean isUndone, boolean withIds) {
    HistoryPoint point = HistoryPoint.after(step.id());
    return state.history().depth(point)
        + " "
        + stepText.describe(step)
        + describeReversal(step)
        + (isUndone ? " (undone)" : "")
        + (step.isIgnored() ? " (ignored)" : "")
        + (withIds ? " " + step.id() : "")
        + marks(point)
        + (isUndone ? "" : saveStatus(step.id()));
  }

  /** Whether the files hold a step, where that is not obvious. */
  private String saveStatus(StepId step) {
    return switch (state.saveStatus(step)) {
      case SAVED -> "";
      case UNSAVED -> isFolder ? " [not saved]" : "";
      case PENDING -> " [being saved]";
      case FAILED -> " [save failed]";
    };
  }

  /** The steps that a rollback step reversed and restored. */
  private String describeReversal(Step<E> step) {
    Reversal reversal = step.reversal();
    return describeReversal(" (rolls back ", reversal.reversed())
        + describeReversal(" (restores ", reversal.restored());
  }

  private String describeReversal(String prefix, List<Reversal.Part> parts) {
    if (parts.isEmpty()) {
      return "";
    }
    String stepNames =
        parts.stream()
            .limit(maxListed)
            .map(part -> describeStep(part.step()))
            .collect(Collectors.joining(", "));
    int omittedCount = parts.size() - maxListed;
    return prefix + stepNames + (omittedCount > 0 ? " and " + omittedCount + " more" : "") + ")";
  }

  private String describeStep(StepId id) {
    Optional<Step<E>> step = state.history().find(id);
    return step.isPresent()
        ? state.history().depth(HistoryPoint.after(id)) + " " + StepText.label(step.get())
        : "step " + id;
  }

  private String marks(HistoryPoint point) {
    boolean isSaved =
        state.savedMark().filter(savedMark -> savedMark.point().equals(point)).isPresent();
    return checkpointNames.getOrDefault(point, "")
        + (isSaved && document.path().isPresent() ? " [saved]" : "");
  }

  /** The newest events of the applied steps. */
  private List<String> lastEvents(HistoryFilter<M, E> filter, int maxCount) {
    List<String> lines = new ArrayList<>();
    Iterator<Step<E>> steps =
        new StepsAhead<>(state.history(), state.undoStack().applied().reversed());
    while (lines.size() < maxCount && steps.hasNext()) {
      Step<E> step = steps.next();
      int number = state.history().depth(HistoryPoint.after(step.id()));
      boolean isAccepted = filter.accepts(step);
      for (int i = step.events().size() - 1; isAccepted && i >= 0 && lines.size() < maxCount; i--) {
        E event = step.events().get(i);
        if (filter.accepts(event)) {
          lines.add(number + "#" + i + " " + toJson(event));
        }
      }
    }
    return lines;
  }

  private String toJson(E event) {
    String json = ValueJson.write(domain.eventCodec().encode(event));
    return isPaged ? OperationText.abbreviate(json) : json;
  }
}
