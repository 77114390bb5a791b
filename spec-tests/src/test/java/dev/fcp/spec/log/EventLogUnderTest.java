package dev.fcp.spec.log;

import dev.fcp.eventlog.Entry;
import dev.fcp.eventlog.EventLog;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Adapts {@link EventLog} to the contract. */
public record EventLogUnderTest(EventLog<String> log) implements SessionLogUnderTest<String> {

  /** An empty log. */
  public static EventLogUnderTest empty() {
    return new EventLogUnderTest(EventLog.empty());
  }

  @Override
  public void append(String event) {
    log.append(event);
  }

  @Override
  public void checkpoint(String name) {
    log.checkpoint(name);
  }

  @Override
  public List<String> undo() {
    return log.undo();
  }

  @Override
  public List<String> undo(int count) {
    return log.undo(count);
  }

  @Override
  public Optional<List<String>> undoTo(String name) {
    return log.undoTo(name);
  }

  @Override
  public List<String> redo() {
    return log.redo();
  }

  @Override
  public List<String> redo(int count) {
    return log.redo(count);
  }

  @Override
  public List<String> recent(int count) {
    return log.recent(count);
  }

  @Override
  public List<Entry<String>> entries() {
    return log.entries();
  }

  @Override
  public int cursor() {
    return log.cursor();
  }

  @Override
  public Map<String, Integer> checkpoints() {
    return log.checkpoints();
  }

  @Override
  public void truncate() {
    log.truncate();
  }

  @Override
  public void dropFirst(int count) {
    log.dropFirst(count);
  }

  @Override
  public void replaceLast(int count, String event) {
    log.replaceLast(count, event);
  }

  @Override
  public void replaceLast(int count) {
    log.replaceLast(count);
  }

  @Override
  public boolean canUndo() {
    return log.canUndo();
  }

  @Override
  public boolean canRedo() {
    return log.canRedo();
  }

  @Override
  public int size() {
    return log.size();
  }
}
