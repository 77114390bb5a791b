package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.NaiveListLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** What has to be seen, from a log that is a plain list. */
final class Model {

  private Model() {}

  /** The state of an empty log. */
  static ObjectNode beginning() {
    return state(new NaiveListLog<>());
  }

  /** The vector of a program, for logs of one capability. */
  static Vector vector(String name, String origin, List<Call> program, RedoTail redoTail) {
    NaiveListLog<String> log = new NaiveListLog<>(redoTail);
    List<Step> steps = new ArrayList<>();
    boolean met = false;
    for (Call call : program) {
      Snapshot before = Snapshot.of(log);
      met |= call.verb() == Verb.CHECKPOINT && before.hasTail();
      Answer answer = call.on(log);
      steps.add(
          new Step(call, bare(answer), state(log), Attribution.of(call, before, Snapshot.of(log))));
    }
    return new Vector(name, origin, met ? Optional.of(redoTail) : Optional.empty(), steps);
  }

  /** An error is an error, whatever it says. */
  private static Answer bare(Answer answer) {
    return answer instanceof Answer.Refused ? new Answer.Refused("") : answer;
  }

  private static ObjectNode state(NaiveListLog<String> log) {
    return Json.state(log).put("canUndo", log.canUndo()).put("canRedo", log.canRedo());
  }
}
