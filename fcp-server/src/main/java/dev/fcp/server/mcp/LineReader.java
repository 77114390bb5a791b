package dev.fcp.server.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/** Reads lines of UTF-8 text, each up to a limit. For one thread. */
final class LineReader {

  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream in;
  private final int maxLineBytes;

  /** A reader that refuses lines of more bytes than a limit, the line end not counted. */
  LineReader(InputStream in, int maxLineBytes) {
    this.in = new BufferedInputStream(in, BUFFER_BYTES);
    this.maxLineBytes = maxLineBytes;
  }

  /** What was read up to a line end or the end of the stream. */
  sealed interface Line {

    /** A line, without its line end. */
    record Text(String text) implements Line {
      public Text {
        Objects.requireNonNull(text, "text");
      }
    }

    /** A line that was passed over. */
    record Unreadable(String reason) implements Line {
      public Unreadable {
        Objects.requireNonNull(reason, "reason");
      }
    }
  }

  /** The next line; empty at the end of the stream. */
  Optional<Line> next() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long count = 0;
    int read = in.read();
    if (read < 0) {
      return Optional.empty();
    }
    while (read >= 0 && read != '\n') {
      count++;
      if (count <= maxLineBytes) {
        bytes.write(read);
      }
      read = in.read();
    }
    return Optional.of(
        count > maxLineBytes
            ? new Line.Unreadable(
                "a message of %d bytes exceeds the limit of %d".formatted(count, maxLineBytes))
            : decode(bytes.toByteArray()));
  }

  /** Refuses what is no UTF-8: with other letters in its place it would get into documents. */
  private static Line decode(byte[] bytes) {
    try {
      return new Line.Text(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return new Line.Unreadable("the message is not UTF-8: " + e.getMessage());
    }
  }
}
