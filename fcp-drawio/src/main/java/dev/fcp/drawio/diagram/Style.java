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
 * The style of a cell: a list of tokens, such as {@code ellipse;fillColor=#fff;html=1;} in a file.
 * A token without {@code =} is the name of a style or a flag. If a key occurs more than once, the
 * last one counts.
 *
 * <p>Each token keeps its rank when other tokens are added or removed, so that a token that is
 * removed and restored has its former position. Equal styles have the same tokens with the same
 * ranks; {@link #content} renumbers the ranks. Immutable.
 */
public final class Style {

  /** A style without tokens. */
  public static final Style EMPTY = new Style("", ImmutableList.of(), false);

  /**
   * One element of a style, usually {@code key=value}.
   *
   * @param rank the sort key: tokens with lower ranks come first, tokens with equal ranks in the
   *     order of their units
   * @param unit the unique name of this token within the style: its {@link #key}, or {@code name#2}
   *     and so on if an earlier token has that name
   * @param text the text of the token in the file
   */
  public record StyleToken(int rank, String unit, String text) {

    /** The maximum length of a key that is used as a name unchanged, in UTF-16 units. */
    static final int MAX_NAME_LENGTH = 200;

    private static final int KEPT_PREFIX_LENGTH = 100;

    public StyleToken {
      Objects.requireNonNull(unit, "unit");
      Objects.requireNonNull(text, "text");
      if (text.indexOf(';') >= 0) {
        throw new IllegalArgumentException("a style token cannot contain a semicolon: " + text);
      }
    }

    /** The text before the first {@code =}, or the whole text if there is none. */
    public String key() {
      int equalsIndex = text.indexOf('=');
      return equalsIndex < 0 ? text : text.substring(0, equalsIndex);
    }

    /**
     * The base name of the unit: the key, or for a very long key its start and a hash. Keys can be
     * very long because the data of an image may contain a semicolon, and the rest of the data is
     * then parsed as a key.
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

    /** Whether the unit is one that a style assigns to tokens with this key. */
    public boolean hasUnitOfKey() {
      String name = name();
      return unit.equals(name) || unit.startsWith(name + "#");
    }

    /** The text after the first {@code =}; empty if there is none. */
    public Optional<String> value() {
      int equalsIndex = text.indexOf('=');
      return equalsIndex < 0 ? Optional.empty() : Optional.of(text.substring(equalsIndex + 1));
    }
  }

  private static final Comparator<StyleToken> BY_RANK =
      Comparator.comparingInt(StyleToken::rank).thenComparing(StyleToken::unit);

  private final String text;
  private final boolean terminated;

  /** Computed on first use; threads that race compute equal values. */
  private @Nullable ImmutableList<StyleToken> tokens;

  private Style(String text, @Nullable ImmutableList<StyleToken> tokens, boolean terminated) {
    this.text = text;
    this.tokens = tokens;
    this.terminated = terminated;
  }

  /** Parses the text of a style in a file. */
  public static Style parse(String text) {
    return text.isEmpty() ? EMPTY : new Style(text, null, text.endsWith(";"));
  }

  /**
   * Creates a style from tokens.
   *
   * @param tokens in any order
   * @param terminated whether the last token is followed by a semicolon; ignored if there are no
   *     tokens
   * @throws IllegalArgumentException if two tokens have the same unit
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

  /** The text of the style in a file. */
  public String text() {
    return text;
  }

  /** Whether the last token is followed by a semicolon. */
  public boolean terminated() {
    return terminated;
  }

  /** The tokens in order, including empty ones. */
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

  /** Allocates an unused unit name. */
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

  /** The last token with a key, which is the one that counts. */
  public Optional<StyleToken> token(String key) {
    List<StyleToken> tokens = tokens();
    for (int i = tokens.size() - 1; i >= 0; i--) {
      if (tokens.get(i).key().equals(key)) {
        return Optional.of(tokens.get(i));
      }
    }
    return Optional.empty();
  }

  /** The value of a key; empty if there is no such token or it has no {@code =}. */
  public Optional<String> value(String key) {
    return token(key).flatMap(StyleToken::value);
  }

  /** Whether a key is present, with or without a value. */
  public boolean has(String key) {
    return text.contains(key) && token(key).isPresent();
  }

  /** The value of a key as a number; empty if it is absent or not a finite number. */
  public Optional<Double> number(String key) {
    return value(key).flatMap(DecimalText::parse);
  }

  /**
   * A copy with a value for a key. It replaces the last token with that key, or is added at the
   * end.
   */
  public Style with(String key, String value) {
    return withToken(key, key + "=" + value);
  }

  /**
   * A copy with a token without a value. It replaces the last token with that key, or is added at
   * the end.
   */
  public Style with(String name) {
    return withToken(name, name);
  }

  private Style withToken(String key, String text) {
    if (key.indexOf('=') >= 0) {
      throw new IllegalArgumentException("a style key cannot contain an equals sign: " + key);
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

  /** A copy without the tokens of a key. */
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

  /** A normalized copy with the same text and renumbered ranks. */
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
