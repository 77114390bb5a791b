package dev.fcp.spec.conform;

import java.io.PrintWriter;
import java.util.function.Consumer;

/** Tells each failure of the driver as it happens; from some number on it only says so, once. */
final class News implements Consumer<String> {

  /** As many as a driver may hang, for these are the ones that somebody waits for. */
  static final int MOST = Settings.HANGS;

  private final PrintWriter out;
  private int told;

  News(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void accept(String fault) {
    told++;
    if (told <= MOST) {
      out.println(fault);
    } else if (told == MOST + 1) {
      out.println("what the driver fails at from here on is counted; --report DIR lists it");
    }
    out.flush();
  }
}
