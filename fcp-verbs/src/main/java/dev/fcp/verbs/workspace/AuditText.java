package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.AuditQuery;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.Pruned.StepGroup;
import dev.fcp.eventlog.session.Audit;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.SessionState.SaveStatus;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats the journal records of a document as lines, newest first. */
final class AuditText<M, E> {

  private static final int PAGE_SIZE = 1000;

  private final Document<M, E> document;
  private final SessionState<M, E> state;
  private final StepText stepText;

  AuditText(Document<M, E> document, WorkspaceSettings settings) {
    this.document = document;
    this.state = document.session().state();
    this.stepText = new StepText(settings);
  }

  /** The records of changes, including undone and abandoned steps. */
  List<String> recordLines(HistoryFilter<M, E> filter, int maxCount) {
    List<String> lines = new ArrayList<>();
    for (Audit.Entry<E> entry : entries(filter, filter.toAuditQuery(), maxCount, false)) {
      lines.addAll(entry.steps().isEmpty() ? List.of(recordLine(entry)) : stepLines(entry));
    }
    return lines;
  }

  /** The records of refused and failed operations, with the reasons. */
  List<String> refusedLines(HistoryFilter<M, E> filter, int maxCount) {
    return entries(filter, filter.toAuditQuery().includingRefused(), maxCount, true).stream()
        .map(this::recordLine)
        .toList();
  }

  private List<Audit.Entry<E>> entries(
      HistoryFilter<M, E> filter, AuditQuery query, int maxCount, boolean onlyRefused) {
    List<Audit.Entry<E>> found = new ArrayList<>();
    long beforeNumber = Long.MAX_VALUE;
    boolean isLast = false;
    while (!isLast && found.size() < maxCount) {
      Audit.Page<Audit.Entry<E>> page =
          document.session().audit().before(query, beforeNumber, Math.min(maxCount, PAGE_SIZE));
      page.entries().stream()
          .filter(entry -> entry.record() instanceof JournalRecord.Refused == onlyRefused)
          .filter(entry -> !(entry.record() instanceof JournalRecord.Saving))
          .filter(filter::accepts)
          .forEach(found::add);
      beforeNumber = page.lastRecordNumber();
      isLast = page.isLast();
    }
    return found.subList(0, Math.min(maxCount, found.size()));
  }

  private List<String> stepLines(Audit.Entry<E> entry) {
    List<String> lines = new ArrayList<>();
    for (Step<E> step : entry.steps().reversed()) {
      lines.add(
          "record %d: %s%s"
              .formatted(entry.recordNumber(), stepText.describe(step), stepStatus(step)));
    }
    return lines;
  }

  /** The current status of a step. */
  private String stepStatus(Step<E> step) {
    HistoryPoint point = HistoryPoint.after(state.appliedCopyOf(step.id()));
    if (!state.history().isKnown(point)) {
      return ", pruned";
    }
    if (state.history().isAncestor(point, state.head())) {
      return ", step " + state.history().depth(point);
    }
    boolean isRedoable = state.undoStack().undone().contains(step.id());
    return isRedoable
        ? ", step %d, undone".formatted(state.history().depth(point))
        : ", abandoned: "
            + StepReferences.shortId(step.id(), state)
            + (state.saveStatus(step.id()) == SaveStatus.FAILED ? ", save failed" : "");
  }

  private String recordLine(Audit.Entry<E> entry) {
    JournalRecord record = entry.record();
    Origin origin = record.origin();
    return "record %d: %s %s, %s"
        .formatted(
            entry.recordNumber(),
            StepText.actor(origin),
            stepText.time(record.time()),
            describe(record));
  }

  private String describe(JournalRecord record) {
    return switch (record) {
      case JournalRecord.Opened opened -> "started the history";
      case JournalRecord.Committed committed -> OperationText.abbreviate(committed.label());
      case JournalRecord.Replaced replaced -> OperationText.abbreviate(replaced.label());
      case JournalRecord.Moved moved ->
          "%s, to %s".formatted(moveName(moved.kind()), describePoint(moved.point()));
      case JournalRecord.Named(var time, var origin, var name) -> describeName(name);
      case JournalRecord.Saving saving -> "began to save " + describePoint(saving.point());
      case JournalRecord.Saved saved -> "saved " + describePoint(saved.point());
      case JournalRecord.Failed failed ->
          "could not save %s: %s"
              .formatted(describePoint(failed.point()), OperationText.abbreviate(failed.cause()));
      case JournalRecord.External external -> describeExternal(external);
      case JournalRecord.Refused(var time, var origin, var label, var reason) ->
          "%s: %s".formatted(OperationText.abbreviate(label), OperationText.abbreviate(reason));
      case JournalRecord.PassedOver passedOver ->
          switch (passedOver.kind()) {
            case UNDO ->
                "undo mine changed nothing of "
                    + describePoint(HistoryPoint.after(passedOver.step()));
            case REDO ->
                "redo mine, nothing to restore of "
                    + describePoint(HistoryPoint.after(passedOver.step()));
          };
      case JournalRecord.Marked marked -> describeMark(marked);
      case JournalRecord.Pruned pruned -> "pruned old steps" + describeSummary(pruned.summary());
      case JournalRecord.Redacted redacted ->
          "redacted %s in %s: %s"
              .formatted(
                  redacted.kind().name().toLowerCase(Locale.ROOT),
                  Plurals.count(redacted.redactedSteps().size(), "step"),
                  OperationText.abbreviate(redacted.reason()));
    };
  }

  /** How many steps of each actor were pruned. */
  private static String describeSummary(List<StepGroup> summary) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    summary.forEach(group -> counts.merge(group.origin().actor(), group.stepCount(), Integer::sum));
    return counts.isEmpty()
        ? ""
        : counts.entrySet().stream()
            .map(count -> "%d of %s".formatted(count.getValue(), count.getKey()))
            .collect(Collectors.joining(", ", ": ", ""));
  }

  private static String describeMark(JournalRecord.Marked mark) {
    Origin origin = mark.origin();
    String session = "session " + Quoting.quoteAlways(origin.session());
    return switch (mark.kind()) {
      case BEGIN ->
          "began message %s of %s%s"
              .formatted(
                  Quoting.quoteAlways(origin.message()),
                  session,
                  mark.paths().isEmpty() ? "" : ", for " + Quoting.quoteAlways(mark.paths()));
      case END -> "ended " + session;
    };
  }

  private static String moveName(JournalRecord.Moved.Kind kind) {
    return switch (kind) {
      case UNDO -> "undo";
      case REDO -> "redo";
      case UNDO_TO -> "undo to a checkpoint";
      case BAIL -> "bail";
      case SWITCH -> "switch";
      case CLEAR -> "clear";
    };
  }

  private String describeName(NamedState name) {
    return "%s %s: %s"
        .formatted(
            name.kind().name().toLowerCase(Locale.ROOT),
            Quoting.quoteAlways(name.name()),
            describePoint(name.point()));
  }

  private static String describeExternal(JournalRecord.External external) {
    return switch (external.mergeExtent()) {
      case WHOLE -> "found another text of the file";
      case PART -> "found a version of the file that was merged in part";
      case NONE -> "found another version of the file";
    };
  }

  private String describePoint(HistoryPoint point) {
    if (point.isBase()) {
      return "the beginning";
    }
    return point
        .step()
        .flatMap(state.history()::find)
        .map(StepText::label)
        .map(label -> "the state after " + label)
        .orElse("a pruned state");
  }
}
