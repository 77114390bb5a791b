package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.session.HistoricalViews;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Resolves references to history points: a checkpoint or branch, the number or id of a step, or a
 * time. It tries an exact name first, then a step, then a time, and then a similar name as {@link
 * NameResolver} finds it. New names that look like a step or a time are refused, because they would
 * hide it; existing ones keep their meaning.
 */
final class HistoryPointResolver<M, E> {

  /** The word with which {@code branches} marks the current branch. */
  static final String HERE = "here";

  private final Document<M, E> document;
  private final WorkspaceSettings settings;
  private final StepText stepText;
  private final History<E> history;

  HistoryPointResolver(Document<M, E> document, WorkspaceSettings settings) {
    this.document = document;
    this.settings = settings;
    this.stepText = new StepText(settings);
    this.history = document.session().state().history();
  }

  /**
   * The history point that a reference resolved to.
   *
   * @param name the name of the point; empty if the reference was not a name
   * @param point the point
   */
  record ResolvedPoint(Optional<String> name, HistoryPoint point) {}

  /**
   * Refuses a new name that would hide a step or a time. The name is the first word of the
   * operation; a name that the history has already is accepted.
   *
   * @throws OperationRefusedException with another name as the suggestion
   */
  static void requireFreeName(ParsedOperation op, SessionState<?, ?> state) {
    String name = op.words().get(0);
    Optional<String> meaning =
        name.equalsIgnoreCase(HERE)
            ? Optional.of("as where the document is")
            : StepReferences.isStepReference(name)
                ? Optional.of("as a step")
                : TimeExpression.tryParse(name).map(time -> "as a time");
    if (meaning.isPresent() && state.history().named(name).isEmpty()) {
      throw OperationRefusedException.because(
          "%s would be read %s; choose another name"
              .formatted(Quoting.quoteAlways(name), meaning.get()),
          op.withPositionals(List.of(new Positional(freeName(op, name), Positional.Kind.WORD)))
              .canonicalText());
    }
  }

  private static String freeName(ParsedOperation op, String name) {
    return op.verb() + "-" + name.replace(' ', '-').replace(':', '.');
  }

  /**
   * Resolves a reference.
   *
   * @param withReplacement returns the operation with another text in place of the reference
   * @throws OperationRefusedException if no point or several points match
   */
  ResolvedPoint resolve(String text, Function<String, ParsedOperation> withReplacement) {
    List<String> known = history.named().stream().map(NamedState::name).toList();
    Optional<String> exactName = known.stream().filter(text::equals).findFirst();
    if (exactName.isEmpty()) {
      Optional<ResolvedPoint> stepOrTime = resolveStepOrTime(text, withReplacement);
      if (stepOrTime.isPresent()) {
        return stepOrTime.get();
      }
    }
    return switch (NameResolver.of(known, name -> name).resolve(text)) {
      case Resolution.Found<String>(var name) ->
          new ResolvedPoint(
              Optional.of(name), history.named(name).map(NamedState::point).orElseThrow());
      case Resolution.Ambiguous<String>(var items, var uniqueNames) ->
          throw OperationRefusedException.because(
              Quoting.quoteAlways(text) + " may be any of " + quoted(uniqueNames));
      case Resolution.Unknown<String>(var nearest, var unusedNames) ->
          throw new OperationRefusedException(unknown(text, known, nearest, withReplacement));
    };
  }

  private Optional<ResolvedPoint> resolveStepOrTime(
      String text, Function<String, ParsedOperation> withReplacement) {
    SessionState<M, E> state = document.session().state();
    return StepReferences.isStepReference(text)
        ? Optional.of(new ResolvedPoint(Optional.empty(), StepReferences.resolvePoint(text, state)))
        : TimeExpression.tryParse(text)
            .map(time -> new ResolvedPoint(Optional.empty(), pointAt(time, withReplacement)));
  }

  private HistoryPoint pointAt(
      TimeExpression time, Function<String, ParsedOperation> withReplacement) {
    return document
        .session()
        .views()
        .positionAt(time.end(settings))
        .map(HistoricalViews.Position::point)
        .orElseThrow(() ->
            OperationRefusedException.because(
                "the history starts after that time", withReplacement.apply("0").canonicalText()));
  }

  private static Refusal unknown(
      String text,
      List<String> known,
      Optional<String> nearest,
      Function<String, ParsedOperation> withReplacement) {
    String names =
        known.isEmpty() ? "there is no checkpoint and no branch" : "known are " + quoted(known);
    return new Refusal(
        "%s is not a checkpoint, branch, step or time; %s"
            .formatted(Quoting.quoteAlways(OperationText.abbreviate(text)), names),
        nearest
            .map(name -> withReplacement.apply(name).canonicalText())
            .or(() -> Optional.of("history ids")));
  }

  private static String quoted(List<String> names) {
    return String.join(", ", names.stream().map(Quoting::quoteAlways).toList());
  }

  /** Describes a point. */
  String describe(HistoryPoint point) {
    return point
        .step()
        .map(id ->
            history
                .find(id)
                .map(step -> history.depth(point) + " " + stepText.describe(step))
                .orElseGet(() -> "step " + history.depth(point)))
        .orElse("the beginning");
  }

  /** Describes a point by its name if it was given by name. */
  String describe(ResolvedPoint resolved) {
    return resolved.name().map(Quoting::quoteAlways).orElseGet(() -> describe(resolved.point()));
  }
}
