package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Naming;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Numbers;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.Optional;
import java.util.function.Function;

/** Which instrument a track plays. Programs are counted from 0 here, and from 1 for people. */
final class Programs {

  static final Form FORM =
      Form.of("program", ControlVerbs.CATEGORY, "chooses the instrument of a track, from there on")
          .required("TRACK")
          .required("INSTRUMENT|1-128", "1")
          .params(Arguments.AT, Arguments.CHANNEL)
          .spaced();

  private Programs() {}

  static ResultLine program(ParsedOp op, Edit edit) {
    Score score = edit.score();
    Part part = Finder.part(score, op, 0);
    int program = number(op.words().get(1), better -> op.withWord(1, better));
    int channel = Channels.of(score, part, op);
    TimeMap time = score.time(part);
    int tick = Arguments.tick(op, time);
    boolean changed =
        edit.put(
            part,
            tick,
            Message.programChange(channel, program),
            message -> Signs.isProgram(message) && message.channel() == channel);
    String line =
        "program "
            + GeneralMidi.shown(channel, program)
            + " in "
            + part.told()
            + " at "
            + time.shown(tick);
    return changed ? ResultLine.changed(line) : ResultLine.created(line);
  }

  /**
   * The program of a name or a number.
   *
   * @throws NotDone if there is none
   */
  static int number(String text, Function<String, ParsedOp> repaired) {
    if (text.isEmpty() || text.chars().anyMatch(Character::isLetter)) {
      return new Naming(text, repaired).of(GeneralMidi.resolve(text), "instrument");
    }
    return switch (Numbers.whole(text, 1, GeneralMidi.PROGRAMS)) {
      case Reading.Fit<Integer>(Integer number) -> number - 1;
      case Reading.Unfit<Integer>(var reason, var instead) -> {
        Optional<String> better = instead.map(it -> repaired.apply(it).text());
        throw new NotDone(
            new Refusal("the program " + Quoting.quoted(text) + " " + reason, better));
      }
    };
  }
}
