package dev.fcp.midi.language;

import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Numbers;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.form.SelectorForm;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import dev.fcp.verbs.syntax.Selector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What selectors choose. Selectors of one type widen each other, those of different types narrow
 * each other, and {@code @not:} takes out. A range includes both of its ends, as exactly as they
 * are written: {@code 3-4} is two bars, {@code 3.1-3.2} two beats.
 */
final class Selection {

  private static final String ALL = "all";
  static final String TRACK = "track";
  private static final String CHANNEL = "channel";
  static final String RANGE = "range";
  static final String PITCH = "pitch";

  static final List<SelectorForm> FORMS =
      List.of(
          SelectorForm.withValue(TRACK, "NAME"),
          SelectorForm.withValue(CHANNEL, "1-16", "1"),
          SelectorForm.withValue(RANGE, "POS[-POS]", "1"),
          SelectorForm.withValue(PITCH, "PITCH[-PITCH]", "C4"),
          SelectorForm.alone(ALL));

  /** An item in its track. */
  record Chosen(Part part, Item item) {}

  private final Score score;
  private final ParsedOp op;
  private final Map<Part, TimeMap> times = new HashMap<>();

  private Selection(Score score, ParsedOp op) {
    this.score = score;
    this.op = op;
  }

  /**
   * Refuses an operation without a selector: it would be about everything, which nobody said.
   *
   * @throws NotDone if there is none
   */
  static void require(ParsedOp op) {
    if (op.selectors().isEmpty()) {
      throw NotDone.because(
          op.verb() + " needs a selector such as @track:NAME, @range:3-4 or @all",
          op.text() + " @all");
    }
  }

  /** The notes that an operation selects, track by track in the order of time. */
  static List<Chosen> sounds(Score score, ParsedOp op) {
    return some(score, op, Item.Sound.class::isInstance, "note");
  }

  /**
   * What an operation selects, at least one.
   *
   * @throws NotDone if a selector is wrong, or nothing is selected
   */
  static List<Chosen> some(Score score, ParsedOp op, Predicate<Item> wanted, String noun) {
    List<Chosen> chosen = any(score, op, wanted);
    if (chosen.isEmpty()) {
      throw new NotDone(nothing(score, op, wanted, noun));
    }
    return chosen;
  }

  /** What an operation selects; without selectors all. */
  static List<Chosen> any(Score score, ParsedOp op, Predicate<Item> wanted) {
    return new Selection(score, op).chosen(wanted);
  }

  private static Refusal nothing(Score score, ParsedOp op, Predicate<Item> wanted, String noun) {
    String where = op.selectors().stream().map(Selector::raw).collect(Collectors.joining(" "));
    String message = "there is no " + noun + " in " + where;
    for (int i = op.selectors().size() - 1; i >= 0; i--) {
      List<Selector> fewer = new ArrayList<>(op.selectors());
      fewer.remove(i);
      ParsedOp wider = op.withSelectors(fewer);
      boolean positive = fewer.stream().anyMatch(selector -> !selector.negated());
      if (positive && !any(score, wider, wanted).isEmpty()) {
        return Refusal.because(message, wider.text());
      }
    }
    ParsedOp all = op.withSelectors(List.of(everything()));
    return any(score, all, wanted).stream()
        .findFirst()
        .map(it -> Refusal.because(message, all.withSelectors(List.of(track(it.part()))).text()))
        .orElse(Refusal.because(message, NoteVerbs.NOTE.blank()));
  }

  /** A selector of a type that takes a value. */
  static Selector selector(String type, String value) {
    return new Selector(type, Optional.of(value), false, "@" + type);
  }

  /** The selector that chooses all. */
  static Selector everything() {
    return new Selector(ALL, Optional.empty(), false, "@" + ALL);
  }

  private static Selector track(Part part) {
    return selector(TRACK, part.tag());
  }

  private List<Chosen> chosen(Predicate<Item> wanted) {
    Map<String, Predicate<Chosen>> only = new HashMap<>();
    Predicate<Chosen> not = it -> false;
    for (int i = 0; i < op.selectors().size(); i++) {
      Selector selector = op.selectors().get(i);
      Predicate<Chosen> fits = fitting(i);
      if (selector.negated()) {
        not = not.or(fits);
      } else {
        only.merge(selector.type(), fits, Predicate::or);
      }
    }
    Predicate<Chosen> all = not.negate();
    for (Predicate<Chosen> fits : only.values()) {
      all = all.and(fits);
    }
    List<Chosen> chosen = new ArrayList<>();
    for (Part part : score.parts()) {
      for (Item item : part.items()) {
        Chosen candidate = new Chosen(part, item);
        if (wanted.test(item) && all.test(candidate)) {
          chosen.add(candidate);
        }
      }
    }
    return chosen;
  }

