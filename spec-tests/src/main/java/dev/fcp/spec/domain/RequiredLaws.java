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
 * Laws that the specification itself requires of domains, besides exact reversal: redo replays, a
 * checkpoint has no effect, and the type of an event identifies it.
 */
final class RequiredLaws<M, E> {

  private final Domain<M, E> domain;

  RequiredLaws(Domain<M, E> domain) {
    this.domain = domain;
  }

  /**
   * DM-17, DM-19: redo hands over the events that undo handed over, and none for the checkpoints
   * beside them; replayed after its inverse, each has the effect that it had.
   */
  int undoneEventsCanBeReplayed(RandomHistory<M, E> history) {
    List<EventAttempt.Applied<M, E>> applied = history.applied();
    EventLog<E> log = EventLog.empty();
    for (EventAttempt.Applied<M, E> attempt : applied) {
      log.checkpoint("before " + log.size());
      log.append(attempt.event());
    }
    log.checkpoint("end");
    for (EventAttempt.Applied<M, E> attempt : applied.reversed()) {
      requireOnlyEvent(attempt.event(), log.undo());
    }
    int cases = 0;
    for (EventAttempt.Applied<M, E> attempt : applied) {
      requireOnlyEvent(attempt.event(), log.redo());
      cases += requireReplayed(attempt);
    }
    return cases;
  }

  private void requireOnlyEvent(E event, List<E> returned) {
    requireEqual("DM-19", List.of(event), returned, () -> "beside checkpoints");
  }

  /** Returns 0 without a check if the inverse does not restore the model, which breaks DM-16. */
  private int requireReplayed(EventAttempt.Applied<M, E> attempt) {
    E event = attempt.event();
    E inverse = domain.invert(event);
    if (domain.check(inverse, attempt.after()).isPresent()) {
      return 0;
    }
    M undone = domain.replay(inverse, attempt.after());
    if (!undone.equals(attempt.before())) {
      return 0;
    }
    domain
        .check(event, undone)
        .ifPresent(conflict -> require("DM-17", false, () -> "undone " + event + ": " + conflict));
    requireEqual("DM-17", attempt.after(), domain.replay(event, undone), () -> "undone " + event);
    return 1;
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
