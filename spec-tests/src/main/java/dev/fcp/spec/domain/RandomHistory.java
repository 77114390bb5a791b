package dev.fcp.spec.domain;

import java.util.ArrayList;
import java.util.List;

/**
 * A random history of one model: events that apply, events that do not, and in between some taken
 * back and some brought back.
 *
 * @param initialModel the model it begins with
 * @param attempts what happened, in order
 * @param <M> the model
 * @param <E> the family of events
 */
public record RandomHistory<M, E>(M initialModel, List<EventAttempt<M, E>> attempts) {

  /** A walk. */
  public RandomHistory {
    attempts = List.copyOf(attempts);
  }

  /** The events that were applied, with the models around them. */
  public List<EventAttempt.Applied<M, E>> applied() {
    List<EventAttempt.Applied<M, E>> applied = new ArrayList<>();
    for (EventAttempt<M, E> attempt : attempts) {
      if (attempt instanceof EventAttempt.Applied<M, E> found) {
        applied.add(found);
      }
    }
    return applied;
  }

  /** The events that were refused. */
  public List<EventAttempt.Refused<M, E>> refused() {
    List<EventAttempt.Refused<M, E>> refused = new ArrayList<>();
    for (EventAttempt<M, E> attempt : attempts) {
      if (attempt instanceof EventAttempt.Refused<M, E> found) {
        refused.add(found);
      }
    }
    return refused;
  }

  /** All models on the way, the first included. */
  public List<M> models() {
    List<M> models = new ArrayList<>();
    models.add(initialModel);
    applied().forEach(attempt -> models.add(attempt.after()));
    return models;
  }

  /** The model at the end. */
  public M finalModel() {
    List<M> models = models();
    return models.get(models.size() - 1);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("a walk from ").append(initialModel);
    for (int i = 0; i < attempts.size(); i++) {
      text.append("\n    #").append(i).append(' ').append(attempts.get(i));
    }
    return text.toString();
  }
}
