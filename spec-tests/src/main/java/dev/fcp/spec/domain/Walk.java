package dev.fcp.spec.domain;

import java.util.ArrayList;
import java.util.List;

/**
 * A random history of one model: events that apply, events that do not, and in between some taken
 * back and some brought back.
 *
 * @param start the model it begins with
 * @param moves what happened, in order
 * @param <M> the model
 * @param <E> the family of events
 */
public record Walk<M, E>(M start, List<Move<M, E>> moves) {

  /** A walk. */
  public Walk {
    moves = List.copyOf(moves);
  }

  /** The events that were applied, with the models around them. */
  public List<Move.Applied<M, E>> applied() {
    List<Move.Applied<M, E>> applied = new ArrayList<>();
    for (Move<M, E> move : moves) {
      if (move instanceof Move.Applied<M, E> found) {
        applied.add(found);
      }
    }
    return applied;
  }

  /** The events that were refused. */
  public List<Move.Refused<M, E>> refused() {
    List<Move.Refused<M, E>> refused = new ArrayList<>();
    for (Move<M, E> move : moves) {
      if (move instanceof Move.Refused<M, E> found) {
        refused.add(found);
      }
    }
    return refused;
  }

  /** All models on the way, the first included. */
  public List<M> models() {
    List<M> models = new ArrayList<>();
    models.add(start);
    applied().forEach(move -> models.add(move.after()));
    return models;
  }

  /** The model at the end. */
  public M end() {
    List<M> models = models();
    return models.get(models.size() - 1);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("a walk from ").append(start);
    for (int i = 0; i < moves.size(); i++) {
      text.append("\n    #").append(i).append(' ').append(moves.get(i));
    }
    return text.toString();
  }
}
