package dev.fcp.server;

import dev.fcp.eventlog.EventLog;
import java.io.PrintStream;

/** The first example of the README, as it stands there. */
final class ReadmeExample {

  private ReadmeExample() {}

  /** Runs the example, with its standard output going to a stream. */
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
    System.out.println("take back  " + log.undoTo("sketch").orElseThrow());
    System.out.println("take back  " + log.undo());
    System.out.println("do again   " + log.redo());
    log.append("write a label");
    System.out.println("what stands " + log.recent(10) + ", redo: " + log.canRedo());
    // end
  }
}
