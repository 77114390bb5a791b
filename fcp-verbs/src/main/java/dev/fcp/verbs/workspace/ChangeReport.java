package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.domain.FolderDomain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.eventlog.session.HistoricalViews.View;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.ResultLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reports the changes of a document as they are recorded, by whichever process.
 *
 * <pre>
 * {"actor":..,"changes":[..],"files":[..],"kind":..,"label":..,"message":..,"session":..,
 *  "step":..,"time":..}
 * </pre>
 */
final class ChangeReport<M, E> {

  /** The maximum number of changes of a step that are listed as text. */
  private static final int MAX_LISTED = 20;

  private final DomainLanguage<M, E> language;
  private final Document<M, E> document;
  private final StepText stepText;
  private final boolean isJson;

  ChangeReport(OpenDocuments<M, E> documents, Document<M, E> document, boolean isJson) {
    this.language = documents.language();
    this.document = document;
    this.stepText = new StepText(documents.settings());
    this.isJson = isJson;
  }

  /** The lines for a change; none if it did not change the model. */
  List<String> lines(SessionChange change) {
    SessionState<M, E> state = document.session().state();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < change.steps().size(); i++) {
      Optional<Step<E>> step = state.history().find(change.steps().get(i));
      boolean isUndone = i < change.undoneCount();
      step.ifPresent(it ->
          lines.addAll(
              isJson ? List.of(toJson(it, change, isUndone)) : text(it, change, isUndone)));
    }
    return lines;
  }

  private List<String> text(Step<E> step, SessionChange change, boolean isUndone) {
    List<String> lines = new ArrayList<>();
    String message = step.origin().message();
    lines.add(
        (isUndone ? "undone by %s: ".formatted(StepText.actor(change.origin())) : "")
            + stepText.describe(step)
            + (message.isEmpty() ? "" : ", message " + message));
    if (!isUndone) {
      List<String> changes = changes(step);
      changes.stream().limit(MAX_LISTED).forEach(it -> lines.add("    " + it));
      if (changes.size() > MAX_LISTED) {
        lines.add("    and " + Plurals.count(changes.size() - MAX_LISTED, "more change"));
      }
    }
    return lines;
  }

  private List<String> changes(Step<E> step) {
    return before(step).stream()
        .flatMap(
            model -> language.describeChanges(step.events(), model, after(step, model)).stream())
        .map(ResultLine::toString)
        .toList();
  }

  private Optional<M> before(Step<E> step) {
    return document.session().views().viewAt(step.parent()).map(View::model);
  }

  private M after(Step<E> step, M before) {
    M after = before;
    for (E event : step.events()) {
      after = language.domain().replay(event, after);
    }
    return after;
  }

  private Set<String> files(Step<E> step) {
    Optional<M> before = before(step);
    if (before.isEmpty() || !(language.domain() instanceof FolderDomain<M, E> folders)) {
      return Set.of();
    }
    return folders.folderFormat().changedPaths(before.get(), after(step, before.get()));
  }

  private String toJson(Step<E> step, SessionChange change, boolean isUndone) {
    Origin origin = step.origin();
    Map<String, Value> fields = new TreeMap<>();
    String kind = isUndone ? "undone" : change.kind().name().toLowerCase(Locale.ROOT);
    fields.put("actor", Value.of(isUndone ? change.origin().actor() : origin.actor()));
    fields.put("session", Value.of(origin.session()));
    fields.put("message", Value.of(origin.message()));
    fields.put("kind", Value.of(kind));
    fields.put("label", Value.of(step.label()));
    fields.put("step", Value.of(step.id().ulid()));
    fields.put("time", Value.of(step.time().toString()));
    fields.put("files", list(files(step).stream().sorted().toList()));
    fields.put("changes", list(changes(step)));
    return ValueJson.write(Value.Fields.of(fields));
  }

  private static Value list(List<String> texts) {
    return new Value.Sequence(texts.stream().<Value>map(Value::of).toList());
  }
}
