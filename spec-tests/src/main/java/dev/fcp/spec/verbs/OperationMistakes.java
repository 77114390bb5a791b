package dev.fcp.spec.verbs;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.syntax.OperationParser;
import dev.fcp.verbs.syntax.ParseResult;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Selector;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Typical mistakes of people and agents: variants of a valid operation with one mistake each. Some
 * of them are other valid operations.
 */
final class OperationMistakes {

  /** The length of the texts of {@link #ofLongTexts}. */
  static final int LONG_CHARS = 3000;

  private static final String LONG_WORD = "0".repeat(LONG_CHARS);
  private static final String LONG_TEXT = "a \" ".repeat(LONG_CHARS / 4);

  private static final List<String> INVALID_VALUES =
      List.of("", " ", "qqqqqqqq", "-1", "1e999", "1.5.5", "0x10", "NaN", "#qq", "\u0000", "a b");

  private final ParsedOperation op;

  private OperationMistakes(ParsedOperation op) {
    this.op = op;
  }

  /** Returns the variants of an operation of the given form. */
  static List<String> of(String operation, Form form) {
    ParsedOperation op = parsed(operation).orElseThrow();
    Set<String> mistakes = new LinkedHashSet<>();
    Stream.concat(
            new OperationMistakes(op).all(),
            form.params().stream()
                .flatMap(param -> INVALID_VALUES.stream().map(it -> op.withParam(param.key(), it))))
        .map(ParsedOperation::canonicalText)
        .forEach(mistakes::add);
    mistakes.add(op.canonicalText() + " \"");
    mistakes.add(op.canonicalText() + " x:1 x:2");
    mistakes.add(op.canonicalText() + " @");
    mistakes.remove(op.canonicalText());
    return List.copyOf(mistakes);
  }

  /** Returns variants of an operation of the given form, each with one very long text. */
  static List<String> ofLongTexts(String operation, Form form) {
    ParsedOperation op = parsed(operation).orElseThrow();
    return Stream.of(LONG_WORD, LONG_TEXT)
        .flatMap(text ->
            Stream.of(
                    Stream.of(op.withVerb(text), op.withParam(text, "1")),
                    IntStream.range(0, op.words().size()).mapToObj(i -> op.withWord(i, text)),
                    form.params().stream().map(param -> op.withParam(param.key(), text)),
                    Stream.of(
                        op.withSelectors(List.of(selector(text, Optional.empty()))),
                        op.withSelectors(List.of(selector("all", Optional.of(text)))),
                        op.withPositionals(
                            with(op.positionals(), new Positional(text, Positional.Kind.QUOTED)))))
                .flatMap(it -> it)
                .map(ParsedOperation::canonicalText))
        .toList();
  }

  /** Returns the parsed operation; empty if it is malformed. */
  static Optional<ParsedOperation> parsed(String operation) {
    return OperationParser.parse(operation) instanceof ParseResult.Parsed(var op)
        ? Optional.of(op)
        : Optional.empty();
  }

  private Stream<ParsedOperation> all() {
    return Stream.of(verbs(), words(), params(), selectors()).flatMap(it -> it);
  }

  private Stream<ParsedOperation> verbs() {
    return Stream.of("qqqqqqqq", misspelt(op.verb()), op.verb() + "s", "#1").map(op::withVerb);
  }

  private Stream<ParsedOperation> words() {
    List<Positional> parts = op.positionals();
    Stream<ParsedOperation> without =
        IntStream.range(0, parts.size()).mapToObj(i -> op.withPositionals(without(parts, i)));
    Stream<ParsedOperation> others =
        IntStream.range(0, op.words().size())
            .boxed()
            .flatMap(i ->
                Stream.concat(INVALID_VALUES.stream(), Stream.of(misspelt(op.words().get(i))))
                    .map(word -> op.withWord(i, word)));
    Stream<ParsedOperation> longer =
        Stream.of(
                with(parts, new Positional("qqqqqqqq", Positional.Kind.WORD)),
                with(parts, new Positional("->", Positional.Kind.ARROW)))
            .map(op::withPositionals);
    return Stream.of(Stream.of(op.withPositionals(List.of())), without, others, longer)
        .flatMap(it -> it);
  }

  private static List<Positional> with(List<Positional> parts, Positional more) {
    List<Positional> longer = new ArrayList<>(parts);
    longer.add(more);
    return longer;
  }

  private Stream<ParsedOperation> params() {
    Stream<ParsedOperation> more = Stream.of(op.withParam("qqqqqqqq", "1"), op.withParam("", "1"));
    Stream<ParsedOperation> changed =
        op.params().keySet().stream()
            .flatMap(
                key -> Stream.of(op.withoutParam(key), op.withParamRenamed(key, misspelt(key))));
    return Stream.concat(more, changed);
  }

  private Stream<ParsedOperation> selectors() {
    List<Selector> given = op.selectors();
    Stream<ParsedOperation> more =
        Stream.of(selector("qqqqqqqq", Optional.empty()), selector("all", Optional.of("x")))
            .map(selector -> op.withSelectors(List.of(selector)));
    Stream<ParsedOperation> without =
        IntStream.range(0, given.size()).mapToObj(i -> op.withSelectors(without(given, i)));
    Stream<ParsedOperation> others =
        IntStream.range(0, given.size())
            .boxed()
            .flatMap(i ->
                wrongSelectors(given.get(i))
                    .map(selector -> op.withSelectors(replaced(given, i, selector))));
    return Stream.of(more, without, others).flatMap(it -> it);
  }

  private static Stream<Selector> wrongSelectors(Selector correct) {
    return Stream.concat(
        Stream.of(
            selector(misspelt(correct.type()), correct.value()),
            selector(correct.type(), Optional.empty())),
        INVALID_VALUES.stream().map(it -> selector(correct.type(), Optional.of(it))));
  }

  private static Selector selector(String type, Optional<String> value) {
    return new Selector(type, value, false, "@" + type);
  }

  private static <T> List<T> without(List<T> list, int index) {
    return IntStream.range(0, list.size()).filter(i -> i != index).mapToObj(list::get).toList();
  }

  private static <T> List<T> replaced(List<T> list, int index, T replacement) {
    List<T> changed = new ArrayList<>(list);
    changed.set(index, replacement);
    return changed;
  }

  /** Returns a word with one additional letter inside. */
  private static String misspelt(String word) {
    int middle = word.length() / 2;
    return word.substring(0, middle) + "j" + word.substring(middle);
  }
}
