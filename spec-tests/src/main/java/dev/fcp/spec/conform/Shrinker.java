package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Shrinks a failing program as long as it still fails. A program is replaced by one with fewer
 * calls, or by one with as many calls of which some are simpler.
 */
final class Shrinker {

  /** The upper bound of the counts that are all tried; larger ones are found by halving. */
  private static final int MAX_COUNT = 10;

  /** The number of calls up to which all ranges are removed; of a longer program only halves. */
  private static final int MAX_CALLS_FOR_ALL_RANGES = 24;

  /** The number of calls from which on one try counts as several, if the state is read often. */
  private static final int CALLS_PER_TRY = 25;

  /** The same for programs of which the state is read after a few calls only. */
  private static final int UNREAD_CALLS_PER_TRY = 250;

  /** How many tries of a program without a pause take as long as one pause. */
  private static final int TRIES_PER_PAUSE = 50;

  /** The calls that replace another one while a call is removed. */
  private static final List<Call> SIMPLE_CALLS =
      Call.parse("a b cp(c) cp(d) undo undo(2) undoTo(c) undoTo(d) redo redo(2)");

  private final Function<List<Call>, Optional<List<Call>>> failingPart;
  private final Set<List<Call>> tried = new HashSet<>();
  private int remainingTries;

  private Shrinker(Function<List<Call>, Optional<List<Call>>> failingPart, int maxTries) {
    this.failingPart = failingPart;
    this.remainingTries = maxTries;
  }

  /**
   * Returns the shortest failing program found.
   *
   * @param failingPart returns a program up to the call that fails; empty if none does
   * @param maxTries the maximum number of programs to try; long ones count more than once
   */
  static List<Call> shortest(
      List<Call> program, Function<List<Call>, Optional<List<Call>>> failingPart, int maxTries) {
    Shrinker shrinker = new Shrinker(failingPart, maxTries);
    List<Call> shortest = program;
    Optional<List<Call>> next =
        Optional.of(
            shrinker.withoutRanges(
                shrinker.withFewEvents(
                    shrinker.withShortRuns(
                        shrinker.withoutMethods(shrinker.withoutDetours(program))))));
    while (next.isPresent()) {
      shortest = next.get();
      next = shrinker.findSimpler(shortest);
    }
    return shortest;
  }

  private Optional<List<Call>> findSimpler(List<Call> program) {
    return Stream.of(
            withoutRange(program),
            withJoinedCounts(program),
            withSimplerCalls(program),
            withoutCallAndChanged(program))
        .flatMap(candidates -> candidates)
        .takeWhile(candidate -> remainingTries > 0)
        .flatMap(candidate -> tryProgram(candidate).stream())
        .findFirst();
  }

  private Optional<List<Call>> tryProgram(List<Call> program) {
    if (!tried.add(program)) {
      return Optional.empty();
    }
    long pauseCount = program.stream().filter(call -> call.method() == LogMethod.PAUSE).count();
    int callsPerTry = program.size() > Fuzzer.MAX_CALLS_READ ? UNREAD_CALLS_PER_TRY : CALLS_PER_TRY;
    remainingTries -= 1 + program.size() / callsPerTry + TRIES_PER_PAUSE * (int) pauseCount;
    return failingPart.apply(program);
  }

  /**
   * Replaces the calls before the last one of a long program by appends and checkpoints that lead
   * directly to the same applied entries, or only removes the names that are not used.
   */
  private List<Call> withoutDetours(List<Call> program) {
    if (program.size() <= MAX_CALLS_FOR_ALL_RANGES) {
      return program;
    }
    Call last = program.getLast();
    List<Call> direct =
        LogSnapshot.after(program.subList(0, program.size() - 1), RedoTail.KEEPS).callsOfApplied();
    List<Call> events = direct.stream().filter(call -> call.method() == LogMethod.APPEND).toList();
    List<Call> used =
        program.stream()
            .filter(call ->
                call.method() != LogMethod.CHECKPOINT
                    || program.contains(Call.of(LogMethod.UNDO_TO, call.textArgument())))
            .toList();
    return Stream.of(withLast(events, last), withLast(direct, last), used)
        .filter(candidate -> candidate.size() < program.size())
        .flatMap(candidate -> tryProgram(candidate).stream())
        .findFirst()
        .orElse(program);
  }

  private static List<Call> withLast(List<Call> program, Call last) {
    return Stream.concat(program.stream(), Stream.of(last)).toList();
  }

