package dev.fcp.midi.language;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.spec.verbs.Desk;
import dev.fcp.spec.verbs.VerbContract;
import java.util.List;
import java.util.Set;

class VerbContractTest extends VerbContract<EntityModel<SongKey, SongEntity>, SongEvent> {

  @Override
  protected Desk<EntityModel<SongKey, SongEntity>, SongEvent> desk() {
    return SongDesk.atWaltz();
  }

  @Override
  protected List<Done> done() {
    return VerbExamples.all();
  }

  @Override
  protected List<Refused> refused() {
    return RefusalExamples.all();
  }

  @Override
  protected List<String> questions() {
    return List.of(
        "map",
        "tracks",
        "events Piano @range:1",
        "stats",
        "describe Drums",
        "describe #n0.50 @track:Piano",
        "find walt",
        "piano-roll Piano grid:eighth @pitch:C3-C6");
  }

  @Override
  protected Class<SongEvent> events() {
    return SongEvent.class;
  }

  /** {@link VerbsTest} shows both. */
  @Override
  protected Set<Class<? extends SongEvent>> withoutVerb() {
    return Set.of(SongEvent.DocumentModified.class, SongEvent.TrackModified.class);
  }

  @Override
  protected List<Scene<EntityModel<SongKey, SongEntity>, SongEvent>> scenes() {
    return List.of(new Scene<>(SongDesk.atFormat0(), List.of("track add More")));
  }
}
