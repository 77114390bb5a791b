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
record Wire(InputStream in, OutputStream out) {

  Wire {
    Objects.requireNonNull(in, "in");
    Objects.requireNonNull(out, "out");
  }

  /** Nothing comes in, and what goes out is dropped. */
  static Wire none() {
    return new Wire(InputStream.nullInputStream(), OutputStream.nullOutputStream());
  }
}