  private Predicate<Chosen> fitting(int index) {
    Selector selector = op.selectors().get(index);
    String value = selector.value().orElse("");
    return switch (selector.type()) {
      case ALL -> it -> true;
      case TRACK -> {
        Part track = Finder.part(score, value, better -> with(index, better));
        yield it -> it.part() == track;
      }
      case CHANNEL -> {
        int channel = fit(index, Numbers.whole(value, 1, 16)) - 1;
        yield it -> it.item().channel().equals(Optional.of(channel));
      }
      case PITCH -> pitches(index, value);
      case RANGE -> range(index, value);
      default -> throw new IllegalStateException("selector " + selector.type());
    };
  }

  private Predicate<Chosen> pitches(int index, String value) {
    Reading<Integer> whole = Pitch.read(value);
    // The dash of a range is one behind a pitch: C-1 is a pitch, C-1-C4 a range.
    int dash =
        value.indexOf(
            '-',
            value.startsWith("-") || value.matches("[A-Ga-g][#b]*-.*")
                ? value.indexOf('-') + 1
                : 1);
    if (dash < 0 || whole instanceof Reading.Fit<Integer>) {
      int pitch = fit(index, whole);
      return it -> it.item() instanceof Item.Sound s && s.note().pitch() == pitch;
    }
    String low = value.substring(0, dash);
    String high = value.substring(dash + 1);
    int from = fit(index, withBetter(Pitch.read(low), better -> better + "-" + high));
    int to = fit(index, withBetter(Pitch.read(high), better -> low + "-" + better));
    if (from > to) {
      fit(index, Reading.unfit("ends before it begins", high + "-" + low));
    }
    return it ->
        it.item() instanceof Item.Sound s && s.note().pitch() >= from && s.note().pitch() <= to;
  }

  private Predicate<Chosen> range(int index, String value) {
    int dash = value.indexOf('-', 1);
    String low = dash < 0 ? value : value.substring(0, dash);
    String high = dash < 0 ? value : value.substring(dash + 1);
    boolean open = dash >= 0 && high.isEmpty();
    Position from =
        fit(index, withBetter(Position.read(low), it -> dash < 0 ? it : it + "-" + high));
    Position to = open ? from : fit(index, withBetter(Position.read(high), it -> low + "-" + it));
    Map<Part, TimeMap.Span> spans = new HashMap<>();
    for (Part part : score.parts()) {
      TimeMap time = times.computeIfAbsent(part, score::time);
      TimeMap.Span first =
          fit(index, withBetter(time.span(from), it -> dash < 0 ? it : it + "-" + high));
      TimeMap.Span last = fit(index, withBetter(time.span(to), it -> low + "-" + it));
      if (!open && last.end() <= first.start()) {
        fit(index, Reading.unfit("ends before it begins", high + "-" + low));
      }
      spans.put(part, new TimeMap.Span(first.start(), open ? Long.MAX_VALUE : last.end()));
    }
    return it -> {
      TimeMap.Span span = spans.get(it.part());
      return span != null && span.contains(it.item().tick());
    };
  }

  private static <T> Reading<T> withBetter(
      Reading<T> reading, java.util.function.UnaryOperator<String> whole) {
    return switch (reading) {
      case Reading.Fit<T> fit -> fit;
      case Reading.Unfit<T>(var reason, var instead) ->
          new Reading.Unfit<>(reason, instead.map(whole));
    };
  }

  private <T> T fit(int index, Reading<T> reading) {
    return switch (reading) {
      case Reading.Fit<T>(T value) -> value;
      case Reading.Unfit<T>(var reason, var instead) -> {
        String raw = op.selectors().get(index).raw();
        throw new NotDone(
            new Refusal(raw + " " + reason, instead.map(better -> with(index, better).text())));
      }
    };
  }

  private ParsedOp with(int index, String value) {
    List<Selector> changed = new ArrayList<>(op.selectors());
    Selector old = changed.get(index);
    Selector better = new Selector(old.type(), Optional.of(value), old.negated(), old.raw());
    changed.set(index, better);
    return op.withSelectors(changed);
  }

  /** The selectors of an operation as they stand in an answer. */
  static String told(ParsedOp op) {
    return op.selectors().stream()
        .map(selector ->
            "@"
                + (selector.negated() ? "not:" : "")
                + selector.type()
                + selector.value().map(value -> ":" + Quoting.quote(value)).orElse(""))
        .collect(Collectors.joining(" "));
  }
}
