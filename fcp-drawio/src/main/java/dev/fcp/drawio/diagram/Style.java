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
  public record Token(int rank, String unit, String text) {

    /** The length of the longest key that is a name itself, in UTF-16 units. */
    static final int LONGEST_NAME = 200;

    private static final int KEPT = 100;

    public Token {
      Objects.requireNonNull(unit, "unit");
      Objects.requireNonNull(text, "text");
      if (text.indexOf(';') >= 0) {
        throw new IllegalArgumentException("a style token holds no semicolon: " + text);
      }
    }

    /** What stands before the first {@code =}, or all of a token without one. */
    public String key() {
      int equals = text.indexOf('=');
      return equals < 0 ? text : text.substring(0, equals);
    }

    /**
     * What the unit is made of: the key, or the start of a very long one with a hash of all of it.
     * An image in a style has a semicolon within, behind which a key of any length stands.
     */
    private String name() {
      return nameOf(key());
    }

    static String nameOf(String key) {
      if (key.length() <= LONGEST_NAME) {
        return key;
      }
      int end = Character.isHighSurrogate(key.charAt(KEPT - 1)) ? KEPT - 1 : KEPT;
      return key.substring(0, end) + "~" + Hashing.sha256().hashUnencodedChars(key);
    }

    /** Whether the unit is one that a style gives to a token of this key. */
    public boolean isNamedByKey() {
      String name = name();
      return unit.equals(name) || unit.startsWith(name + "#");
    }

    /** What stands after the first {@code =}; empty for a token without one. */
    public Optional<String> value() {
      int equals = text.indexOf('=');
      return equals < 0 ? Optional.empty() : Optional.of(text.substring(equals + 1));
    }
  }

  private static final Comparator<Token> IN_ORDER =
      Comparator.comparingInt(Token::rank).thenComparing(Token::unit);

  private final String text;
  private final boolean terminated;

  /** Found on first use; a race finds the same twice. */
  private @Nullable ImmutableList<Token> tokens;

  private Style(String text, @Nullable ImmutableList<Token> tokens, boolean terminated) {
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
  public static Style of(Iterable<Token> tokens, boolean terminated) {
    ImmutableList<Token> sorted = ImmutableList.sortedCopyOf(IN_ORDER, tokens);
    if (sorted.isEmpty()) {
      return EMPTY;
    }
    Set<String> units = new HashSet<>();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < sorted.size(); i++) {
      Token token = sorted.get(i);
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
  public List<Token> tokens() {
    ImmutableList<Token> known = tokens;
    if (known == null) {
      known = split(terminated ? text.substring(0, text.length() - 1) : text);
      tokens = known;
    }
    return known;
  }

  private static ImmutableList<Token> split(String text) {
    ImmutableList.Builder<Token> tokens = ImmutableList.builder();
    Map<String, Integer> next = new HashMap<>();
    int rank = 0;
    int start = 0;
    while (start <= text.length()) {
      int end = text.indexOf(';', start);
      String part = text.substring(start, end < 0 ? text.length() : end);
      int equals = part.indexOf('=');
      String key = equals < 0 ? part : part.substring(0, equals);
      tokens.add(new Token(rank++, unit(Token.nameOf(key), next), part));
      start = end < 0 ? text.length() + 1 : end + 1;
    }
    return tokens.build();
  }

  /** A name that is not in use yet, and from now on is. */
  private static String unit(String key, Map<String, Integer> next) {
    int count = next.getOrDefault(key, 1);
    String unit = count == 1 ? key : key + "#" + count;
    while (count > 1 && next.containsKey(unit)) {
      unit = key + "#" + ++count;
    }
    next.put(key, count + 1);
    next.putIfAbsent(unit, 2);
    return unit;
  }

  /** The token that counts for a key: the last one. */
  public Optional<Token> token(String key) {
    List<Token> all = tokens();
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).key().equals(key)) {
        return Optional.of(all.get(i));
      }
    }
    return Optional.empty();
  }

  /** The value of a key; empty where it does not stand, or stands without {@code =}. */
  public Optional<String> value(String key) {
    return token(key).flatMap(Token::value);
  }

  /** Whether a key stands here, with or without value. */
  public boolean has(String key) {
    return text.contains(key) && token(key).isPresent();
  }

  /** The value of a key as a number, if it is a finite one. */
  public Optional<Double> number(String key) {
    return value(key).flatMap(Numbers::parse);
  }

  /** This style with a value for a key: in place of the one that counts, else at the end. */
  public Style with(String key, String value) {
    return withText(key, key + "=" + value);
  }

  /** This style with a token that has no value: in place of one of that key, else at the end. */
  public Style with(String name) {
    return withText(name, name);
  }

  private Style withText(String key, String text) {
    if (key.indexOf('=') >= 0) {
      throw new IllegalArgumentException("a style key holds no equals sign: " + key);
    }
    Optional<Token> old = token(key);
    Token added =
        old.map(token -> new Token(token.rank(), token.unit(), text))
            .orElseGet(() -> new Token(nextRank(), freeUnit(key), text));
    List<Token> changed = new ArrayList<>(tokens());
    old.ifPresent(changed::remove);
    changed.add(added);
    return of(changed, terminated || changed.size() == 1);
  }

  /** This style without any token of a key. */
  public Style without(String key) {
    List<Token> changed = new ArrayList<>(tokens());
    return changed.removeIf(token -> token.key().equals(key)) ? of(changed, terminated) : this;
  }

  private int nextRank() {
    List<Token> all = tokens();
    return all.isEmpty() ? 0 : all.get(all.size() - 1).rank() + 1;
  }

  private String freeUnit(String key) {
    Set<String> units = new HashSet<>();
    tokens().forEach(token -> units.add(token.unit()));
    String name = Token.nameOf(key);
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
