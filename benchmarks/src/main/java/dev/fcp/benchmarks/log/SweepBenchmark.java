package dev.fcp.benchmarks.log;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Sweeps over a whole log, one step at a time: filling it, undoing all of it, redoing all of it.
 * The time of a sweep divided by the number of entries is the time of a step at that size, growth
 * included.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SweepBenchmark {

  /** A log of a kind and a size, with all entries applied. */
  @State(Scope.Thread)
  public static class Log {

    /** The name of the log in the table. */
    @Param({"EventLog", "array", "UndoFX", "javax.swing.undo"})
    public String peer = Peers.OURS;

    /** The number of entries. */
    @Param({"1000", "100000", "10000000"})
    public int entries;

    UndoPeer log = Peers.empty(Peers.OURS);

    /** Fills the log. */
    @Setup(Level.Trial)
    public void fill() {
      log = Peers.filled(peer, entries);
    }

    void undoAll(Blackhole steps) {
      for (int i = 0; i < entries; i++) {
        steps.consume(log.undo());
      }
    }

    void redoAll(Blackhole steps) {
      for (int i = 0; i < entries; i++) {
        steps.consume(log.redo());
      }
    }
  }

  /** A log that is at its end before every sweep back. */
  @State(Scope.Thread)
  public static class AtEnd extends Log {

    private boolean undone;

    /** Redoes everything, outside the measured time. */
    @Setup(Level.Invocation)
    public void forward(Blackhole steps) {
      if (undone) {
        redoAll(steps);
      }
      undone = true;
    }
  }

  /** A log that is at its beginning before every sweep forward. */
  @State(Scope.Thread)
  public static class AtStart extends Log {

    /** Undoes everything, outside the measured time. */
    @Setup(Level.Invocation)
    public void back(Blackhole steps) {
      undoAll(steps);
    }
  }

  /** Fills an empty log. */
  @Benchmark
  public Object append(Log sizes) {
    return Peers.filled(sizes.peer, sizes.entries);
  }

  /** Undoes everything, step by step. */
  @Benchmark
  public void undo(AtEnd filled, Blackhole steps) {
    filled.undoAll(steps);
  }

  /** Redoes everything, step by step. */
  @Benchmark
  public void redo(AtStart filled, Blackhole steps) {
    filled.redoAll(steps);
  }
}
