package dev.fcp.server;

/** The entry of the program {@code fcp}. */
public final class Main {

  private static final int EXIT_USAGE = 2;

  private Main() {}

  /** Prints how the program is called and leaves with exit code 2. */
  public static void main(String[] args) {
    System.err.println("usage: fcp COMMAND [ARGUMENT...]");
    System.exit(EXIT_USAGE);
  }
}