  /** Removes all calls of a method from a long program, except the last call. */
  private List<Call> withoutMethods(List<Call> program) {
    List<Call> shortest = program;
    for (LogMethod method : LogMethod.values()) {
      if (shortest.size() > MAX_CALLS_FOR_ALL_RANGES) {
        List<Call> others = new ArrayList<>(shortest);
        others.subList(0, others.size() - 1).removeIf(call -> call.method() == method);
        shortest = tryProgram(others).orElse(shortest);
      }
    }
    return shortest;
  }

  /**
   * Shortens the runs of calls of one method in a long program, until none can be shortened. The
   * number of calls is found as in a binary search.
   */
  private List<Call> withShortRuns(List<Call> program) {
    List<Call> shortest = program;
    List<Call> previous = List.of();
    while (!shortest.equals(previous) && shortest.size() > MAX_CALLS_FOR_ALL_RANGES) {
      previous = shortest;
      int end = shortest.size();
      while (end > 0) {
        int start = startOfRun(shortest, end);
        for (int length = (end - start) / 2; length > 0 && remainingTries > 0; length /= 2) {
          Optional<List<Call>> shorter = withShorterRun(shortest, start, length);
          if (shorter.isPresent()) {
            shortest = shorter.get();
            end -= length;
          }
        }
        end = Math.min(start, shortest.size());
      }
    }
    return shortest;
  }

  /** Returns the index of the first of the calls of one method that end at an index. */
  private static int startOfRun(List<Call> program, int end) {
    int start = end - 1;
    while (start > 0 && program.get(start - 1).method() == program.get(end - 1).method()) {
      start--;
    }
    return start;
  }

  /**
   * Returns a failing program without some calls of a run, which keeps its first and last call.
   * Counts that depend on the number of calls are as much smaller.
   */
  private Optional<List<Call>> withShorterRun(List<Call> program, int start, int length) {
    if (start + length >= program.size()) {
      return Optional.empty();
    }
    int end = start + 1;
    while (end < program.size() && program.get(end).method() == program.get(start).method()) {
      end++;
    }
    return Stream.of(start + 1, end - 1 - length)
        .distinct()
        .filter(from -> from > 0)
        .map(from -> without(program, from, length))
        .flatMap(shorter -> withSmallerCounts(shorter, length))
        .flatMap(candidate -> tryProgram(candidate).stream())
        .findFirst();
  }

  private static Stream<List<Call>> withSmallerCounts(List<Call> program, int difference) {
    int last = program.size() - 1;
    return Stream.of(
        program,
        with(program, last, withSmallerCount(program.get(last), difference)),
        program.stream().map(call -> withSmallerCount(call, difference)).toList());
  }

  /** Returns a call with a count that is smaller by a number; the same call if it has none. */
  private static Call withSmallerCount(Call call, int difference) {
    return hasCount(call) && call.count() > difference
        ? withCount(call, call.count() - difference)
        : call;
  }

  private static boolean hasCount(Call call) {
    return call.arguments().stream().limit(1).anyMatch(Integer.class::isInstance);
  }

  /** Makes all events of a long program the same, or all but the last one. */
  private List<Call> withFewEvents(List<Call> program) {
    if (program.size() <= MAX_CALLS_FOR_ALL_RANGES) {
      return program;
    }
    List<Integer> appends =
        IntStream.range(0, program.size())
            .filter(index -> program.get(index).method() == LogMethod.APPEND)
            .boxed()
            .toList();
    return Fuzzer.EVENTS.stream()
        .limit(2)
        .map(lastEvent -> {
          List<Call> changed = new ArrayList<>(program);
          for (int index : appends) {
            String event = index == appends.getLast() ? lastEvent : Fuzzer.EVENTS.getFirst();
            changed.set(index, Call.of(LogMethod.APPEND, event));
          }
          return changed;
        })
        .flatMap(candidate -> tryProgram(candidate).stream())
        .findFirst()
        .orElse(program);
  }

  /** Removes ranges of calls from a long program in one pass, the longest ones first. */
  private List<Call> withoutRanges(List<Call> program) {
    List<Call> shortest = program;
    for (int length = program.size() / 2; length > 0; length /= 2) {
      for (int from = shortest.size() - length;
          from >= 0 && remainingTries > 0 && shortest.size() > MAX_CALLS_FOR_ALL_RANGES;
          from -= length) {
        shortest = tryProgram(without(shortest, from, length)).orElse(shortest);
        from = Math.min(from, shortest.size());
      }
    }
    return shortest;
  }

