package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Programs for limits and off-by-one errors at some number of events, names, sentinels, calls,
 * events of one call, or characters of a text. The sizes are around powers of two and of ten. The
 * state is read after a few calls only, so the cost is linear. It is read after each checkpoint,
 * because logs may answer differently there; no name is used twice, and none is set over a redo
 * tail.
 */
final class LongPrograms {

  /** The number of calls of the longest vector in {@code log-vectors.json}. */
  static final int ELEVEN_HUNDRED = 1_100;

  private static final int ROUNDS_PER_NAME = 10;

  private static final int MAX_NAMES = 260;
  private static final int MAX_SENTINELS_IN_A_ROW = 66;
  private static final int HUNDRED_THOUSAND = 100_000;

  private static final List<Vector> VECTORS =
      List.of(
          eventsOfEachCount(),
          callsForEachCount(),
          undoStackOfEachCount(),
          manyCallsOnFewEvents(),
          namesOfEachCount(),
          sentinelsInARow(),
          textsOfEachLength(),
          hundredThousandEvents());

  private LongPrograms() {}

  /** A program under construction. */
  private static final class Builder {

    private final List<Call> calls = new ArrayList<>();
    private final Set<Integer> reads = new HashSet<>();

    Builder add(LogMethod method, Object... arguments) {
      calls.add(Call.of(method, arguments));
      if (method == LogMethod.CHECKPOINT) {
        read();
      }
      return this;
    }

    /** Reads the state after the last call. */
    void read() {
      reads.add(calls.size() - 1);
    }

    Vector vector(String name) {
      read();
      return ReferenceModel.vectorOf(name, "corner", calls, RedoTail.KEEPS, reads::contains);
    }
  }

  /** Returns the sizes around powers of two and of ten, up to a maximum. */
  private static List<Integer> sizes(int max) {
    Set<Integer> sizes = new TreeSet<>(List.of(2, 5, 12));
    for (int power = 8; power <= max + 1; power *= 2) {
      sizes.addAll(List.of(power - 1, power, power + 1));
    }
    for (int power = 10; power <= max + 1; power *= 10) {
      sizes.addAll(List.of(power - 1, power, power + 1));
    }
    sizes.add(max);
    return sizes.stream().filter(size -> size <= max).toList();
  }

  /** Returns all long programs. */
  static List<Vector> vectors() {
    return VECTORS;
  }

  /** Returns 1,100 calls for the file of vectors, in which each kind of call occurs often. */
  static Vector elevenHundredCalls() {
    Builder program = new Builder();
    for (int round = 0; program.calls.size() < ELEVEN_HUNDRED; round++) {
      program.add(LogMethod.APPEND, event(3 * round));
      if (round % ROUNDS_PER_NAME == 0) {
        program.add(LogMethod.CHECKPOINT, "n" + round);
      }
      program.add(LogMethod.APPEND, event(3 * round + 1)).add(LogMethod.APPEND, event(round));
      program.add(LogMethod.UNDO, 2).add(LogMethod.REDO).add(LogMethod.RECENT, 2);
      if (round % ROUNDS_PER_NAME == 2) {
        program.add(LogMethod.UNDO_TO, "n" + (round - 2)).add(LogMethod.REDO, 1);
      }
      program.add(LogMethod.REDO, 9);
    }
    program.calls.subList(ELEVEN_HUNDRED, program.calls.size()).clear();
    return program.vector("eleven-hundred-calls");
  }

  private static String event(int number) {
    return Integer.toString(number, Character.MAX_RADIX);
  }

  private static Builder appended(int count) {
    Builder program = new Builder();
    IntStream.range(0, count).forEach(number -> program.add(LogMethod.APPEND, event(number)));
    return program;
  }

