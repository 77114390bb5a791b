package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One way to name steps by where they come from. All that an operation names must hold.
 *
 * @param param by what an operation names it
 * @param part what of an origin it is
 * @param narrowing leaves the steps of a name
 */
record OriginParam(Param<String> param, Function<Origin, String> part, Narrowing narrowing) {

  static final OriginParam SESSION =
      new OriginParam(Param.text("session", "ID"), Origin::session, StepFilter::withSession);
  static final OriginParam MESSAGE =
      new OriginParam(Param.text("message", "ID"), Origin::message, StepFilter::withMessage);
  static final OriginParam ACTOR =
      new OriginParam(Param.text("actor", "NAME"), Origin::actor, StepFilter::withActor);

  private static final List<OriginParam> ALL = List.of(SESSION, MESSAGE, ACTOR);

  /** How many names are told that would do. */
  private static final int TOLD = 10;

  /** Leaves the steps of one session, message or actor. */
  interface Narrowing {
    StepFilter of(StepFilter filter, String name);
  }

  /** The filter that an operation names; that of all steps if it names none. */
  static StepFilter filter(ParsedOp op) {
    StepFilter filter = StepFilter.ANY;
    for (OriginParam one : ALL) {
      Optional<String> name = one.param.of(op);
      filter = name.isPresent() ? one.narrowing.of(filter, name.get()) : filter;
    }
    return filter;
  }

  /** Whether an operation names any of them. */
  static boolean areIn(ParsedOp op) {
    return ALL.stream().anyMatch(one -> one.param.of(op).isPresent());
  }

  /**
   * Refuses an operation that names what no step comes from.
   *
   * @param steps those that it could be about
   * @throws NotDone if none of them is of all that it names
   */
  static void requireKnown(ParsedOp op, Collection<? extends Step<?>> steps) {
    StepFilter filter = filter(op);
    if (steps.stream().anyMatch(step -> filter.accepts(step.origin(), step.time()))) {
      return;
    }
    for (OriginParam one : ALL) {
      one.param.of(op).ifPresent(name -> one.requireKnown(op, name, steps));
    }
    for (OriginParam one : ALL) {
      if (one.param.of(op).isPresent()) {
        throw NotDone.because(
            "no step is of all of these", op.withoutParam(one.param.key()).text());
      }
    }
  }

  private void requireKnown(ParsedOp op, String name, Collection<? extends Step<?>> steps) {
    List<String> known =
        steps.stream()
            .map(step -> part.apply(step.origin()))
            .filter(it -> !it.isEmpty())
            .distinct()
            .toList();
    if (!known.contains(name)) {
      String names =
          known.reversed().stream()
              .limit(TOLD)
              .map(Quoting::quoted)
              .collect(Collectors.joining(", "));
      throw new NotDone(
          new Refusal(
              "no step of %s %s: %s"
                  .formatted(
                      param.key(),
                      Quoting.quoted(name),
                      known.isEmpty()
                          ? "no step has one"
                          : "known are " + names + (known.size() > TOLD ? ", ..." : "")),
              Suggestions.closest(name, known)
                  .map(it -> op.withParam(param.key(), it).text())
                  .or(() -> Optional.of("history"))));
    }
  }
}
