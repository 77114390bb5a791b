package dev.fcp.midi.language;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.SongDomain;
import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.KeySignature;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Tempo;
import dev.fcp.midi.song.TimeSignature;
import dev.fcp.midi.song.TimedMessage;
import dev.fcp.midi.song.Track;
import dev.fcp.midi.song.TrackMessages;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates new songs: one track, which contains title, tempo and signatures. */
final class NewSong {

  private static final int MAX_TICKS = 32_767;

  /** The ticks per quarter note; {@value #DEFAULT_TICKS} by default. */
  private static final Param<Integer> TICKS = Param.integer("ticks", "1-32767", 1, MAX_TICKS);

  private static final int DEFAULT_TICKS = 480;

  static final List<Param<?>> PARAMS =
      List.of(TimeVerbs.TEMPO_PARAM, TimeVerbs.TIME_SIG_PARAM, TimeVerbs.KEY_SIG_PARAM, TICKS);

  private static final String TRACK_ID = "t1";

  private NewSong() {}

  private static ParsedOperation withTitleArgument(ParsedOperation action, String title) {
    return action.withPositionals(List.of(new Positional(title, Positional.Kind.QUOTED)));
  }

  static EntityModel<SongKey, SongEntity> of(Optional<String> title, ParsedOperation action) {
    List<TimedMessage> messages = new ArrayList<>();
    title
        .map(text ->
            Message.trackName(
                SongTexts.requireWritable(
                    "the title", text, replacement -> withTitleArgument(action, replacement))))
        .ifPresent(name -> messages.add(new TimedMessage(0, name)));
    TimeVerbs.TEMPO_PARAM
        .valueIn(action)
        .map(Tempo::message)
        .ifPresent(tempo -> messages.add(new TimedMessage(0, tempo)));
    TimeVerbs.TIME_SIG_PARAM
        .valueIn(action)
        .map(TimeSignature::message)
        .ifPresent(time -> messages.add(new TimedMessage(0, time)));
    TimeVerbs.KEY_SIG_PARAM
        .valueIn(action)
        .map(KeySignature::message)
        .ifPresent(key -> messages.add(new TimedMessage(0, key)));
    Division division = Division.metrical(TICKS.valueIn(action).orElse(DEFAULT_TICKS));
    List<Map.Entry<SongKey, SongEntity>> entities = new ArrayList<>();
    entities.add(Map.entry(SongKey.header(), SongHeader.NEW.withDivision(division)));
    entities.add(Map.entry(SongKey.track(TRACK_ID), Track.empty(OrderKey.initial(0))));
    entities.addAll(TrackMessages.entities(TRACK_ID, messages));
    return SongDomain.song(entities);
  }
}
