package dev.fcp.midi.smf;

import com.google.common.collect.ImmutableList;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Repaired;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.Moment;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;

/**
 * MIDI files: Standard MIDI Files of formats 0, 1 and 2, plain or wrapped in RIFF.
 *
 * <p>What a file says is the song, down to bytes behind the end of a track. How it says so belongs
 * to the source: running status, deltas and lengths that are longer than they need to be, the
 * padding and the size of a wrapper. A track that did not change is written in its own bytes; of a
 * changed track each message is, as far as its text still says the same.
 *
 * <p>It keeps the last few files that it read as long as memory allows, and the songs made of them.
 *
 * <p>Safe for use by any number of threads.
 */
public final class SongFormat implements DocumentFormat<EntityModel<SongKey, SongEntity>> {

  private final SmfLimits limits;
  private final Function<Iterable<Map.Entry<SongKey, SongEntity>>, EntityModel<SongKey, SongEntity>>
      assemble;
  private final ReadSongs songs = new ReadSongs();

  /**
   * A format for songs.
   *
   * @param limits what a file may ask
   * @param assemble makes a song of entities: the header, then each track with its messages, and
   *     chunks
   * @throws IllegalArgumentException if the limits allow ticks that no song has
   */
  public SongFormat(
      SmfLimits limits,
      Function<Iterable<Map.Entry<SongKey, SongEntity>>, EntityModel<SongKey, SongEntity>>
          assemble) {
    if (limits.lastTick() > Moment.LAST_TICK) {
      throw new IllegalArgumentException(
          "lastTick: %d, a song ends at %d".formatted(limits.lastTick(), Moment.LAST_TICK));
    }
    this.limits = limits;
    this.assemble = assemble;
  }

  @Override
  public List<String> extensions() {
    return ImmutableList.of("mid", "midi", "kar", "rmi", "smf");
  }

  @Override
  public ReadResult<EntityModel<SongKey, SongEntity>> read(byte[] bytes) {
    return switch (SmfFile.read(bytes, limits)) {
      case SmfReading.Intact(var file) -> readable(file, Source.of(bytes));
      case SmfReading.Refused(var offsetBytes, var reason) ->
          new ReadResult.Unreadable<>(
              offsetBytes,
              reason,
              Salvage.of(bytes, limits).map(readable -> "open PATH repair:yes"));
    };
  }

  private ReadResult<EntityModel<SongKey, SongEntity>> readable(SmfFile file, Source source) {
    EntityModel<SongKey, SongEntity> song = song(file.content());
    songs.put(source, file, song);
    return new ReadResult.Readable<>(song, source);
  }

  @Override
  public Optional<Repaired<EntityModel<SongKey, SongEntity>>> repair(byte[] bytes) {
    return Salvage.of(bytes, limits)
        .map(readable ->
            new Repaired<>(
                song(readable.content()),
                readable.findings().stream().map(Salvage.Finding::toString).toList()));
  }

  private EntityModel<SongKey, SongEntity> song(SmfContent content) {
    return assemble.apply(SongOfFile.entities(content));
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if no file can hold the song, or none within the limits; the
   *     message says why
   */
  @Override
  public byte[] write(EntityModel<SongKey, SongEntity> song, List<Source> sources) {
    SmfContent content = FileOfSong.content(song, songs.unchanged(song, sources), limits);
    byte[] bytes = SmfFile.write(content, () -> new Versions(sources.iterator()));
    if (bytes.length > limits.fileBytes()) {
      throw new IllegalArgumentException(
          "a file of %d bytes, more than the limit of %d"
              .formatted(bytes.length, limits.fileBytes()));
    }
    songs.wrote(bytes);
    return bytes;
  }

  /** The sources that can be read, read when they are asked for. */
  private final class Versions implements Iterator<SmfFile> {

    private final Iterator<Source> sources;
    private final List<SmfFile> next = new ArrayList<>(1);

    Versions(Iterator<Source> sources) {
      this.sources = sources;
    }

    @Override
    public boolean hasNext() {
      while (next.isEmpty() && sources.hasNext()) {
        try {
          next.add(songs.read(sources.next(), limits));
        } catch (Damage unreadable) {
          // A version that cannot be read has no parts to offer.
        }
      }
      return !next.isEmpty();
    }

    @Override
    public SmfFile next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return next.remove(0);
    }
  }
}
