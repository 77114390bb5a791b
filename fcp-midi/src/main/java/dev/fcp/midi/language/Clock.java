package dev.fcp.midi.language;

import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Tempo;
import java.util.Map;
import java.util.TreeMap;

/** How long a song lasts for a listener. Nothing but answers is made of it. */
final class Clock {

  private static final int USUAL_MICROSECONDS = 500_000;
  private static final long SECOND = 1_000_000;

  private final Division division;
  private final TreeMap<Integer, Integer> microseconds;

  private Clock(Division division, TreeMap<Integer, Integer> microseconds) {
    this.division = division;
    this.microseconds = microseconds;
  }

  /** The clock of a song whose tracks sound together. */
  static Clock of(Score score) {
    TreeMap<Integer, Integer> microseconds = new TreeMap<>(Map.of(0, USUAL_MICROSECONDS));
    for (Part part : score.parts()) {
      for (Item.Sign sign : part.signs(MessageKind.TEMPO)) {
        microseconds.put(sign.tick(), Tempo.of(sign.message()).microsecondsPerQuarter());
      }
    }
    return new Clock(score.header().division(), microseconds);
  }

  /** The time from the beginning to a tick: {@code , 1:04}; empty where a tick lasts no time. */
  String shown(int tick) {
    long ticksPerSecond =
        division.isMetrical()
            ? division.ticksPerQuarter()
            : (long) division.framesPerSecond() * division.ticksPerFrame();
    if (ticksPerSecond == 0) {
      return "";
    }
    long seconds =
        (division.isMetrical() ? weighted(tick) / ticksPerSecond : tick * SECOND / ticksPerSecond)
            / SECOND;
    return ", " + seconds / 60 + (seconds % 60 < 10 ? ":0" : ":") + seconds % 60;
  }

  /** The ticks up to one, each as often as its quarter has microseconds. */
  private long weighted(int tick) {
    long sum = 0;
    for (Map.Entry<Integer, Integer> tempo : microseconds.headMap(tick).entrySet()) {
      Integer next = microseconds.higherKey(tempo.getKey());
      int end = next == null ? tick : Math.min(next, tick);
      sum += (long) (end - tempo.getKey()) * tempo.getValue();
    }
    return sum;
  }
}
