package dev.fcp.server;

/** How the program leaves. */
enum ExitCode {
  /** What was asked for is done. */
  DONE(0),
  /** It was refused, and nothing changed. */
  REFUSED(1),
  /** The command line is wrong; nothing was tried. */
  USAGE(2),
  /** A file is broken or a disk failed. */
  BROKEN(3);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** The number the shell sees. */
  int code() {
    return code;
  }
}
