package dev.fcp.midi.language;

import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.Moment;
import dev.fcp.midi.song.TimeSignature;
import dev.fcp.verbs.form.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Where bars and beats begin, in ticks. A time signature begins a bar wherever it stands, so that
 * the bar before it may be short. Before the first signature bars have four quarters. Immutable.
 *
 * <p>A beat need not be a whole number of ticks: beat n of a signature begins at the first tick not
 * before its exact time.
 */
final class TimeMap {

  private static final TimeSignature COMMON = TimeSignature.of(4, 4);

  /**
   * A signature from where it holds.
   *
   * @param bar the number of bars before it
   */
  private record Meter(int tick, long bar, TimeSignature signature, int ticksPerQuarter) {

    long beats() {
      return Math.max(signature.numerator(), 1);
    }

    /**
     * How many beats make a whole note; one is at least a tick long, whatever the signature says.
     */
    long denominator() {
      return Math.min(signature.denominator(), 4L * ticksPerQuarter);
    }

    /** The tick at which a beat begins, counted from the signature, from 0. */
    long beatStart(long beat) {
      return tick + Math.ceilDiv(beat * 4 * ticksPerQuarter, denominator());
    }

    /** The beat in which a tick lies, counted from the signature, from 0. */
    long beatAt(long at) {
      return (at - tick) * denominator() / (4L * ticksPerQuarter);
    }

    /** The number of bars, the last one perhaps short, up to a later tick. */
    long barsUntil(int end) {
      return beatAt(end - 1L) / beats() + 1;
    }
  }

  /** Some ticks, the last one not included. */
  record Span(long start, long end) {
    boolean contains(int tick) {
      return tick >= start && tick < end;
    }
  }

  private final Division division;
  private final List<Meter> meters;

  private TimeMap(Division division, List<Meter> meters) {
    this.division = division;
    this.meters = List.copyOf(meters);
  }

  /** The bars of a song with these signatures. */
  static TimeMap of(Division division, SortedMap<Integer, TimeSignature> signatures) {
    if (!division.isMetrical() || division.ticksPerQuarter() == 0) {
      return new TimeMap(division, List.of());
    }
    List<Meter> meters = new ArrayList<>();
    int quarter = division.ticksPerQuarter();
    Meter last = new Meter(0, 0, COMMON, quarter);
    for (Map.Entry<Integer, TimeSignature> entry : signatures.entrySet()) {
      int tick = entry.getKey();
      if (tick > last.tick()) {
        meters.add(last);
      }
      long bar = tick > last.tick() ? last.bar() + last.barsUntil(tick) : last.bar();
      last = new Meter(tick, bar, entry.getValue(), quarter);
    }
    meters.add(last);
    return new TimeMap(division, meters);
  }

  /** Whether there are bars and beats: not if ticks are parts of a frame, or of nothing. */
  boolean hasBars() {
    return !meters.isEmpty();
  }

  Division division() {
    return division;
  }

  /**
   * The ticks of a quarter note.
   *
   * @throws IllegalStateException if there are no bars
   */
  int ticksPerQuarter() {
    return meters.get(0).ticksPerQuarter();
  }

  /** The time signature that holds at a tick. */
  TimeSignature signatureAt(long tick) {
    return meterAt(tick).signature();
  }

  private Meter meterAt(long tick) {
    int index = 0;
    while (index + 1 < meters.size() && meters.get(index + 1).tick() <= tick) {
      index++;
    }
    return meters.get(index);
  }

  private int indexOfBar(long bar) {
    int index = 0;
    while (index + 1 < meters.size() && meters.get(index + 1).bar() <= bar) {
      index++;
    }
    return index;
  }

  /** The bar in which a tick lies, from 0. */
  long barAt(long tick) {
    Meter meter = meterAt(tick);
    return meter.bar() + meter.beatAt(tick) / meter.beats();
  }

  /** The tick at which a bar begins, counted from 0; it may lie behind all that can be. */
  long barStart(long bar) {
    Meter meter = meters.get(indexOfBar(bar));
    return meter.beatStart((bar - meter.bar()) * meter.beats());
  }

  /** The tick at which the beat behind that of a tick begins, or the next bar. */
  long nextBeat(long tick) {
    Meter meter = meterAt(tick);
    return Math.min(meter.beatStart(meter.beatAt(tick) + 1), barStart(barAt(tick) + 1));
  }

  /** A tick as a position that can be typed: {@code 3.2}, {@code 3.2.120} or {@code t:960}. */
  String shown(long tick) {
    if (!hasBars()) {
      return "t:" + tick;
    }
    Meter meter = meterAt(tick);
    long beat = meter.beatAt(tick);
    long rest = tick - meter.beatStart(beat);
    String counted = (meter.bar() + beat / meter.beats() + 1) + "." + (beat % meter.beats() + 1);
    return rest == 0 ? counted : counted + "." + rest;
  }

  /** The tick of a position. */
  Reading<Integer> tick(Position position) {
    return switch (position) {
      case Position.Ticks(long tick) -> inRange(tick);
      case Position.Counted counted when !hasBars() ->
          Reading.unfit("has no meaning: this song has no bars, only ticks", "t:0");
      case Position.Counted counted -> counted(counted);
    };
  }

  private Reading<Integer> counted(Position.Counted at) {
    int index = indexOfBar(at.bar() - 1);
    Meter meter = meters.get(index);
    long start = (at.bar() - 1 - meter.bar()) * meter.beats();
    long tick = meter.beatStart(start + at.beat() - 1) + at.tick();
    if (at.beat() > meter.beats()) {
      String beats = meter.beats() == 1 ? "1 beat" : meter.beats() + " beats";
      return otherwise("is not in its bar: bar " + at.bar() + " has " + beats, tick);
    }
    if (at.tick() > 0 && tick >= meter.beatStart(start + at.beat())) {
      return otherwise("is not in its beat, which ends before", tick);
    }
    if (index + 1 < meters.size() && tick >= meters.get(index + 1).tick()) {
      return otherwise("is not in its bar, which a time signature makes short", tick);
    }
    return inRange(tick);
  }

  private Reading<Integer> otherwise(String reason, long tick) {
    return Reading.unfit(reason, shown(Math.min(tick, Moment.LAST_TICK)));
  }

  private Reading<Integer> inRange(long tick) {
    if (tick > Moment.LAST_TICK) {
      String lastWholeBar = hasBars() ? "" + barAt(Moment.LAST_TICK) : "t:0";
      return Reading.unfit(
          "is behind the last tick of a song, t:" + Moment.LAST_TICK, lastWholeBar);
    }
    return Reading.fit((int) tick);
  }

  /** The bar, the beat or the tick that a position names. */
  Reading<Span> span(Position position) {
    return switch (tick(position)) {
      case Reading.Unfit<Integer>(var reason, var instead) -> new Reading.Unfit<>(reason, instead);
      case Reading.Fit<Integer>(Integer tick) -> Reading.fit(new Span(tick, end(position, tick)));
    };
  }

  private long end(Position position, int tick) {
    return switch (position) {
      case Position.Ticks ticks -> tick + 1L;
      case Position.Counted counted ->
          switch (counted.precision()) {
            case BAR -> barStart(barAt(tick) + 1);
            case BEAT -> nextBeat(tick);
            case TICK -> tick + 1L;
          };
    };
  }
}
