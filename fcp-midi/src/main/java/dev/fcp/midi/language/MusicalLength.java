package dev.fcp.midi.language;

import dev.fcp.midi.song.MessagePosition;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.names.Suggestions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A duration in musical notation: terms joined by {@code +}.
 *
 * <pre>
 * quarter  q  1/4              a fraction of a whole note
 * dotted-quarter  q.           1.5 times as long; double-dotted-quarter, q.. 1.75 times
 * triplet-eighth               two thirds as long
 * 2bars  1bar  3beats          bars and beats at the start of the duration
 * t:120  120ticks              ticks
 * </pre>
 */
record MusicalLength(List<Term> terms) {

  static final String HINT = "LENGTH";

  private static final String INVALID_LENGTH =
      "is not a length; lengths are quarter, dotted-eighth, triplet-eighth, 3/8, 2beats, 1bar, t:480";

  /** The maximum duration, which is that of a song. */
  private static final long MAX_TICKS = MessagePosition.MAX_TICK;

  /** The note names with their numbers of halvings of a whole note. */
  private static final Map<String, Integer> HALVINGS_BY_WORD = halvingsByWord();

  private static final Pattern WORD =
      Pattern.compile("(double-dotted-|dotted-|triplet-)?([a-z0-9]+?)(\\.{0,2})");
  private static final Pattern FRACTION = Pattern.compile("([0-9]{1,9})/([0-9]{1,9})");
  private static final Pattern COUNT = Pattern.compile("([0-9]{1,9})(bars?|beats?|ticks?)");
  private static final Pattern TICKS = Pattern.compile("t:([0-9]{1,9})");

  MusicalLength {
    terms = List.copyOf(terms);
  }

  /** A part of a length. */
  sealed interface Term {

    /** A fraction of a whole note. */
    record Fraction(long numerator, long denominator) implements Term {}

    /** Whole bars. */
    record Bars(long count) implements Term {}

    /** Whole beats. */
    record Beats(long count) implements Term {}

    /** Ticks. */
    record Ticks(long count) implements Term {}
  }

  private static Map<String, Integer> halvingsByWord() {
    Map<String, Integer> words = new LinkedHashMap<>();
    List<List<String>> names =
        List.of(
            List.of("whole", "w"),
            List.of("half", "h"),
            List.of("quarter", "q"),
            List.of("eighth", "8th", "e"),
            List.of("sixteenth", "16th", "s"),
            List.of("32nd"),
            List.of("64th"));
    for (int halvings = 0; halvings < names.size(); halvings++) {
      for (String name : names.get(halvings)) {
        words.put(name, halvings);
      }
    }
    return words;
  }

  /** The names of the most common lengths, without synonyms. */
  static List<String> commonWords() {
    List<String> shortestWords = new ArrayList<>();
    for (String word : HALVINGS_BY_WORD.keySet()) {
      if (shortestWords.isEmpty()
          || !HALVINGS_BY_WORD
              .get(word)
              .equals(HALVINGS_BY_WORD.get(shortestWords.get(shortestWords.size() - 1)))) {
        shortestWords.add(word);
      }
    }
    List<String> common = new ArrayList<>(shortestWords);
    shortestWords.forEach(word -> common.add("dotted-" + word));
    shortestWords.forEach(word -> common.add("triplet-" + word));
    return common;
  }

  /** Parses a length, independently of a song. */
  static ParsedArgument<MusicalLength> parse(String text) {
    List<Term> terms = new ArrayList<>();
    String[] parts = text.split("\\+", -1);
    for (int i = 0; i < parts.length; i++) {
      switch (parseTerm(parts[i].strip().toLowerCase(Locale.ROOT).replace(' ', '-'))) {
        case ParsedArgument.Valid<Term>(Term term) -> terms.add(term);
        case ParsedArgument.Invalid<Term>(var reason, var suggestion) -> {
          parts[i] = suggestion.orElse("quarter");
          return ParsedArgument.invalid(reason, String.join("+", parts));
        }
      }
    }
    return ParsedArgument.valid(new MusicalLength(terms));
  }

  private static ParsedArgument<Term> parseTerm(String text) {
    Matcher word = WORD.matcher(text);
    if (word.matches() && HALVINGS_BY_WORD.containsKey(word.group(2))) {
      return wordTerm(word);
    }
    Matcher fraction = FRACTION.matcher(text);
    if (fraction.matches()) {
      long denominator = Long.parseLong(fraction.group(2));
      return denominator == 0
          ? ParsedArgument.invalid("is not a part of a whole note", "1/4")
          : requirePositive(
              new Term.Fraction(Long.parseLong(fraction.group(1)), denominator), text);
    }
    Matcher count = COUNT.matcher(text);
    if (count.matches()) {
      return requirePositive(
          countedTerm(Long.parseLong(count.group(1)), count.group(2).charAt(1)), text);
    }
    Matcher ticks = TICKS.matcher(text);
    if (ticks.matches()) {
      return requirePositive(new Term.Ticks(Long.parseLong(ticks.group(1))), text);
    }
    return new ParsedArgument.Invalid<>(INVALID_LENGTH, nearest(text));
  }

