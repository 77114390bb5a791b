package dev.fcp.drawio.diagram;

import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hashing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a cell is drawn: tokens in order, {@code ellipse;fillColor=#fff;html=1;} in a file. A token
 * without {@code =} names a style or a flag; a key may stand twice, then the last one counts.
 *
 * <p>Each token keeps its rank when others come and go, so that one that is taken out and put back
 * stands where it was. Equal styles have the same tokens of the same ranks; {@link #content}
 * forgets the ranks. Immutable.
 */
public final class Style {

  /** A style that says nothing. */
  public static final Style EMPTY = new Style("", ImmutableList.of(), false);

  /**
   * One part of a style.
   *
   * @param rank the place: lower ones come first, equal ones in the order of their units
   * @param unit the name of this token within the style: its {@link #key}, or {@code name#2} and so
   *     on for a name that stands before
   * @param text as it stands in the file
   */
  public record StyleToken(int rank, String unit, String text) {

    /** The length of the longest key that is a name itself, in UTF-16 units. */
    static final int MAX_NAME_LENGTH = 200;

    private static final int KEPT_PREFIX_LENGTH = 100;

    public StyleToken {
      Objects.requireNonNull(unit, "unit");
      Objects.requireNonNull(text, "text");
      if (text.indexOf(';') >= 0) {
        throw new IllegalArgumentException("a style token holds no semicolon: " + text);
      }
    }

    /** What stands before the first {@code =}, or all of a token without one. */
    public String key() {
      int equalsIndex = text.indexOf('=');
      return equalsIndex < 0 ? text : text.substring(0, equalsIndex);
    }

    /**
     * What the unit is made of: the key, or the start of a very long one with a hash of all of it.
     * An image in a style has a semicolon within, behind which a key of any length stands.
     */
    private String name() {
      return nameOf(key());
    }

    static String nameOf(String key) {
      if (key.length() <= MAX_NAME_LENGTH) {
        return key;
      }
      int end =
          Character.isHighSurrogate(key.charAt(KEPT_PREFIX_LENGTH - 1))
              ? KEPT_PREFIX_LENGTH - 1
              : KEPT_PREFIX_LENGTH;
      return key.substring(0, end) + "~" + Hashing.sha256().hashUnencodedChars(key);
    }

    /** Whether the unit is one that a style gives to a token of this key. */
    public boolean hasUnitOfKey() {
      String name = name();
      return unit.equals(name) || unit.startsWith(name + "#");
    }

    /** What stands after the first {@code =}; empty for a token without one. */
    public Optional<String> value() {
      int equalsIndex = text.indexOf('=');
      return equalsIndex < 0 ? Optional.empty() : Optional.of(text.substring(equalsIndex + 1));
    }
  }

  private static final Comparator<StyleToken> BY_RANK =
      Comparator.comparingInt(StyleToken::rank).thenComparing(StyleToken::unit);

  private final String text;
  private final boolean terminated;

  /** Found on first use; a race finds the same twice. */
  private @Nullable ImmutableList<StyleToken> tokens;

  private Style(String text, @Nullable ImmutableList<StyleToken> tokens, boolean terminated) {
    this.text = text;
    this.tokens = tokens;
    this.terminated = terminated;
  }

  /** The style of a text in a file. */
  public static Style parse(String text) {
    return text.isEmpty() ? EMPTY : new Style(text, null, text.endsWith(";"));
  }

  /**
   * The style of these tokens.
   *
   * @param tokens in any order
   * @param terminated whether a semicolon stands after the last one; not asked where there is none
   * @throws IllegalArgumentException if two have the same unit
   */
  public static Style of(Iterable<StyleToken> tokens, boolean terminated) {
    ImmutableList<StyleToken> sorted = ImmutableList.sortedCopyOf(BY_RANK, tokens);
    if (sorted.isEmpty()) {
      return EMPTY;
    }
    Set<String> units = new HashSet<>();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < sorted.size(); i++) {
      StyleToken token = sorted.get(i);
      if (!units.add(token.unit())) {
        throw new IllegalArgumentException("two style tokens named " + token.unit());
      }
      text.append(i == 0 ? "" : ";").append(token.text());
    }
    if (terminated) {
      text.append(';');
    }
    return new Style(text.toString(), sorted, terminated);
  }

  /** As it stands in a file. */
  public String text() {
    return text;
  }

  /** Whether a semicolon stands after the last token. */
  public boolean terminated() {
    return terminated;
  }

  /** The tokens in order, empty ones included. */
  public List<StyleToken> tokens() {
    ImmutableList<StyleToken> parsed = tokens;
    if (parsed == null) {
      parsed = split(terminated ? text.substring(0, text.length() - 1) : text);
      tokens = parsed;
    }
    return parsed;
  }

  private static ImmutableList<StyleToken> split(String text) {
    ImmutableList.Builder<StyleToken> tokens = ImmutableList.builder();
    Map<String, Integer> nextNumber = new HashMap<>();
    int rank = 0;
    int start = 0;
    while (start <= text.length()) {
      int end = text.indexOf(';', start);
      String tokenText = text.substring(start, end < 0 ? text.length() : end);
      int equals = tokenText.indexOf('=');
      String key = equals < 0 ? tokenText : tokenText.substring(0, equals);
      tokens.add(new StyleToken(rank++, nextUnit(StyleToken.nameOf(key), nextNumber), tokenText));
      start = end < 0 ? text.length() + 1 : end + 1;
    }
    return tokens.build();
  }

  /** A name that is not in use yet, and from now on is. */
  private static String nextUnit(String key, Map<String, Integer> nextNumber) {
    int count = nextNumber.getOrDefault(key, 1);
    String unit = count == 1 ? key : key + "#" + count;
    while (count > 1 && nextNumber.containsKey(unit)) {
      unit = key + "#" + ++count;
    }
    nextNumber.put(key, count + 1);
    nextNumber.putIfAbsent(unit, 2);
    return unit;
  }

  /** The token that counts for a key: the last one. */
  public Optional<StyleToken> token(String key) {
    List<StyleToken> tokens = tokens();
    for (int i = tokens.size() - 1; i >= 0; i--) {
      if (tokens.get(i).key().equals(key)) {
        return Optional.of(tokens.get(i));
      }
    }
    return Optional.empty();
  }

  /** The value of a key; empty where it does not stand, or stands without {@code =}. */
  public Optional<String> value(String key) {
    return token(key).flatMap(StyleToken::value);
  }

  /** Whether a key stands here, with or without value. */
  public boolean has(String key) {
    return text.contains(key) && token(key).isPresent();
  }

  /** The value of a key as a number, if it is a finite one. */
  public Optional<Double> number(String key) {
    return value(key).flatMap(DecimalText::parse);
  }

  /** This style with a value for a key: in place of the one that counts, else at the end. */
  public Style with(String key, String value) {
    return withToken(key, key + "=" + value);
  }

  /** This style with a token that has no value: in place of one of that key, else at the end. */
  public Style with(String name) {
    return withToken(name, name);
  }

  private Style withToken(String key, String text) {
    if (key.indexOf('=') >= 0) {
      throw new IllegalArgumentException("a style key holds no equals sign: " + key);
    }
    Optional<StyleToken> existing = token(key);
    StyleToken replacement =
        existing
            .map(token -> new StyleToken(token.rank(), token.unit(), text))
            .orElseGet(() -> new StyleToken(nextRank(), unusedUnit(key), text));
    List<StyleToken> changed = new ArrayList<>(tokens());
    existing.ifPresent(changed::remove);
    changed.add(replacement);
    return of(changed, terminated || changed.size() == 1);
  }

  /** This style without any token of a key. */
  public Style without(String key) {
    List<StyleToken> changed = new ArrayList<>(tokens());
    return changed.removeIf(token -> token.key().equals(key)) ? of(changed, terminated) : this;
  }

  private int nextRank() {
    List<StyleToken> tokens = tokens();
    return tokens.isEmpty() ? 0 : tokens.get(tokens.size() - 1).rank() + 1;
  }

  private String unusedUnit(String key) {
    Set<String> units = new HashSet<>();
    tokens().forEach(token -> units.add(token.unit()));
    String name = StyleToken.nameOf(key);
    String unit = name;
    for (int i = 2; units.contains(unit); i++) {
      unit = name + "#" + i;
    }
    return unit;
  }

  /** The part of this that a file holds: the text, with ranks counted anew. */
  public Style content() {
    return parse(text);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Style style
            && text.equals(style.text)
            && terminated == style.terminated
            && ((tokens == null && style.tokens == null) || tokens().equals(style.tokens())));
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
