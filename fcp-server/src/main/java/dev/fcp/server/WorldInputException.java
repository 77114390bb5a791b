package dev.fcp.server;

/** A file or an argument of a command on worlds cannot be used; nothing changed. */
final class WorldInputException extends RuntimeException {

  private static final long serialVersionUID = 1;

  WorldInputException(String message) {
    super(message);
  }
}
