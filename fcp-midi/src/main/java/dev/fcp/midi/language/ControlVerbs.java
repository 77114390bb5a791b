package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Naming;
import dev.fcp.verbs.form.Numbers;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.Locale;

/** Controllers and pitch bends of a track. */
final class ControlVerbs {

  static final String CATEGORY = "sound";

  private static final int MOST = 127;

  static final Form CC =
      Form.of("cc", CATEGORY, "sets a controller, from there on")
          .required("TRACK")
          .required("CONTROLLER|0-127", "volume")
          .required("0-127|on|off", "64")
          .params(Arguments.AT, Arguments.TICK, Arguments.CHANNEL)
          .shownAs("cc TRACK CONTROLLER|0-127 0-127|on|off at:POS|t:TICK [channel:1-16]");

  static final Form BEND =
      Form.of("bend", CATEGORY, "moves the pitch wheel; 0 is its centre")
          .required("TRACK")
          .required("-8192..8191|center", "center")
          .params(Arguments.AT, Arguments.TICK, Arguments.CHANNEL)
          .shownAs("bend TRACK -8192..8191|center at:POS|t:TICK [channel:1-16]");

  private ControlVerbs() {}

  static ResultLine cc(ParsedOp typed, Edit edit) {
    ParsedOp op = Arguments.timed(typed);
    String word = op.words().get(1);
    int controller =
        word.chars().anyMatch(Character::isLetter)
            ? Naming.word(op, 1).of(Controller.resolve(word), "controller").number()
            : Arguments.whole(op, 1, 0, MOST);
    int value = Arguments.word(op, 2, value(op.words().get(2)));
    Score score = edit.score();
    Part part = Finder.part(score, op, 0);
    int channel = Channels.of(score, part, op);
    TimeMap time = score.time(part);
    int tick = Arguments.tick(op, time);
    Message message = Message.controlChange(channel, controller, value);
    boolean changed =
        edit.put(
            part,
            tick,
            message,
            other ->
                other.kind() == MessageKind.CONTROL_CHANGE
                    && other.channel() == channel
                    && other.data().at(0) == controller);
    return line(changed, message, part, time.shown(tick));
  }

  private static Reading<Integer> value(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "on" -> Reading.fit(MOST);
      case "off" -> Reading.fit(0);
      default -> Numbers.whole(text, 0, MOST);
    };
  }

  static ResultLine bend(ParsedOp typed, Edit edit) {
    ParsedOp op = Arguments.timed(typed);
    String word = op.words().get(1);
    int value =
        word.equalsIgnoreCase("center") || word.equalsIgnoreCase("centre")
            ? 0
            : Arguments.whole(op, 1, -Signs.BEND_CENTER, Signs.BEND_CENTER - 1);
    Score score = edit.score();
    Part part = Finder.part(score, op, 0);
    int channel = Channels.of(score, part, op);
    TimeMap time = score.time(part);
    int tick = Arguments.tick(op, time);
    Message message = Message.pitchBend(channel, value + Signs.BEND_CENTER);
    boolean changed =
        edit.put(
            part,
            tick,
            message,
            other -> other.kind() == MessageKind.PITCH_BEND && other.channel() == channel);
    return line(changed, message, part, time.shown(tick));
  }

  private static ResultLine line(boolean changed, Message message, Part part, String at) {
    String text = Signs.told(message) + " in " + part.told() + " at " + at;
    return changed ? ResultLine.changed(text) : ResultLine.created(text);
  }
}
