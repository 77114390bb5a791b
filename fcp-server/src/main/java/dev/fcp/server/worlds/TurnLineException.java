package dev.fcp.server.worlds;

/** A line of a program that makes a turn is malformed, or was refused. */
public final class TurnLineException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * The reason.
   *
   * @param number the number of the line, counted from 1
   */
  public TurnLineException(int number, String reason) {
    super("line %d: %s".formatted(number, reason));
  }
}
