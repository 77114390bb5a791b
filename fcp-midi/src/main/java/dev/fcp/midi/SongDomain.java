package dev.fcp.midi;

import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.entity.EntityDomain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.smf.SmfLimits;
import dev.fcp.midi.smf.SongFormat;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import java.util.List;
import java.util.Map;

/**
 * The domain of songs: tracks of notes and messages, their events, and MIDI files.
 *
 * <p>In events, an entity is an object of its units, the parts that are reversed separately:
 *
 * <pre>
 * header          format, division, extra, trailing, wrapper {before, after}
 * track           endTick, trailing, order
 * chunk           type, data, order
 * note            timing {tick, duration, order, offOrder}, channel, pitch, velocity,
 *                 release {form, velocity}
 * control change  timing {tick, order}, channel, controller, value
 * pitch bend      timing {tick, order}, channel, value
 * tempo, time and key signature, track name
 *                 entry {tick, order, message}
 * other messages  timing {tick, order}, message
 * </pre>
 *
 * <p>Messages and other bytes are written as hex digits; {@code order} is the order key among the
 * messages of a tick.
 *
 * <p>Thread-safe.
 */
public final class SongDomain extends EntityDomain<SongKey, SongEntity, SongEvent> {

  /** Creates the domain with the standard limits for MIDI files. */
  public SongDomain() {
    this(new SongFormat(SmfLimits.standard(), SongDomain::song));
  }

  /** Creates the domain with a file format. */
  public SongDomain(DocumentFormat<EntityModel<SongKey, SongEntity>> format) {
    super("midi", SongEvent.types(), format);
  }

  /**
   * Creates a song from entities.
   *
   * @throws IllegalArgumentException if two entities have the same key, or the track of a message
   *     is missing
   */
  public static EntityModel<SongKey, SongEntity> song(
      Iterable<Map.Entry<SongKey, SongEntity>> entities) {
    return EntityModel.of(SongSpec.INSTANCE, entities);
  }

  /** A song with one empty track and 480 ticks per quarter note. */
  @Override
  public EntityModel<SongKey, SongEntity> empty() {
    return song(
        List.of(
            Map.entry(SongKey.header(), SongHeader.NEW),
            Map.entry(SongKey.track("t1"), Track.empty(OrderKey.initial(0)))));
  }
}
