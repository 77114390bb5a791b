package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.form.ReferenceArgument;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.Locale;

/** Verbs that set controllers and pitch bends of a track. */
final class ControlVerbs {

  static final String CATEGORY = "sound";

  private static final int MAX_VALUE = 127;

  static final Form CC =
      Form.of("cc", CATEGORY, "sets a controller from a position on")
          .required("TRACK")
          .required("CONTROLLER|0-127")
          .required("0-127|on|off")
          .params(SongParams.AT, SongParams.TICK, SongParams.CHANNEL)
          .syntax("cc TRACK CONTROLLER|0-127 0-127|on|off at:POS|t:TICK [channel:1-16]");

  static final Form BEND =
      Form.of("bend", CATEGORY, "moves the pitch wheel; 0 is its centre")
          .required("TRACK")
          .required("-8192..8191|center")
          .params(SongParams.AT, SongParams.TICK, SongParams.CHANNEL)
          .syntax("bend TRACK -8192..8191|center at:POS|t:TICK [channel:1-16]");

  private ControlVerbs() {}

  static ResultLine cc(ParsedOperation original, SongEdit edit) {
    ParsedOperation op = SongParams.requirePosition(original);
    String argument = op.words().get(1);
    int controller =
        argument.chars().anyMatch(Character::isLetter)
            ? ReferenceArgument.word(op, 1)
                .requireFound(Controller.resolve(argument), "controller")
                .number()
            : SongParams.requireInteger(op, 1, 0, MAX_VALUE);
    int value = SongParams.requireValidPositional(op, 2, parseValue(op.words().get(2)));
    SongView songView = edit.songView();
    TrackView trackView = TrackResolver.resolve(songView, op, 0);
    int channel = ChannelResolver.resolve(songView, trackView, op);
    TimeMap time = songView.timeMap(trackView);
    int tick = SongParams.tickOf(op, time);
    Message message = Message.controlChange(channel, controller, value);
    boolean replaced =
        edit.putMessage(
            trackView,
            tick,
            message,
            other ->
                other.kind() == MessageKind.CONTROL_CHANGE
                    && other.channel() == channel
                    && other.data().at(0) == controller);
    return resultLine(replaced, message, trackView, time.format(tick));
  }

  private static ParsedArgument<Integer> parseValue(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "on" -> ParsedArgument.valid(MAX_VALUE);
      case "off" -> ParsedArgument.valid(0);
      default -> NumberParser.parseInteger(text, 0, MAX_VALUE);
    };
  }

  static ResultLine bend(ParsedOperation original, SongEdit edit) {
    ParsedOperation op = SongParams.requirePosition(original);
    String argument = op.words().get(1);
    int value =
        argument.equalsIgnoreCase("center") || argument.equalsIgnoreCase("centre")
            ? 0
            : SongParams.requireInteger(
                op, 1, -MessageText.BEND_CENTER, MessageText.BEND_CENTER - 1);
    SongView songView = edit.songView();
    TrackView trackView = TrackResolver.resolve(songView, op, 0);
    int channel = ChannelResolver.resolve(songView, trackView, op);
    TimeMap time = songView.timeMap(trackView);
    int tick = SongParams.tickOf(op, time);
    Message message = Message.pitchBend(channel, value + MessageText.BEND_CENTER);
    boolean replaced =
        edit.putMessage(
            trackView,
            tick,
            message,
            other -> other.kind() == MessageKind.PITCH_BEND && other.channel() == channel);
    return resultLine(replaced, message, trackView, time.format(tick));
  }

  private static ResultLine resultLine(
      boolean replaced, Message message, TrackView trackView, String position) {
    String text = MessageText.describe(message) + " in " + trackView.describe() + " at " + position;
    return replaced ? ResultLine.changed(text) : ResultLine.created(text);
  }
}
