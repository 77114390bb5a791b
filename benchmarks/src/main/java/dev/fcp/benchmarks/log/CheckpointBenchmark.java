package dev.fcp.benchmarks.log;

import dev.fcp.eventlog.EventLog;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One undo and one append, over and over, while many checkpoints are alive. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CheckpointBenchmark {

  /** How many names the log holds. */
  @Param({"0", "10000"})
  public int checkpoints;

  private EventLog<Object> log = EventLog.empty();

  /** A checkpoint behind every second event; the last event is behind the last checkpoint. */
  @Setup
  public void fill() {
    log = EventLog.empty();
    for (int i = 0; i < checkpoints; i++) {
      log.append(UndoPeer.CHANGE);
      log.append(UndoPeer.CHANGE);
      log.checkpoint("checkpoint " + i);
    }
    log.append(UndoPeer.CHANGE);
  }

  /** Takes back the last event and appends another. */
  @Benchmark
  public Object undoAndAppend() {
    Object undone = log.undo().get(0);
    log.append(UndoPeer.CHANGE);
    return undone;
  }
}
