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
import dev.fcp.verbs.CreateResult;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.EntityName;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.Verb;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * The operation language of songs. Bars, beats, channels and programs are counted from 1, ticks
 * from 0; middle C is {@code C4}, pitch 60.
 *
 * <p>Thread-safe.
 */
public final class MidiLanguage
    implements DomainLanguage<EntityModel<SongKey, SongEntity>, SongEvent> {

  private final SongDomain domain = new SongDomain();

  /** Creates the language. */
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
        verb(NoteChangeVerbs.MOVE, NoteChangeVerbs::move),
        verb(NoteChangeVerbs.TRANSPOSE, NoteChangeVerbs::transpose),
        verb(NoteChangeVerbs.VELOCITY, NoteChangeVerbs::velocity),
        verb(NoteChangeVerbs.LENGTH, NoteChangeVerbs::length),
        verb(TrackVerbs.ADD, TrackVerbs::add),
        verb(TrackVerbs.REMOVE, TrackVerbs::remove),
        verb(TrackVerbs.RENAME, TrackVerbs::rename),
        verb(TrackVerbs.MUTE, TrackVerbs::mute),
        verb(TrackVerbs.SOLO, TrackVerbs::solo),
        verb(TrackVerbs.TITLE, TrackVerbs::title),
        verb(ProgramVerb.FORM, ProgramVerb::program),
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
        query(SongMapQuery.MAP, SongMapQuery::map),
        query(SongMapQuery.TRACKS, SongMapQuery::tracks),
        query(ItemQueries.EVENTS, ItemQueries::events),
        query(SongStatsQuery.FORM, SongStatsQuery::answer),
        query(ItemQueries.DESCRIBE, ItemQueries::describe),
        query(ItemQueries.FIND, ItemQueries::find),
        query(PianoRollQuery.FORM, PianoRollQuery::answer));
  }

  private Verb<EntityModel<SongKey, SongEntity>, SongEvent> verb(
      Form form, BiFunction<ParsedOperation, SongEdit, ResultLine> action) {
    return Verb.returningLine(
        form, (op, context) -> action.apply(op, new SongEdit(domain, context)));
  }

  private static Query<EntityModel<SongKey, SongEntity>> query(
      Form form, BiFunction<ParsedOperation, SongView, QueryResult> answer) {
    return Query.of(form, (query, context) -> answer.apply(query, SongView.of(context.model())));
  }

  @Override
  public Optional<String> title(EntityModel<SongKey, SongEntity> model) {
    return SongView.of(model).title();
  }

  @Override
  public String digestLine(Digest digest) {
    return "hash:" + digest.shortHex() + " " + digest.summary();
  }

  @Override
  public List<ResultLine> describeChanges(
      List<SongEvent> events,
      EntityModel<SongKey, SongEntity> before,
      EntityModel<SongKey, SongEntity> after) {
    List<SongKey> keys = events.stream().map(event -> event.change().key()).distinct().toList();
    return new SongChangeDescriber(before, after).describe(keys);
  }

  @Override
  public List<EntityName> entityNames(EntityModel<SongKey, SongEntity> model) {
    return new SongEntityNames(model).all();
  }

  @Override
  public List<EntityName> entityNamesIn(SongEvent event) {
    return new SongEntityNames(domain.empty()).namesOf(event.change().key());
  }

  @Override
  public Set<EntityRef> entityGroup(
      String text, EntityModel<SongKey, SongEntity> model, List<SongEvent> events) {
    return new NoteDescriptionMatcher(model, events).match(text);
  }

  @Override
  public List<Param<?>> creationParams() {
    return NewSong.PARAMS;
  }

  @Override
  public CreateResult<EntityModel<SongKey, SongEntity>> create(
      Optional<String> title, ParsedOperation action) {
    try {
      return new CreateResult.Created<>(NewSong.of(title, action));
    } catch (OperationRefusedException e) {
      return new CreateResult.Refused<>(e.refusal());
    }
  }

  @Override
  public List<CardSection> cardSections(EntityModel<SongKey, SongEntity> model) {
    return List.of(
        new CardSection(
            "positions, lengths, pitches",
            List.of(
                "POS: 3 (bar), 3.2 (beat), 3.2.120 (ticks in the beat), t:960 (ticks from the"
                    + " start)",
                "LENGTH: whole, half, quarter, eighth, 16th, 32nd, 64th (w, h, q, e, s); dotted-,"
                    + " double-dotted-, triplet-; 3/8; 2beats, 1bar, t:120; joined by +",
                "PITCH: C4 is middle C and 60; F#3, Bb5, 0 to 127; on channel 10 a drum",
                "velocities: 1 to 127, " + Velocity.cardText())),
        new CardSection(
            "how selectors combine",
            List.of(
                "selectors of one type widen each other, those of several types narrow each other",
                "a range includes both ends as exactly as they are written; 3- is up to the end")),
        new CardSection("controllers", List.of(String.join(", ", Controller.cardLines()))),
        new CardSection("drums", List.of(String.join(", ", Drum.keywords()))),
        new CardSection("instruments", GeneralMidi.cardLines()));
  }
}
