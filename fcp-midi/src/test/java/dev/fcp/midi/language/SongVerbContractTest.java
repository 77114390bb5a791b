package dev.fcp.midi.language;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.spec.verbs.DocumentUnderTest;
import dev.fcp.spec.verbs.VerbContract;
import java.util.List;
import java.util.Set;

class SongVerbContractTest extends VerbContract<EntityModel<SongKey, SongEntity>, SongEvent> {

  @Override
  protected DocumentUnderTest<EntityModel<SongKey, SongEntity>, SongEvent> document() {
    return SongUnderTest.waltz();
  }

  @Override
  protected List<SuccessExample> done() {
    return SongVerbExamples.all();
  }

  @Override
  protected List<RefusalExample> refused() {
    return SongRefusalExamples.all();
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

  /** {@link SongVerbsTest} tests both. */
  @Override
  protected Set<Class<? extends SongEvent>> eventTypesWithoutVerb() {
    return Set.of(SongEvent.DocumentModified.class, SongEvent.TrackModified.class);
  }

  @Override
  protected List<Scenario<EntityModel<SongKey, SongEntity>, SongEvent>> scenarios() {
    return List.of(new Scenario<>(SongUnderTest.format0Song(), List.of("track add More")));
  }
}
