package dev.fcp.verbs.run;

import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Stage;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.ViewKey;

/** What a verb works on while its operation is a step in the making. */
final class StageContext<M, E> implements VerbContext<M, E> {

  private final Stage<M, E> stage;
  private final View view;

  StageContext(Stage<M, E> stage, View view) {
    this.stage = stage;
    this.view = view;
  }

  @Override
  public M model() {
    return stage.model();
  }

  @Override
  public boolean emit(E event) {
    try {
      stage.emit(event);
      return true;
    } catch (RefusedException refusal) {
      // The stage remembers it and refuses the step when the verb is done; a verb that goes on does
      // no harm.
      return false;
    }
  }

  @Override
  public <V> V view(ViewKey<V> key) {
    return view.get(key);
  }

  @Override
  public <V> void show(ViewKey<V> key, V value) {
    view.set(key, value);
  }
}
