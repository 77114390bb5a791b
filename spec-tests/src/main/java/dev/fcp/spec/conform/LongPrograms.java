package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Programs that are too long or too many for the file of vectors. Some look for limits and
 * off-by-one errors at some number of events, names, sentinels, calls, events of one call, or
 * characters of a text; the sizes are around powers of two and of ten. Others compare texts that
 * are similar, and lists after later calls. The state is read after a few calls only, so the cost
 * is linear, and a log cannot put itself in order while its state is read. No name is used twice,
 * and none is set over a redo tail.
 */
final class LongPrograms {

  /** The number of calls of the longest vector in {@code log-vectors.json}. */
  static final int ELEVEN_HUNDRED = 1_100;

  private static final int ROUNDS_PER_NAME = 10;

  private static final int MAX_CALLS_TO_ONE_NAME = 300;
  private static final int MAX_SENTINELS_IN_A_ROW = 66;
  private static final int EVENTS_PER_MOVE = 7;

  /** An odd number, so that the products with different numbers differ in their 32 bits. */
  private static final int SCATTER = 0x9e3779b1;

  private static final int HUNDRED_THOUSAND = 100_000;

  /** Each of the calls that return a list, and what must come before it. */
  private static final List<String> LISTS =
      List.of(
          "undo",
          "undo(2)",
          "undoTo(c)",
          "undo(3) redo",
          "undo(3) redo(2)",
          "recent(1)",
          "recent(9)",
          "undo recent(9)",
          "undoTo(c) recent(9)");

  /** The calls that a list must survive. */
  private static final List<String> LATER_CALLS =
      List.of(
          "x",
          "x cp(e)",
          "undo",
          "undo(9)",
          "undoTo(c)",
          "redo",
          "redo(9)",
          "recent(1)",
          "recent(9)");

  private static final List<Vector> VECTORS =
      Stream.of(
              Stream.of(
                  eventsOfEachCount(),
                  undoAtEachCount(),
                  callsForEachCount(),
                  undoStackOfEachCount(),
                  manyCallsOnFewEvents(),
                  undoToOverEachCount(),
                  namesOfEachCount(),
                  reloadOfManyNames(),
                  sentinelsInARow(),
                  textsOfEachLength(),
                  longTexts()),
              similarTexts(),
              keptLists(),
              Stream.of(hundredThousandEvents()))
          .flatMap(vectors -> vectors)
          .toList();

  private LongPrograms() {}

  /** A program under construction. */
  private static final class Builder {

    private final List<Call> calls = new ArrayList<>();
    private final Set<Integer> reads = new HashSet<>();

    Builder addUnread(LogMethod method, Object... arguments) {
      calls.add(Call.of(method, arguments));
      return this;
    }

    /** Adds a call; a log may answer a checkpoint in more than one way. */
    Builder add(LogMethod method, Object... arguments) {
      addUnread(method, arguments);
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
      program.add(LogMethod.UNDO, count).add(LogMethod.REDO, count);
    }
    for (int count = 1; count <= ELEVEN_HUNDRED; count++) {
      program.add(LogMethod.RECENT, count);
    }
    return program.vector("calls-for-each-count");
  }

