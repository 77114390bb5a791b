package dev.fcp.midi.language;

import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.form.SelectorForm;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import dev.fcp.verbs.syntax.Selector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Evaluates selectors. Selectors of the same type are combined with "or", those of different types
 * with "and", and {@code @not:} excludes items. A range includes both ends with the precision in
 * which they are written: {@code 3-4} is two bars, {@code 3.1-3.2} two beats.
 */
final class SelectorEvaluator {

  private static final String ALL = "all";
  static final String TRACK = "track";
  private static final String CHANNEL = "channel";
  static final String RANGE = "range";
  static final String PITCH = "pitch";

  static final List<SelectorForm> FORMS =
      List.of(
          SelectorForm.withValue(TRACK, "NAME"),
          SelectorForm.withValue(CHANNEL, "1-16"),
          SelectorForm.withValue(RANGE, "POS[-POS]"),
          SelectorForm.withValue(PITCH, "PITCH[-PITCH]"),
          SelectorForm.withoutValue(ALL));

  /** An item and its track. */
  record SelectedItem(TrackView track, TrackItem item) {}

  private final SongView songView;
  private final ParsedOperation op;
  private final Map<TrackView, TimeMap> times = new HashMap<>();
  private final Predicate<SelectedItem> matches;

  // What the selectors that do not exclude allow at most, so that other items are not read.

  private final Set<TrackView> tracks = new HashSet<>();
  private final Map<TrackView, TimeMap.TickRange> ranges = new HashMap<>();
  private final SortedSet<Integer> channels = new TreeSet<>();
  private final SortedSet<Integer> pitches = new TreeSet<>();

  private SelectorEvaluator(SongView songView, ParsedOperation op) {
    this.songView = songView;
    this.op = op;
    this.matches = predicate();
  }

  /**
   * Refuses an operation without a selector, which would silently apply to everything.
   *
   * @throws OperationRefusedException if there is none
   */
  static void requireSelectors(ParsedOperation op) {
    if (op.selectors().isEmpty()) {
      throw OperationRefusedException.because(
          op.verb() + " needs a selector such as @track:NAME, @range:3-4 or @all");
    }
  }

  /** The notes that an operation selects, ordered by track and time; at least one. */
  static List<SelectedItem> selectNotes(SongView songView, ParsedOperation op) {
    return selectAtLeastOne(songView, op, TrackItem.NoteItem.class::isInstance, "note");
  }

  /**
   * The items that an operation selects; at least one.
   *
   * @throws OperationRefusedException if a selector is wrong, or nothing is selected
   */
  static List<SelectedItem> selectAtLeastOne(
      SongView songView, ParsedOperation op, Predicate<TrackItem> filter, String noun) {
    List<SelectedItem> selection = select(songView, op, filter);
    if (selection.isEmpty()) {
      String selectorText =
          op.selectors().stream().map(Selector::raw).collect(Collectors.joining(" "));
      throw OperationRefusedException.because(
          "there is no " + noun + " in " + selectorText + "; the query events lists what is there");
    }
    return selection;
  }

  /** The items that an operation selects; all items if it has no selectors. */
  static List<SelectedItem> select(
      SongView songView, ParsedOperation op, Predicate<TrackItem> filter) {
    SelectorEvaluator evaluator = new SelectorEvaluator(songView, op);
    return evaluator.select(evaluator::candidates, filter);
  }

  /** The selected items with an id. */
  static List<SelectedItem> withId(SongView songView, ParsedOperation op, String id) {
    return new SelectorEvaluator(songView, op)
        .select(trackView -> trackView.find(id).stream().toList(), item -> true);
  }

  private List<SelectedItem> select(
      Function<TrackView, List<TrackItem>> candidates, Predicate<TrackItem> filter) {
    return songView.tracks().stream()
        .filter(trackView -> tracks.isEmpty() || tracks.contains(trackView))
        .flatMap(trackView ->
            candidates.apply(trackView).stream()
                .filter(filter)
                .map(item -> new SelectedItem(trackView, item)))
        .filter(matches)
        .toList();
  }

