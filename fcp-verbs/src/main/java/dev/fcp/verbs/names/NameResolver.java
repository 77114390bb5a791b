package dev.fcp.verbs.names;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Resolves references to items by name. It tries four rules in order: an exact match, a match
 * ignoring case, a match also ignoring punctuation and spaces, and a prefix. The first rule with a
 * match decides; if several items match it, the reference is ambiguous. Immutable.
 *
 * @param <T> the type of the items; equal items count as one
 */
public final class NameResolver<T> {

  private record NamedItem<T>(T item, String name) {}

  /**
   * An index of items by the keys of their names, see {@link #keyOf}. It may return more items than
   * asked for.
   *
   * @param <T> the type of the items
   */
  public interface NameIndex<T> {

    /** The items with a name that has this key, in the order of {@link #all}. */
    Collection<T> withKey(String key);

    /** The items with a name whose key starts with a prefix, in the order of {@link #all}. */
    Collection<T> withKeyPrefix(String prefix);

    /** All items; needed only if no item matches. */
    Collection<T> all();
  }

  private final NameIndex<T> index;
  private final Function<T, List<String>> namesOf;
  private final Function<T, String> uniqueNameOf;

  private NameResolver(
      NameIndex<T> index, Function<T, List<String>> namesOf, Function<T, String> uniqueNameOf) {
    this.index = Objects.requireNonNull(index, "index");
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
    List<T> all = List.copyOf(items);
    NameIndex<T> unsorted =
        new NameIndex<>() {
          @Override
          public Collection<T> withKey(String key) {
            return all;
          }

          @Override
          public Collection<T> withKeyPrefix(String prefix) {
            return all;
          }

          @Override
          public Collection<T> all() {
            return all;
          }
        };
    return new NameResolver<>(unsorted, namesOf, uniqueNameOf);
  }

  /** A resolver for indexed items, which visits only items with similar names. */
  public static <T> NameResolver<T> indexed(
      NameIndex<T> index, Function<T, List<String>> namesOf, Function<T, String> uniqueNameOf) {
    return new NameResolver<>(index, namesOf, uniqueNameOf);
  }

  /**
   * The key of a name in a {@link NameIndex}: its letters and digits regardless of case, or the
   * whole name if it has none. Names that match by any rule except the last one have the same key;
   * the key of a name starts with the keys of its prefixes.
   */
  public static String keyOf(String name) {
    String lettersAndDigits = lettersAndDigits(name);
    String text = lettersAndDigits.isEmpty() ? toLowerCase(name) : lettersAndDigits;
    StringBuilder key = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      // Some letters have two lower-case forms, and only one upper-case form.
      key.appendCodePoint(Character.toLowerCase(Character.toUpperCase(text.codePointAt(i))));
    }
    return key.toString();
  }

  /** Resolves a reference. */
  public Resolution<T> resolve(String reference) {
    List<T> matching = matching(reference);
    return switch (matching.size()) {
      case 0 -> unknown(reference);
      case 1 -> new Resolution.Found<>(matching.get(0));
      default -> new Resolution.Ambiguous<>(matching, matching.stream().map(uniqueNameOf).toList());
    };
  }

  /** The only item that a reference matches; empty if there are none or several. */
  public Optional<T> find(String reference) {
    List<T> matching = matching(reference);
    return matching.size() == 1 ? Optional.of(matching.get(0)) : Optional.empty();
  }

  /** The items that match by the first rule with a match. */
  private List<T> matching(String reference) {
    String key = keyOf(reference);
    String lowerCase = toLowerCase(reference);
    String lettersAndDigits = lettersAndDigits(reference);
    List<Predicate<String>> rules =
        lettersAndDigits.isEmpty()
            // A reference of punctuation only would match every name.
            ? List.of(reference::equals, name -> toLowerCase(name).equals(lowerCase))
            : List.of(
                reference::equals,
                name -> toLowerCase(name).equals(lowerCase),
                name -> lettersAndDigits(name).equals(lettersAndDigits));
    List<NamedItem<T>> candidates = namedItems(index.withKey(key));
    for (Predicate<String> rule : rules) {
      List<T> matching = matching(candidates, rule);
      if (!matching.isEmpty()) {
        return matching;
      }
    }
    return lettersAndDigits.isEmpty()
        ? List.of()
        : matching(
            namedItems(index.withKeyPrefix(key)),
            name -> lettersAndDigits(name).startsWith(lettersAndDigits));
  }

  private static <T> List<T> matching(List<NamedItem<T>> candidates, Predicate<String> rule) {
    return candidates.stream()
        .filter(it -> rule.test(it.name()))
        .map(NamedItem::item)
        .distinct()
        .toList();
  }

  private Resolution<T> unknown(String reference) {
    List<String> oneNameEach =
        index.all().stream()
            .flatMap(item -> namesOf.apply(item).stream().filter(it -> !it.isBlank()).limit(1))
            .toList();
    return new Resolution.Unknown<>(nearest(reference), oneNameEach);
  }

  /** The similar name of the only item that has one. */
  private Optional<String> nearest(String reference) {
    List<NamedItem<T>> similar =
        namedItems(index.all()).stream()
            .filter(it -> Suggestions.areSimilar(reference, it.name()))
            .toList();
    return similar.stream().map(NamedItem::item).distinct().count() == 1
        ? Optional.of(similar.get(0).name())
        : Optional.empty();
  }

  private List<NamedItem<T>> namedItems(Collection<T> items) {
    return items.stream()
        .flatMap(item -> namesOf.apply(item).stream().map(name -> new NamedItem<>(item, name)))
        .toList();
  }

  private static String toLowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** The letters and digits of a text, in lower case. */
  private static String lettersAndDigits(String text) {
    String lowerCase = toLowerCase(text);
    StringBuilder builder = new StringBuilder(lowerCase.length());
    for (int i = 0; i < lowerCase.length(); i += Character.charCount(lowerCase.codePointAt(i))) {
      if (Character.isLetterOrDigit(lowerCase.codePointAt(i))) {
        builder.appendCodePoint(lowerCase.codePointAt(i));
      }
    }
    return builder.toString();
  }
}
