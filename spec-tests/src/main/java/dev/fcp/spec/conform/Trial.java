package dev.fcp.spec.conform;

import dev.fcp.spec.conform.LogDriver.Reply;
import dev.fcp.spec.conform.Outcome.Deviation;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.NaiveListLog;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One vector on one driver. A broken required clause ends it, unless it was found by asking the log
 * something, which changes nothing. Any other is noted, and the comparison goes on from the state
 * that the log shows: what is required has to hold there as well, and a log that answers an open
 * question in its own way is not blamed for what follows from it.
 */
final class Trial {

  private static final Set<Aspect> WHOLE_STATE =
      EnumSet.of(Aspect.ENTRIES, Aspect.CURSOR, Aspect.CHECKPOINTS);

  /** What asks a log something, and leaves it as it is. */
  private static final Set<Aspect> QUESTIONS =
      EnumSet.of(Aspect.CAN_UNDO, Aspect.CAN_REDO, Aspect.RECENT);

  private final LogDriver driver;
  private final Greeting greeting;
  private final Set<String> required = ClauseText.required();
  private final List<String> met = new ArrayList<>();
  private final List<Deviation> deviations = new ArrayList<>();

  /** The log as the driver shows it, once it has gone another way than the vector. */
  private Optional<NaiveListLog<String>> own = Optional.empty();

  /** What answers wrongly once goes on to; the calls that follow are not to blame. */
  private final Set<Aspect> wrongQuestions = EnumSet.noneOf(Aspect.class);

  private boolean isEnded;

  Trial(LogDriver driver, Greeting greeting) {
    this.driver = driver;
    this.greeting = greeting;
  }

  /** What comes of a vector; to be asked once. */
  Outcome of(Vector vector) {
    String clause = "EL-1";
    String clauseBefore = clause;
    int index = -1;
    try {
      compare(
          new Expectation(
              index, new Answer.Nothing(), Model.beginning(), Attribution.ofBeginning()),
          driver.fresh());
      while (!isEnded && ++index < vector.steps().size()) {
        Call call = vector.steps().get(index).call();
        if (isBeyondModel(call)) {
          isEnded = true;
          break;
        }
        Step step = own.map(log -> Model.step(log, call)).orElse(vector.steps().get(index));
        clauseBefore = clause;
        clause = step.clauseOfAnswer();
        compare(
            new Expectation(index, step.answer(), step.state(), step.clauses()), driver.call(call));
      }
    } catch (DriverFault fault) {
      if (fault.isLate() && index < 0) {
        return new Outcome(met, deviations, false, Optional.of(fault));
      }
      isEnded = true;
      deviations.add(
          fault.isLate()
              ? Deviation.of(fault, clauseBefore, index - 1)
              : Deviation.of(fault, clause, index));
    }
    return new Outcome(met, deviations, isEnded, Optional.empty());
  }

  private record Expectation(
      int step, Answer answer, ObjectNode state, Map<Aspect, String> clauses) {}

  /** Whether nothing is known of what a call has to do, in a state that no vector has. */
  private boolean isBeyondModel(Call call) {
    return own.isPresent()
        && greeting.redoTail().isEmpty()
        && call.verb() == Verb.CHECKPOINT
        && Snapshot.of(own.get()).hasTail();
  }

  private void compare(Expectation expected, Reply reply) {
    ObjectNode state = expected.state();
    boolean isNoted = false;
    for (Aspect aspect : Aspect.values()) {
      String clause = expected.clauses().get(aspect);
      // What else is not required and differs in this step most likely follows from the first.
      if (isEnded
          || clause == null
          || !isSeen(aspect, expected.answer())
          || wrongQuestions.contains(aspect)
          || (isNoted && !required.contains(clause))) {
        continue;
      }
      if (isRight(aspect, reply, expected.answer(), state)) {
        met.add(clause);
        continue;
      }
      deviations.add(difference(clause, expected, aspect, state, reply));
      if (required.contains(clause) && !QUESTIONS.contains(aspect)) {
        isEnded = true;
      } else {
        isNoted = true;
        state = goOn(aspect, reply, state);
      }
    }
  }

  /** From the state that the log shows; what is left to compare in this step depends on it. */
  private ObjectNode goOn(Aspect aspect, Reply reply, ObjectNode state) {
    if (QUESTIONS.contains(aspect)) {
      wrongQuestions.add(aspect);
      return state;
    }
    own =
        greeting.observes().containsAll(WHOLE_STATE)
            ? Model.log(reply.state(), greeting.redoTail().orElse(RedoTail.KEEPS))
            : Optional.empty();
    isEnded = own.isEmpty();
    return own.map(log -> Model.withAnswersOf(log, state)).orElse(state);
  }

  private static Deviation difference(
      String clause, Expectation expected, Aspect aspect, ObjectNode state, Reply reply) {
    boolean isAnswer = aspect == Aspect.RETURNS;
    return new Deviation(
        clause,
        expected.step(),
        aspect.field(),
        isAnswer ? expected.answer().text() : shown(state, aspect),
        isAnswer ? reply.answer().text() : shown(reply.state(), aspect),
        Optional.empty());
  }

  private static String shown(ObjectNode state, Aspect aspect) {
    JsonNode value = state.get(aspect.field());
    return value == null ? "absent" : value.toString();
  }

  /** A call that has nothing to say is right by not being an error, which any driver shows. */
  private boolean isSeen(Aspect aspect, Answer answer) {
    return switch (aspect) {
      case RETURNS -> greeting.observes().contains(aspect) || !(answer instanceof Answer.Returned);
      case GONE -> greeting.observes().contains(Aspect.CHECKPOINTS);
      case ENTRIES, CURSOR, CHECKPOINTS, CAN_UNDO, CAN_REDO, RECENT ->
          greeting.observes().contains(aspect);
    };
  }

  private static boolean isRight(Aspect aspect, Reply reply, Answer answer, ObjectNode state) {
    JsonNode expected = state.path(aspect.field());
    JsonNode got = reply.state().path(aspect.field());
    return switch (aspect) {
      case RETURNS -> answer.isMetBy(reply.answer());
      case GONE -> got.propertyStream().allMatch(name -> expected.has(name.getKey()));
      case ENTRIES, CURSOR, CHECKPOINTS, CAN_UNDO, CAN_REDO, RECENT -> Json.isSame(expected, got);
    };
  }
}
