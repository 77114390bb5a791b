package dev.fcp.spec.conform;

import java.io.PrintWriter;
import java.util.function.Consumer;

/** Tells each failure of the driver as it happens; from some number on it only says so, once. */
final class DriverFailurePrinter implements Consumer<String> {

  /** As many as a driver may hang, for these are the ones that somebody waits for. */
  static final int MAX_PRINTED = RunSettings.DEFAULT_MAX_HANGS;

  private final PrintWriter out;
  private int printedCount;

  DriverFailurePrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void accept(String fault) {
    printedCount++;
    if (printedCount <= MAX_PRINTED) {
      out.println(fault);
    } else if (printedCount == MAX_PRINTED + 1) {
      out.println("what the driver fails at from here on is counted; --report DIR lists it");
    }
    out.flush();
  }
}
