package dev.fcp.verbs.run;

import dev.fcp.eventlog.session.Batch;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.StepBuilder;
import dev.fcp.verbs.QueryHistory;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.ViewKey;

/** The context of a verb whose operation becomes one step. */
final class StepVerbContext<M, E> implements VerbContext<M, E> {

  private final StepBuilder<M, E> builder;
  private final Batch<M, E> batch;
  private final ViewState viewState;
  private boolean isRefused;

  StepVerbContext(StepBuilder<M, E> builder, Batch<M, E> batch, ViewState viewState) {
    this.builder = builder;
    this.batch = batch;
    this.viewState = viewState;
  }

  /** Whether an event was refused. */
  boolean isRefused() {
    return isRefused;
  }

  @Override
  public M model() {
    return builder.model();
  }

  @Override
  public QueryHistory<M> history() {
    return batch::appliedSteps;
  }

  @Override
  public boolean emit(E event) {
    try {
      builder.emit(event);
      return true;
    } catch (RefusedException refusal) {
      // The step builder keeps the refusal and refuses the step when the verb returns, so the verb
      // may continue.
      isRefused = true;
      return false;
    }
  }

  @Override
  public String newUlid() {
    return builder.newUlid();
  }

  @Override
  public <V> V view(ViewKey<V> key) {
    return viewState.get(key);
  }

  @Override
  public <V> void setView(ViewKey<V> key, V value) {
    viewState.set(key, value);
  }
}
