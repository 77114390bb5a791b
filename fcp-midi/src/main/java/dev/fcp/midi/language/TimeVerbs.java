package dev.fcp.midi.language;

import dev.fcp.midi.song.KeySignature;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Tempo;
import dev.fcp.midi.song.TimeSignature;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Numbers;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.syntax.ParsedOp;
import java.math.BigDecimal;
import java.util.List;

/** Tempo, signatures and markers: what holds for all tracks. */
final class TimeVerbs {

  private static final String CATEGORY = "time";
  private static final double SLOWEST = 4;
  private static final double FASTEST = 1000;
  private static final double USUAL = 120;

  static final Form TEMPO =
      Form.of(
              "tempo",
              CATEGORY,
              "sets the tempo in quarter notes a minute, from the start or from there on")
          .required("4-1000", "120")
          .params(Arguments.AT, Arguments.TRACK);

  static final Form TIME_SIG =
      Form.of("time-sig", CATEGORY, "sets the time signature, from the bar that begins there on")
          .required("3/4", "3/4")
          .params(Arguments.AT, Arguments.TRACK);

  static final Form KEY_SIG =
      Form.of("key-sig", CATEGORY, "sets the key, from the start or from there on")
          .required("C|F#|Bbm", "C")
          .optional("major|minor")
          .params(Arguments.AT, Arguments.TRACK);

  static final Form MARKER =
      Form.of("marker", CATEGORY, "puts a marker; one that is there gets another text")
          .required("\"TEXT\"")
          .params(Arguments.AT, Arguments.TICK, Arguments.TRACK)
          .shownAs("marker \"TEXT\" at:POS|t:TICK [track:TRACK]")
          .spaced();

  static final Param<Tempo> NEW_TEMPO = Param.of("tempo", "4-1000", TimeVerbs::tempo);
  static final Param<TimeSignature> NEW_TIME =
      Param.of("time-sig", "3/4", TimeVerbs::timeSignature);
  static final Param<KeySignature> NEW_KEY =
      Param.of("key-sig", "C|F#|Bbm", text -> KeyName.read(text));

  private TimeVerbs() {}

  static ResultLine tempo(ParsedOp op, Edit edit) {
    Tempo tempo = Arguments.word(op, 0, tempo(op.words().get(0)));
    return put(op, edit, tempo.message());
  }

  private static Reading<Tempo> tempo(String text) {
    return switch (Numbers.decimal(text, SLOWEST, FASTEST, USUAL)) {
      case Reading.Fit<Double> fit -> Reading.fit(Tempo.ofBpm(new BigDecimal(text)));
      case Reading.Unfit<Double>(var reason, var instead) -> new Reading.Unfit<>(reason, instead);
    };
  }

  static ResultLine timeSignature(ParsedOp op, Edit edit) {
    TimeSignature signature = Arguments.word(op, 0, timeSignature(op.words().get(0)));
    Score score = edit.score();
    TimeMap time =
        score.parts().isEmpty() ? score.time() : score.time(Finder.partOrFirst(score, op));
    int tick = Arguments.tick(op, time);
    if (time.hasBars() && time.barStart(time.barAt(tick)) != tick) {
      throw NotDone.because(
          "a time signature begins a bar, and " + time.shown(tick) + " is within one",
          op.withParam(Arguments.AT.key(), "" + (time.barAt(tick) + 1)).text());
    }
    return put(op, edit, signature.message());
  }

  private static Reading<TimeSignature> timeSignature(String text) {
    String[] parts = text.split("/", -1);
    boolean whole =
        parts.length == 2 && parts[0].matches("[0-9]{1,9}") && parts[1].matches("[0-9]{1,9}");
    if (!whole) {
      return Reading.unfit("is no time signature such as 3/4", "4/4");
    }
    int beats = Integer.parseInt(parts[0]);
    int beat = Integer.parseInt(parts[1]);
    List<Integer> known = List.of(1, 2, 4, 8, 16, 32, 64);
    if (!known.contains(beat)) {
      int near = known.stream().filter(it -> it >= beat).findFirst().orElse(64);
      return Reading.unfit("has no beat of 1, 2, 4, 8, 16, 32 or 64", parts[0] + "/" + near);
    }
    return beats >= 1 && beats <= 64
        ? Reading.fit(TimeSignature.of(beats, beat))
        : Reading.unfit("has not 1 to 64 beats", (beats < 1 ? 1 : 64) + "/" + beat);
  }

  static ResultLine keySignature(ParsedOp op, Edit edit) {
    String mode = op.word(1).map(word -> " " + word).orElse("");
    KeySignature signature =
        switch (KeyName.read(op.words().get(0) + mode)) {
          case Reading.Fit<KeySignature>(KeySignature key) -> key;
          case Reading.Unfit<KeySignature>(var reason, var instead) ->
              throw NotDone.because(
                  op.words().get(0) + mode + " " + reason,
                  KeyName.repaired(op, instead.orElse("C major")).text());
        };
    return put(op, edit, signature.message());
  }

  static ResultLine marker(ParsedOp op, Edit edit) {
    ParsedOp timed = Arguments.timed(op);
    return put(timed, edit, Message.marker(Texts.name("the marker", op, 0, "Verse")));
  }

  /** Puts a message into a track; one of its kind that is there at that time becomes it. */
  private static ResultLine put(ParsedOp op, Edit edit, Message message) {
    if (edit.score().parts().isEmpty()) {
      edit.addTrack();
    }
    Score score = edit.score();
    Part first = Finder.partOrFirst(score, op);
    TimeMap time = score.time(first);
    int tick = Arguments.tick(op, time);
    MessageKind kind = message.kind();
    // Of several at one time the last one holds; it may stand in any track of the same time.
    Part owner = first;
    for (Part part : score.together(first)) {
      boolean named = Arguments.TRACK.of(op).isPresent();
      if (!named && part.signs(kind).stream().anyMatch(sign -> sign.tick() == tick)) {
        owner = part;
      }
    }
    boolean changed = edit.put(owner, tick, message, other -> other.kind() == kind);
    String line = Signs.told(message) + " at " + time.shown(tick);
    return changed ? ResultLine.changed(line) : ResultLine.created(line);
  }
}
