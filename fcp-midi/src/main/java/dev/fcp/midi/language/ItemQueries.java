package dev.fcp.midi.language;

import dev.fcp.midi.song.Note;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The queries {@code events}, {@code describe} and {@code find}, which list single notes and
 * messages.
 */
final class ItemQueries {

  static final Form EVENTS =
      Form.of("events", "queries", "lists notes and messages with their ids, track by track")
          .optional("TRACK")
          .selectors(SelectorEvaluator.FORMS);

  static final Form DESCRIBE =
      Form.of("describe", "queries", "describes a track, a note or a message")
          .required("TRACK|#ID")
          .selectors(SelectorEvaluator.FORMS);

  static final Form FIND =
      Form.of("find", "queries", "finds a text in names, markers, lyrics and instruments")
          .required("TEXT")
          .suggestingQuotes();

  private ItemQueries() {}

  static QueryResult events(ParsedOperation query, SongView songView) {
    Optional<TrackView> onlyTrack =
        query.words().isEmpty()
            ? Optional.empty()
            : Optional.of(TrackResolver.resolve(songView, query, 0));
    List<String> lines = new ArrayList<>();
    TrackView lastTrack = null;
    Map<TrackView, TimeMap> times = new HashMap<>();
    for (SelectorEvaluator.SelectedItem selected :
        SelectorEvaluator.select(songView, query, item -> true)) {
      if (onlyTrack.isPresent() && selected.track() != onlyTrack.get()) {
        continue;
      }
      if (selected.track() != lastTrack) {
        lines.add(
            selected.track().describe()
                + (selected.track().name().isPresent() ? " " + selected.track().tag() : ""));
        lastTrack = selected.track();
      }
      TimeMap time = times.computeIfAbsent(selected.track(), songView::timeMap);
      lines.add("  " + describe(selected.item(), time));
    }
    return QueryResult.lines(lines.isEmpty() ? List.of("there is no note or message") : lines);
  }

  /** Describes an item on one line: position, id and details. */
  private static String describe(TrackItem item, TimeMap time) {
    String channel = item.channel().map(number -> ", channel " + (number + 1)).orElse("");
    String noteDetails =
        item instanceof TrackItem.NoteItem(var key, Note note)
            ? ", "
                + SongParams.formatLength(note.duration(), time)
                + ", velocity "
                + note.velocity()
            : "";
    return time.format(item.tick())
        + " "
        + item.tag()
        + " "
        + ItemResolver.describe(item)
        + noteDetails
        + channel;
  }

  static QueryResult describe(ParsedOperation query, SongView songView) {
    String reference = query.words().get(0);
    boolean isTrack =
        songView.tracks().stream().anyMatch(trackView -> trackView.tag().equals(reference));
    if (reference.startsWith("#") && !isTrack) {
      SelectorEvaluator.SelectedItem selected = ItemResolver.resolve(songView, query, 0);
      return QueryResult.lines(describeItem(selected, songView.timeMap(selected.track())));
    }
    return QueryResult.lines(describeTrack(TrackResolver.resolve(songView, query, 0), songView));
  }

  private static List<String> describeItem(SelectorEvaluator.SelectedItem selected, TimeMap time) {
    List<String> lines = new ArrayList<>();
    lines.add(describe(selected.item(), time));
    lines.add("in " + selected.track().describe());
    switch (selected.item()) {
      case TrackItem.NoteItem(var key, Note note) -> {
        lines.add(
            "pitch "
                + note.pitch()
                + " ("
                + Pitch.name(note.pitch())
                + "), ticks "
                + note.on().tick()
                + " to "
                + note.off().tick());
        lines.add(
            "begins "
                + note.onMessage().bytes().hex()
                + ", ends "
                + note.offMessage().bytes().hex());
      }
      case TrackItem.MessageItem(var key, var single) ->
          lines.add(
              "tick "
                  + single.position().tick()
                  + ", bytes "
                  + abbreviatedHex(single.message().bytes().hex()));
    }
    return lines;
  }

  private static String abbreviatedHex(String digits) {
    int maxDigits = 64;
    return digits.length() <= maxDigits
        ? digits
        : digits.substring(0, maxDigits) + "... (" + digits.length() / 2 + " bytes)";
  }

  private static List<String> describeTrack(TrackView trackView, SongView songView) {
    TimeMap time = songView.timeMap(trackView);
    List<String> lines = new ArrayList<>();
    lines.add(SongMapQuery.describeTrack(trackView));
    if (!trackView.items().isEmpty()) {
      lines.add(
          "from "
              + time.format(trackView.items().get(0).tick())
              + " to "
              + time.format(trackView.endTick()));
    }
    SongStatsQuery.counts(trackView.items())
        .forEach((kind, count) -> lines.add(kind + ": " + count));
    return lines;
  }

  static QueryResult find(ParsedOperation query, SongView songView) {
    String text = query.words().get(0);
    if (text.isEmpty()) {
      return QueryResult.refused("find needs a text", "find \"verse\"");
    }
    String lowerCaseText = text.toLowerCase(java.util.Locale.ROOT);
    List<String> lines = new ArrayList<>();
    for (TrackView trackView : songView.tracks()) {
      TimeMap time = songView.timeMap(trackView);
      for (TrackItem.MessageItem message : trackView.messages(ItemQueries::hasSearchableText)) {
        if (searchableText(message).toLowerCase(java.util.Locale.ROOT).contains(lowerCaseText)) {
          lines.add(trackView.describe() + ": " + describe(message, time));
        }
      }
    }
    if (lines.isEmpty()) {
      lines.add("nothing holds " + SongTexts.display(text));
    }
    return QueryResult.lines(lines);
  }

  private static boolean hasSearchableText(dev.fcp.midi.song.Message message) {
    return MessageText.isText(message) || MessageText.isProgram(message);
  }

  private static String searchableText(TrackItem.MessageItem message) {
    return MessageText.isText(message.message())
        ? message.message().text()
        : MessageText.describe(message.message());
  }
}
