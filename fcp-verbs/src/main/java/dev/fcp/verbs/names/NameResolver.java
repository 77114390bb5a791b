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
public final class NameResolver<T> {

  private record NamedItem<T>(T item, String name) {}

  private final List<T> items;
  private final Function<T, List<String>> namesOf;
  private final Function<T, String> uniqueNameOf;

  /** Put together when a reference is no name as it stands; a race does it twice. */
  private @Nullable List<NamedItem<T>> namedItems;

  private NameResolver(
      List<T> items, Function<T, List<String>> namesOf, Function<T, String> uniqueNameOf) {
    this.items = items;
    this.namesOf = Objects.requireNonNull(namesOf, "namesOf");
    this.uniqueNameOf = Objects.requireNonNull(uniqueNameOf, "uniqueNameOf");
  }

  /**
   * Things with one name each.
   *
   * @param nameOf the name of a thing; also distinguishes it from the others
   */
  public static <T> NameResolver<T> of(Collection<? extends T> items, Function<T, String> nameOf) {
    return of(items, item -> List.of(nameOf.apply(item)), nameOf);
  }

  /**
   * Things with several names each, for instance a label and an id.
   *
   * @param namesOf the names of a thing, all of the same rank
   * @param uniqueNameOf text that distinguishes a thing from all others and resolves to it, for
   *     instance the id
   */
  public static <T> NameResolver<T> of(
      Collection<? extends T> items,
      Function<T, List<String>> namesOf,
      Function<T, String> uniqueNameOf) {
    return new NameResolver<>(List.copyOf(items), namesOf, uniqueNameOf);
  }

  /** What a reference means. */
  public Resolution<T> resolve(String reference) {
    Set<T> exact = new LinkedHashSet<>();
    for (T item : items) {
      if (namesOf.apply(item).contains(reference)) {
        exact.add(item);
      }
    }
    return exact.isEmpty() ? resolveLoosely(reference) : foundOrAmbiguous(List.copyOf(exact));
  }

  private Resolution<T> resolveLoosely(String reference) {
    String lowerCase = toLowerCase(reference);
    String lettersAndDigits = lettersAndDigits(reference);
    // A reference of nothing but punctuation would otherwise fit everything.
    boolean hasLettersOrDigits = !lettersAndDigits.isEmpty();
    List<Predicate<String>> rules =
        List.of(
            name -> toLowerCase(name).equals(lowerCase),
            name -> hasLettersOrDigits && lettersAndDigits(name).equals(lettersAndDigits),
            name -> hasLettersOrDigits && lettersAndDigits(name).startsWith(lettersAndDigits));
    for (Predicate<String> rule : rules) {
      List<T> matching = List.copyOf(matching(rule));
      if (!matching.isEmpty()) {
        return foundOrAmbiguous(matching);
      }
    }
    List<String> known =
        namedItems().stream().map(NamedItem::name).filter(it -> !it.isBlank()).toList();
    return new Resolution.Unknown<>(Suggestions.closest(reference, known));
  }

  private Resolution<T> foundOrAmbiguous(List<T> matching) {
    return matching.size() == 1
        ? new Resolution.Found<>(matching.get(0))
        : new Resolution.Ambiguous<>(matching, matching.stream().map(uniqueNameOf).toList());
  }

  private Set<T> matching(Predicate<String> rule) {
    Set<T> matching = new LinkedHashSet<>();
    for (NamedItem<T> candidate : namedItems()) {
      if (rule.test(candidate.name())) {
        matching.add(candidate.item());
      }
    }
    return matching;
  }

  private List<NamedItem<T>> namedItems() {
    List<NamedItem<T>> computed = namedItems;
    if (computed == null) {
      computed = new ArrayList<>();
      for (T item : items) {
        for (String name : namesOf.apply(item)) {
          computed.add(new NamedItem<>(item, name));
        }
      }
      namedItems = List.copyOf(computed);
    }
    return computed;
  }

  private static String toLowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** The letters and digits of a text, in lower case; all that punctuation and spaces leave. */
  private static String lettersAndDigits(String text) {
    StringBuilder builder = new StringBuilder(text.length());
    toLowerCase(text)
        .codePoints()
        .filter(Character::isLetterOrDigit)
        .forEach(builder::appendCodePoint);
    return builder.toString();
  }
}
