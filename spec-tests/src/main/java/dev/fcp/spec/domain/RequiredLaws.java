package dev.fcp.spec.domain;

import static dev.fcp.spec.domain.LawAssertions.require;
import static dev.fcp.spec.domain.LawAssertions.requireEqual;

import dev.fcp.eventlog.EventLog;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The laws that the specification itself requires of domains: undo reverses, redo replays, a
 * checkpoint does neither, and the type of an event identifies it.
 */
final class RequiredLaws<M, E> {

  private final Domain<M, E> domain;

  RequiredLaws(Domain<M, E> domain) {
    this.domain = domain;
  }

  /**
   * DM-16, DM-17, DM-19: a model follows a log with a checkpoint beside each event, back to the
   * beginning and forward to the end.
   */
  int followsTheLog(RandomHistory<M, E> history) {
    List<M> models = history.models();
    List<E> events = history.applied().stream().map(EventAttempt::event).toList();
    EventLog<E> log = EventLog.empty();
    for (E event : events) {
      log.checkpoint("before " + log.size());
      log.append(event);
    }
    log.checkpoint("end");
    M model = history.finalModel();
    for (int i = events.size() - 1; i >= 0; i--) {
      E inverse = domain.invert(onlyEvent(log.undo(), events.get(i)));
      model = replay("DM-16", inverse, model, models.get(i));
    }
    for (int i = 0; i < events.size(); i++) {
      model = replay("DM-17", onlyEvent(log.redo(), events.get(i)), model, models.get(i + 1));
    }
    return events.size();
  }

  private E onlyEvent(List<E> returned, E expected) {
    requireEqual("DM-19", List.of(expected), returned, () -> "beside checkpoints");
    return returned.get(0);
  }

  private M replay(String clause, E event, M model, M expected) {
    domain
        .check(event, model)
        .ifPresent(conflict -> require(clause, false, () -> event + ": " + conflict));
    M after = domain.replay(event, model);
    requireEqual(clause, expected, after, () -> "after " + event);
    return after;
  }

  /** DM-18: the type is text, and under another type the same members are another event. */
  int typeIdentifies(RandomHistory<M, E> history) {
    EventCodec<E> codec = domain.eventCodec();
    Set<Value> types =
        history.attempts().stream()
            .map(attempt -> type(codec.encode(attempt.event())))
            .collect(Collectors.toSet());
    for (EventAttempt<M, E> attempt : history.attempts()) {
      Value.Fields fields = codec.encode(attempt.event());
      for (Value type : types) {
        var retyped = new TreeMap<>(fields.fields());
        retyped.put("type", type);
        require(
            "DM-18",
            type.equals(type(fields))
                || !decodesAs(attempt.event(), codec, Value.Fields.of(retyped)),
            () -> attempt.event() + " is also read from " + retyped);
      }
    }
    return history.attempts().size();
  }

  private static Value type(Value.Fields fields) {
    Value type = fields.find("type").orElse(Value.Fields.EMPTY);
    require("DM-18", type instanceof Value.Text, () -> "no text as type in " + fields);
    return type;
  }

  private static <E> boolean decodesAs(E event, EventCodec<E> codec, Value.Fields fields) {
    try {
      return codec.decode(fields).equals(event);
    } catch (MalformedValueException e) {
      return false;
    }
  }
}
