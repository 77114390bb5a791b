package dev.fcp.spec.verbs;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.syntax.ParseResult;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Selector;
import dev.fcp.verbs.syntax.Tokenizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What people and agents type in place of an operation that would be done: each time with one
 * mistake. Some mistakes make another operation that is done.
 */
final class Mistakes {

  private static final List<String> NO_VALUES =
      List.of("", " ", "qqqqqqqq", "-1", "1e999", "1.5.5", "0x10", "NaN", "#qq", "\u0000", "a b");

  private final ParsedOp op;

  private Mistakes(ParsedOp op) {
    this.op = op;
  }

  /** Those that can be made in one operation, and in its form. */
  static List<String> in(String operation, Form form) {
    ParsedOp op = parsed(operation).orElseThrow();
    Set<String> wrong = new LinkedHashSet<>();
    Stream.concat(
            new Mistakes(op).all(),
            form.params().stream()
                .flatMap(param -> NO_VALUES.stream().map(it -> op.withParam(param.key(), it))))
        .map(ParsedOp::text)
        .forEach(wrong::add);
    wrong.add(op.text() + " \"");
    wrong.add(op.text() + " x:1 x:2");
    wrong.add(op.text() + " @");
    wrong.remove(op.text());
    return List.copyOf(wrong);
  }

  /** An operation as it is taken apart; empty if it is malformed. */
  static Optional<ParsedOp> parsed(String operation) {
    return Tokenizer.parse(operation) instanceof ParseResult.Parsed(var op)
        ? Optional.of(op)
        : Optional.empty();
  }

  private Stream<ParsedOp> all() {
    return Stream.of(verbs(), words(), params(), selectors()).flatMap(it -> it);
  }

  private Stream<ParsedOp> verbs() {
    return Stream.of("qqqqqqqq", misspelt(op.verb()), op.verb() + "s", "#1").map(op::withVerb);
  }

  private Stream<ParsedOp> words() {
    List<Positional> parts = op.positionals();
    Stream<ParsedOp> without =
        IntStream.range(0, parts.size()).mapToObj(i -> op.withPositionals(without(parts, i)));
    Stream<ParsedOp> others =
        IntStream.range(0, op.words().size())
            .boxed()
            .flatMap(i ->
                Stream.concat(NO_VALUES.stream(), Stream.of(misspelt(op.words().get(i))))
                    .map(word -> op.withWord(i, word)));
    Stream<ParsedOp> longer =
        Stream.of(
            with(parts, new Positional("qqqqqqqq", Positional.Kind.WORD)),
            with(parts, new Positional("->", Positional.Kind.ARROW)));
    return Stream.of(Stream.of(op.withPositionals(List.of())), without, others, longer)
        .flatMap(it -> it);
  }

  private ParsedOp with(List<Positional> parts, Positional more) {
    List<Positional> longer = new ArrayList<>(parts);
    longer.add(more);
    return op.withPositionals(longer);
  }

  private Stream<ParsedOp> params() {
    Stream<ParsedOp> more = Stream.of(op.withParam("qqqqqqqq", "1"), op.withParam("", "1"));
    Stream<ParsedOp> changed =
        op.params().keySet().stream()
            .flatMap(
                key -> Stream.of(op.withoutParam(key), op.withParamRenamed(key, misspelt(key))));
    return Stream.concat(more, changed);
  }

  private Stream<ParsedOp> selectors() {
    List<Selector> given = op.selectors();
    Stream<ParsedOp> more =
        Stream.of(selector("qqqqqqqq", Optional.empty()), selector("all", Optional.of("x")))
            .map(selector -> op.withSelectors(List.of(selector)));
    Stream<ParsedOp> without =
        IntStream.range(0, given.size()).mapToObj(i -> op.withSelectors(without(given, i)));
    Stream<ParsedOp> others =
        IntStream.range(0, given.size())
            .boxed()
            .flatMap(i ->
                wrong(given.get(i))
                    .map(selector -> op.withSelectors(replaced(given, i, selector))));
    return Stream.of(more, without, others).flatMap(it -> it);
  }

  private static Stream<Selector> wrong(Selector right) {
    return Stream.concat(
        Stream.of(
            selector(misspelt(right.type()), right.value()),
            selector(right.type(), Optional.empty())),
        NO_VALUES.stream().map(it -> selector(right.type(), Optional.of(it))));
  }

  private static Selector selector(String type, Optional<String> value) {
    return new Selector(type, value, false, "@" + type);
  }

  private static <T> List<T> without(List<T> all, int index) {
    return IntStream.range(0, all.size()).filter(i -> i != index).mapToObj(all::get).toList();
  }

  private static <T> List<T> replaced(List<T> all, int index, T other) {
    List<T> changed = new ArrayList<>(all);
    changed.set(index, other);
    return changed;
  }

  /** A word with one more letter within it. */
  private static String misspelt(String word) {
    int middle = word.length() / 2;
    return word.substring(0, middle) + "j" + word.substring(middle);
  }
}