  /** Returns the programs without a range of calls, the longest range first. */
  private static Stream<List<Call>> withoutRange(List<Call> program) {
    int size = program.size();
    boolean isShort = size <= MAX_CALLS_FOR_ALL_RANGES;
    return IntStream.iterate(
            isShort ? size - 1 : size / 2,
            length -> length > 0,
            length -> isShort ? length - 1 : length / 2)
        .boxed()
        .flatMap(length ->
            IntStream.iterate(
                    size - length, from -> from >= 0, from -> from - (isShort ? 1 : length))
                .mapToObj(from -> without(program, from, length)));
  }

  private static List<Call> without(List<Call> program, int from, int length) {
    List<Call> shorter = new ArrayList<>(program);
    shorter.subList(from, from + length).clear();
    return shorter;
  }

  /** Returns the programs in which two neighboring counts of one method are added. */
  private static Stream<List<Call>> withJoinedCounts(List<Call> program) {
    return IntStream.range(1, program.size())
        .filter(index -> program.get(index).method() == program.get(index - 1).method())
        .filter(index -> hasCount(program.get(index)) && hasCount(program.get(index - 1)))
        .mapToObj(index -> {
          int sum = program.get(index - 1).count() + program.get(index).count();
          return with(without(program, index, 1), index - 1, withCount(program.get(index), sum));
        });
  }

  /**
   * Returns the programs without one call in which another call is removed or replaced. They lead
   * out of programs such as {@code a a a undo(3)}, in which no single call can be removed.
   */
  private static Stream<List<Call>> withoutCallAndChanged(List<Call> program) {
    return IntStream.range(0, program.size())
        .mapToObj(index -> without(program, index, 1))
        .flatMap(shorter ->
            IntStream.range(0, shorter.size())
                .boxed()
                .flatMap(index ->
                    Stream.concat(
                        Stream.of(without(shorter, index, 1)),
                        replacements(shorter.get(index)).map(call -> with(shorter, index, call)))));
  }

  private static Stream<Call> replacements(Call call) {
    return Stream.concat(neighborCounts(call), SIMPLE_CALLS.stream())
        .filter(other -> !other.equals(call));
  }

  /** Returns the call with a count that is one smaller or one larger. */
  private static Stream<Call> neighborCounts(Call call) {
    return hasCount(call)
        ? Stream.of(-1, 1).map(step -> withCount(call, call.count() + step))
        : Stream.empty();
  }

  private static Call withCount(Call call, int count) {
    List<Object> arguments = new ArrayList<>(call.arguments());
    arguments.set(0, count);
    return new Call(call.method(), arguments);
  }

  private static List<Call> with(List<Call> program, int index, Call call) {
    List<Call> changed = new ArrayList<>(program);
    changed.set(index, call);
    return changed;
  }

  /**
   * Replaces all checkpoints of a long program by events: it may fail at some number of entries.
   */
  private static List<Call> withoutNames(List<Call> program) {
    if (program.size() <= MAX_CALLS_FOR_ALL_RANGES) {
      return program;
    }
    Call event = Call.of(LogMethod.APPEND, Fuzzer.EVENTS.getFirst());
    return program.stream()
        .map(call -> call.method() == LogMethod.CHECKPOINT ? event : call)
        .toList();
  }

  private static List<Call> withFirst(List<Call> program, Call call) {
    return Stream.concat(Stream.of(call), program.stream()).toList();
  }

  /**
   * Returns programs of the same length: with words in the order of their first use, with fewer
   * different words, with shorter words, with simpler calls, and with a checkpoint at the
   * beginning.
   */
  private static Stream<List<Call>> withSimplerCalls(List<Call> program) {
    List<Call> reordered =
        renameInOrder(
            renameInOrder(program, Fuzzer.EVENTS, Shrinker::isEvent),
            Fuzzer.NAMES,
            Shrinker::isName);
    Stream<List<Call>> renamed =
        Stream.of(Fuzzer.EVENTS, Fuzzer.NAMES)
            .flatMap(words ->
                IntStream.range(1, words.size())
                    .mapToObj(
                        index -> replaceWord(program, words.get(index), words.get(index - 1))));
    Stream<List<Call>> halved =
        program.stream()
            .flatMap(call -> call.arguments().stream())
            .filter(argument -> argument instanceof String word && word.length() > MAX_COUNT)
            .distinct()
            .flatMap(word ->
                halves((String) word).map(half -> replaceWord(program, (String) word, half)));
    Stream<List<Call>> replaced =
        IntStream.range(0, program.size())
            .boxed()
            .flatMap(index ->
                simplerCalls(program.get(index)).stream().map(call -> with(program, index, call)));
    Stream<List<Call>> moved =
        IntStream.range(1, program.size())
            .filter(index -> program.get(index).method() == LogMethod.CHECKPOINT)
            .mapToObj(index -> withFirst(without(program, index, 1), program.get(index)));
    return Stream.of(Stream.of(reordered, withoutNames(program)), renamed, halved, replaced, moved)
        .flatMap(candidates -> candidates)
        .filter(candidate -> !candidate.equals(program));
  }

