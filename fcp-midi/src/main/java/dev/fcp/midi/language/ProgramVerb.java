package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.form.ReferenceArgument;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.Optional;
import java.util.function.Function;

/**
 * The verb {@code program}, which sets the instrument of a track. Programs are counted from 0 here,
 * and from 1 in operations and results.
 */
final class ProgramVerb {

  static final Form FORM =
      Form.of(
              "program",
              ControlVerbs.CATEGORY,
              "sets the instrument of a track, from the start or a position on")
          .required("TRACK")
          .required("INSTRUMENT|1-128")
          .params(SongParams.AT, SongParams.CHANNEL)
          .suggestingQuotes();

  private ProgramVerb() {}

  static ResultLine program(ParsedOperation op, SongEdit edit) {
    SongView songView = edit.songView();
    TrackView trackView = TrackResolver.resolve(songView, op, 0);
    int program =
        parseProgram(op.words().get(1), correctedOperation -> op.withWord(1, correctedOperation));
    int channel = ChannelResolver.resolve(songView, trackView, op);
    TimeMap time = songView.timeMap(trackView);
    int tick = SongParams.tickOf(op, time);
    boolean changed =
        edit.putMessage(
            trackView,
            tick,
            Message.programChange(channel, program),
            message -> MessageText.isProgram(message) && message.channel() == channel);
    String line =
        "program "
            + GeneralMidi.describe(channel, program)
            + " in "
            + trackView.describe()
            + " at "
            + time.format(tick);
    return changed ? ResultLine.changed(line) : ResultLine.created(line);
  }

  /**
   * Parses an instrument name or a program number.
   *
   * @throws OperationRefusedException if there is no such program
   */
  static int parseProgram(String text, Function<String, ParsedOperation> withReplacement) {
    if (text.isEmpty() || text.chars().anyMatch(Character::isLetter)) {
      return new ReferenceArgument(text, withReplacement)
          .requireFound(GeneralMidi.resolve(text), "instrument");
    }
    return switch (NumberParser.parseInteger(text, 1, GeneralMidi.PROGRAM_COUNT)) {
      case ParsedArgument.Valid<Integer>(Integer number) -> number - 1;
      case ParsedArgument.Invalid<Integer>(var reason, var suggestion) -> {
        Optional<String> correctedOperation =
            suggestion.map(it -> withReplacement.apply(it).canonicalText());
        throw new OperationRefusedException(
            new Refusal(
                "the program " + Quoting.quoteAlways(text) + " " + reason, correctedOperation));
      }
    };
  }
}
