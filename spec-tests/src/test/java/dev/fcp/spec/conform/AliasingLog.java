package dev.fcp.spec.conform;

import dev.fcp.eventlog.Entry;
import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.NaiveListLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A correct log that returns the same list from every call and fills it again each time. */
final class AliasingLog implements LogUnderTest<String> {

  private final NaiveListLog<String> log = new NaiveListLog<>();
  private final List<String> list = new ArrayList<>();

  private List<String> filled(List<String> events) {
    list.clear();
    list.addAll(events);
    return list;
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
    return filled(log.undo());
  }

  @Override
  public List<String> undo(int count) {
    return filled(log.undo(count));
  }

  @Override
  public Optional<List<String>> undoTo(String name) {
    return log.undoTo(name).map(this::filled);
  }

  @Override
  public List<String> redo() {
    return filled(log.redo());
  }

  @Override
  public List<String> redo(int count) {
    return filled(log.redo(count));
  }

  @Override
  public List<String> recent(int count) {
    return filled(log.recent(count));
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
}
