package dev.fcp.spec.log;

import dev.fcp.eventlog.Entry;
import dev.fcp.eventlog.LogState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Adapts {@link LogState} to the contract: holds the newest state. */
public final class LogStateUnderTest implements SessionLogUnderTest<String> {

  private LogState<String> state;

  LogStateUnderTest(LogState<String> state) {
    this.state = state;
  }

  /** An empty log. */
  public static LogStateUnderTest empty() {
    return new LogStateUnderTest(LogState.empty());
  }

  LogState<String> state() {
    return state;
  }

  @Override
  public void append(String event) {
    state = state.append(event);
  }

  @Override
  public void checkpoint(String name) {
    state = state.checkpoint(name);
  }

  @Override
  public List<String> undo() {
    return moved(state.undo());
  }

  @Override
  public List<String> undo(int count) {
    return moved(state.undo(count));
  }

  @Override
  public Optional<List<String>> undoTo(String name) {
    return state.undoTo(name).map(this::moved);
  }

  @Override
  public List<String> redo() {
    return moved(state.redo());
  }

  @Override
  public List<String> redo(int count) {
    return moved(state.redo(count));
  }

  private List<String> moved(LogState.Move<String> move) {
    state = move.state();
    return move.events();
  }

  @Override
  public List<String> recent(int count) {
    return state.recent(count);
  }

  @Override
  public List<Entry<String>> entries() {
    return state.entries();
  }

  @Override
  public int cursor() {
    return state.cursor();
  }

  @Override
  public Map<String, Integer> checkpoints() {
    return state.checkpoints();
  }

  @Override
  public void truncate() {
    state = state.truncate();
  }

  @Override
  public void dropFirst(int count) {
    state = state.dropFirst(count);
  }

  @Override
  public void replaceLast(int count, String event) {
    state = state.replaceLast(count, event);
  }

  @Override
  public void replaceLast(int count) {
    state = state.replaceLast(count);
  }

  @Override
  public boolean canUndo() {
    return state.canUndo();
  }

  @Override
  public boolean canRedo() {
    return state.canRedo();
  }

  @Override
  public int size() {
    return state.size();
  }
}
