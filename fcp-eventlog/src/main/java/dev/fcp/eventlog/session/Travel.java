package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.Way;
import java.util.List;
import java.util.Optional;

/** From the model of a state to the models of other places, step by step, each verified. */
record Travel<M, E>(SessionState<M, E> state, Replay<M, E> replay) {

  /** The model at a place; empty if steps on the way there are gone. */
  Optional<M> modelAt(Optional<StepId> place) {
    History<E> history = state.history();
    Way way = history.way(state.head(), place);
    if (!way.isWhole() || !state.timeline().canTell(way.fork())) {
      return Optional.empty();
    }
    M model = state.model();
    for (StepId id : way.back()) {
      Step<E> step = history.step(id);
      model = replay.back(step, model, state.digestAt(step.parent()));
    }
    for (StepId id : way.ahead()) {
      model = replay.again(history.step(id), model);
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