  private static Term countedTerm(long count, char secondLetter) {
    return switch (secondLetter) {
      case 'a' -> new Term.Bars(count);
      case 'e' -> new Term.Beats(count);
      default -> new Term.Ticks(count);
    };
  }

  private static ParsedArgument<Term> wordTerm(Matcher word) {
    long denominator = 1L << HALVINGS_BY_WORD.getOrDefault(word.group(2), 0);
    String prefix = word.group(1) == null ? "" : word.group(1);
    int dots =
        prefix.startsWith("double") ? 2 : prefix.startsWith("dotted") ? 1 : word.group(3).length();
    if (!prefix.isEmpty() && !word.group(3).isEmpty()) {
      return ParsedArgument.invalid(INVALID_LENGTH, prefix + word.group(2));
    }
    return ParsedArgument.valid(
        prefix.startsWith("triplet")
            ? new Term.Fraction(2, 3 * denominator)
            : new Term.Fraction((2L << dots) - 1, denominator << dots));
  }

  private static ParsedArgument<Term> requirePositive(Term term, String text) {
    boolean isZero =
        switch (term) {
          case Term.Fraction(long numerator, long denominator) -> numerator == 0;
          case Term.Bars(long count) -> count == 0;
          case Term.Beats(long count) -> count == 0;
          case Term.Ticks(long count) -> count == 0;
        };
    return isZero
        ? ParsedArgument.invalid("lasts no time", text.replaceFirst("0+", "1"))
        : ParsedArgument.valid(term);
  }

  private static Optional<String> nearest(String text) {
    if (text.matches("[0-9]{1,9}t?")) {
      return Optional.of("t:" + text.replace("t", ""));
    }
    List<String> knownWords = new ArrayList<>(HALVINGS_BY_WORD.keySet());
    HALVINGS_BY_WORD.keySet().stream()
        .filter(word -> word.length() > 1)
        .forEach(word -> knownWords.add("dotted-" + word));
    HALVINGS_BY_WORD.keySet().stream()
        .filter(word -> word.length() > 1)
        .forEach(word -> knownWords.add("triplet-" + word));
    return Suggestions.findSimilar(text, knownWords);
  }

  /** Converts this length to ticks, for a given start. */
  ParsedArgument<Integer> ticks(TimeMap time, long start) {
    long end = start;
    for (Term term : terms) {
      switch (ticks(term, time, end)) {
        case ParsedArgument.Valid<Long>(Long ticks) -> end += ticks;
        case ParsedArgument.Invalid<Long>(var reason, var suggestion) -> {
          return new ParsedArgument.Invalid<>(reason, suggestion);
        }
      }
      if (end > MAX_TICKS) {
        String reason = "ends after the last tick of a song, t:" + MAX_TICKS;
        long remaining = MAX_TICKS - start;
        return remaining > 0
            ? ParsedArgument.invalid(reason, "t:" + remaining)
            : ParsedArgument.invalid(reason);
      }
    }
    return ParsedArgument.valid((int) (end - start));
  }

  private static ParsedArgument<Long> ticks(Term term, TimeMap time, long start) {
    return switch (term) {
      case Term.Ticks(long count) -> ParsedArgument.valid(count);
      case Term untranslatable when !time.hasBars() ->
          ParsedArgument.invalid("has no meaning: this song has no beats, only ticks", "t:100");
      case Term.Bars(long count) -> ParsedArgument.valid(bars(time, start, count));
      case Term.Beats(long count) ->
          fraction(4 * count, time.signatureAt(start).denominator(), time.ticksPerQuarter());
      case Term.Fraction(long numerator, long denominator) ->
          fraction(4 * numerator, denominator, time.ticksPerQuarter());
    };
  }

  private static ParsedArgument<Long> fraction(
      long numerator, long denominator, int ticksPerQuarter) {
    long exactTicks = numerator * ticksPerQuarter;
    if (exactTicks % denominator != 0) {
      return ParsedArgument.invalid(
          "is not a whole number of ticks at " + ticksPerQuarter + " ticks per quarter",
          "t:" + Math.max(1, Math.round((double) exactTicks / denominator)));
    }
    return exactTicks == 0
        ? ParsedArgument.invalid("lasts no time in this song", "t:1")
        : ParsedArgument.valid(exactTicks / denominator);
  }

  /**
   * The ticks to the same position in a later bar, or to the end of that bar if it is too short.
   */
  private static long bars(TimeMap time, long start, long count) {
    long bar = time.barAt(start) + count;
    long offsetInBar = start - time.barStart(bar - count);
    return Math.min(time.barStart(bar) + offsetInBar, time.barStart(bar + 1)) - start;
  }
}
