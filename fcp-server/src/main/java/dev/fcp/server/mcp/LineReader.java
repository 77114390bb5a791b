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

/** Reads lines of UTF-8 text of limited length. Not thread-safe. */
final class LineReader {

  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream in;
  private final int maxLineBytes;

  /** A reader that rejects lines of more than {@code maxLineBytes}, not counting the line feed. */
  LineReader(InputStream in, int maxLineBytes) {
    this.in = new BufferedInputStream(in, BUFFER_BYTES);
    this.maxLineBytes = maxLineBytes;
  }

  /** The result of reading up to a line feed or the end of the stream. */
  sealed interface Line {

    /** A line without its line feed. */
    record Text(String text) implements Line {
      public Text {
        Objects.requireNonNull(text, "text");
      }
    }

    /** A line that was skipped. */
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

  /** Rejects malformed UTF-8, because replacement characters would get into documents. */
  private static Line decode(byte[] bytes) {
    try {
      return new Line.Text(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return new Line.Unreadable("the message is not UTF-8: " + e.getMessage());
    }
  }
}