  /** The items of a track among which those selected are, in order. */
  private List<TrackItem> candidates(TrackView trackView) {
    if (ranges.containsKey(trackView)) {
      return trackView.itemsIn(ranges.get(trackView));
    }
    if (channels.isEmpty() && pitches.isEmpty()) {
      return trackView.items();
    }
    int lowest = pitches.isEmpty() ? 0 : pitches.first();
    int highest = pitches.isEmpty() ? Pitch.MAX : pitches.last();
    return (channels.isEmpty() ? trackView.channels() : channels)
        .stream()
            .flatMap(channel -> trackView.itemsIn(channel, lowest, highest).stream())
            .sorted(TrackView.IN_ORDER)
            .toList();
  }

  private Predicate<SelectedItem> predicate() {
    Map<String, Predicate<SelectedItem>> includedByType = new HashMap<>();
    Predicate<SelectedItem> excluded = selected -> false;
    for (int i = 0; i < op.selectors().size(); i++) {
      Selector selector = op.selectors().get(i);
      Predicate<SelectedItem> matches = predicate(i);
      if (selector.negated()) {
        excluded = excluded.or(matches);
      } else {
        includedByType.merge(selector.type(), matches, Predicate::or);
      }
    }
    Predicate<SelectedItem> matchesAll = excluded.negate();
    for (Predicate<SelectedItem> matches : includedByType.values()) {
      matchesAll = matchesAll.and(matches);
    }
    return matchesAll;
  }

  private Predicate<SelectedItem> predicate(int index) {
    Selector selector = op.selectors().get(index);
    String value = selector.value().orElse("");
    return switch (selector.type()) {
      case ALL -> selected -> true;
      case TRACK -> {
        TrackView selectedTrack =
            TrackResolver.resolve(songView, value, replacement -> withValue(index, replacement));
        if (!selector.negated()) {
          tracks.add(selectedTrack);
        }
        yield selected -> selected.track() == selectedTrack;
      }
      case CHANNEL -> {
        int channel = validOrRefuse(index, NumberParser.parseInteger(value, 1, 16)) - 1;
        if (!selector.negated()) {
          channels.add(channel);
        }
        yield selected -> selected.item().channel().equals(Optional.of(channel));
      }
      case PITCH -> pitchPredicate(index, value);
      case RANGE -> rangePredicate(index, value);
      default -> throw new IllegalStateException("selector " + selector.type());
    };
  }

  private Predicate<SelectedItem> pitchPredicate(int index, String value) {
    ParsedArgument<Integer> singlePitch = Pitch.parse(value);
    // The dash of a range comes after a complete pitch: C-1 is a pitch, C-1-C4 a range.
    int dash =
        value.indexOf(
            '-',
            value.startsWith("-") || value.matches("[A-Ga-g][#b]*-.*")
                ? value.indexOf('-') + 1
                : 1);
    if (dash < 0 || singlePitch instanceof ParsedArgument.Valid<Integer>) {
      int pitch = validOrRefuse(index, singlePitch);
      return pitchPredicate(index, pitch, pitch);
    }
    String low = value.substring(0, dash);
    String high = value.substring(dash + 1);
    int from =
        validOrRefuse(
            index, mapSuggestion(Pitch.parse(low), replacement -> replacement + "-" + high));
    int to =
        validOrRefuse(
            index, mapSuggestion(Pitch.parse(high), replacement -> low + "-" + replacement));
    if (from > to) {
      validOrRefuse(index, ParsedArgument.invalid("ends before it begins", high + "-" + low));
    }
    return pitchPredicate(index, from, to);
  }

