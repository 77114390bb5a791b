package dev.fcp.midi.smf;

import com.google.common.collect.ImmutableList;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.DocumentFormat.RepairedModel;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.MessagePosition;
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
 * The file format of songs: Standard MIDI Files of formats 0, 1 and 2, plain or wrapped in RIFF.
 *
 * <p>The content of a file, including bytes after the end of a track, is the song. Its encoding is
 * kept in the source only: running status, delta times and lengths with more bytes than necessary,
 * the padding and the size of a wrapper. An unchanged track is written with its original bytes; in
 * a changed track, each message keeps its original bytes as far as they still have the same
 * meaning.
 *
 * <p>The most recently read files and their songs are cached in soft references.
 *
 * <p>Thread-safe.
 */
public final class SongFormat implements DocumentFormat<EntityModel<SongKey, SongEntity>> {

  private final SmfLimits limits;
  private final Function<Iterable<Map.Entry<SongKey, SongEntity>>, EntityModel<SongKey, SongEntity>>
      modelFactory;
  private final ParsedSongCache cache = new ParsedSongCache();

  /**
   * Creates a format for songs.
   *
   * @param limits the limits for files
   * @param modelFactory creates a song from entities: the header, then each track with its
   *     messages, and other chunks
   * @throws IllegalArgumentException if the limits allow ticks that a song cannot have
   */
  public SongFormat(
      SmfLimits limits,
      Function<Iterable<Map.Entry<SongKey, SongEntity>>, EntityModel<SongKey, SongEntity>>
          modelFactory) {
    if (limits.lastTick() > MessagePosition.MAX_TICK) {
      throw new IllegalArgumentException(
          "lastTick: %d, a song ends at %d".formatted(limits.lastTick(), MessagePosition.MAX_TICK));
    }
    this.limits = limits;
    this.modelFactory = modelFactory;
  }

  @Override
  public List<String> extensions() {
    return ImmutableList.of("mid", "midi", "kar", "rmi", "smf");
  }

  @Override
  public ReadResult<EntityModel<SongKey, SongEntity>> read(byte[] bytes) {
    return switch (SmfFile.read(bytes, limits)) {
      case SmfReadResult.Success(var file) -> readable(file, Source.of(bytes));
      case SmfReadResult.Refused(var offsetBytes, var reason) ->
          new ReadResult.Unreadable<>(
              offsetBytes,
              reason,
              SalvageResult.of(bytes, limits).map(salvaged -> "open PATH repair:yes"));
    };
  }

  private ReadResult<EntityModel<SongKey, SongEntity>> readable(SmfFile file, Source source) {
    EntityModel<SongKey, SongEntity> song = toSong(file.content());
    cache.put(source, file, song);
    return new ReadResult.Readable<>(song, source);
  }

  @Override
  public Optional<RepairedModel<EntityModel<SongKey, SongEntity>>> repair(byte[] bytes) {
    return SalvageResult.of(bytes, limits)
        .map(salvaged ->
            new RepairedModel<>(
                toSong(salvaged.content()),
                salvaged.findings().stream().map(SalvageResult.Finding::toString).toList()));
  }

  private EntityModel<SongKey, SongEntity> toSong(SmfContent content) {
    return modelFactory.apply(SongDecoder.decode(content));
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if a file within the limits cannot represent the song; the
   *     message names the reason
   */
  @Override
  public byte[] write(EntityModel<SongKey, SongEntity> song, List<Source> sources) {
    SmfContent content = SongEncoder.encode(song, cache.unchangedTracks(song, sources), limits);
    byte[] bytes = SmfFile.write(content, () -> new ParsedVersions(sources.iterator()));
    if (bytes.length > limits.fileBytes()) {
      throw new IllegalArgumentException(
          "a file of %d bytes, more than the limit of %d"
              .formatted(bytes.length, limits.fileBytes()));
    }
    cache.expectReadBack(bytes);
    return bytes;
  }

  /** The readable sources, parsed lazily. */
  private final class ParsedVersions implements Iterator<SmfFile> {

    private final Iterator<Source> sources;
    private final List<SmfFile> parsed = new ArrayList<>(1);

    ParsedVersions(Iterator<Source> sources) {
      this.sources = sources;
    }

    @Override
    public boolean hasNext() {
      while (parsed.isEmpty() && sources.hasNext()) {
        try {
          parsed.add(cache.parse(sources.next(), limits));
        } catch (SmfParseException ignored) {
          // An unreadable version has no parts that could be reused.
        }
      }
      return !parsed.isEmpty();
    }

    @Override
    public SmfFile next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return parsed.remove(0);
    }
  }
}
