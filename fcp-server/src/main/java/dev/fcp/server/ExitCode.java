package dev.fcp.server;

/** The exit codes of the program. */
enum ExitCode {
  /** The command was carried out. */
  DONE(0),
  /** The command was refused; nothing changed. */
  REFUSED(1),
  /** The command line is invalid; nothing was tried. */
  USAGE(2),
  /** A file is broken or a disk failed. */
  BROKEN(3);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** The number that the shell receives. */
  int code() {
    return code;
  }
}
