package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Moment;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.References;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The places of a history as people name them: by a checkpoint or a branch, by the number or the id
 * of a step, or by a time. What is exactly a name means that, then comes a step, then a time, and
 * then a name as any reference finds it. So that nothing is hidden, an action gives no new name
 * that reads as a step or a time; a history that has one keeps it, and it comes first.
 */
final class Places<M, E> {

  /** What a place may look like. */
  static final String HINT = "NAME|STEP|TIME";

  /** What {@code branches} calls the way that the document goes now. */
  private static final String HERE = "here";

  private final Document<M, E> document;
  private final WorkspaceSettings settings;
  private final StepText steps;
  private final History<E> history;

  Places(Document<M, E> document, WorkspaceSettings settings) {
    this.document = document;
    this.settings = settings;
    this.steps = new StepText(settings);
    this.history = document.session().state().history();
  }

  /**
   * A place that somebody means.
   *
   * @param name the name that they called it by, if it was one
   * @param place the step after which it stands; empty for the base
   */
  record Meant(Optional<String> name, Optional<StepId> place) {}

  /**
   * Refuses to give a name, the first word of an operation, that would hide a step or a time,
   * unless the history has it already.
   *
   * @throws NotDone with a name that hides nothing
   */
  static void requireNoPlace(ParsedOp op, SessionState<?, ?> state) {
    String name = op.words().get(0);
    Optional<String> read =
        name.equalsIgnoreCase(HERE)
            ? Optional.of("as where the document is")
            : StepNames.isOne(name)
                ? Optional.of("as a step")
                : TimeText.parsed(name).map(time -> "as a time");
    if (read.isPresent() && state.history().named(name).isEmpty()) {
      throw NotDone.because(
          "%s reads %s, and no name may".formatted(Quoting.quoted(name), read.get()),
          op.withPositionals(List.of(new Positional(free(op, name), Positional.Kind.WORD))).text());
    }
  }

  private static String free(ParsedOp op, String name) {
    return op.verb() + "-" + name.replace(' ', '-').replace(':', '.');
  }

  /**
   * The place that a text means: one that is exactly a name, else a step or a time, else a name as
   * it is found.
   *
   * @param better the operation with another text in its place
   * @throws NotDone if it means none, or several
   */
  Meant meant(String text, Function<String, ParsedOp> better) {
    List<String> known = history.named().stream().map(NamedState::name).toList();
    Optional<String> exact = known.stream().filter(text::equals).findFirst();
    if (exact.isEmpty()) {
      Optional<Meant> other = unnamed(text, better);
      if (other.isPresent()) {
        return other.get();
      }
    }
    return switch (References.of(known, name -> name).resolve(text)) {
      case Resolution.Found<String>(var name) ->
          new Meant(Optional.of(name), history.named(name).map(NamedState::place).orElseThrow());
      case Resolution.Ambiguous<String>(var items, var candidates) ->
          throw NotDone.because(
              Quoting.quoted(text) + " may be any of " + quoted(candidates),
              better.apply(candidates.get(0)).text());
      case Resolution.Unknown<String>(var nearest) ->
          throw new NotDone(unknown(text, known, nearest, better));
    };
  }

  private Optional<Meant> unnamed(String text, Function<String, ParsedOp> better) {
    SessionState<M, E> state = document.session().state();
    return StepNames.isOne(text)
        ? Optional.of(new Meant(Optional.empty(), StepNames.inHistory(text, state)))
        : TimeText.parsed(text).map(time -> new Meant(Optional.empty(), at(time, better)));
  }

  private Optional<StepId> at(TimeText time, Function<String, ParsedOp> better) {
    return document
        .session()
        .views()
        .momentAt(time.end(settings))
        .map(Moment::place)
        .orElseThrow(() ->
            NotDone.because("the history of this document begins later", better.apply("0").text()));
  }

  private static Refusal unknown(
      String text,
      List<String> known,
      Optional<String> nearest,
      Function<String, ParsedOp> better) {
    String names =
        known.isEmpty() ? "there is no checkpoint and no branch" : "known are " + quoted(known);
    return new Refusal(
        "%s is no checkpoint, branch, step or time; %s"
            .formatted(Quoting.quoted(OperationText.shown(text)), names),
        nearest.map(name -> better.apply(name).text()).or(() -> Optional.of("history ids")));
  }

  private static String quoted(List<String> names) {
    return String.join(", ", names.stream().map(Quoting::quoted).toList());
  }

  /** A place in words. */
  String told(Optional<StepId> place) {
    return place
        .map(id ->
            history
                .find(id)
                .map(step -> history.depth(place) + " " + steps.signed(step))
                .orElseGet(() -> "step " + history.depth(place)))
        .orElse("the beginning");
  }

  /** A place in words, by the name that somebody called it. */
  String told(Meant meant) {
    return meant.name().map(Quoting::quoted).orElseGet(() -> told(meant.place()));
  }
}
