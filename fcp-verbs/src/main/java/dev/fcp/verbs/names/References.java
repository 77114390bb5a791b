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
import org.jspecify.annotations.Nullable;

/**
 * Names to things, in the order of the language: exact, then ignoring case, then ignoring
 * punctuation and spaces, then a unique prefix. The first rule that fits anything decides; if it
 * fits several things, the reference is ambiguous. Immutable.
 *
 * @param <T> what is referred to; things that are equal are one
 */
public final class References<T> {

  private record Named<T>(T item, String name) {}

  private final List<T> items;
  private final Function<T, List<String>> names;
  private final Function<T, String> told;

  /** Put together when a reference is no name as it stands; a race does it twice. */
  private @Nullable List<Named<T>> named;

  private References(List<T> items, Function<T, List<String>> names, Function<T, String> told) {
    this.items = items;
    this.names = Objects.requireNonNull(names, "names");
    this.told = Objects.requireNonNull(told, "told");
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
    return new References<>(List.copyOf(items), names, told);
  }

  /** What a reference means. */
  public Resolution<T> resolve(String reference) {
    Set<T> exact = new LinkedHashSet<>();
    for (T item : items) {
      if (names.apply(item).contains(reference)) {
        exact.add(item);
      }
    }
    return exact.isEmpty() ? nearly(reference) : meant(List.copyOf(exact));
  }

  private Resolution<T> nearly(String reference) {
    String folded = folded(reference);
    String letters = letters(reference);
    // A reference of nothing but punctuation would otherwise fit everything.
    boolean hasLetters = !letters.isEmpty();
    List<Predicate<String>> rules =
        List.of(
            name -> folded(name).equals(folded),
            name -> hasLetters && letters(name).equals(letters),
            name -> hasLetters && letters(name).startsWith(letters));
    for (Predicate<String> rule : rules) {
      List<T> fitting = List.copyOf(fitting(rule));
      if (!fitting.isEmpty()) {
        return meant(fitting);
      }
    }
    List<String> known = named().stream().map(Named::name).filter(it -> !it.isBlank()).toList();
    return new Resolution.Unknown<>(Suggestions.closest(reference, known));
  }

  private Resolution<T> meant(List<T> fitting) {
    return fitting.size() == 1
        ? new Resolution.Found<>(fitting.get(0))
        : new Resolution.Ambiguous<>(fitting, fitting.stream().map(told).toList());
  }

  private Set<T> fitting(Predicate<String> rule) {
    Set<T> fitting = new LinkedHashSet<>();
    for (Named<T> candidate : named()) {
      if (rule.test(candidate.name())) {
        fitting.add(candidate.item());
      }
    }
    return fitting;
  }

  private List<Named<T>> named() {
    List<Named<T>> known = named;
    if (known == null) {
      known = new ArrayList<>();
      for (T item : items) {
        for (String name : names.apply(item)) {
          known.add(new Named<>(item, name));
        }
      }
      named = List.copyOf(known);
    }
    return known;
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