  private static Vector eventsOfEachCount() {
    List<Integer> sizes = sizes(ELEVEN_HUNDRED);
    Builder program = new Builder();
    for (int count = 1; count <= ELEVEN_HUNDRED; count++) {
      program.add(LogMethod.APPEND, event(count));
      if (sizes.contains(count)) {
        program.read();
        program.add(LogMethod.UNDO).add(LogMethod.REDO).add(LogMethod.RECENT, 1).read();
      }
    }
    return program.vector("events-of-each-count");
  }

  private static Vector callsForEachCount() {
    Builder program = appended(ELEVEN_HUNDRED);
    for (int count : sizes(ELEVEN_HUNDRED)) {
      program.add(LogMethod.UNDO, count).add(LogMethod.REDO, count).add(LogMethod.RECENT, count);
    }
    return program.vector("calls-for-each-count");
  }

  /** For logs that have nothing but an undo stack. */
  private static Vector undoStackOfEachCount() {
    Builder program = appended(ELEVEN_HUNDRED);
    for (int count : sizes(ELEVEN_HUNDRED)) {
      program.add(LogMethod.UNDO, count).add(LogMethod.REDO, count);
    }
    return program.vector("undo-stack-of-each-count");
  }

  private static Vector manyCallsOnFewEvents() {
    List<Integer> sizes = sizes(ELEVEN_HUNDRED);
    Builder program = appended(3);
    for (int count = 1; count <= ELEVEN_HUNDRED; count++) {
      program.add(LogMethod.UNDO, 2).add(LogMethod.REDO);
      program.add(LogMethod.APPEND, event(count)).add(LogMethod.RECENT, 2);
      if (sizes.contains(count)) {
        program.read();
      }
    }
    return program.vector("many-calls-on-few-events");
  }

  private static Vector namesOfEachCount() {
    List<Integer> sizes = sizes(MAX_NAMES);
    Builder program = new Builder();
    for (int count = 1; count <= MAX_NAMES; count++) {
      program.add(LogMethod.CHECKPOINT, "n" + count).add(LogMethod.APPEND, event(count));
    }
    for (int count : sizes.reversed()) {
      program.add(LogMethod.UNDO_TO, "n" + count);
    }
    return program.add(LogMethod.REDO, MAX_NAMES).vector("names-of-each-count");
  }

  private static Vector sentinelsInARow() {
    Builder program = appended(1);
    for (int count : sizes(MAX_SENTINELS_IN_A_ROW)) {
      for (int number = 0; number < count; number++) {
        program.add(LogMethod.CHECKPOINT, count + "-" + number);
      }
      program.add(LogMethod.APPEND, event(count)).add(LogMethod.UNDO, 2).add(LogMethod.REDO, 2);
    }
    return program.add(LogMethod.RECENT, 99).vector("sentinels-in-a-row");
  }

  private static Vector textsOfEachLength() {
    List<Integer> sizes = sizes(ELEVEN_HUNDRED);
    Builder program = new Builder();
    for (int length : sizes) {
      for (String end : List.of("1", "2")) {
        String text = "x".repeat(length - 1) + end;
        program.add(LogMethod.CHECKPOINT, text).add(LogMethod.APPEND, text);
      }
    }
    program.read();
    for (int length : sizes.reversed()) {
      program.add(LogMethod.UNDO_TO, "x".repeat(length - 1) + "1").add(LogMethod.RECENT, 1);
    }
    return program.add(LogMethod.REDO, 99).vector("texts-of-each-length");
  }

  private static Vector hundredThousandEvents() {
    List<Integer> sizes = sizes(HUNDRED_THOUSAND);
    Builder program = new Builder();
    for (int count = 1; count <= HUNDRED_THOUSAND; count++) {
      program.add(LogMethod.APPEND, event(count));
      if (sizes.contains(count)) {
        program.add(LogMethod.RECENT, 2);
      }
    }
    program.add(LogMethod.UNDO, HUNDRED_THOUSAND - 1).add(LogMethod.REDO, HUNDRED_THOUSAND);
    return program.add(LogMethod.RECENT, 3).vector("hundred-thousand-events");
  }
}
