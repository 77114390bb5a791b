package dev.fcp.server;

import dev.fcp.eventlog.EventLog;
import java.io.PrintStream;

/** The first example of the README; a test compares the code. */
final class ReadmeExample {

  private ReadmeExample() {}

  /** Runs the example with standard output redirected to a stream. */
  static void run(PrintStream out) {
    PrintStream before = System.out;
    System.setOut(out);
    try {
      example();
    } finally {
      System.setOut(before);
    }
  }

  private static void example() {
    // region
    EventLog<String> log = EventLog.empty();
    log.append("draw a box");
    log.append("draw an arrow");
    log.checkpoint("sketch");
    log.append("paint the box");
    System.out.println("undo to sketch: " + log.undoTo("sketch").orElseThrow());
    System.out.println("undo: " + log.undo());
    System.out.println("redo: " + log.redo());
    log.append("write a label");
    System.out.println("applied: " + log.recent(10) + ", can redo: " + log.canRedo());
    // end
  }
}
