package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.history.StepId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ids and parents of the steps in lines of a segment without parsing the rest. Their
 * checksums ensure that this package wrote the lines: JSON without white space, {@code type} first.
 */
final class StepScan {

  private static final byte[] COMMITTED = ascii("\"type\":\"committed\"");
  private static final byte[] EXTERNAL = ascii("\"type\":\"external\"");
  private static final byte[] REPLACED = ascii("\"type\":\"replaced\"");
  private static final byte[] MOVED = ascii("\"type\":\"moved\"");
  private static final byte[] STEPS = ascii("\"steps\"");
  private static final byte[] ID = ascii("\"id\"");
  private static final byte[] PARENT = ascii("\"parent\"");

  /** An id of 26 digits between its quotes. */
  private static final int QUOTED_BYTES = 28;

  private final byte[] bytes;
  private final StepPlaces places;
  private int at;

  /** The id of the step read last; its offset is in {@code lastAt}. */
  private @Nullable StepId last;

  private int lastAt;

  StepScan(byte[] bytes, StepPlaces places) {
    this.bytes = bytes;
    this.places = places;
  }

  /** Adds the steps of a record whose members begin at an offset. */
  void read(long record, int contentStart) {
    if (matches(contentStart, COMMITTED)) {
      at = contentStart + COMMITTED.length;
    } else if (matches(contentStart, EXTERNAL)) {
      at = contentStart + EXTERNAL.length;
    } else if (matches(contentStart, REPLACED)) {
      at = contentStart + REPLACED.length;
    } else if (matches(contentStart, MOVED)) {
      at = contentStart + MOVED.length;
    } else {
      return;
    }
    while (bytes[at] == ',') {
      at++;
      boolean isSteps = matches(at, STEPS);
      skipName();
      if (isSteps) {
        readSteps(record);
        return;
      }
      skipValue();
    }
  }

  private void readSteps(long record) {
    at++;
    for (int index = 0; bytes[at] != ']'; index++) {
      readStep(record, index);
      if (bytes[at] == ',') {
        at++;
      }
    }
  }

  private void readStep(long record, int index) {
    int idAt = 0;
    StepId parent = null;
    while (bytes[at] != '}') {
      at++;
      boolean isId = matches(at, ID);
      boolean isParent = matches(at, PARENT);
      skipName();
      int value = at;
      skipValue();
      if (isId) {
        idAt = value;
      } else if (isParent) {
        parent = parent(value);
      }
    }
    at++;
    StepId id = stepId(idAt);
    places.add(id, parent, record, index);
    last = id;
    lastAt = idAt;
  }

  /** The parent of a step; usually the step before, whose id is already parsed. */
  private StepId parent(int value) {
    StepId last = this.last;
    boolean isLast =
        last != null
            && Arrays.equals(
                bytes, value, value + QUOTED_BYTES, bytes, lastAt, lastAt + QUOTED_BYTES);
    return last != null && isLast ? last : stepId(value);
  }

  private StepId stepId(int value) {
    return StepId.parse(bytes, value + 1);
  }

  private void skipName() {
    skipText();
    at++;
  }

  /** Skips a scalar, or a list or object with its content. */
  private void skipValue() {
    int depth = 0;
    do {
      switch (bytes[at]) {
        case '"' -> skipText();
        case '{', '[' -> {
          depth++;
          at++;
        }
        case '}', ']' -> {
          depth--;
          at++;
        }
        default -> at++;
      }
    } while (depth > 0 || !isEnd(bytes[at]));
  }

  private static boolean isEnd(byte unit) {
    return unit == ',' || unit == '}' || unit == ']';
  }

  private void skipText() {
    at = ByteSearch.quoteOrEscape(bytes, at + 1);
    while (bytes[at] != '"') {
      at = ByteSearch.quoteOrEscape(bytes, at + 2);
    }
    at++;
  }

  private boolean matches(int from, byte[] expected) {
    // Most names differ in the first character after the quote.
    return from + expected.length <= bytes.length
        && bytes[from + 1] == expected[1]
        && Arrays.equals(bytes, from, from + expected.length, expected, 0, expected.length);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
