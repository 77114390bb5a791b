package dev.fcp.eventlog.folder;

import com.google.common.base.CharMatcher;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * A glob as in {@code .gitignore}. Matching takes time proportional to the product of both lengths,
 * whatever the glob, because files of others contain globs.
 */
final class Glob {

  private static final CharMatcher SPECIAL = CharMatcher.anyOf("*?[\\");

  /** One element of a glob. */
  private sealed interface Token {

    /** One character of a set. */
    record One(BitSet characters) implements Token {}

    /** Any characters except a slash. */
    record Star() implements Token {}

    /** Any characters. */
    record GlobStar() implements Token {}

    /** Nothing, or any characters and a slash: skips the next token, or enters it. */
    record AnyFolders() implements Token {}

    /** Any characters and a slash. */
    record FoldersBody() implements Token {}
  }

  /** The whole glob if nothing in it is special, or the end of the text after a star. */
  private final Optional<String> literal;

  private final boolean isSuffix;
  private final List<Token> tokens;
  private final boolean isMalformed;

  private Glob(Optional<String> literal, boolean isSuffix, List<Token> tokens, boolean malformed) {
    this.literal = literal;
    this.isSuffix = isSuffix;
    this.tokens = tokens;
    this.isMalformed = malformed;
  }

  /** A glob; one that is malformed matches nothing. */
  static Glob of(String text) {
    if (SPECIAL.matchesNoneOf(text)) {
      return new Glob(Optional.of(text), false, List.of(), false);
    }
    Parser parser = new Parser(text);
    boolean isWellFormed = parser.parse();
    boolean isSuffix =
        text.startsWith("*") && SPECIAL.matchesNoneOf(text.substring(1)) && text.indexOf('/') < 0;
    return new Glob(
        isSuffix ? Optional.of(text.substring(1)) : Optional.empty(),
        isSuffix,
        List.copyOf(parser.tokens),
        !isWellFormed);
  }

  /** Whether the glob matches the whole text. */
  boolean matches(String text) {
    if (isMalformed) {
      return false;
    }
    if (literal.isPresent() && !isSuffix) {
      return text.equals(literal.get());
    }
    if (isSuffix && text.indexOf('/') < 0) {
      return text.endsWith(literal.orElseThrow());
    }
    BitSet states = new BitSet(tokens.size() + 1);
    enter(0, states);
    for (int i = 0; i < text.length() && !states.isEmpty(); i++) {
      states = after(states, text.charAt(i));
    }
    return states.get(tokens.size());
  }

  /** Adds the state before a token, and those that are reached without a character. */
  private void enter(int state, BitSet states) {
    states.set(state);
    if (state < tokens.size()) {
      switch (tokens.get(state)) {
        case Token.One one -> {}
        case Token.FoldersBody body -> {}
        case Token.Star star -> enter(state + 1, states);
        case Token.GlobStar star -> enter(state + 1, states);
        case Token.AnyFolders folders -> {
          states.set(state + 1);
          enter(state + 2, states);
        }
      }
    }
  }

  private BitSet after(BitSet states, char next) {
    BitSet after = new BitSet(tokens.size() + 1);
    for (int i = states.nextSetBit(0); i >= 0 && i < tokens.size(); i = states.nextSetBit(i + 1)) {
      switch (tokens.get(i)) {
        case Token.One(var characters) -> {
          if (characters.get(next)) {
            enter(i + 1, after);
          }
        }
        case Token.Star star -> {
          if (next != '/') {
            enter(i, after);
          }
        }
        case Token.GlobStar star -> enter(i, after);
        case Token.AnyFolders folders -> {}
        case Token.FoldersBody body -> {
          enter(i, after);
          if (next == '/') {
            enter(i + 1, after);
          }
        }
      }
    }
    return after;
  }

  /** Divides a glob into tokens. */
  private static final class Parser {

    private static final int BYTES = 256;

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int next;

    Parser(String text) {
      this.text = text;
    }

    /** Whether the glob is well-formed. */
    boolean parse() {
      while (next < text.length()) {
        char c = text.charAt(next);
        boolean isWellFormed =
            switch (c) {
              case '*' -> star();
              case '?' -> one(withoutSlash(all()));
              case '[' -> set();
              case '\\' -> escaped();
              default -> one(only(c));
            };
        if (!isWellFormed) {
          return false;
        }
      }
      return true;
    }

    private boolean one(BitSet characters) {
      tokens.add(new Token.One(characters));
      next++;
      return true;
    }

    private boolean escaped() {
      next++;
      return next < text.length() && one(only(text.charAt(next)));
    }

