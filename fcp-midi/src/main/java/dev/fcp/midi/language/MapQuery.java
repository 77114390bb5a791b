package dev.fcp.midi.language;

import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Note;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;

/** What a song is made of: its length, its tempi, signatures and markers, and its tracks. */
final class MapQuery {

  static final Form MAP =
      Form.of("map", "queries", "shows bars, tempi, signatures, markers and tracks");

  static final Form TRACKS =
      Form.of("tracks", "queries", "shows the tracks with channels, programs and ranges");

  private static final List<MessageKind> OF_TIME =
      List.of(
          MessageKind.TEMPO,
          MessageKind.TIME_SIGNATURE,
          MessageKind.KEY_SIGNATURE,
          MessageKind.MARKER);

  private MapQuery() {}

  static QueryResult map(ParsedOp query, Score score) {
    List<String> lines = new ArrayList<>();
    lines.add(head(score));
    if (score.isSeparate()) {
      for (Part part : score.parts()) {
        lines.add(told(part));
        addTime(lines, "  ", List.of(part), score.time(part));
      }
    } else {
      addTime(lines, "", score.parts(), score.time());
      score.parts().forEach(part -> lines.add(told(part)));
    }
    if (score.chunkCount() > 0) {
      lines.add(Phrases.counted(score.chunkCount(), "chunk", "chunks") + " of other kinds");
    }
    return QueryResult.lines(lines);
  }

  static QueryResult tracks(ParsedOp query, Score score) {
    return score.parts().isEmpty()
        ? QueryResult.lines("there is no track")
        : QueryResult.lines(score.parts().stream().map(MapQuery::told).toList());
  }

  private static String head(Score score) {
    TimeMap time = score.time();
    int end = score.endTick();
    String title = score.title().map(text -> " " + Texts.shown(text)).orElse("");
    String bars =
        !time.hasBars() || score.isSeparate()
            ? Phrases.counted(end, "tick", "ticks")
            : Phrases.counted(end == 0 ? 0 : time.barAt(end - 1L) + 1, "bar", "bars");
    String seconds = score.isSeparate() ? "" : Clock.of(score).shown(end);
    return "song"
        + title
        + ", format "
        + score.header().format()
        + ", "
        + score.header().division()
        + ", "
        + bars
        + seconds;
  }

  private static void addTime(List<String> lines, String indent, List<Part> parts, TimeMap time) {
    for (MessageKind kind : OF_TIME) {
      List<Item.Sign> signs = new ArrayList<>();
      parts.forEach(part -> signs.addAll(part.signs(kind)));
      signs.sort(Comparator.comparingInt(Item::tick));
      for (Item.Sign sign : signs) {
        lines.add(indent + Signs.told(sign.message()) + " at " + time.shown(sign.tick()));
      }
    }
  }

  /** A track with what a player of it has to know. */
  static String told(Part part) {
    StringBuilder line = new StringBuilder("track");
    part.name().ifPresent(name -> line.append(' ').append(Texts.shown(name)));
    line.append(' ').append(part.tag());
    if (!part.channels().isEmpty()) {
      line.append(part.channels().size() == 1 ? ", channel " : ", channels ");
      line.append(Channels.shown(part.channels()));
    }
    for (Map.Entry<Integer, Integer> program : part.programs().entrySet()) {
      line.append(", program ").append(GeneralMidi.shown(program.getKey(), program.getValue()));
    }
    line.append(", ").append(Texts.notes(part.sounds().size())).append(range(part));
    for (Signs.Flag flag : Signs.Flag.values()) {
      line.append(part.signs(flag.message()::equals).isEmpty() ? "" : ", " + flag.word());
    }
    return line.toString();
  }

  private static String range(Part part) {
    IntSummaryStatistics pitches =
        part.sounds().stream()
            .map(Item.Sound::note)
            .filter(note -> note.channel() != Percussion.CHANNEL)
            .mapToInt(Note::pitch)
            .summaryStatistics();
    return pitches.getCount() == 0
        ? ""
        : " " + Pitch.name(pitches.getMin()) + " to " + Pitch.name(pitches.getMax());
  }
}
