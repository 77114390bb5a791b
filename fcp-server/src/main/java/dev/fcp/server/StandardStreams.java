package dev.fcp.server;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/**
 * The standard streams as bytes, for commands that use them for a protocol.
 *
 * @param in the input
 * @param out the output
 */
record StandardStreams(InputStream in, OutputStream out) {

  StandardStreams {
    Objects.requireNonNull(in, "in");
    Objects.requireNonNull(out, "out");
  }

  /** An empty input, and an output that discards everything. */
  static StandardStreams none() {
    return new StandardStreams(InputStream.nullInputStream(), OutputStream.nullOutputStream());
  }
}
