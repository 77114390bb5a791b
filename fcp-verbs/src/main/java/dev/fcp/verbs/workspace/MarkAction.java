package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.folder.PathPatterns;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.SessionState.Mark;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The action {@code mark}, which says to whom the changes of other programs belong from now on
 * (DO-22). Changes that were made before are merged first.
 */
final class MarkAction<M, E> {

  /** How many characters of a session are part of the messages that are numbered in it. */
  private static final int SESSION_PREFIX_CHARS = 8;

  private final OpenDocuments<M, E> documents;

  MarkAction(OpenDocuments<M, E> documents) {
    this.documents = documents;
  }

  SessionAction action() {
    return new SessionAction(
        SessionForms.MARK,
        (op, caller) ->
            documents.withActiveExclusively(document -> {
              List<Line> changes = documents.describeFileChange(document, document.checkFile());
              Response response =
                  SessionForms.END.valueIn(op).orElse(false)
                      ? end(op, caller, document)
                      : begin(op, caller, document);
              return response.withLinesBefore(changes);
            }));
  }

  private Response begin(ParsedOperation op, Caller caller, Document<M, E> document) {
    SessionState<M, E> state = document.session().state();
    String session =
        OriginParam.SESSION.param().valueIn(op).orElseGet(() -> caller.origin().session());
    String message =
        OriginParam.MESSAGE
            .param()
            .valueIn(op)
            .orElseGet(() ->
                caller.origin().session().equals(session) && !caller.origin().message().isEmpty()
                    ? caller.origin().message()
                    : nextMessage(session, state));
    String actor = OriginParam.ACTOR.param().valueIn(op).orElseGet(() -> caller.origin().actor());
    Optional<String> asked = SessionForms.ASKED.valueIn(op).filter(text -> !text.isBlank());
    Optional<String> path = SessionForms.PATH.valueIn(op);
    Optional<Refusal> refusal =
        session.isBlank()
            ? Optional.of(Refusal.because("a mark needs session:ID"))
            : MessageAction.limitRefusal(message, asked)
                .or(() -> path.flatMap(MarkAction::pathRefusal));
    if (refusal.isPresent()) {
      return Response.refused(refusal.get());
    }
    String paths = path.orElse("").strip();
    Origin origin =
        Origin.of(actor, session, message)
            .withProvenance(
                asked.map(text -> Map.of(Conversation.PROMPT_KEY, text)).orElse(Map.of()));
    Outcome outcome = document.session().with(EditOptions.of(op.raw(), origin)).mark(paths);
    return outcome instanceof Outcome.Refused(var conflicts)
        ? Response.refused(Refusal.because(conflicts.get(0).reason()))
        : Response.of(
            "! changes from now on belong to %s, message %s of session %s%s"
                .formatted(
                    StepText.actor(origin),
                    Quoting.quoteAlways(message),
                    Quoting.quoteAlways(session),
                    paths.isEmpty() ? "" : ", in " + paths),
            documents.digestLine(document));
  }

  private static Optional<Refusal> pathRefusal(String path) {
    return PathPatterns.faultOf(path.strip())
        .map(fault ->
            Refusal.because(
                "path:%s: %s; write a pattern such as src/** or *.md"
                    .formatted(Quoting.quoteAlways(path), fault)));
  }

  /** The next number of a session as a message: {@code 3f2a91c0-2}. */
  private static String nextMessage(String session, SessionState<?, ?> state) {
    String prefix = session.substring(0, Math.min(session.length(), SESSION_PREFIX_CHARS)) + "-";
    int last =
        OriginParam.known(state).stream()
            .filter(origin -> origin.session().equals(session))
            .map(Origin::message)
            .filter(message -> message.startsWith(prefix))
            .map(message -> message.substring(prefix.length()))
            .filter(number -> number.matches("[0-9]{1,9}"))
            .mapToInt(Integer::parseInt)
            .max()
            .orElse(0);
    return prefix + (last + 1);
  }

  private Response end(ParsedOperation op, Caller caller, Document<M, E> document) {
    Session<M, E> session = document.session();
    Optional<String> given = OriginParam.SESSION.param().valueIn(op);
    Set<String> ended =
        session.state().openMarks().stream()
            .map(Mark::origin)
            .map(Origin::session)
            .filter(it -> given.isEmpty() || given.get().equals(it))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    List<String> lines = new ArrayList<>();
    for (String id : ended) {
      Origin origin = Origin.of(caller.origin().actor(), id, "");
      Outcome outcome = session.with(EditOptions.of(op.raw(), origin)).endMarks();
      lines.add(
          outcome instanceof Outcome.Refused(var conflicts)
              ? "! " + conflicts.get(0).reason()
              : "! ended the marks of session " + Quoting.quoteAlways(id));
    }
    if (ended.isEmpty()) {
      lines.add(
          given.isEmpty()
              ? "! no mark is open"
              : "! no mark of session %s is open".formatted(Quoting.quoteAlways(given.get())));
    }
    return Response.of(lines).withLine(documents.digestLine(document));
  }
}
