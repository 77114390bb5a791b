package dev.fcp.midi.language;

import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The parameters that several verbs share. */
final class SongParams {

  static final Param<MusicalPosition> AT =
      Param.of("at", MusicalPosition.HINT, MusicalPosition::parse);
  static final Param<List<MusicalPosition>> POSITIONS =
      Param.of("at", "POS[,POS...]", SongParams::parsePositions);
  static final Param<MusicalLength> DURATION =
      Param.of("dur", MusicalLength.HINT, MusicalLength::parse);
  static final Param<Integer> VELOCITY = Param.of("vel", "1-127|pp..ff", Velocity::parse);
  static final Param<Integer> CHANNEL = Param.integer("channel", "1-16", 1, 16);
  static final Param<String> TRACK = Param.text("track", "TRACK");

  /** Ticks from the start, a short form of {@code at:t:TICK}. */
  static final Param<MusicalPosition> TICK =
      Param.of("t", "TICK", text -> MusicalPosition.parse("t:" + text));

  private SongParams() {}

  /**
   * Returns an operation with a position, and with {@code at:t:960} in place of {@code t:960}.
   *
   * @throws OperationRefusedException if it has no position, or two
   */
  static ParsedOperation requirePosition(ParsedOperation op) {
    Optional<String> tick = op.param(TICK.key());
    if (tick.isPresent() && op.param(AT.key()).isPresent()) {
      throw OperationRefusedException.because("at: and t: are two times");
    }
    ParsedOperation withPosition =
        tick.map(text -> op.withoutParam(TICK.key()).withParam(AT.key(), "t:" + text)).orElse(op);
    if (withPosition.param(AT.key()).isEmpty()) {
      throw OperationRefusedException.because(
          op.verb() + " needs at:, such as at:3 (bar), at:3.2 (beat) or t:960 (tick)");
    }
    return withPosition;
  }

  private static ParsedArgument<List<MusicalPosition>> parsePositions(String text) {
    List<MusicalPosition> positions = new ArrayList<>();
    String[] parts = text.split(",", -1);
    for (int i = 0; i < parts.length; i++) {
      switch (MusicalPosition.parse(parts[i].strip())) {
        case ParsedArgument.Valid<MusicalPosition>(MusicalPosition position) ->
            positions.add(position);
        case ParsedArgument.Invalid<MusicalPosition>(var reason, var suggestion) -> {
          parts[i] = suggestion.orElse("1");
          return ParsedArgument.invalid(reason, String.join(",", parts));
        }
      }
    }
    return ParsedArgument.valid(positions);
  }

  /** The tick of the {@code at:} parameter; 0 if it is absent. */
  static int tickOf(ParsedOperation op, TimeMap time) {
    return AT.valueIn(op)
        .map(position -> requireValid(op, AT.key(), time.resolve(position)))
        .orElse(0);
  }

  /** The ticks of an {@code at:} parameter with several positions. */
  static List<Integer> ticksOf(ParsedOperation op, TimeMap time) {
    List<Integer> ticks = new ArrayList<>();
    String[] texts = op.param(POSITIONS.key()).orElseThrow().split(",", -1);
    List<MusicalPosition> positions = POSITIONS.valueIn(op).orElseThrow();
    for (int i = 0; i < positions.size(); i++) {
      int index = i;
      ticks.add(
          validOrRefuse(
              time.resolve(positions.get(i)),
              Quoting.param(POSITIONS.key(), texts[i]),
              replacement -> {
                texts[index] = replacement;
                return op.withParam(POSITIONS.key(), String.join(",", texts));
              }));
    }
    return ticks;
  }

  /**
   * Returns the value of a parameter whose validity depends on the song.
   *
   * @throws OperationRefusedException if it is invalid
   */
  static <T> T requireValid(ParsedOperation op, String key, ParsedArgument<T> parsed) {
    String text = op.param(key).orElse("");
    return validOrRefuse(
        parsed, Quoting.param(key, text), replacement -> op.withParam(key, replacement));
  }

  /**
   * Returns the value of a word.
   *
   * @throws OperationRefusedException if it is invalid
   */
  static <T> T requireValidPositional(ParsedOperation op, int index, ParsedArgument<T> parsed) {
    String text = op.words().get(index);
    return validOrRefuse(
        parsed, Quoting.quoteAlways(text), replacement -> op.withWord(index, replacement));
  }

  /** Returns the value of a word that is an integer within inclusive limits. */
  static int requireInteger(ParsedOperation op, int index, int min, int max) {
    return requireValidPositional(
        op, index, NumberParser.parseInteger(op.words().get(index), min, max));
  }

  private static <T> T validOrRefuse(
      ParsedArgument<T> parsed,
      String displayText,
      Function<String, ParsedOperation> withReplacement) {
    return switch (parsed) {
      case ParsedArgument.Valid<T>(T value) -> value;
      case ParsedArgument.Invalid<T>(var reason, var suggestion) -> {
        Optional<String> correctedOperation =
            suggestion.map(text -> withReplacement.apply(text).canonicalText());
        throw new OperationRefusedException(
            new Refusal(displayText + " " + reason, correctedOperation));
      }
    };
  }

  /** Formats a length in ticks, by its name if it has one. */
  static String formatLength(int ticks, TimeMap time) {
    if (time.hasBars()) {
      for (String word : MusicalLength.commonWords()) {
        ParsedArgument<MusicalLength> length = MusicalLength.parse(word);
        if (length instanceof ParsedArgument.Valid<MusicalLength>(MusicalLength parsedLength)
            && parsedLength.ticks(time, 0).equals(ParsedArgument.valid(ticks))) {
          return word;
        }
      }
    }
    return "t:" + ticks;
  }
}
