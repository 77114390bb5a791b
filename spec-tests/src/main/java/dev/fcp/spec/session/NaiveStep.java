package dev.fcp.spec.session;

import dev.fcp.spec.session.SessionOp.Act;
import java.util.ArrayList;
import java.util.List;

/** The body of a step as it runs: its model so far, and what led there. */
final class NaiveStep<M, E> {

  /** An event did not apply. */
  static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final Vocabulary<M, E> vocabulary;
  private M model;
  private List<E> events = new ArrayList<>();
  private boolean refused;

  NaiveStep(Vocabulary<M, E> vocabulary, M model) {
    this.vocabulary = vocabulary;
    this.model = model;
  }

  M model() {
    return model;
  }

  List<E> events() {
    return events;
  }

  /** Runs the body of the whole step, or of one that joins it. */
  void run(List<Act> acts) {
    for (Act act : acts) {
      switch (act) {
        case Act.Emit emit -> emit(vocabulary.event(emit, model));
        case Act.Type type -> emit(vocabulary.event(type, model));
        case Act.Fail fail -> throw new SessionOp.Failure();
        case Act.Join(var inner, var caught) -> join(inner, caught);
      }
    }
    if (refused) {
      throw new Refusal();
    }
  }

  private void emit(E event) {
    refused = refused || vocabulary.domain().check(event, model).isPresent();
    if (refused) {
      throw new Refusal();
    }
    model = vocabulary.domain().replay(event, model);
    events.add(event);
  }

  private void join(List<Act> acts, boolean caught) {
    M oldModel = model;
    List<E> oldEvents = new ArrayList<>(events);
    try {
      run(acts);
    } catch (Refusal | SessionOp.Failure e) {
      model = oldModel;
      events = oldEvents;
      if (!caught) {
        throw e;
      }
    }
  }
}
