package dev.fcp.spec.conform;

import dev.fcp.spec.conform.LogDriver.Reply;
import dev.fcp.spec.conform.Outcome.Deviation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs vectors on a driver and compares what is seen, up to the first difference. */
final class Judge {

  private final LogDriver driver;
  private final Greeting greeting;

  Judge(LogDriver driver, Greeting greeting) {
    this.driver = driver;
    this.greeting = greeting;
  }

  /** What comes of a vector that the driver can run. */
  Outcome judge(Vector vector) {
    List<String> met = new ArrayList<>();
    String clause = "EL-1";
    int index = -1;
    try {
      Optional<Deviation> wrong =
          compare(
              driver.fresh(),
              new Answer.Nothing(),
              Model.beginning(),
              new Place(index, Attribution.ofBeginning()),
              met);
      while (wrong.isEmpty() && ++index < vector.steps().size()) {
        Step step = vector.steps().get(index);
        clause = step.clauseOfAnswer();
        Place place = new Place(index, step.clauses());
        wrong = compare(driver.call(step.call()), step.answer(), step.state(), place, met);
      }
      return wrong
          .<Outcome>map(deviation -> new Outcome.Failed(met, deviation))
          .orElseGet(() -> new Outcome.Passed(met));
    } catch (DriverFault fault) {
      Deviation deviation =
          new Deviation(clause, index, "any", "reply", fault.detail(), Optional.of(fault.kind()));
      return new Outcome.Failed(met, deviation);
    }
  }

  private record Place(int step, Map<Aspect, String> clauses) {}

  private Optional<Deviation> compare(
      Reply reply, Answer answer, ObjectNode state, Place place, List<String> met) {
    for (Aspect aspect : Aspect.values()) {
      String clause = place.clauses().get(aspect);
      if (clause == null || !isSeen(aspect, answer)) {
        continue;
      }
      if (!isRight(aspect, reply, answer, state)) {
        return Optional.of(
            aspect == Aspect.RETURNS
                ? difference(clause, place, aspect, answer.text(), reply.answer().text())
                : difference(
                    clause, place, aspect, shown(state, aspect), shown(reply.state(), aspect)));
      }
      met.add(clause);
    }
    return Optional.empty();
  }

  private static Deviation difference(
      String clause, Place place, Aspect aspect, String expected, String got) {
    return new Deviation(clause, place.step(), aspect.field(), expected, got, Optional.empty());
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
      case ENTRIES, CURSOR, CHECKPOINTS, CAN_UNDO, CAN_REDO, RECENT -> expected.equals(got);
    };
  }
}
