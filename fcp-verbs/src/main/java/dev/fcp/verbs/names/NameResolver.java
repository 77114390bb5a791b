package dev.fcp.verbs.names;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Resolves references to items by name. It tries four rules in order: an exact match, a match
 * ignoring case, a match also ignoring punctuation and spaces, and a prefix. The first rule with a
 * match decides; if several items match it, the reference is ambiguous. Immutable.
 *
 * @param <T> the type of the items; equal items count as one
 */
public final class NameResolver<T> {

  private record NamedItem<T>(T item, String name) {}

  private final List<T> items;
  private final Function<T, List<String>> namesOf;
  private final Function<T, String> uniqueNameOf;

  /** Computed when a reference has no exact match; concurrent calls may compute it twice. */
  private @Nullable List<NamedItem<T>> namedItems;

  private NameResolver(
      List<T> items, Function<T, List<String>> namesOf, Function<T, String> uniqueNameOf) {
    this.items = items;
    this.namesOf = Objects.requireNonNull(namesOf, "namesOf");
    this.uniqueNameOf = Objects.requireNonNull(uniqueNameOf, "uniqueNameOf");
  }

  /**
   * A resolver for items with one name each.
   *
   * @param nameOf the name of an item, also used to tell matching items apart
   */
  public static <T> NameResolver<T> of(Collection<? extends T> items, Function<T, String> nameOf) {
    return of(items, item -> List.of(nameOf.apply(item)), nameOf);
  }

  /**
   * A resolver for items with several names each, such as a label and an id.
   *
   * @param namesOf the names of an item, in no order of preference
   * @param uniqueNameOf a name that resolves to this item alone, such as the id
   */
  public static <T> NameResolver<T> of(
      Collection<? extends T> items,
      Function<T, List<String>> namesOf,
      Function<T, String> uniqueNameOf) {
    return new NameResolver<>(List.copyOf(items), namesOf, uniqueNameOf);
  }

  /** Resolves a reference. */
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
    // Without this check, a reference of punctuation only would match every name.
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
    List<String> oneNameEach =
        items.stream()
            .flatMap(item -> namesOf.apply(item).stream().filter(it -> !it.isBlank()).limit(1))
            .toList();
    return new Resolution.Unknown<>(nearest(reference), oneNameEach);
  }

  /** The similar name of the only item that has one. */
  private Optional<String> nearest(String reference) {
    List<NamedItem<T>> similar =
        namedItems().stream().filter(it -> Suggestions.areSimilar(reference, it.name())).toList();
    return similar.stream().map(NamedItem::item).distinct().count() == 1
        ? Optional.of(similar.get(0).name())
        : Optional.empty();
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

  /** The letters and digits of a text, in lower case. */
  private static String lettersAndDigits(String text) {
    StringBuilder builder = new StringBuilder(text.length());
    toLowerCase(text)
        .codePoints()
        .filter(Character::isLetterOrDigit)
        .forEach(builder::appendCodePoint);
    return builder.toString();
  }
}
