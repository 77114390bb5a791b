package dev.fcp.verbs.names;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Names to things, in the order of the language: exact, then ignoring case, then ignoring
 * punctuation and spaces, then a unique prefix. The first rule that fits anything decides; if it
 * fits several things, the reference is ambiguous. Immutable.
 *
 * @param <T> what is referred to; things that are equal are one
 */
public final class References<T> {

  private record Named<T>(T item, String name) {}

  private final List<Named<T>> named;
  private final Function<T, String> told;

  private References(List<Named<T>> named, Function<T, String> told) {
    this.named = named;
    this.told = told;
  }

  /**
   * Things with one name each.
   *
   * @param name the name of a thing; also tells it from the others
   */
  public static <T> References<T> of(Collection<? extends T> items, Function<T, String> name) {
    return of(items, item -> List.of(name.apply(item)), name);
  }

  /**
   * Things with several names each, for instance a label and an id.
   *
   * @param names the names of a thing, all of the same rank
   * @param told text that tells a thing from all others and resolves to it, for instance the id
   */
  public static <T> References<T> of(
      Collection<? extends T> items, Function<T, List<String>> names, Function<T, String> told) {
    List<Named<T>> named = new ArrayList<>();
    for (T item : items) {
      names.apply(item).forEach(name -> named.add(new Named<>(item, name)));
    }
    return new References<>(List.copyOf(named), Objects.requireNonNull(told, "told"));
  }

  /** What a reference means. */
  public Resolution<T> resolve(String reference) {
    String folded = folded(reference);
    String letters = letters(reference);
    // A reference of nothing but punctuation would otherwise fit everything.
    boolean hasLetters = !letters.isEmpty();
    List<Predicate<String>> rules =
        List.of(
            name -> name.equals(reference),
            name -> folded(name).equals(folded),
            name -> hasLetters && letters(name).equals(letters),
            name -> hasLetters && letters(name).startsWith(letters));
    for (Predicate<String> rule : rules) {
      List<T> fitting = List.copyOf(fitting(rule));
      if (fitting.size() == 1) {
        return new Resolution.Found<>(fitting.get(0));
      }
      if (fitting.size() > 1) {
        return new Resolution.Ambiguous<>(fitting, fitting.stream().map(told).toList());
      }
    }
    List<String> names = named.stream().map(Named::name).filter(name -> !name.isBlank()).toList();
    return new Resolution.Unknown<>(Suggestions.closest(reference, names));
  }

  private Set<T> fitting(Predicate<String> rule) {
    Set<T> items = new LinkedHashSet<>();
    for (Named<T> candidate : named) {
      if (rule.test(candidate.name())) {
        items.add(candidate.item());
      }
    }
    return items;
  }

  private static String folded(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** The letters and digits of a text, in lower case; all that punctuation and spaces leave. */
  private static String letters(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    folded(text).codePoints().filter(Character::isLetterOrDigit).forEach(kept::appendCodePoint);
    return kept.toString();
  }
}
