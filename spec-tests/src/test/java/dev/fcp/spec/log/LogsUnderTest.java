package dev.fcp.spec.log;

import dev.fcp.eventlog.Entry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Logs behind the seam, for tests of other packages. */
public final class LogsUnderTest {

  private LogsUnderTest() {}

  /** An empty {@code EventLog}. */
  public static SessionLogUnderTest<String> eventLog() {
    return EventLogUnderTest.empty();
  }

  /** An empty {@code LogState}. */
  public static SessionLogUnderTest<String> logState() {
    return LogStateUnderTest.empty();
  }

  /** A log that has what the specification has, and says so when asked for more. */
  public static SessionLogUnderTest<String> specified(LogUnderTest<String> log) {
    return new Specified(log);
  }

  private record Specified(LogUnderTest<String> log) implements SessionLogUnderTest<String> {

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
      throw beyond();
    }

    @Override
    public void dropFirst(int count) {
      throw beyond();
    }

    @Override
    public void replaceLast(int count, String event) {
      throw beyond();
    }

    @Override
    public void replaceLast(int count) {
      throw beyond();
    }

    /** Nobody looks: its driver does not declare it. */
    @Override
    public boolean canUndo() {
      return false;
    }

    @Override
    public boolean canRedo() {
      return false;
    }

    @Override
    public int size() {
      return log.entries().size();
    }

    private static UnsupportedOperationException beyond() {
      return new UnsupportedOperationException("not in the specification");
    }
  }
}
