package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.SessionState.Mark;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The query {@code audit}: what each message changed, newest first. A step without a message is
 * listed by itself; undone steps are left out.
 *
 * <pre>
 * {"actor":..,"asked":..,"changes":[..],"message":..,"session":..,"steps":[..],"time":..}
 * </pre>
 */
final class MessageAudit<M, E> {

  private final OpenDocuments<M, E> documents;
  private final SessionState<M, E> state;
  private final StepText stepText;

  MessageAudit(OpenDocuments<M, E> documents, Document<M, E> document) {
    this.documents = documents;
    this.state = document.session().state();
    this.stepText = new StepText(documents.settings());
  }

  /**
   * What a message changed.
   *
   * @param title what was asked, or the label of the only step
   * @param steps its steps, newest first
   * @param changes the changes of each of these steps
   */
  private record Entry(
      Origin origin, Instant time, String title, List<StepId> steps, List<List<String>> changes) {

    List<String> allChanges() {
      return changes.reversed().stream().flatMap(List::stream).toList();
    }
  }

  QueryResult answer(ParsedOperation query) {
    OriginParam.requireKnown(query, state);
    boolean isJson = SessionForms.JSON_FLAG.valueIn(query).orElse(false);
    List<String> lines = new ArrayList<>();
    for (Entry entry : entries(OriginParam.filter(query))) {
      if (isJson) {
        lines.add(toJson(entry));
      } else {
        lines.add(heading(entry));
        entry.allChanges().forEach(change -> lines.add("    " + change));
        if (entry.steps().isEmpty()) {
          lines.add("    changed nothing");
        }
      }
    }
    return lines.isEmpty() && !isJson
        ? QueryResult.lines("nothing was changed")
        : QueryResult.lines(lines);
  }

  private List<Entry> entries(StepFilter filter) {
    Map<List<String>, Entry> entries = new LinkedHashMap<>();
    Domain<M, E> domain = documents.language().domain();
    M model = domain.withoutDerivedValues(state.model());
    Iterator<Step<E>> steps =
        new StepsAhead<>(state.history(), state.undoStack().applied().reversed());
    while (steps.hasNext()) {
      Step<E> step = steps.next();
      M after = model;
      for (E event : step.events().reversed()) {
        model = domain.replay(domain.invert(event), model);
      }
      if (filter.accepts(step.origin(), step.time())) {
        Entry entry = entries.computeIfAbsent(key(step), key -> entry(step));
        entry.steps().add(step.id());
        entry
            .changes()
            .add(
                documents.language().describeChanges(step.events(), model, after).stream()
                    .map(ResultLine::toString)
                    .toList());
      }
    }
    for (Mark mark : state.messages()) {
      if (filter.accepts(mark.origin(), mark.time())) {
        entries.putIfAbsent(
            List.of(mark.origin().session(), mark.origin().message()),
            entry(mark.origin(), mark.time(), ""));
      }
    }
    return entries.values().stream()
        .sorted(Comparator.comparing(Entry::time, Comparator.reverseOrder()))
        .toList();
  }

  private static List<String> key(Step<?> step) {
    Origin origin = step.origin();
    return origin.message().isEmpty()
        ? List.of(step.id().ulid())
        : List.of(origin.session(), origin.message());
  }

  private static Entry entry(Step<?> step) {
    return entry(
        step.origin(), step.time(), step.origin().message().isEmpty() ? StepText.label(step) : "");
  }

  private static Entry entry(Origin origin, Instant time, String label) {
    String title = origin.provenance().getOrDefault(Conversation.PROMPT_KEY, label);
    return new Entry(origin, time, title, new ArrayList<>(), new ArrayList<>());
  }

  private String heading(Entry entry) {
    Origin origin = entry.origin();
    String actorAndTime = StepText.actor(origin) + " " + stepText.time(entry.time());
    String title = OperationText.abbreviate(entry.title());
    return origin.message().isEmpty()
        ? "%s, %s".formatted(actorAndTime, title)
        : "message %s%s, %s%s"
            .formatted(
                OperationText.abbreviate(origin.message()),
                origin.session().isEmpty()
                    ? ""
                    : " of session " + OperationText.abbreviate(origin.session()),
                actorAndTime,
                title.isEmpty() ? "" : ": " + title);
  }

  private static String toJson(Entry entry) {
    Map<String, Value> fields = new TreeMap<>();
    fields.put("actor", Value.of(entry.origin().actor()));
    fields.put("session", Value.of(entry.origin().session()));
    fields.put("message", Value.of(entry.origin().message()));
    fields.put("asked", Value.of(entry.title()));
    fields.put("time", Value.of(entry.time().toString()));
    fields.put("steps", list(entry.steps().reversed().stream().map(StepId::ulid).toList()));
    fields.put("changes", list(entry.allChanges()));
    return ValueJson.write(Value.Fields.of(fields));
  }

  private static Value list(List<String> texts) {
    return new Value.Sequence(texts.stream().<Value>map(Value::of).toList());
  }
}
