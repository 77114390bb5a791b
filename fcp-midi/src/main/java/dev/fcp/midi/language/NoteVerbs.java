package dev.fcp.midi.language;

import dev.fcp.midi.song.Moment;
import dev.fcp.midi.song.Note;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Notes come. */
final class NoteVerbs {

  static final String CATEGORY = "notes";

  private static final String QUARTER = "quarter";

  static final Form NOTE =
      Form.of("note", CATEGORY, "adds a note, or a chord of several, at one place or at several")
          .required("TRACK")
          .required("PITCH", "C4")
          .rest("PITCH")
          .params(
              Arguments.PLACES,
              Arguments.TICK,
              Arguments.DURATION,
              Arguments.VELOCITY,
              Arguments.CHANNEL)
          .shownAs(
              "note TRACK PITCH [PITCH...] at:POS[,POS...]|t:TICK [dur:LENGTH] [vel:1-127|pp..ff]"
                  + " [channel:1-16]");

  private NoteVerbs() {}

  static ResultLine note(ParsedOp typed, Edit edit) {
    ParsedOp op = Arguments.timed(typed);
    Score score = edit.score();
    Part part = Finder.part(score, op, 0);
    TimeMap time = score.time(part);
    int channel = Channels.of(score, part, op);
    Set<Integer> pitches = pitches(op, channel);
    int velocity = Arguments.VELOCITY.of(op).orElse(Loudness.USUAL);
    Set<Integer> ticks = new LinkedHashSet<>(Arguments.ticks(op, time));
    requireFree(part, time, channel, ticks, pitches);
    Places places = Places.of(edit.model(), part.key());
    List<String> tags = new ArrayList<>();
    Set<String> lengths = new LinkedHashSet<>();
    for (int tick : ticks) {
      int duration = duration(op, time, tick);
      lengths.add(Arguments.shownLength(duration, time));
      for (int pitch : pitches) {
        Moment on = places.beginning(tick);
        Moment off = places.end(tick + duration, on, channel, pitch, edit.model());
        tags.add("#" + edit.addNote(places, Edit.note(on, off, channel, pitch, velocity)).item());
      }
    }
    String what =
        tags.size() == 1
            ? "note " + names(pitches, channel) + " " + tags.get(0)
            : tags.size() + " notes " + names(pitches, channel);
    String at = ticks.stream().map(time::shown).collect(Collectors.joining(", "));
    return ResultLine.created(
        what
            + " in "
            + part.told()
            + " at "
            + at
            + ", "
            + String.join(" or ", lengths)
            + ", velocity "
            + velocity);
  }

  private static String names(Set<Integer> pitches, int channel) {
    return pitches.stream()
        .map(pitch -> Pitch.name(channel, pitch))
        .collect(Collectors.joining(" "));
  }

  private static Set<Integer> pitches(ParsedOp op, int channel) {
    Set<Integer> pitches = new LinkedHashSet<>();
    for (int i = 1; i < op.words().size(); i++) {
      int pitch = Arguments.word(op, i, Pitch.read(op.words().get(i)));
      boolean drum = Percussion.of(op.words().get(i)).isPresent();
      if (drum && channel != Percussion.CHANNEL) {
        String ten = "" + (Percussion.CHANNEL + 1);
        throw NotDone.because(
            op.words().get(i)
                + " is a drum, and drums are on channel "
                + ten
                + "; this is channel "
                + (channel + 1),
            op.withParam(Arguments.CHANNEL.key(), ten).text());
      }
      pitches.add(pitch);
    }
    return pitches;
  }

  private static int duration(ParsedOp op, TimeMap time, int tick) {
    boolean said = op.param(Arguments.DURATION.key()).isPresent();
    ParsedOp timed = said ? op : op.withParam(Arguments.DURATION.key(), QUARTER);
    Length length = Arguments.DURATION.of(timed).orElseThrow();
    Reading<Integer> ticks = length.ticks(time, tick);
    if (tick == Moment.LAST_TICK && ticks instanceof Reading.Unfit<Integer> unfit) {
      throw NotDone.because(
          Quoting.param(
                  Arguments.DURATION.key(), timed.param(Arguments.DURATION.key()).orElseThrow())
              + " "
              + unfit.reason(),
          op.withParam(Arguments.PLACES.key(), "t:" + (Moment.LAST_TICK - 1))
              .withParam(Arguments.DURATION.key(), "t:1")
              .text());
    }
    return Arguments.value(timed, Arguments.DURATION.key(), ticks);
  }

  /** The same note twice would be a slip: nobody hears a second one. */
  private static void requireFree(
      Part part, TimeMap time, int channel, Set<Integer> ticks, Set<Integer> pitches) {
    for (Item.Sound sound : part.sounds()) {
      Note note = sound.note();
      if (note.channel() == channel
          && ticks.contains(sound.tick())
          && pitches.contains(note.pitch())) {
        throw NotDone.because(
            part.told()
                + " has "
                + Pitch.name(channel, note.pitch())
                + " at "
                + time.shown(sound.tick())
                + " already: "
                + sound.tag(),
            "remove " + sound.tag() + " @track:" + part.typed());
      }
    }
  }
}