  private Predicate<SelectedItem> pitchPredicate(int index, int from, int to) {
    if (!op.selectors().get(index).negated()) {
      pitches.addAll(List.of(from, to));
    }
    return selected ->
        selected.item() instanceof TrackItem.NoteItem noteItem
            && noteItem.note().pitch() >= from
            && noteItem.note().pitch() <= to;
  }

  private Predicate<SelectedItem> rangePredicate(int index, String value) {
    int dash = value.indexOf('-', 1);
    String low = dash < 0 ? value : value.substring(0, dash);
    String high = dash < 0 ? value : value.substring(dash + 1);
    boolean isOpenEnded = dash >= 0 && high.isEmpty();
    MusicalPosition from =
        validOrRefuse(
            index,
            mapSuggestion(
                MusicalPosition.parse(low),
                selected -> dash < 0 ? selected : selected + "-" + high));
    MusicalPosition to =
        isOpenEnded
            ? from
            : validOrRefuse(
                index,
                mapSuggestion(MusicalPosition.parse(high), selected -> low + "-" + selected));
    Map<TrackView, TimeMap.TickRange> rangeByTrack = new HashMap<>();
    for (TrackView trackView : songView.tracks()) {
      TimeMap time = times.computeIfAbsent(trackView, songView::timeMap);
      TimeMap.TickRange firstRange =
          validOrRefuse(
              index,
              mapSuggestion(
                  time.rangeOf(from), selected -> dash < 0 ? selected : selected + "-" + high));
      TimeMap.TickRange lastRange =
          validOrRefuse(index, mapSuggestion(time.rangeOf(to), selected -> low + "-" + selected));
      if (!isOpenEnded && lastRange.end() <= firstRange.start()) {
        validOrRefuse(index, ParsedArgument.invalid("ends before it begins", high + "-" + low));
      }
      rangeByTrack.put(
          trackView,
          new TimeMap.TickRange(
              firstRange.start(), isOpenEnded ? Long.MAX_VALUE : lastRange.end()));
    }
    if (!op.selectors().get(index).negated()) {
      rangeByTrack.forEach(
          (trackView, range) -> ranges.merge(trackView, range, TimeMap.TickRange::union));
    }
    return selected -> {
      TimeMap.TickRange range = rangeByTrack.get(selected.track());
      return range != null && range.contains(selected.item().tick());
    };
  }

  private static <T> ParsedArgument<T> mapSuggestion(
      ParsedArgument<T> reading, java.util.function.UnaryOperator<String> mapper) {
    return switch (reading) {
      case ParsedArgument.Valid<T> fit -> fit;
      case ParsedArgument.Invalid<T>(var reason, var suggestion) ->
          new ParsedArgument.Invalid<>(reason, suggestion.map(mapper));
    };
  }

  private <T> T validOrRefuse(int index, ParsedArgument<T> reading) {
    return switch (reading) {
      case ParsedArgument.Valid<T>(T value) -> value;
      case ParsedArgument.Invalid<T>(var reason, var suggestion) -> {
        String rawSelector = op.selectors().get(index).raw();
        throw new OperationRefusedException(
            new Refusal(
                rawSelector + " " + reason,
                suggestion.map(replacement -> withValue(index, replacement).canonicalText())));
      }
    };
  }

  private ParsedOperation withValue(int index, String value) {
    List<Selector> changed = new ArrayList<>(op.selectors());
    Selector original = changed.get(index);
    Selector changedSelector =
        new Selector(original.type(), Optional.of(value), original.negated(), original.raw());
    changed.set(index, changedSelector);
    return op.withSelectors(changed);
  }

  /** Formats the selectors of an operation for a result. */
  static String format(ParsedOperation op) {
    return op.selectors().stream()
        .map(selector ->
            "@"
                + (selector.negated() ? "not:" : "")
                + selector.type()
                + selector.value().map(value -> ":" + Quoting.quoteIfNeeded(value)).orElse(""))
        .collect(Collectors.joining(" "));
  }
}