  /** Returns both halves of a text, which no code point crosses. */
  private static Stream<String> halves(String text) {
    int middle = text.offsetByCodePoints(0, text.codePointCount(0, text.length()) / 2);
    return Stream.of(text.substring(0, middle), text.substring(middle));
  }

  /**
   * Renames the words of a program to the first words of the list, in the order of their first use.
   */
  private static List<Call> renameInOrder(
      List<Call> program, List<String> words, BiPredicate<Call, Integer> applies) {
    List<Object> used = new ArrayList<>();
    List<Call> renamed = new ArrayList<>();
    for (Call call : program) {
      List<Object> arguments = new ArrayList<>(call.arguments());
      for (int index = 0; index < arguments.size(); index++) {
        if (applies.test(call, index)) {
          if (!used.contains(arguments.get(index))) {
            used.add(arguments.get(index));
          }
          int first = used.indexOf(arguments.get(index));
          arguments.set(index, words.get(Math.min(first, words.size() - 1)));
        }
      }
      renamed.add(new Call(call.method(), arguments));
    }
    return renamed;
  }

  private static boolean isEvent(Call call, int argument) {
    return call.method() == LogMethod.APPEND
        || (call.method() == LogMethod.REPLACE_LAST && argument == 1);
  }

  private static boolean isName(Call call, int argument) {
    return call.method() == LogMethod.CHECKPOINT || call.method() == LogMethod.UNDO_TO;
  }

  /** Replaces a word by another one in all calls. */
  private static List<Call> replaceWord(List<Call> program, String from, String to) {
    return program.stream()
        .map(call ->
            new Call(
                call.method(),
                call.arguments().stream()
                    .map(argument -> argument.equals(from) ? to : argument)
                    .toList()))
        .toList();
  }

  /** Returns the calls that are simpler than another one. */
  private static List<Call> simplerCalls(Call call) {
    return switch (call.method()) {
      case APPEND -> simplerWords(call, Fuzzer.EVENTS);
      case CHECKPOINT -> simplerWords(call, Fuzzer.NAMES);
      case UNDO -> noCountOrSmaller(call);
      case UNDO_TO -> concat(Call.parse("undo undo(2) undo(3)"), simplerWords(call, Fuzzer.NAMES));
      case REDO -> concat(Call.parse("a b"), noCountOrSmaller(call));
      case RECENT, DROP_FIRST -> smallerCounts(call, 0);
      case REPLACE_LAST -> smallerCounts(call, 1);
      case TRUNCATE, RELOAD, KEPT, OTHER, PAUSE -> List.of();
    };
  }

  private static List<Call> concat(List<Call> first, List<Call> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private static List<Call> simplerWords(Call call, List<String> words) {
    int index = words.indexOf(call.textArgument());
    return words.subList(0, index < 0 ? words.size() : index).stream()
        .map(word -> Call.of(call.method(), word))
        .toList();
  }

  private static List<Call> noCountOrSmaller(Call call) {
    if (call.arguments().isEmpty()) {
      return List.of();
    }
    List<Call> simpler = new ArrayList<>(smallerCounts(call, 0));
    if (call.count() < -1) {
      simpler.add(Call.of(call.method(), -1));
    }
    simpler.addFirst(Call.of(call.method()));
    return simpler;
  }

  /**
   * Returns the calls with small counts, and those with a count that is smaller by up to a half.
   */
  private static List<Call> smallerCounts(Call call, int min) {
    int count = call.count();
    return IntStream.concat(
            IntStream.range(min, Math.min(count, MAX_COUNT)),
            IntStream.iterate(count / 2, step -> step > 0, step -> step / 2)
                .map(step -> count - step)
                .filter(smaller -> smaller >= MAX_COUNT))
        .mapToObj(smaller -> withCount(call, smaller))
        .toList();
  }
}
