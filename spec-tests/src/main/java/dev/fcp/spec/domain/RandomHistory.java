package dev.fcp.spec.domain;

import java.util.ArrayList;
import java.util.List;

/**
 * A random history of one model: events that apply, events that do not, and undo and redo in
 * between.
 *
 * @param initialModel the first model
 * @param attempts the attempts, in order
 * @param <M> the model
 * @param <E> the family of events
 */
public record RandomHistory<M, E>(M initialModel, List<EventAttempt<M, E>> attempts) {

  /** Copies the list. */
  public RandomHistory {
    attempts = List.copyOf(attempts);
  }

  /** Returns the applied events with the models before and after them. */
  public List<EventAttempt.Applied<M, E>> applied() {
    List<EventAttempt.Applied<M, E>> applied = new ArrayList<>();
    for (EventAttempt<M, E> attempt : attempts) {
      if (attempt instanceof EventAttempt.Applied<M, E> found) {
        applied.add(found);
      }
    }
    return applied;
  }

  /** Returns the refused events. */
  public List<EventAttempt.Refused<M, E>> refused() {
    List<EventAttempt.Refused<M, E>> refused = new ArrayList<>();
    for (EventAttempt<M, E> attempt : attempts) {
      if (attempt instanceof EventAttempt.Refused<M, E> found) {
        refused.add(found);
      }
    }
    return refused;
  }

  /** Returns all models, including the first. */
  public List<M> models() {
    List<M> models = new ArrayList<>();
    models.add(initialModel);
    applied().forEach(attempt -> models.add(attempt.after()));
    return models;
  }

  /** Returns the last model. */
  public M finalModel() {
    List<M> models = models();
    return models.get(models.size() - 1);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("a history from ").append(initialModel);
    for (int i = 0; i < attempts.size(); i++) {
      text.append("\n    #").append(i).append(' ').append(attempts.get(i));
    }
    return text.toString();
  }
}
