package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal.StepPlace;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds the ids and parents of the steps in the lines of a segment without reading anything else of
 * them. The lines are as this package writes them, which their checksums told: JSON without white
 * space, {@code type} first.
 */
final class StepScan {

  private static final byte[] COMMITTED = ascii("\"type\":\"committed\"");
  private static final byte[] EXTERNAL = ascii("\"type\":\"external\"");
  private static final byte[] REPLACED = ascii("\"type\":\"replaced\"");
  private static final byte[] STEPS = ascii("\"steps\"");
  private static final byte[] ID = ascii("\"id\"");
  private static final byte[] PARENT = ascii("\"parent\"");

  private final byte[] bytes;
  private final List<StepPlace> places;
  private int at;

  StepScan(byte[] bytes, List<StepPlace> places) {
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
    } else {
      return;
    }
    while (bytes[at] == ',') {
      at++;
      boolean steps = matches(at, STEPS);
      skipName();
      if (steps) {
        readSteps(record);
      } else {
        skipValue();
      }
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
    at++;
  }

  private void readStep(long record, int index) {
    Optional<StepId> id = Optional.empty();
    Optional<StepId> parent = Optional.empty();
    while (bytes[at] != '}') {
      at++;
      boolean isId = matches(at, ID);
      boolean isParent = matches(at, PARENT);
      skipName();
      int value = at;
      skipValue();
      if (isId) {
        id = Optional.of(stepId(value));
      } else if (isParent) {
        parent = Optional.of(stepId(value));
      }
    }
    at++;
    places.add(new StepPlace(id.orElseThrow(), parent, record, index));
  }

  private StepId stepId(int value) {
    return new StepId(new String(bytes, value + 1, at - value - 2, StandardCharsets.ISO_8859_1));
  }

  private void skipName() {
    skipText();
    at++;
  }

  /** A text, a number or a flag, or a list or object with all that is in it. */
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
    at++;
    while (bytes[at] != '"') {
      at += bytes[at] == '\\' ? 2 : 1;
    }
    at++;
  }

  private boolean matches(int from, byte[] expected) {
    return from + expected.length <= bytes.length
        && Arrays.equals(bytes, from, from + expected.length, expected, 0, expected.length);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
