package dev.fcp.vault;

import com.google.common.collect.Lists;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The verb {@code timeline add}. */
final class TimelineVerb {

  static final Form FORM =
      Form.of("timeline add", "story", "events of a day, in the order of their times of day")
          .required("DAY")
          .required("TIME")
          .required("TEXT")
          .rest("TEXT")
          .syntax("timeline add DAY TIME \"TEXT\"...")
          .help(
              "DAY is a number, TIME is Morning, Afternoon, Evening, Night or another time of day.",
              "A TEXT may begin with a time such as 14:30.")
          .examples("timeline add 3 Evening \"The gate fell\" \"22:15 The bells rang\"");

  /** The highest number of a day. */
  private static final int MAX_DAY = 1_000_000;

  private static final Pattern TIMED = Pattern.compile("(\\d{1,2}:\\d{2})\\s+(\\S.*)");
  private static final Pattern DAY = Pattern.compile("Day (\\d{1,9})\\b.*");

  private final VaultSettings settings;
  private final Markers markers;

  TimelineVerb(VaultSettings settings) {
    this.settings = settings;
    this.markers = new Markers(settings.markerPrefix());
  }

  /**
   * What happened.
   *
   * @param time the time, such as {@code 14:30}; empty if it is not known
   */
  record Happening(String text, Optional<String> time) {

    static Happening parse(String text) {
      Matcher timed = TIMED.matcher(text);
      return timed.matches()
          ? new Happening(timed.group(2), Optional.of(timed.group(1)))
          : new Happening(text, Optional.empty());
    }

    String line() {
      return time.map(it -> "- **%s** %s".formatted(it, text)).orElse("- " + text);
    }

    Value encode() {
      Map<String, Value> fields = new TreeMap<>(Map.of("text", Value.of(text)));
      time.ifPresent(it -> fields.put("time", Value.of(it)));
      return Value.Fields.of(fields);
    }
  }

  ResultLine add(
      ParsedOperation op, VerbContext<EntityModel<String, VaultFile>, VaultEvent> context) {
    int day = day(op);
    String time = time(op);
    List<Happening> happenings = new ArrayList<>();
    for (String text : op.words().subList(2, op.words().size())) {
      happenings.add(Happening.parse(requireLine(text)));
    }
    VaultEdit edit = new VaultEdit(context);
    String key = edit.fileAt(settings.timelinePath());
    VaultEdit.Range dayRange = edit.section(key, dayHeading(day), edit.body(key));
    VaultEdit.Range section = edit.section(key, timeHeading(time), dayRange);
    append(edit, key, section, day, time, happenings);
    return ResultLine.created("timeline: +%d (Day %d, %s)".formatted(happenings.size(), day, time));
  }

  private static int day(ParsedOperation op) {
    return switch (NumberParser.parseInteger(op.words().get(0), 0, MAX_DAY)) {
      case ParsedArgument.Valid<Integer>(var number) -> number;
      case ParsedArgument.Invalid<Integer>(var reason, var suggestion) ->
          throw OperationRefusedException.because(
              "the day %s %s".formatted(Quoting.quoteIfNeeded(op.words().get(0)), reason),
              op.withWord(0, suggestion.orElse("1")).canonicalText());
    };
  }

  /** The time of day, in the spelling of the settings if it is one of them. */
  private String time(ParsedOperation op) {
    String time = requireLine(op.words().get(1)).strip();
    if (time.isEmpty() || time.startsWith("#") || time.endsWith("#")) {
      throw OperationRefusedException.because("the time of day is missing");
    }
    return settings.timesOfDay().stream().filter(time::equalsIgnoreCase).findFirst().orElse(time);
  }

  /** A text without a line break, which could become a heading or another marker. */
  static String requireLine(String text) {
    if (text.isBlank() || text.chars().anyMatch(Character::isISOControl) || text.contains("<!--")) {
      throw OperationRefusedException.because(
          text.isBlank() ? "a text is empty" : "a text must be one line without comments");
    }
    return text;
  }

  /** The heading of a day; words may follow its number. */
  private static VaultEdit.SectionHeading dayHeading(int day) {
    return new VaultEdit.SectionHeading(
        2,
        "Day " + day,
        title -> dayIn(title).filter(number -> number == day).isPresent(),
        title -> dayIn(title).filter(number -> number > day).isPresent());
  }

  /** The number of the day that a heading begins with. */
  static Optional<Integer> dayIn(String title) {
    Matcher matcher = DAY.matcher(title);
    return matcher.matches() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
  }

  private VaultEdit.SectionHeading timeHeading(String time) {
    int own = rank(time);
    return new VaultEdit.SectionHeading(
        3, time, time::equalsIgnoreCase, title -> rank(title) > own);
  }

  private int rank(String time) {
    int index =
        settings.timesOfDay().stream()
            .map(known -> known.toLowerCase(Locale.ROOT))
            .toList()
            .indexOf(time.toLowerCase(Locale.ROOT));
    return index < 0 ? Integer.MAX_VALUE : index;
  }

  private void append(
      VaultEdit edit,
      String key,
      VaultEdit.Range section,
      int day,
      String time,
      List<Happening> happenings) {
    TextFile file = edit.text(key);
    String ulid = edit.newUlid();
    List<String> lines = new ArrayList<>();
    lines.add(markers.begin(ulid));
    happenings.forEach(happening -> lines.add(happening.line()));
    lines.add(markers.end(ulid));
    int index = VaultEdit.contentEnd(file, section.from(), section.to());
    VaultEdit.requireOutsideCode(file, index);
    boolean follows = Markers.isEnd(file.parts().get(index - 1).text());
    TextFile edited = VaultEdit.inserted(file, index, lines, !follows);
    int first =
        VaultEdit.lineNumber(
            edited, Lists.transform(edited.parts(), Part::text).indexOf(markers.begin(ulid)));
    Map<String, Value> note = new TreeMap<>();
    note.put(VaultEventCodec.ENTITY_ID, Value.of(ulid));
    note.put("day", Value.of(day));
    note.put("time_of_day", Value.of(time));
    note.put("events", new Value.Sequence(happenings.stream().map(Happening::encode).toList()));
    note.put("marker_begin", Value.of(markers.begin(ulid)));
    note.put("marker_end", Value.of(markers.end(ulid)));
    note.put(
        "file_line_range",
        new Value.Sequence(List.of(Value.of(first), Value.of(first + lines.size() - 1))));
    edit.replace(
        key, edited, change -> new VaultEvent.TimelineAppended(change, Value.Fields.of(note)));
  }
}
