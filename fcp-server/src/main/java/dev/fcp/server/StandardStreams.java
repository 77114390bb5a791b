package dev.fcp.server;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/**
 * The standard streams as bytes, for commands that speak a protocol over them.
 *
 * @param in what comes in
 * @param out where answers go
 */
record StandardStreams(InputStream in, OutputStream out) {

  StandardStreams {
    Objects.requireNonNull(in, "in");
    Objects.requireNonNull(out, "out");
  }

  /** Nothing comes in, and what goes out is dropped. */
  static StandardStreams none() {
    return new StandardStreams(InputStream.nullInputStream(), OutputStream.nullOutputStream());
  }
}
