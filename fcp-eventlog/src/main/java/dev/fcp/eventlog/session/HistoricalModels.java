package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPath;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import java.util.List;
import java.util.Optional;

/** From the model of a state to the models of other places, step by step, each verified. */
record HistoricalModels<M, E>(SessionState<M, E> state, Replay<M, E> replay) {

  /** The model at a place; empty if steps on the way there are gone. */
  Optional<M> modelAt(Optional<StepId> point) {
    History<E> history = state.history();
    HistoryPath path = history.path(state.head(), point);
    if (!path.isComplete() || !state.stack().hasDigest(path.fork())) {
      return Optional.empty();
    }
    M model = state.model();
    for (StepId id : path.undoSteps()) {
      Step<E> step = history.step(id);
      model = replay.undo(step, model, state.digestAt(step.parent()));
    }
    for (StepId id : path.redoSteps()) {
      model = replay.apply(history.step(id), model);
    }
    return Optional.of(model);
  }

  /** The model that the file holds; empty if there is none or the way there is gone. */
  Optional<M> modelOfFile() {
    Domain<M, E> domain = replay.domain();
    Optional<M> model = state.versions().saved().flatMap(mark -> modelAt(mark.point()));
    for (ExternalVersion version : state.versions().external()) {
      if (!version.isUndecided()
          && domain.format().read(version.source().bytes())
              instanceof ReadResult.Readable<M>(var fileModel, var source)) {
        for (E event : model.isPresent() ? domain.diff(model.get(), fileModel) : List.<E>of()) {
          model = model.map(before -> domain.replay(event, before));
        }
      }
    }
    return model;
  }
}
