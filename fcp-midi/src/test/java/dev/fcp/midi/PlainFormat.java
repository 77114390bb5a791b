package dev.fcp.midi;

import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import java.util.List;
import java.util.Optional;

/** Songs as snapshots, so that the laws of events are tried without any file of the world. */
final class PlainFormat implements DocumentFormat<EntityModel<SongKey, SongEntity>> {

  static final SongDomain DOMAIN = new SongDomain(new PlainFormat());

  private static ModelCodec<EntityModel<SongKey, SongEntity>> codec() {
    return DOMAIN.modelCodec();
  }

  @Override
  public List<String> extensions() {
    return List.of("plain");
  }

  @Override
  public ReadResult<EntityModel<SongKey, SongEntity>> read(byte[] bytes) {
    try {
      return new ReadResult.Readable<>(codec().decode(bytes), Source.of(bytes));
    } catch (MalformedValueException e) {
      return new ReadResult.Unreadable<>(0, e.toString(), Optional.empty());
    }
  }

  @Override
  public byte[] write(EntityModel<SongKey, SongEntity> song, List<Source> sources) {
    for (Source source : sources) {
      if (read(source.bytes()) instanceof ReadResult.Readable<EntityModel<SongKey, SongEntity>> same
          && same.model().equals(song)) {
        return source.bytes();
      }
    }
    return codec().encode(song);
  }
}
