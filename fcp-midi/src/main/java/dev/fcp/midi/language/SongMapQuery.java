package dev.fcp.midi.language;

import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Note;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;

/**
 * The queries {@code map} and {@code tracks}, which show the length, tempi, signatures, markers and
 * tracks of a song.
 */
final class SongMapQuery {

  static final Form MAP =
      Form.of("map", "queries", "shows bars, tempi, signatures, markers and tracks");

  static final Form TRACKS =
      Form.of("tracks", "queries", "shows the tracks with channels, programs and ranges");

  private static final List<MessageKind> TIME_KINDS =
      List.of(
          MessageKind.TEMPO,
          MessageKind.TIME_SIGNATURE,
          MessageKind.KEY_SIGNATURE,
          MessageKind.MARKER);

  private SongMapQuery() {}

  static QueryResult map(ParsedOperation query, SongView songView) {
    List<String> lines = new ArrayList<>();
    lines.add(headline(songView));
    if (songView.hasSeparateSongs()) {
      for (TrackView trackView : songView.tracks()) {
        lines.add(describeTrack(trackView));
        addTimeLines(lines, "  ", List.of(trackView), songView.timeMap(trackView));
      }
    } else {
      addTimeLines(lines, "", songView.tracks(), songView.timeMap());
      songView.tracks().forEach(trackView -> lines.add(describeTrack(trackView)));
    }
    if (songView.chunkCount() > 0) {
      lines.add(Phrases.count(songView.chunkCount(), "chunk", "chunks") + " of other kinds");
    }
    return QueryResult.lines(lines);
  }

  static QueryResult tracks(ParsedOperation query, SongView songView) {
    return songView.tracks().isEmpty()
        ? QueryResult.lines("there is no track")
        : QueryResult.lines(songView.tracks().stream().map(SongMapQuery::describeTrack).toList());
  }

  private static String headline(SongView songView) {
    TimeMap time = songView.timeMap();
    int end = songView.endTick();
    String title = songView.title().map(text -> " " + SongTexts.display(text)).orElse("");
    String bars =
        !time.hasBars() || songView.hasSeparateSongs()
            ? Phrases.count(end, "tick", "ticks")
            : Phrases.count(end == 0 ? 0 : time.barAt(end - 1L) + 1, "bar", "bars");
    String seconds = songView.hasSeparateSongs() ? "" : PlaybackTime.of(songView).format(end);
    return "song"
        + title
        + ", format "
        + songView.header().format()
        + ", "
        + songView.header().division()
        + ", "
        + bars
        + seconds;
  }

  private static void addTimeLines(
      List<String> lines, String indent, List<TrackView> parts, TimeMap time) {
    for (MessageKind kind : TIME_KINDS) {
      List<TrackItem.MessageItem> messages = new ArrayList<>();
      parts.forEach(trackView -> messages.addAll(trackView.messages(kind)));
      messages.sort(Comparator.comparingInt(TrackItem::tick));
      for (TrackItem.MessageItem message : messages) {
        lines.add(
            indent
                + MessageText.describe(message.message())
                + " at "
                + time.format(message.tick()));
      }
    }
  }

  /** Describes a track with its channels, programs, notes and flags. */
  static String describeTrack(TrackView trackView) {
    StringBuilder text = new StringBuilder("track");
    trackView.name().ifPresent(name -> text.append(' ').append(SongTexts.display(name)));
    text.append(' ').append(trackView.tag());
    if (!trackView.channels().isEmpty()) {
      text.append(trackView.channels().size() == 1 ? ", channel " : ", channels ");
      text.append(ChannelResolver.format(trackView.channels()));
    }
    for (Map.Entry<Integer, Integer> program : trackView.programs().entrySet()) {
      text.append(", program ").append(GeneralMidi.describe(program.getKey(), program.getValue()));
    }
    text.append(", ")
        .append(SongTexts.noteCount(trackView.notes().size()))
        .append(pitchRange(trackView));
    for (MessageText.TrackFlag flag : MessageText.TrackFlag.values()) {
      text.append(
          trackView.messages(flag.message()::equals).isEmpty() ? "" : ", " + flag.keyword());
    }
    return text.toString();
  }

  private static String pitchRange(TrackView trackView) {
    IntSummaryStatistics pitches =
        trackView.notes().stream()
            .map(TrackItem.NoteItem::note)
            .filter(note -> note.channel() != Drum.CHANNEL)
            .mapToInt(Note::pitch)
            .summaryStatistics();
    return pitches.getCount() == 0
        ? ""
        : " " + Pitch.name(pitches.getMin()) + " to " + Pitch.name(pitches.getMax());
  }
}
