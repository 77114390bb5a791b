package dev.fcp.midi.language;

import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Numbers;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The arguments that several verbs share. */
final class Arguments {

  static final Param<Position> AT = Param.of("at", Position.HINT, Position::read);
  static final Param<List<Position>> PLACES = Param.of("at", "POS[,POS...]", Arguments::positions);
  static final Param<Length> DURATION = Param.of("dur", Length.HINT, Length::read);
  static final Param<Integer> VELOCITY = Param.of("vel", "1-127|pp..ff", Loudness::read);
  static final Param<Integer> CHANNEL = Param.whole("channel", "1-16", 1, 16);
  static final Param<String> TRACK = Param.text("track", "TRACK");

  /** Ticks from the beginning: another way to type {@code at:t:TICK}. */
  static final Param<Position> TICK = Param.of("t", "TICK", text -> Position.read("t:" + text));

  private Arguments() {}

  /**
   * An operation that says when; {@code t:960} is the same as {@code at:t:960}.
   *
   * @throws NotDone if it says nothing, or two things
   */
  static ParsedOp timed(ParsedOp op) {
    Optional<String> tick = op.param(TICK.key());
    if (tick.isPresent() && op.param(AT.key()).isPresent()) {
      throw NotDone.because("at: and t: are two times", op.withoutParam(TICK.key()).text());
    }
    ParsedOp timed =
        tick.map(text -> op.withoutParam(TICK.key()).withParam(AT.key(), "t:" + text)).orElse(op);
    if (timed.param(AT.key()).isEmpty()) {
      throw NotDone.because(
          op.verb() + " needs at:, such as at:3 (bar), at:3.2 (beat) or t:960 (tick)",
          op.withParam(AT.key(), "1").text());
    }
    return timed;
  }

  private static Reading<List<Position>> positions(String text) {
    List<Position> positions = new ArrayList<>();
    String[] parts = text.split(",", -1);
    for (int i = 0; i < parts.length; i++) {
      switch (Position.read(parts[i].strip())) {
        case Reading.Fit<Position>(Position position) -> positions.add(position);
        case Reading.Unfit<Position>(var reason, var instead) -> {
          parts[i] = instead.orElse("1");
          return Reading.unfit(reason, String.join(",", parts));
        }
      }
    }
    return Reading.fit(positions);
  }

  /** The tick of a position that one parameter holds; 0 if it was not given. */
  static int tick(ParsedOp op, TimeMap time) {
    return AT.of(op).map(at -> value(op, AT.key(), time.tick(at))).orElse(0);
  }

  /** The ticks of positions that one parameter holds. */
  static List<Integer> ticks(ParsedOp op, TimeMap time) {
    List<Integer> ticks = new ArrayList<>();
    String[] texts = op.param(PLACES.key()).orElseThrow().split(",", -1);
    List<Position> positions = PLACES.of(op).orElseThrow();
    for (int i = 0; i < positions.size(); i++) {
      int index = i;
      ticks.add(
          fit(
              time.tick(positions.get(i)),
              Quoting.param(PLACES.key(), texts[i]),
              better -> {
                texts[index] = better;
                return op.withParam(PLACES.key(), String.join(",", texts));
              }));
    }
    return ticks;
  }

  /**
   * The value of a parameter that only the song can tell.
   *
   * @throws NotDone if it has none
   */
  static <T> T value(ParsedOp op, String key, Reading<T> reading) {
    String text = op.param(key).orElse("");
    return fit(reading, Quoting.param(key, text), better -> op.withParam(key, better));
  }

  /**
   * The value of a word.
   *
   * @throws NotDone if it has none
   */
  static <T> T word(ParsedOp op, int index, Reading<T> reading) {
    String text = op.words().get(index);
    return fit(reading, Quoting.quoted(text), better -> op.withWord(index, better));
  }

  /** A whole number that stands as a word, within limits, both included. */
  static int whole(ParsedOp op, int index, int least, int most) {
    return word(op, index, Numbers.whole(op.words().get(index), least, most));
  }

  private static <T> T fit(Reading<T> reading, String shown, Function<String, ParsedOp> repaired) {
    return switch (reading) {
      case Reading.Fit<T>(T value) -> value;
      case Reading.Unfit<T>(var reason, var instead) -> {
        Optional<String> better = instead.map(text -> repaired.apply(text).text());
        throw new NotDone(new Refusal(shown + " " + reason, better));
      }
    };
  }

  /** A length in ticks as it can be typed, by its name if it has one. */
  static String shownLength(int ticks, TimeMap time) {
    if (time.hasBars()) {
      for (String word : Length.commonWords()) {
        Reading<Length> length = Length.read(word);
        if (length instanceof Reading.Fit<Length>(Length named)
            && named.ticks(time, 0).equals(Reading.fit(ticks))) {
          return word;
        }
      }
    }
    return "t:" + ticks;
  }
}
