package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import java.util.List;
import java.util.Optional;

/** From the model of a state to the models of other places, step by step, each verified. */
record Travel<M, E>(SessionState<M, E> state, Replay<M, E> replay) {

  /** The model at a place; empty if steps on the way there are gone. */
  Optional<M> modelAt(Optional<StepId> place) {
    History<E> history = state.history();
    if (!history.canTell(place)) {
      return Optional.empty();
    }
    Optional<StepId> fork = history.fork(state.head(), place);
    M model = state.model();
    for (Optional<StepId> at = state.head();
        !at.equals(fork);
        at = history.parent(at.orElseThrow())) {
      if (!history.knows(at.orElseThrow()) || !history.canTell(history.parent(at.get()))) {
        return Optional.empty();
      }
      Step<E> step = history.step(at.get());
      model = replay.back(step, model, state.digestAt(step.parent()));
    }
    List<Step<E>> ahead = history.path(place);
    if (ahead.size() < history.depth(place)) {
      return Optional.empty();
    }
    for (Step<E> step : ahead.subList(history.depth(fork), ahead.size())) {
      model = replay.again(step, model);
    }
    return Optional.of(model);
  }

  /** The model that the file holds; empty if there is none or the way there is gone. */
  Optional<M> modelOfFile() {
    Domain<M, E> domain = replay.domain();
    Optional<M> model = state.versions().saved().flatMap(mark -> modelAt(mark.place()));
    for (ForeignVersion version : state.versions().foreign()) {
      if (!version.isUndecided()
          && domain.format().read(version.source().bytes())
              instanceof ReadResult.Readable<M>(var found, var source)) {
        for (E event : model.isPresent() ? domain.diff(model.get(), found) : List.<E>of()) {
          model = model.map(before -> domain.replay(event, before));
        }
      }
    }
    return model;
  }
}
