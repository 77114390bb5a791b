package dev.fcp.midi.language;

import dev.fcp.midi.song.Moment;
import dev.fcp.verbs.form.Reading;
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
 * How long something lasts, as people write it: terms joined by {@code +}.
 *
 * <pre>
 * quarter  q  1/4              a part of a whole note
 * dotted-quarter  q.           half as long again; double-dotted-quarter, q.. likewise
 * triplet-eighth               two thirds of it
 * 2bars  1bar  3beats          as long as bars and beats are where it begins
 * t:120  120ticks              ticks
 * </pre>
 */
record Length(List<Term> terms) {

  static final String HINT = "LENGTH";

  private static final String WRONG =
      "is no length; lengths are quarter, dotted-eighth, triplet-eighth, 3/8, 2beats, 1bar, t:480";

  /** The longest whole number that is read; no song is longer in ticks. */
  private static final long MOST = Moment.LAST_TICK;

  /** The halvings of a whole note that the words stand for. */
  private static final Map<String, Integer> WORDS = words();

  private static final Pattern WORD =
      Pattern.compile("(double-dotted-|dotted-|triplet-)?([a-z0-9]+?)(\\.{0,2})");
  private static final Pattern FRACTION = Pattern.compile("([0-9]{1,9})/([0-9]{1,9})");
  private static final Pattern COUNT = Pattern.compile("([0-9]{1,9})(bars?|beats?|ticks?)");
  private static final Pattern TICKS = Pattern.compile("t:([0-9]{1,9})");

  Length {
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

  private static Map<String, Integer> words() {
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

  /** The words for lengths that notes mostly have, each once. */
  static List<String> commonWords() {
    List<String> words = new ArrayList<>();
    for (String word : WORDS.keySet()) {
      if (words.isEmpty() || !WORDS.get(word).equals(WORDS.get(words.get(words.size() - 1)))) {
        words.add(word);
      }
    }
    List<String> common = new ArrayList<>(words);
    words.forEach(word -> common.add("dotted-" + word));
    words.forEach(word -> common.add("triplet-" + word));
    return common;
  }

  /** The length of a text, whatever song it is for. */
  static Reading<Length> read(String text) {
    List<Term> terms = new ArrayList<>();
    String[] parts = text.split("\\+", -1);
    for (int i = 0; i < parts.length; i++) {
      switch (term(parts[i].strip().toLowerCase(Locale.ROOT).replace(' ', '-'))) {
        case Reading.Fit<Term>(Term term) -> terms.add(term);
        case Reading.Unfit<Term>(var reason, var instead) -> {
          parts[i] = instead.orElse("quarter");
          return Reading.unfit(reason, String.join("+", parts));
        }
      }
    }
    return Reading.fit(new Length(terms));
  }

  private static Reading<Term> term(String text) {
    Matcher word = WORD.matcher(text);
    if (word.matches() && WORDS.containsKey(word.group(2))) {
      return ofWord(word);
    }
    Matcher fraction = FRACTION.matcher(text);
    if (fraction.matches()) {
      long below = Long.parseLong(fraction.group(2));
      return below == 0
          ? Reading.unfit("is no part of a whole note", "1/4")
          : positive(new Term.Fraction(Long.parseLong(fraction.group(1)), below), text);
    }
    Matcher count = COUNT.matcher(text);
    if (count.matches()) {
      return positive(counted(Long.parseLong(count.group(1)), count.group(2).charAt(1)), text);
    }
    Matcher ticks = TICKS.matcher(text);
    if (ticks.matches()) {
      return positive(new Term.Ticks(Long.parseLong(ticks.group(1))), text);
    }
    return new Reading.Unfit<>(WRONG, nearest(text));
  }

  private static Term counted(long count, char secondLetter) {
    return switch (secondLetter) {
      case 'a' -> new Term.Bars(count);
      case 'e' -> new Term.Beats(count);
      default -> new Term.Ticks(count);
    };
  }

  private static Reading<Term> ofWord(Matcher word) {
    long below = 1L << WORDS.getOrDefault(word.group(2), 0);
    String before = word.group(1) == null ? "" : word.group(1);
    int dots =
        before.startsWith("double") ? 2 : before.startsWith("dotted") ? 1 : word.group(3).length();
    if (!before.isEmpty() && !word.group(3).isEmpty()) {
      return Reading.unfit(WRONG, before + word.group(2));
    }
    return Reading.fit(
        before.startsWith("triplet")
            ? new Term.Fraction(2, 3 * below)
            : new Term.Fraction((2L << dots) - 1, below << dots));
  }

  private static Reading<Term> positive(Term term, String text) {
    boolean none =
        switch (term) {
          case Term.Fraction(long above, long below) -> above == 0;
          case Term.Bars(long count) -> count == 0;
          case Term.Beats(long count) -> count == 0;
          case Term.Ticks(long count) -> count == 0;
        };
    return none ? Reading.unfit("lasts no time", text.replaceFirst("0+", "1")) : Reading.fit(term);
  }

  private static Optional<String> nearest(String text) {
    if (text.matches("[0-9]{1,9}t?")) {
      return Optional.of("t:" + text.replace("t", ""));
    }
    List<String> known = new ArrayList<>(WORDS.keySet());
    WORDS.keySet().stream().filter(w -> w.length() > 1).forEach(w -> known.add("dotted-" + w));
    WORDS.keySet().stream().filter(w -> w.length() > 1).forEach(w -> known.add("triplet-" + w));
    return Suggestions.nearest(text, known);
  }

  /** How many ticks it is when it begins at a tick. */
  Reading<Integer> ticks(TimeMap time, long start) {
    long end = start;
    for (Term term : terms) {
      switch (ticks(term, time, end)) {
        case Reading.Fit<Long>(Long ticks) -> end += ticks;
        case Reading.Unfit<Long>(var reason, var instead) -> {
          return new Reading.Unfit<>(reason, instead);
        }
      }
      if (end > MOST) {
        String reason = "ends behind the last tick of a song, t:" + MOST;
        long left = MOST - start;
        return left > 0 ? Reading.unfit(reason, "t:" + left) : Reading.unfit(reason);
      }
    }
    return Reading.fit((int) (end - start));
  }

  private static Reading<Long> ticks(Term term, TimeMap time, long start) {
    return switch (term) {
      case Term.Ticks(long count) -> Reading.fit(count);
      case Term other when !time.hasBars() ->
          Reading.unfit("has no meaning: this song has no beats, only ticks", "t:100");
      case Term.Bars(long count) -> Reading.fit(bars(time, start, count));
      case Term.Beats(long count) ->
          fraction(4 * count, time.signatureAt(start).denominator(), time.ticksPerQuarter());
      case Term.Fraction(long above, long below) ->
          fraction(4 * above, below, time.ticksPerQuarter());
    };
  }

  private static Reading<Long> fraction(long above, long below, int ticksPerQuarter) {
    long exact = above * ticksPerQuarter;
    if (exact % below != 0) {
      return Reading.unfit(
          "is no whole number of ticks at " + ticksPerQuarter + " ticks per quarter",
          "t:" + Math.max(1, Math.round((double) exact / below)));
    }
    return exact == 0
        ? Reading.unfit("lasts no time in this song", "t:1")
        : Reading.fit(exact / below);
  }

  /** To the same place in a later bar, or to its end where that bar is too short. */
  private static long bars(TimeMap time, long start, long count) {
    long bar = time.barAt(start) + count;
    long into = start - time.barStart(bar - count);
    return Math.min(time.barStart(bar) + into, time.barStart(bar + 1)) - start;
  }
}
