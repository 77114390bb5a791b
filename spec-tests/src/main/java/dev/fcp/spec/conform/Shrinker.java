package dev.fcp.spec.conform;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Shrinks a failing program as long as it still fails. */
final class Shrinker {

  /** The upper bound of the counts that are tried; a program that needs a larger one keeps it. */
  private static final int MAX_COUNT = 10;

  /** The number of calls up to which the removal of every part of a program is tried. */
  private static final int MAX_EXHAUSTIVE_CALLS = 48;

  private static final int CALLS_PER_TRY = 100;
  private static final int TRIES_PER_PAUSE = 50;

  private final Predicate<List<Call>> stillFails;
  private int remainingTries;

  private Shrinker(Predicate<List<Call>> stillFails, int maxTries) {
    this.stillFails = stillFails;
    this.remainingTries = maxTries;
  }

  /**
   * Returns the shortest failing program found: calls that do not matter are removed, and others
   * replaced by simpler ones.
   *
   * @param maxTries the maximum number of programs to try
   */
  static List<Call> shortest(List<Call> program, Predicate<List<Call>> stillFails, int maxTries) {
    Shrinker shrinker = new Shrinker(stillFails, maxTries);
    List<Call> shortest = program;
    Optional<List<Call>> next = Optional.of(program);
    while (next.isPresent()) {
      shortest = next.get();
      next = shrinker.findSimpler(shortest);
    }
    return shortest;
  }

  private Optional<List<Call>> findSimpler(List<Call> program) {
    boolean isLong = program.size() > MAX_EXHAUSTIVE_CALLS;
    for (int size = isLong ? program.size() / 2 : program.size() - 1;
        size >= 1 && remainingTries > 0;
        size = isLong ? size / 2 : size - 1) {
      for (int from = program.size() - size;
          from >= 0 && remainingTries > 0;
          from -= isLong ? size : 1) {
        List<Call> shorter = new ArrayList<>(program);
        shorter.subList(from, from + size).clear();
        if (tryProgram(shorter)) {
          return Optional.of(shorter);
        }
      }
    }
    return remainingTries > 0 ? simplifyArguments(program) : Optional.empty();
  }

  private Optional<List<Call>> simplifyArguments(List<Call> program) {
    List<Call> reordered =
        renameInOrder(
            renameInOrder(program, Fuzzer.EVENTS, Shrinker::isEvent),
            Fuzzer.NAMES,
            Shrinker::isName);
    if (!reordered.equals(program) && tryProgram(reordered)) {
      return Optional.of(reordered);
    }
    for (List<String> words : List.of(Fuzzer.EVENTS, Fuzzer.NAMES)) {
      for (int index = 1; index < words.size(); index++) {
        List<Call> renamed = replaceWord(program, words.get(index), words.get(index - 1));
        if (!renamed.equals(program) && tryProgram(renamed)) {
          return Optional.of(renamed);
        }
      }
    }
    for (int index = 0; index < program.size() && remainingTries > 0; index++) {
      for (Call simplerCall : simplerCalls(program.get(index))) {
        List<Call> candidate = new ArrayList<>(program);
        candidate.set(index, simplerCall);
        if (tryProgram(candidate)) {
          return Optional.of(candidate);
        }
      }
    }
    return Optional.empty();
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

  private boolean tryProgram(List<Call> program) {
    boolean isAffordable = remainingTries > 0;
    remainingTries -= cost(program);
    return isAffordable && stillFails.test(program);
  }

  /** Returns how many tries of a short program take as long. */
  private static int cost(List<Call> program) {
    long pauseCount = program.stream().filter(call -> call.method() == LogMethod.PAUSE).count();
    return 1 + program.size() / CALLS_PER_TRY + TRIES_PER_PAUSE * (int) pauseCount;
  }

  /** Returns simpler calls in a well-founded order, so that shrinking terminates. */
  private static List<Call> simplerCalls(Call call) {
    return switch (call.method()) {
      case APPEND -> simplerWords(call, Fuzzer.EVENTS);
      case CHECKPOINT, UNDO_TO -> simplerWords(call, Fuzzer.NAMES);
      case UNDO, REDO -> noCountOrSmaller(call);
      case RECENT, DROP_FIRST -> smallerCounts(call, 0);
      case REPLACE_LAST -> smallerCounts(call, 1);
      case TRUNCATE, RELOAD, KEPT, OTHER, PAUSE -> List.of();
    };
  }

  private static List<Call> simplerWords(Call call, List<String> words) {
    return words.subList(0, Math.max(0, words.indexOf(call.textArgument()))).stream()
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

  private static List<Call> smallerCounts(Call call, int min) {
    List<Call> simpler = new ArrayList<>();
    for (int count = min; count < Math.min(call.count(), MAX_COUNT); count++) {
      List<Object> arguments = new ArrayList<>(call.arguments());
      arguments.set(0, count);
      simpler.add(new Call(call.method(), arguments));
    }
    return simpler;
  }
}
