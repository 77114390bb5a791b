package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.spec.session.SessionOperation.Action;
import java.util.ArrayList;
import java.util.List;

/** The state of a running step body: the model so far and the events that led to it. */
final class NaiveStepBuilder<M, E> {

  /** Thrown when an event does not apply. */
  static final class RefusedEventException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final ProgramEvents<M, E> programEvents;
  private M model;
  private List<E> events = new ArrayList<>();
  private boolean isRefused;

  NaiveStepBuilder(ProgramEvents<M, E> programEvents, M model) {
    this.programEvents = programEvents;
    this.model = model;
  }

  M model() {
    return model;
  }

  List<E> events() {
    return events;
  }

  /** Runs the body of the step, or of a step that joins it. */
  void run(List<Action> actions) {
    for (Action action : actions) {
      switch (action) {
        case Action.Emit emit -> emit(programEvents.event(emit, model));
        case Action.EmitMergeable type -> emit(programEvents.event(type, model));
        case Action.Fail fail -> throw new SessionOperation.Failure();
        case Action.JoinStep(var inner, var isCaught) -> join(inner, isCaught);
      }
    }
    if (isRefused) {
      throw new RefusedEventException();
    }
  }

  private void emit(E event) {
    isRefused = isRefused || programEvents.domain().check(event, model).isPresent();
    if (isRefused) {
      throw new RefusedEventException();
    }
    model = programEvents.domain().replay(event, model);
    int last = events.size() - 1;
    if (last >= 0
        && programEvents.domain().merge(events.get(last), event)
            instanceof EventMerge.CancelledOut<E>) {
      events.remove(last);
    } else {
      events.add(event);
    }
  }

  private void join(List<Action> actions, boolean isCaught) {
    M oldModel = model;
    List<E> oldEvents = new ArrayList<>(events);
    try {
      run(actions);
      events = model.equals(oldModel) ? oldEvents : events;
    } catch (RefusedEventException | SessionOperation.Failure e) {
      model = oldModel;
      events = oldEvents;
      if (!isCaught) {
        throw e;
      }
    }
  }
}
