package dev.fcp.spec.conform;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Makes a program shorter as long as it still fails. */
final class Shrinker {

  /** Counts are tried below this one; what needs more keeps its own. */
  private static final int MOST_COUNT = 10;

  private final Predicate<List<Call>> fails;
  private int tries;

  private Shrinker(Predicate<List<Call>> fails, int tries) {
    this.fails = fails;
    this.tries = tries;
  }

  /**
   * The shortest program found that fails too: without the calls that do not matter, and with
   * simpler calls in place of the others.
   *
   * @param tries how many programs may be tried
   */
  static List<Call> shortest(List<Call> program, Predicate<List<Call>> fails, int tries) {
    Shrinker shrinker = new Shrinker(fails, tries);
    List<Call> shortest = program;
    Optional<List<Call>> better = Optional.of(program);
    while (better.isPresent()) {
      shortest = better.get();
      better = shrinker.better(shortest);
    }
    return shortest;
  }

  private Optional<List<Call>> better(List<Call> program) {
    for (int size = program.size() - 1; size >= 1; size--) {
      for (int from = program.size() - size; from >= 0; from--) {
        List<Call> shorter = new ArrayList<>(program);
        shorter.subList(from, from + size).clear();
        if (isWorse(shorter)) {
          return Optional.of(shorter);
        }
      }
    }
    return simpler(program);
  }

  private Optional<List<Call>> simpler(List<Call> program) {
    List<Call> inOrder =
        inOrder(inOrder(program, Fuzzer.EVENTS, Shrinker::isEvent), Fuzzer.NAMES, Shrinker::isName);
    if (!inOrder.equals(program) && isWorse(inOrder)) {
      return Optional.of(inOrder);
    }
    for (List<String> words : List.of(Fuzzer.EVENTS, Fuzzer.NAMES)) {
      for (int index = 1; index < words.size(); index++) {
        List<Call> renamed = renamed(program, words.get(index), words.get(index - 1));
        if (!renamed.equals(program) && isWorse(renamed)) {
          return Optional.of(renamed);
        }
      }
    }
    for (int index = 0; index < program.size(); index++) {
      for (Call simple : simpler(program.get(index))) {
        List<Call> simpler = new ArrayList<>(program);
        simpler.set(index, simple);
        if (isWorse(simpler)) {
          return Optional.of(simpler);
        }
      }
    }
    return Optional.empty();
  }

  /** The program with the first words for those that it uses, in the order of their first use. */
  private static List<Call> inOrder(
      List<Call> program, List<String> words, BiPredicate<Call, Integer> isMeant) {
    List<Object> used = new ArrayList<>();
    List<Call> renamed = new ArrayList<>();
    for (Call call : program) {
      List<Object> arguments = new ArrayList<>(call.arguments());
      for (int index = 0; index < arguments.size(); index++) {
        if (isMeant.test(call, index)) {
          if (!used.contains(arguments.get(index))) {
            used.add(arguments.get(index));
          }
          int first = used.indexOf(arguments.get(index));
          if (first >= words.size()) {
            return program;
          }
          arguments.set(index, words.get(first));
        }
      }
      renamed.add(new Call(call.verb(), arguments));
    }
    return renamed;
  }

  private static boolean isEvent(Call call, int argument) {
    return call.verb() == Verb.APPEND || (call.verb() == Verb.REPLACE_LAST && argument == 1);
  }

  private static boolean isName(Call call, int argument) {
    return call.verb() == Verb.CHECKPOINT || call.verb() == Verb.UNDO_TO;
  }

  /** The program with one word in the place of another, in all calls. */
  private static List<Call> renamed(List<Call> program, String word, String other) {
    return program.stream()
        .map(call ->
            new Call(
                call.verb(),
                call.arguments().stream()
                    .map(argument -> argument.equals(word) ? other : argument)
                    .toList()))
        .toList();
  }

  private boolean isWorse(List<Call> program) {
    return tries-- > 0 && fails.test(program);
  }

  /** Each is simpler than the call by an order that has an end, so that shrinking has one. */
  private static List<Call> simpler(Call call) {
    return switch (call.verb()) {
      case APPEND -> before(call, Fuzzer.EVENTS);
      case CHECKPOINT, UNDO_TO -> before(call, Fuzzer.NAMES);
      case UNDO, REDO -> lessOrPlain(call);
      case RECENT, DROP_FIRST -> less(call, 0);
      case REPLACE_LAST -> less(call, 1);
      case TRUNCATE -> List.of();
    };
  }

  private static List<Call> before(Call call, List<String> words) {
    return words.subList(0, Math.max(0, words.indexOf(call.name()))).stream()
        .map(word -> Call.of(call.verb(), word))
        .toList();
  }

  private static List<Call> lessOrPlain(Call call) {
    if (call.arguments().isEmpty()) {
      return List.of();
    }
    List<Call> simpler = new ArrayList<>(less(call, 0));
    if (call.count() < -1) {
      simpler.add(Call.of(call.verb(), -1));
    }
    simpler.addFirst(Call.of(call.verb()));
    return simpler;
  }

  private static List<Call> less(Call call, int least) {
    List<Call> simpler = new ArrayList<>();
    for (int count = least; count < Math.min(call.count(), MOST_COUNT); count++) {
      List<Object> arguments = new ArrayList<>(call.arguments());
      arguments.set(0, count);
      simpler.add(new Call(call.verb(), arguments));
    }
    return simpler;
  }
}
