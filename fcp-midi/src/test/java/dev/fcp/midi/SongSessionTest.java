package dev.fcp.midi;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.session.SessionContract;
import java.util.Map;

/** Runs random programs on sessions of songs. */
class SongSessionTest extends SessionContract<EntityModel<SongKey, SongEntity>, SongEvent> {

  private static final SongDomain DOMAIN = new SongDomain();

  SongSessionTest() {
    super(true);
  }

  @Override
  protected Domain<EntityModel<SongKey, SongEntity>, SongEvent> domain() {
    return DOMAIN;
  }

  @Override
  protected Generator<EntityModel<SongKey, SongEntity>> models() {
    return SongGenerator.models();
  }

  @Override
  protected Generator<SongEvent> events(EntityModel<SongKey, SongEntity> song) {
    return SongEventGenerator.events(song);
  }

  /** Generates changes of the velocity of the first note. */
  @Override
  protected Generator<SongEvent> mergeableEvents(EntityModel<SongKey, SongEntity> song) {
    for (Map.Entry<SongKey, SongEntity> entry : song.entities()) {
      if (entry.getValue() instanceof Note note) {
        return choices ->
            DOMAIN
                .between(entry.getKey(), note, note.withVelocity(60 + choices.upTo(3)))
                .orElseGet(() -> SongEventGenerator.events(song).generate(choices));
      }
    }
    return SongEventGenerator.events(song);
  }
}
