package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.AuditQuery;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.AuditEntry;
import dev.fcp.eventlog.session.Page;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What happened to a document, record by record and newest first, in lines. */
final class AuditLines<M, E> {

  private static final int PAGE = 1000;

  private final Document<M, E> document;
  private final SessionState<M, E> state;
  private final StepText steps;

  AuditLines(Document<M, E> document, WorkspaceSettings settings) {
    this.document = document;
    this.state = document.session().state();
    this.steps = new StepText(settings);
  }

  /** All that was done: also what was undone since, and what left the line. */
  List<String> all(HistoryFilter<M, E> filter, int most) {
    List<String> lines = new ArrayList<>();
    for (AuditEntry<E> entry : entries(filter, filter.audit(), most, false)) {
      lines.addAll(entry.steps().isEmpty() ? List.of(line(entry)) : stepLines(entry));
    }
    return lines;
  }

  /** What was refused or failed, with the reasons. */
  List<String> refused(HistoryFilter<M, E> filter, int most) {
    return entries(filter, filter.audit().withRefused(), most, true).stream()
        .map(this::line)
        .toList();
  }

  private List<AuditEntry<E>> entries(
      HistoryFilter<M, E> filter, AuditQuery query, int most, boolean isOfRefused) {
    List<AuditEntry<E>> found = new ArrayList<>();
    long before = Long.MAX_VALUE;
    boolean isLast = false;
    while (!isLast && found.size() < most) {
      Page<AuditEntry<E>> page = document.session().audit().before(query, before, PAGE);
      page.entries().stream()
          .filter(entry -> entry.record() instanceof JournalRecord.Refused == isOfRefused)
          .filter(entry -> !(entry.record() instanceof JournalRecord.Saving))
          .filter(filter::accepts)
          .forEach(found::add);
      before = page.next();
      isLast = page.isLast();
    }
    return found.subList(0, Math.min(most, found.size()));
  }

  private List<String> stepLines(AuditEntry<E> entry) {
    List<String> lines = new ArrayList<>();
    for (Step<E> step : entry.steps().reversed()) {
      lines.add("record %d: %s%s".formatted(entry.number(), steps.signed(step), standing(step)));
    }
    return lines;
  }

  /** Where a step stands now. */
  private String standing(Step<E> step) {
    Optional<StepId> place = Optional.of(step.id());
    if (!state.history().knows(step.id())) {
      return ", let go";
    }
    if (state.history().isAncestor(place, state.head())) {
      return ", step " + state.history().depth(place);
    }
    boolean isAhead = state.line().redo(state.redoDepth()).events().contains(step.id());
    return isAhead
        ? ", step %d, undone".formatted(state.history().depth(place))
        : ", off the line: " + StepNames.shortened(step.id(), state);
  }

  private String line(AuditEntry<E> entry) {
    JournalRecord record = entry.record();
    Origin origin = record.origin();
    return "record %d: %s %s, %s"
        .formatted(entry.number(), StepText.actor(origin), steps.time(record.time()), done(record));
  }

  private String done(JournalRecord record) {
    return switch (record) {
      case JournalRecord.Opened opened -> "began the history";
      case JournalRecord.Committed committed -> OperationText.shown(committed.label());
      case JournalRecord.Replaced replaced -> OperationText.shown(replaced.label());
      case JournalRecord.Moved moved ->
          "%s, to %s".formatted(way(moved.kind()), place(moved.place()));
      case JournalRecord.Named(var time, var origin, var name) -> named(name);
      case JournalRecord.Saving saving -> "began to save " + place(saving.place());
      case JournalRecord.Saved saved -> "saved " + place(saved.place());
      case JournalRecord.External external -> found(external);
      case JournalRecord.Refused(var time, var origin, var label, var reason) ->
          "%s: %s".formatted(OperationText.shown(label), OperationText.shown(reason));
      case JournalRecord.Retained retained -> "let old steps go";
    };
  }

  private static String way(JournalRecord.Moved.Kind kind) {
    return switch (kind) {
      case UNDO -> "undo";
      case REDO -> "redo";
      case UNDO_TO -> "undo to a checkpoint";
      case BAIL -> "bail";
      case SWITCH -> "switch";
    };
  }

  private String named(NamedState name) {
    return "%s %s: %s"
        .formatted(
            name.kind().name().toLowerCase(Locale.ROOT),
            Quoting.quoted(name.name()),
            place(name.place()));
  }

  private static String found(JournalRecord.External external) {
    return switch (external.fit()) {
      case WHOLE -> "found another text of the file";
      case PART -> "found a version of the file that fits in part";
      case NONE -> "found another version of the file";
    };
  }

  private String place(Optional<StepId> place) {
    if (place.isEmpty()) {
      return "the beginning";
    }
    return place
        .flatMap(state.history()::find)
        .map(StepText::label)
        .map(label -> "the state after " + label)
        .orElse("a state that was let go");
  }
}
