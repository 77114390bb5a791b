package dev.fcp.spec.conform;

import dev.fcp.eventlog.Entry;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.NaiveListLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
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
      met |= call.verb() == Verb.CHECKPOINT && Snapshot.of(log).hasTail();
      steps.add(step(log, call));
    }
    return new Vector(name, origin, met ? Optional.of(redoTail) : Optional.empty(), steps);
  }

  /** Calls a log, and tells what has to be seen. */
  static Step step(NaiveListLog<String> log, Call call) {
    Snapshot before = Snapshot.of(log);
    Answer answer = call.on(log);
    return new Step(call, bare(answer), state(log), Attribution.of(call, before, Snapshot.of(log)));
  }

  /** The log of a state that a driver shows; empty if there is no such log. */
  static Optional<NaiveListLog<String>> log(ObjectNode state, RedoTail redoTail) {
    List<Entry<String>> entries = new ArrayList<>();
    for (JsonNode entry : state.path("entries")) {
      if (entry.isString()) {
        entries.add(new Entry.Recorded<>(entry.stringValue()));
      } else if (entry.path("name").isString()) {
        entries.add(new Entry.Checkpoint<>(entry.path("name").stringValue()));
      } else {
        return Optional.empty();
      }
    }
    Map<String, Integer> names = new TreeMap<>();
    state.path("checkpoints").forEachEntry((name, at) -> names.put(name, at.asInt(-1)));
    int cursor = state.path("cursor").asInt(-1);
    boolean isLog =
        Stream.concat(Stream.of(cursor), names.values().stream())
            .allMatch(position -> position >= 0 && position <= entries.size());
    return isLog
        ? Optional.of(new NaiveListLog<>(entries, cursor, names, redoTail))
        : Optional.empty();
  }

  /** A state with what a log says to questions in the place of its own answers. */
  static ObjectNode withAnswersOf(NaiveListLog<String> log, ObjectNode state) {
    ObjectNode mixed = state.deepCopy();
    ObjectNode answers = state(log);
    for (Aspect question : List.of(Aspect.CAN_UNDO, Aspect.CAN_REDO, Aspect.RECENT)) {
      mixed.set(question.field(), answers.get(question.field()));
    }
    return mixed;
  }

  /** An error is an error, whatever it says. */
  private static Answer bare(Answer answer) {
    return answer instanceof Answer.Refused ? new Answer.Refused("") : answer;
  }

  private static ObjectNode state(NaiveListLog<String> log) {
    return Json.state(log).put("canUndo", log.canUndo()).put("canRedo", log.canRedo());
  }
}
