package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A parameter that selects steps by a part of their origin. Steps must match all given parameters.
 *
 * @param param the parameter
 * @param originPart the part of an origin that must match
 * @param narrowing adds the condition to a filter
 */
record OriginParam(Param<String> param, Function<Origin, String> originPart, Narrowing narrowing) {

  static final OriginParam SESSION =
      new OriginParam(Param.text("session", "ID"), Origin::session, StepFilter::withSession);
  static final OriginParam MESSAGE =
      new OriginParam(Param.text("message", "ID"), Origin::message, StepFilter::withMessage);
  static final OriginParam ACTOR =
      new OriginParam(Param.text("actor", "NAME"), Origin::actor, StepFilter::withActor);

  private static final List<OriginParam> ALL = List.of(SESSION, MESSAGE, ACTOR);

  /** The maximum number of known names that are listed. */
  private static final int MAX_LISTED = 10;

  /** Restricts a filter to one session, message or actor. */
  interface Narrowing {
    StepFilter apply(StepFilter filter, String name);
  }

  /** The filter for the parameters of an operation; accepts all steps if none is given. */
  static StepFilter filter(ParsedOperation op) {
    StepFilter filter = StepFilter.ANY;
    for (OriginParam originParam : ALL) {
      Optional<String> name = originParam.param.valueIn(op);
      filter = name.isPresent() ? originParam.narrowing.apply(filter, name.get()) : filter;
    }
    return filter;
  }

  /** Whether an operation has any of these parameters. */
  static boolean isAnyGiven(ParsedOperation op) {
    return ALL.stream().anyMatch(originParam -> originParam.param.valueIn(op).isPresent());
  }

  /**
   * Refuses an operation whose parameters match no step.
   *
   * @param steps the steps to match
   * @throws OperationRefusedException if no step matches all parameters
   */
  static void requireKnown(ParsedOperation op, Collection<? extends Step<?>> steps) {
    if (!isAnyGiven(op)) {
      return;
    }
    StepFilter filter = filter(op);
    if (steps.stream().anyMatch(step -> filter.accepts(step.origin(), step.time()))) {
      return;
    }
    for (OriginParam originParam : ALL) {
      originParam.param.valueIn(op).ifPresent(name -> originParam.requireKnown(op, name, steps));
    }
    for (OriginParam originParam : ALL) {
      if (originParam.param.valueIn(op).isPresent()) {
        throw OperationRefusedException.because("no step matches all of these", "history");
      }
    }
  }

  private void requireKnown(ParsedOperation op, String name, Collection<? extends Step<?>> steps) {
    List<String> known =
        steps.stream()
            .map(step -> originPart.apply(step.origin()))
            .filter(it -> !it.isEmpty())
            .distinct()
            .toList();
    if (!known.contains(name)) {
      String names =
          known.reversed().stream()
              .limit(MAX_LISTED)
              .map(Quoting::quoteAlways)
              .collect(Collectors.joining(", "));
      throw new OperationRefusedException(
          new Refusal(
              "no step of %s %s: %s"
                  .formatted(
                      param.key(),
                      Quoting.quoteAlways(name),
                      known.isEmpty()
                          ? "no step has one"
                          : "known are " + names + (known.size() > MAX_LISTED ? ", ..." : "")),
              // Who mistyped an actor must not be led to the rollback of another one.
              Optional.of(op)
                  .filter(it -> !it.verb().equals(SessionForms.ROLLBACK.name()))
                  .flatMap(it -> Suggestions.findSimilar(name, known))
                  .map(it -> op.withParam(param.key(), it).canonicalText())
                  .or(() -> Optional.of("history"))));
    }
  }
}
