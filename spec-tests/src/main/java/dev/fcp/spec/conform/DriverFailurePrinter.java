package dev.fcp.spec.conform;

import java.io.PrintWriter;
import java.util.function.Consumer;

/**
 * Prints each failure of the driver as it happens, up to a limit, and then once that there are
 * more.
 */
final class DriverFailurePrinter implements Consumer<String> {

  static final int MAX_PRINTED = 12;

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
      out.println("further failures of the driver are only counted; --report DIR lists them");
    }
    out.flush();
  }
}
