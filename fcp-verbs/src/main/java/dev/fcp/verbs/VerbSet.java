package dev.fcp.verbs;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOp;
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
 * Named forms and what each stands for: the verbs of a domain, its queries, or the session actions.
 * Immutable.
 *
 * @param <V> what a name stands for
 */
public final class VerbSet<V> {

  private final String noun;
  private final Map<String, V> byName;
  private final Function<V, Form> form;

  private VerbSet(String noun, Map<String, V> byName, Function<V, Form> form) {
    this.noun = noun;
    this.byName = byName;
    this.form = form;
  }

  /**
   * A set of entries.
   *
   * @param noun what an entry is called in refusals, for instance {@code verb}
   * @throws IllegalArgumentException if two have the same name, or one name is also the first word
   *     of another
   */
  public static <V> VerbSet<V> of(String noun, List<V> entries, Function<V, Form> form) {
    Map<String, V> byName = new LinkedHashMap<>();
    for (V entry : entries) {
      String name = form.apply(entry).name();
      if (byName.putIfAbsent(name, Objects.requireNonNull(entry, "entry")) != null) {
        throw new IllegalArgumentException("two of kind " + noun + " are named \"" + name + "\"");
      }
    }
    for (String name : byName.keySet()) {
      if (name.contains(" ") && byName.containsKey(firstWord(name))) {
        throw new IllegalArgumentException("\"" + name + "\" hides behind " + firstWord(name));
      }
    }
    return new VerbSet<>(noun, byName, form);
  }

  /** The verbs of a language. */
  public static <M, E> VerbSet<Verb<M, E>> verbs(DomainLanguage<M, E> language) {
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

  /** What an operation asks for. */
  public Choice<V> choose(ParsedOp op) {
    V single = byName.get(op.verb());
    if (single != null) {
      return checked(single, op);
    }
    List<String> seconds = secondWords(op.verb());
    if (seconds.isEmpty()) {
      return new Choice.Refused<>(unknown(op));
    }
    Optional<String> second = op.word(0).map(word -> word.toLowerCase(Locale.ROOT));
    Optional<V> found =
        second.flatMap(word -> Optional.ofNullable(byName.get(op.verb() + " " + word)));
    if (found.isEmpty() || op.positionals().get(0).isArrow()) {
      return new Choice.Refused<>(unknownSecond(op, second, seconds));
    }
    V pair = found.get();
    List<Positional> others = op.positionals().subList(1, op.positionals().size());
    String name = form.apply(pair).name();
    return checked(pair, new ParsedOp(name, others, op.params(), op.selectors(), op.raw()));
  }

  private Choice<V> checked(V entry, ParsedOp op) {
    return form.apply(entry)
        .problem(op)
        .<Choice<V>>map(Choice.Refused::new)
        .orElseGet(() -> new Choice.Chosen<>(entry, op));
  }

  private Refusal unknown(ParsedOp op) {
    List<String> firsts = byName.keySet().stream().map(VerbSet::firstWord).distinct().toList();
    String known = String.join(", ", firsts);
    String message = "unknown " + noun + " " + Quoting.quoted(op.verb()) + "; known: " + known;
    return new Refusal(
        message,
        Suggestions.nearest(op.verb(), firsts)
            .map(verb -> op.withVerb(verb).text())
            .or(this::blank));
  }

  /**
   * What can be typed where nothing was, or nothing that is known: the first entry with the words
   * of the card in place of its arguments. Empty if there is no entry.
   */
  public Optional<String> blank() {
    return forms().stream().findFirst().map(Form::blank);
  }

  private Refusal unknownSecond(ParsedOp op, Optional<String> second, List<String> seconds) {
    String known = String.join(", ", seconds);
    if (second.isEmpty()) {
      return Refusal.because(op.verb() + " needs one of " + known, blank(op.verb(), seconds));
    }
    String message =
        op.verb() + " does not know " + Quoting.quoted(second.get()) + "; it knows " + known;
    return Refusal.because(
        message,
        Suggestions.nearest(second.get(), seconds)
            .map(w -> op.withWord(0, w).text())
            .orElseGet(() -> blank(op.verb(), seconds)));
  }

  private String blank(String first, List<String> seconds) {
    String name = first + " " + seconds.get(0);
    return Optional.ofNullable(byName.get(name)).map(form).map(Form::blank).orElse(name);
  }

  private List<String> secondWords(String first) {
    List<String> seconds = new ArrayList<>();
    for (String name : byName.keySet()) {
      if (name.startsWith(first + " ")) {
        seconds.add(name.substring(first.length() + 1));
      }
    }
    return seconds;
  }

  private static String firstWord(String name) {
    int space = name.indexOf(' ');
    return space < 0 ? name : name.substring(0, space);
  }

  /**
   * What an operation asks for.
   *
   * @param <V> what a name stands for
   */
  public sealed interface Choice<V> {

    /** An entry, with the operation in its form. */
    record Chosen<V>(V entry, ParsedOp op) implements Choice<V> {}

    /** Nothing that is known, or not in the right form. */
    record Refused<V>(Refusal refusal) implements Choice<V> {}
  }
}
