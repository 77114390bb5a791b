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

/** One undo and one append, repeated, in a log with many checkpoints. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CheckpointBenchmark {

  /** The number of checkpoints in the log. */
  @Param({"0", "10000"})
  public int checkpoints;

  private EventLog<Object> log = EventLog.empty();

  /** Sets a checkpoint after every second event; the last event is after the last checkpoint. */
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

  /** Undoes the last event and appends another. */
  @Benchmark
  public Object undoAndAppend() {
    Object undone = log.undo().get(0);
    log.append(UndoPeer.CHANGE);
    return undone;
  }
}