  /** For logs that have nothing but an undo stack; also redoes at each number of undone events. */
  private static Vector undoStackOfEachCount() {
    Builder program = appended(ELEVEN_HUNDRED);
    for (int count : sizes(ELEVEN_HUNDRED)) {
      program.add(LogMethod.UNDO, count).add(LogMethod.REDO, count);
    }
    program.add(LogMethod.UNDO, ELEVEN_HUNDRED);
    for (int count = ELEVEN_HUNDRED; count > 0; count--) {
      program.add(LogMethod.REDO);
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

  /** Undoes at each number of applied events. */
  private static Vector undoAtEachCount() {
    Builder program = new Builder();
    for (int count = 1; count <= ELEVEN_HUNDRED; count++) {
      program.add(LogMethod.APPEND, event(count)).add(LogMethod.UNDO);
      program.add(LogMethod.APPEND, event(count));
    }
    return program.vector("undo-at-each-count");
  }

  /** Returns over each number of events to one name, and at once to a name at each position. */
  private static Vector undoToOverEachCount() {
    Builder program = new Builder().addUnread(LogMethod.CHECKPOINT, "c");
    List<Integer> sizes = sizes(ELEVEN_HUNDRED);
    for (int count = 1; count <= ELEVEN_HUNDRED; count++) {
      program.add(LogMethod.APPEND, event(count));
      if (count <= MAX_CALLS_TO_ONE_NAME || sizes.contains(count)) {
        program.addUnread(LogMethod.CHECKPOINT, "n" + count).add(LogMethod.UNDO_TO, "n" + count);
        program.add(LogMethod.UNDO_TO, "c").add(LogMethod.REDO, count);
      }
    }
    return program.vector("undo-to-over-each-count");
  }

  /** Sets names at even and odd positions, and returns to each of them twice. */
  private static Vector namesOfEachCount() {
    Builder program = new Builder();
    for (int count = 1; count <= ELEVEN_HUNDRED; count++) {
      program.addUnread(LogMethod.CHECKPOINT, "n" + scattered(count));
      program.add(LogMethod.APPEND, event(count));
      if (count % 2 == 0) {
        program.add(LogMethod.APPEND, event(-count));
      }
    }
    for (int count = ELEVEN_HUNDRED; count > 0; count--) {
      program.add(LogMethod.UNDO_TO, "n" + scattered(count));
      program.add(LogMethod.UNDO_TO, "n" + scattered(count));
    }
    return program.add(LogMethod.REDO, ELEVEN_HUNDRED).vector("names-of-each-count");
  }

  /** Returns a text for each number, in no order. */
  private static String scattered(int number) {
    return event((number * SCATTER) >>> 1);
  }

  private static Vector reloadOfManyNames() {
    Builder program = new Builder();
    for (int count = 1; count <= MAX_CALLS_TO_ONE_NAME; count++) {
      program.addUnread(LogMethod.CHECKPOINT, "n" + count).add(LogMethod.APPEND, event(count));
    }
    program.add(LogMethod.UNDO, MAX_CALLS_TO_ONE_NAME / 2).add(LogMethod.RELOAD);
    program.add(LogMethod.REDO, MAX_CALLS_TO_ONE_NAME).add(LogMethod.RELOAD);
    for (int count : sizes(MAX_CALLS_TO_ONE_NAME).reversed()) {
      program.add(LogMethod.UNDO_TO, "n" + count);
    }
    return program.vector("reload-of-many-names");
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

  /** Texts as long as some formats allow, and longer. */
  private static Vector longTexts() {
    List<Integer> lengths =
        sizes(HUNDRED_THOUSAND).stream().filter(length -> length > ELEVEN_HUNDRED).toList();
    Builder program = new Builder();
    for (int length : lengths) {
      for (String end : List.of("1", "2")) {
        String text = "x".repeat(length - 1) + end;
        program.addUnread(LogMethod.CHECKPOINT, text).add(LogMethod.APPEND, text);
      }
    }
    for (int length : lengths.reversed()) {
      program.add(LogMethod.UNDO_TO, "x".repeat(length - 1) + "1");
    }
    return program.vector("long-texts");
  }

  private static Stream<Vector> similarTexts() {
    return IntStream.range(0, SimilarTexts.groups().size())
        .boxed()
        .flatMap(number -> {
          List<Set<String>> sides = SimilarTexts.sides(SimilarTexts.groups().get(number));
          Set<String> texts = sides.getFirst();
          Set<String> similar = sides.getLast();
          return Stream.of(
              events(texts, similar, false).vector("similar-events-" + number),
              events(texts, similar, true).vector("similar-events-reloaded-" + number),
              names(texts, similar, false).vector("similar-names-" + number),
              names(similar, texts, true).vector("similar-names-reloaded-" + number));
        });
  }

  private static Builder events(Set<String> texts, Set<String> similar, boolean reloads) {
    Builder program = new Builder();
    texts.forEach(text -> program.add(LogMethod.APPEND, text));
    similar.forEach(text -> program.add(LogMethod.APPEND, text));
    int count = texts.size() + similar.size();
    if (reloads) {
      program.add(LogMethod.UNDO, count / 2).add(LogMethod.RELOAD);
      return program.add(LogMethod.REDO, count).add(LogMethod.UNDO, count);
    }
    for (LogMethod method : List.of(LogMethod.UNDO, LogMethod.REDO)) {
      for (int moved = 0; moved < count; moved += EVENTS_PER_MOVE) {
        program.add(method, EVENTS_PER_MOVE);
      }
    }
    return program;
  }

  /** Sets some texts as names, asks for similar ones, sets these as well, and returns to each. */
  private static Builder names(Set<String> texts, Set<String> similar, boolean reloads) {
    Builder program = new Builder();
    texts.forEach(text -> program.addUnread(LogMethod.CHECKPOINT, text).add(LogMethod.APPEND, "a"));
    similar.forEach(text -> program.add(LogMethod.UNDO_TO, text));
    similar.forEach(
        text -> program.addUnread(LogMethod.CHECKPOINT, text).add(LogMethod.APPEND, "b"));
    if (reloads) {
      program.add(LogMethod.RELOAD);
    }
    List<String> all = Stream.concat(texts.stream(), similar.stream()).toList();
    all.reversed().forEach(text -> program.add(LogMethod.UNDO_TO, text));
    return program.add(LogMethod.REDO, all.size());
  }

  /** Asks for the lists of a log again after each call that must not change them. */
  private static Stream<Vector> keptLists() {
    return LISTS.stream()
        .flatMap(list ->
            LATER_CALLS.stream()
                .map(later -> {
                  Builder program = new Builder();
                  boolean isStack = !(list + later).contains("c");
                  String calls = isStack ? "a b d e " : "a cp(c) b d e ";
                  calls += list + " " + later + " kept x kept undo kept redo kept";
                  Call.parse(calls)
                      .forEach(
                          call -> program.addUnread(call.method(), call.arguments().toArray()));
                  return program.vector("kept-after %s %s".formatted(list, later));
                }));
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
