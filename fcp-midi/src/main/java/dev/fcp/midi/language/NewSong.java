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
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Positional;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A song before its first step: one track, which holds title, tempo and signatures. */
final class NewSong {

  private static final int MOST_TICKS = 32_767;

  /** The ticks of a quarter note; {@value #USUAL_TICKS} unless said otherwise. */
  private static final Param<Integer> TICKS = Param.whole("ticks", "1-32767", 1, MOST_TICKS);

  private static final int USUAL_TICKS = 480;

  static final List<Param<?>> PARAMS =
      List.of(TimeVerbs.NEW_TEMPO, TimeVerbs.NEW_TIME, TimeVerbs.NEW_KEY, TICKS);

  private static final String TRACK = "t1";

  private NewSong() {}

  private static ParsedOp titled(ParsedOp action, String title) {
    return action.withPositionals(List.of(new Positional(title, Positional.Kind.QUOTED)));
  }

  static EntityModel<SongKey, SongEntity> of(Optional<String> title, ParsedOp action) {
    List<TimedMessage> messages = new ArrayList<>();
    title
        .map(text ->
            Message.trackName(Texts.written("the title", text, better -> titled(action, better))))
        .ifPresent(name -> messages.add(new TimedMessage(0, name)));
    TimeVerbs.NEW_TEMPO
        .of(action)
        .map(Tempo::message)
        .ifPresent(tempo -> messages.add(new TimedMessage(0, tempo)));
    TimeVerbs.NEW_TIME
        .of(action)
        .map(TimeSignature::message)
        .ifPresent(time -> messages.add(new TimedMessage(0, time)));
    TimeVerbs.NEW_KEY
        .of(action)
        .map(KeySignature::message)
        .ifPresent(key -> messages.add(new TimedMessage(0, key)));
    Division division = Division.metrical(TICKS.of(action).orElse(USUAL_TICKS));
    List<Map.Entry<SongKey, SongEntity>> entities = new ArrayList<>();
    entities.add(Map.entry(SongKey.header(), SongHeader.NEW.withDivision(division)));
    entities.add(Map.entry(SongKey.track(TRACK), Track.at(OrderKey.atLoading(0))));
    entities.addAll(TrackMessages.entities(TRACK, messages));
    return SongDomain.song(entities);
  }
}