    private boolean star() {
      int start = next;
      while (next < text.length() && text.charAt(next) == '*') {
        next++;
      }
      boolean isAtStart = start == 0 || text.charAt(start - 1) == '/';
      if (next - start == 1 || !isAtStart) {
        tokens.add(new Token.Star());
      } else if (text.startsWith("/", next)) {
        tokens.add(new Token.AnyFolders());
        tokens.add(new Token.FoldersBody());
        next++;
      } else if (next == text.length() || text.startsWith("\\/", next)) {
        tokens.add(new Token.GlobStar());
      } else {
        tokens.add(new Token.Star());
      }
      return true;
    }

    /** A set such as {@code [!a-z[:digit:]]}. */
    private boolean set() {
      next++;
      boolean isNegated = text.startsWith("!", next) || text.startsWith("^", next);
      next += isNegated ? 1 : 0;
      BitSet characters = new BitSet(BYTES);
      int previous = -1;
      for (boolean isFirst = true; isFirst || !text.startsWith("]", next); isFirst = false) {
        if (next >= text.length()) {
          return false;
        }
        previous = member(characters, previous);
        if (previous == MALFORMED) {
          return false;
        }
      }
      if (isNegated) {
        characters.flip(0, BYTES);
      }
      return one(withoutSlash(characters));
    }

    private static final int MALFORMED = -2;

    /**
     * Adds the member of a set at the current position.
     *
     * @param previous the member before it, with which a range can begin; -1 if none can
     * @return the character with which a range can begin, -1 or {@link #MALFORMED}
     */
    private int member(BitSet characters, int previous) {
      char c = text.charAt(next++);
      if (c == '-' && previous >= 0 && next < text.length() && text.charAt(next) != ']') {
        int last = unescaped(text.charAt(next++));
        if (last >= previous) {
          characters.set(previous, last + 1);
        }
        return last < 0 ? MALFORMED : -1;
      }
      if (c == '[' && text.startsWith(":", next)) {
        int end = text.indexOf(']', next + 1);
        if (end < 0) {
          return MALFORMED;
        }
        if (end - next >= 2 && text.charAt(end - 1) == ':') {
          String name = text.substring(next + 1, end - 1);
          next = end + 1;
          return addClass(name, characters) ? -1 : MALFORMED;
        }
      }
      int member = unescaped(c);
      if (member < 0) {
        return MALFORMED;
      }
      characters.set(member);
      return member;
    }

    /** The character, or the one after a backslash; negative if there is none. */
    private int unescaped(char c) {
      if (c != '\\') {
        return c;
      }
      return next < text.length() ? text.charAt(next++) : MALFORMED;
    }

    /** Adds the ASCII characters of a class such as {@code digit}. */
    private static boolean addClass(String name, BitSet characters) {
      Optional<CharMatcher> matcher = characterClass(name);
      for (char c = 0; c < 0x80 && matcher.isPresent(); c++) {
        if (matcher.get().matches(c)) {
          characters.set(c);
        }
      }
      return matcher.isPresent();
    }

    private static Optional<CharMatcher> characterClass(String name) {
      CharMatcher digit = CharMatcher.inRange('0', '9');
      CharMatcher lower = CharMatcher.inRange('a', 'z');
      CharMatcher upper = CharMatcher.inRange('A', 'Z');
      CharMatcher alnum = digit.or(lower).or(upper);
      CharMatcher graph = CharMatcher.inRange('!', '~');
      return switch (name) {
        case "alnum" -> Optional.of(alnum);
        case "alpha" -> Optional.of(lower.or(upper));
        case "blank" -> Optional.of(CharMatcher.anyOf(" \t"));
        case "cntrl" -> Optional.of(CharMatcher.inRange('\0', '\37').or(CharMatcher.is('\177')));
        case "digit" -> Optional.of(digit);
        case "graph" -> Optional.of(graph);
        case "lower" -> Optional.of(lower);
        case "print" -> Optional.of(CharMatcher.inRange(' ', '~'));
        case "punct" -> Optional.of(graph.and(alnum.negate()));
        case "space" -> Optional.of(CharMatcher.anyOf(" \t\n\13\f\r"));
        case "upper" -> Optional.of(upper);
        case "xdigit" ->
            Optional.of(digit.or(CharMatcher.inRange('a', 'f')).or(CharMatcher.inRange('A', 'F')));
        default -> Optional.empty();
      };
    }

    private static BitSet all() {
      BitSet all = new BitSet(BYTES);
      all.set(0, BYTES);
      return all;
    }

    private static BitSet only(char c) {
      BitSet only = new BitSet(BYTES);
      only.set(c);
      return only;
    }

    private static BitSet withoutSlash(BitSet characters) {
      characters.clear('/');
      return characters;
    }
  }
}
