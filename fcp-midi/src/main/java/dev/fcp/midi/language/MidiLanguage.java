package dev.fcp.midi.language;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.SongDomain;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.verbs.CardSection;
import dev.fcp.verbs.Creation;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.EntityName;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.Verb;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * How people and agents speak to songs. Bars, beats, channels and programs are counted from 1,
 * ticks from 0; middle C is {@code C4}, pitch 60.
 *
 * <p>Safe for use by any number of threads.
 */
public final class MidiLanguage
    implements DomainLanguage<EntityModel<SongKey, SongEntity>, SongEvent> {

  private final SongDomain domain = new SongDomain();

  /** The language. */
  public MidiLanguage() {}

  @Override
  public Domain<EntityModel<SongKey, SongEntity>, SongEvent> domain() {
    return domain;
  }

  @Override
  public List<Verb<EntityModel<SongKey, SongEntity>, SongEvent>> verbs() {
    return List.of(
        verb(NoteVerbs.NOTE, NoteVerbs::note),
        verb(RemoveVerb.FORM, RemoveVerb::remove),
        verb(ChangeVerbs.MOVE, ChangeVerbs::move),
        verb(ChangeVerbs.TRANSPOSE, ChangeVerbs::transpose),
        verb(ChangeVerbs.VELOCITY, ChangeVerbs::velocity),
        verb(ChangeVerbs.LENGTH, ChangeVerbs::length),
        verb(TrackVerbs.ADD, TrackVerbs::add),
        verb(TrackVerbs.REMOVE, TrackVerbs::remove),
        verb(TrackVerbs.RENAME, TrackVerbs::rename),
        verb(TrackVerbs.MUTE, TrackVerbs::mute),
        verb(TrackVerbs.SOLO, TrackVerbs::solo),
        verb(TrackVerbs.TITLE, TrackVerbs::title),
        verb(Programs.FORM, Programs::program),
        verb(ControlVerbs.CC, ControlVerbs::cc),
        verb(ControlVerbs.BEND, ControlVerbs::bend),
        verb(TimeVerbs.TEMPO, TimeVerbs::tempo),
        verb(TimeVerbs.TIME_SIG, TimeVerbs::timeSignature),
        verb(TimeVerbs.KEY_SIG, TimeVerbs::keySignature),
        verb(TimeVerbs.MARKER, TimeVerbs::marker));
  }

  @Override
  public List<Query<EntityModel<SongKey, SongEntity>>> queries() {
    return List.of(
        query(MapQuery.MAP, MapQuery::map),
        query(MapQuery.TRACKS, MapQuery::tracks),
        query(EventsQuery.EVENTS, EventsQuery::events),
        query(StatsQuery.FORM, StatsQuery::answer),
        query(EventsQuery.DESCRIBE, EventsQuery::describe),
        query(EventsQuery.FIND, EventsQuery::find),
        query(PianoRollQuery.FORM, PianoRollQuery::answer));
  }

  private Verb<EntityModel<SongKey, SongEntity>, SongEvent> verb(
      Form form, BiFunction<ParsedOp, Edit, ResultLine> action) {
    return Verb.doing(form, (op, context) -> action.apply(op, new Edit(domain, context)));
  }

  private static Query<EntityModel<SongKey, SongEntity>> query(
      Form form, BiFunction<ParsedOp, Score, QueryResult> answer) {
    return Query.of(form, (query, context) -> answer.apply(query, Score.of(context.model())));
  }

  @Override
  public Optional<String> title(EntityModel<SongKey, SongEntity> model) {
    return Score.of(model).title();
  }

  @Override
  public String digestLine(Digest digest) {
    return "hash:" + digest.shortHex() + " " + digest.summary();
  }

  @Override
  public List<ResultLine> changes(List<SongEvent> events, EntityModel<SongKey, SongEntity> before) {
    EntityModel<SongKey, SongEntity> after = before;
    Set<SongKey> keys = new LinkedHashSet<>();
    for (SongEvent event : events) {
      after = domain.replay(event, after);
      keys.add(event.key());
    }
    return new ChangeWords(before, after).lines(keys);
  }

  @Override
  public List<EntityName> names(EntityModel<SongKey, SongEntity> model) {
    return new EntityWords(model).all();
  }

  @Override
  public List<EntityName> namesIn(SongEvent event) {
    return new EntityWords(domain.empty()).of(event.key());
  }

  @Override
  public Set<EntityRef> alike(
      String text, EntityModel<SongKey, SongEntity> model, List<SongEvent> events) {
    return new NoteNames(model, events).meant(text);
  }

  @Override
  public List<Param<?>> creationParams() {
    return NewSong.PARAMS;
  }

  @Override
  public Creation<EntityModel<SongKey, SongEntity>> create(
      Optional<String> title, ParsedOp action) {
    try {
      return new Creation.Created<>(NewSong.of(title, action));
    } catch (NotDone notDone) {
      return new Creation.Refused<>(notDone.refusal());
    }
  }

  @Override
  public List<CardSection> vocabulary(EntityModel<SongKey, SongEntity> model) {
    return List.of(
        new CardSection(
            "positions, lengths, pitches",
            List.of(
                "POS: 3 (bar), 3.2 (beat), 3.2.120 (ticks in the beat), t:960 (ticks from the start)",
                "LENGTH: whole, half, quarter, eighth, 16th, 32nd, 64th (w, h, q, e, s); dotted-,"
                    + " double-dotted-, triplet-; 3/8; 2beats, 1bar, t:120; joined by +",
                "PITCH: C4 is middle C and 60; F#3, Bb5, 0 to 127; on channel 10 a drum",
                "velocities: 1 to 127, " + Loudness.shown())),
        new CardSection(
            "how selectors combine",
            List.of(
                "selectors of one type widen each other, those of several types narrow each other",
                "a range includes both ends as exactly as they are written; 3- is up to the end")),
        new CardSection("controllers", List.of(String.join(", ", Controller.lines()))),
        new CardSection("drums", List.of(String.join(", ", Percussion.words()))),
        new CardSection("instruments", GeneralMidi.lines()));
  }
}
