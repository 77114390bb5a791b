package dev.fcp.benchmarks.log;

import java.util.function.Function;
import org.fxmisc.undo.UndoManager;
import org.fxmisc.undo.UndoManagerFactory;
import org.reactfx.EventSource;

/**
 * UndoFX with unlimited history. It receives changes, including its own undos, through a stream.
 */
final class UndoFxPeer implements UndoPeer {

  private final EventSource<Object> changes = new EventSource<>();
  private final UndoManager<Object> manager =
      UndoManagerFactory.unlimitedHistorySingleChangeUM(
          changes, Function.identity(), changes::push);

  @Override
  public void append() {
    changes.push(CHANGE);
  }

  @Override
  public Object undo() {
    return manager.undo();
  }

  @Override
  public Object redo() {
    return manager.redo();
  }
}
