package dev.fcp.midi;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.spec.document.DocumentProgramsContract;
import dev.fcp.spec.generator.Generator;

class SongDocumentProgramsTest
    extends DocumentProgramsContract<EntityModel<SongKey, SongEntity>, SongEvent> {

  @Override
  protected Domain<EntityModel<SongKey, SongEntity>, SongEvent> domain() {
    return new SongDomain();
  }

  @Override
  protected Generator<EntityModel<SongKey, SongEntity>> models() {
    return SongGenerator.models();
  }

  @Override
  protected Generator<SongEvent> events(EntityModel<SongKey, SongEntity> song) {
    return SongEventGenerator.events(song);
  }
}
