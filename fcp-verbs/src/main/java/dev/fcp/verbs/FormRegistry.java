package dev.fcp.verbs;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Looks up verbs, queries or session actions by the names of their forms. Immutable.
 *
 * @param <V> the type of the entries
 */
public final class FormRegistry<V> {

  private final String entryNoun;
  private final Map<String, V> byName;
  private final Function<V, Form> form;

  private FormRegistry(String entryNoun, Map<String, V> byName, Function<V, Form> form) {
    this.entryNoun = entryNoun;
    this.byName = byName;
    this.form = form;
  }

  /**
   * A registry of the given entries.
   *
   * @param entryNoun what an entry is called in refusals, such as {@code verb}
   * @throws IllegalArgumentException if two entries have the same name, or one name is also the
   *     first word of another
   */
  public static <V> FormRegistry<V> of(String entryNoun, List<V> entries, Function<V, Form> form) {
    Map<String, V> byName = new LinkedHashMap<>();
    for (V entry : entries) {
      String name = form.apply(entry).name();
      if (byName.putIfAbsent(name, Objects.requireNonNull(entry, "entry")) != null) {
        throw new IllegalArgumentException(
            "two of kind " + entryNoun + " are named \"" + name + "\"");
      }
    }
    for (String name : byName.keySet()) {
      if (name.contains(" ") && byName.containsKey(firstWord(name))) {
        throw new IllegalArgumentException(
            "\"" + name + "\" is shadowed by \"" + firstWord(name) + "\"");
      }
    }
    return new FormRegistry<>(entryNoun, byName, form);
  }

  /** A registry of the verbs of a language. */
  public static <M, E> FormRegistry<Verb<M, E>> verbs(DomainLanguage<M, E> language) {
    return of("verb", language.verbs(), Verb::form);
  }

  /** The entries, in their order. */
  public List<V> all() {
    return List.copyOf(byName.values());
  }

  /** The forms of the entries, in their order. */
  public List<Form> forms() {
    return byName.values().stream().map(form).toList();
  }

  /** Finds the entry that an operation names and checks the operation against its form. */
  public Match<V> match(ParsedOperation op) {
    V oneWordEntry = byName.get(op.verb());
    if (oneWordEntry != null) {
      return checkForm(oneWordEntry, op);
    }
    List<String> secondWords = secondWords(op.verb());
    if (secondWords.isEmpty()) {
      return new Match.Refused<>(unknownEntry(op));
    }
    Optional<String> secondWord = op.word(0).map(word -> word.toLowerCase(Locale.ROOT));
    Optional<V> found =
        secondWord.flatMap(word -> Optional.ofNullable(byName.get(op.verb() + " " + word)));
    if (found.isEmpty() || op.positionals().get(0).isArrow()) {
      return new Match.Refused<>(unknownSecondWord(op, secondWord, secondWords));
    }
    V twoWordEntry = found.get();
    List<Positional> remaining = op.positionals().subList(1, op.positionals().size());
    String name = form.apply(twoWordEntry).name();
    return checkForm(
        twoWordEntry, new ParsedOperation(name, remaining, op.params(), op.selectors(), op.raw()));
  }

  private Match<V> checkForm(V entry, ParsedOperation op) {
    return form.apply(entry)
        .check(op)
        .<Match<V>>map(Match.Refused::new)
        .orElseGet(() -> new Match.Matched<>(entry, op));
  }

  private Refusal unknownEntry(ParsedOperation op) {
    List<String> firstWords =
        byName.keySet().stream().map(FormRegistry::firstWord).distinct().toList();
    String known = String.join(", ", firstWords);
    String message =
        "unknown " + entryNoun + " " + Quoting.quoteAlways(op.verb()) + "; known: " + known;
    return new Refusal(
        message,
        Suggestions.findSimilar(op.verb(), firstWords)
            .map(verb -> op.withVerb(verb).canonicalText()));
  }

  private Refusal unknownSecondWord(
      ParsedOperation op, Optional<String> secondWord, List<String> secondWords) {
    String known = String.join(", ", secondWords);
    if (secondWord.isEmpty()) {
      return Refusal.because(op.verb() + " needs one of " + known);
    }
    String message =
        op.verb()
            + " does not know "
            + Quoting.quoteAlways(secondWord.get())
            + "; it knows "
            + known;
    return new Refusal(
        message,
        Suggestions.findSimilar(secondWord.get(), secondWords)
            .map(word -> op.withWord(0, word).canonicalText()));
  }

  private List<String> secondWords(String first) {
    List<String> secondWords = new ArrayList<>();
    for (String name : byName.keySet()) {
      if (name.startsWith(first + " ")) {
        secondWords.add(name.substring(first.length() + 1));
      }
    }
    return secondWords;
  }

  private static String firstWord(String name) {
    int space = name.indexOf(' ');
    return space < 0 ? name : name.substring(0, space);
  }

  /**
   * The result of looking up the entry of an operation.
   *
   * @param <V> the type of the entries
   */
  public sealed interface Match<V> {

    /**
     * The operation names {@code entry} and has its form; {@code op.verb()} is the full name of the
     * form.
     */
    record Matched<V>(V entry, ParsedOperation op) implements Match<V> {}

    /** The operation names no entry, or does not have its form. */
    record Refused<V>(Refusal refusal) implements Match<V> {}
  }
}
