package dev.fcp.spec.conform;

import dev.fcp.eventlog.Entry;
import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.NaiveListLog;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A correct log, except that a fault changes the texts that it stores, or does something before a
 * call that depends on the size of the log, the count, the number of calls or the time. For {@code
 * undoTo}, the count is the number of events that it may return.
 */
class SubtleLog implements LogUnderTest<String> {

  /** Returns the count of a call as the log takes it. */
  interface Limit {
    int apply(SubtleLog log, LogMethod method, int count);
  }

  final NaiveListLog<String> log = new NaiveListLog<>();
  int callCount;

  /** The last list that each method has returned. */
  final Map<LogMethod, List<String>> lists = new EnumMap<>(LogMethod.class);

  private final UnaryOperator<String> events;
  private final UnaryOperator<String> names;
  private final Limit limit;

  SubtleLog(UnaryOperator<String> events, UnaryOperator<String> names, Limit limit) {
    this.events = events;
    this.names = names;
    this.limit = limit;
  }

  private int limited(LogMethod method, int count) {
    callCount++;
    return limit.apply(this, method, count);
  }

  private List<String> kept(LogMethod method, List<String> events) {
    List<String> list = new ArrayList<>(events);
    lists.put(method, list);
    return list;
  }

  @Override
  public void append(String event) {
    if (limited(LogMethod.APPEND, 1) > 0) {
      log.append(events.apply(event));
    }
  }

  @Override
  public void checkpoint(String name) {
    if (limited(LogMethod.CHECKPOINT, 1) > 0) {
      log.checkpoint(names.apply(name));
    }
  }

  @Override
  public List<String> undo() {
    return undo(1);
  }

  @Override
  public List<String> undo(int count) {
    return kept(LogMethod.UNDO, log.undo(limited(LogMethod.UNDO, count)));
  }

  @Override
  public Optional<List<String>> undoTo(String name) {
    int max = limited(LogMethod.UNDO_TO, Integer.MAX_VALUE);
    return log.undoTo(names.apply(name))
        .map(events -> kept(LogMethod.UNDO_TO, events.subList(0, Math.min(max, events.size()))));
  }

  @Override
  public List<String> redo() {
    return redo(1);
  }

  @Override
  public List<String> redo(int count) {
    return kept(LogMethod.REDO, log.redo(limited(LogMethod.REDO, count)));
  }

  @Override
  public List<String> recent(int count) {
    return kept(LogMethod.RECENT, log.recent(limit.apply(this, LogMethod.RECENT, count)));
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
