package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.time.Instant;
import java.util.ArrayList;
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

  /** The origins of all steps and of all messages that were marked, oldest first. */
  static List<Origin> known(SessionState<?, ?> state) {
    List<Origin> origins = new ArrayList<>();
    state.history().steps().forEach(step -> origins.add(step.origin()));
    state.messages().forEach(mark -> origins.add(mark.origin()));
    return origins;
  }

  /**
   * Refuses an operation whose parameters match no step and no message.
   *
   * @throws OperationRefusedException if no step matches all parameters
   */
  static void requireKnown(ParsedOperation op, SessionState<?, ?> state) {
    if (!isAnyGiven(op)) {
      return;
    }
    List<Origin> known = known(state);
    StepFilter filter = filter(op);
    if (known.stream().anyMatch(origin -> filter.accepts(origin, Instant.EPOCH))) {
      return;
    }
    for (OriginParam originParam : ALL) {
      originParam
          .param
          .valueIn(op)
          .ifPresent(name -> originParam.requireKnown(op, originParam.param, name, known));
    }
    throw OperationRefusedException.because("no step matches all of these", "history");
  }

  /**
   * Refuses an operation whose message is unknown or belongs to several sessions.
   *
   * @param messageParam the parameter of the message
   * @throws OperationRefusedException if it does
   */
  static void requireOneSession(
      ParsedOperation op, Param<String> messageParam, SessionState<?, ?> state) {
    Optional<String> message = messageParam.valueIn(op);
    if (message.isEmpty()) {
      return;
    }
    List<Origin> known = known(state);
    MESSAGE.requireKnown(op, messageParam, message.get(), known);
    StepFilter filter = filter(op).withMessage(message.get());
    List<String> sessions =
        known.stream()
            .filter(origin -> filter.accepts(origin, Instant.EPOCH))
            .map(Origin::session)
            .distinct()
            .toList();
    if (sessions.isEmpty()) {
      throw OperationRefusedException.because("no step matches all of these", "history");
    }
    if (sessions.size() > 1) {
      throw OperationRefusedException.because(
          "message %s is in several sessions: %s; name the session too"
              .formatted(Quoting.quoteAlways(message.get()), listed(sessions)),
          "history");
    }
  }

  private void requireKnown(
      ParsedOperation op, Param<String> given, String name, List<Origin> origins) {
    List<String> known =
        origins.stream().map(originPart).filter(it -> !it.isEmpty()).distinct().toList();
    if (!known.contains(name)) {
      throw new OperationRefusedException(
          new Refusal(
              "no step of %s %s: %s"
                  .formatted(
                      param.key(),
                      Quoting.quoteAlways(name),
                      known.isEmpty() ? "no step has one" : "known are " + listed(known)),
              // Who mistyped an actor must not be led to the rollback of another one.
              Optional.of(op)
                  .filter(it -> !it.verb().equals(SessionForms.ROLLBACK.name()))
                  .flatMap(it -> Suggestions.findSimilar(name, known))
                  .map(it -> op.withParam(given.key(), it).canonicalText())
                  .or(() -> Optional.of("history"))));
    }
  }

  /** The last of some names. */
  private static String listed(List<String> names) {
    return names.reversed().stream()
            .limit(MAX_LISTED)
            .map(Quoting::quoteAlways)
            .collect(Collectors.joining(", "))
        + (names.size() > MAX_LISTED ? ", ..." : "");
  }
}
