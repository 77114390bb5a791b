package dev.fcp.midi.language;

import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Tempo;
import java.util.Map;
import java.util.TreeMap;

/** Converts ticks to playback time. Used only to display durations. */
final class PlaybackTime {

  private static final int DEFAULT_MICROSECONDS_PER_QUARTER = 500_000;
  private static final long MICROSECONDS_PER_SECOND = 1_000_000;

  private final Division division;
  private final TreeMap<Integer, Integer> microsecondsPerQuarterByTick;

  private PlaybackTime(Division division, TreeMap<Integer, Integer> microsecondsPerQuarterByTick) {
    this.division = division;
    this.microsecondsPerQuarterByTick = microsecondsPerQuarterByTick;
  }

  /** Creates the playback time of a song whose tracks are played together. */
  static PlaybackTime of(SongView songView) {
    TreeMap<Integer, Integer> microsecondsPerQuarterByTick =
        new TreeMap<>(Map.of(0, DEFAULT_MICROSECONDS_PER_QUARTER));
    for (TrackView trackView : songView.tracks()) {
      for (TrackItem.MessageItem message : trackView.messages(MessageKind.TEMPO)) {
        microsecondsPerQuarterByTick.put(
            message.tick(), Tempo.of(message.message()).microsecondsPerQuarter());
      }
    }
    return new PlaybackTime(songView.header().division(), microsecondsPerQuarterByTick);
  }

  /** Formats the time from the start to a tick as {@code , 1:04}; empty if the division is 0. */
  String format(int tick) {
    long ticksPerSecond =
        division.isMetrical()
            ? division.ticksPerQuarter()
            : (long) division.framesPerSecond() * division.ticksPerFrame();
    if (ticksPerSecond == 0) {
      return "";
    }
    long seconds =
        (division.isMetrical()
                ? tickMicroseconds(tick) / ticksPerSecond
                : tick * MICROSECONDS_PER_SECOND / ticksPerSecond)
            / MICROSECONDS_PER_SECOND;
    return ", " + seconds / 60 + (seconds % 60 < 10 ? ":0" : ":") + seconds % 60;
  }

  /**
   * The sum over the ticks up to a tick, each weighted with the microseconds per quarter note at
   * that tick.
   */
  private long tickMicroseconds(int tick) {
    long sum = 0;
    for (Map.Entry<Integer, Integer> tempo :
        microsecondsPerQuarterByTick.headMap(tick).entrySet()) {
      Integer nextTick = microsecondsPerQuarterByTick.higherKey(tempo.getKey());
      int end = nextTick == null ? tick : Math.min(nextTick, tick);
      sum += (long) (end - tempo.getKey()) * tempo.getValue();
    }
    return sum;
  }
}
