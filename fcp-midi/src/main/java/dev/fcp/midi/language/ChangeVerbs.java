package dev.fcp.midi.language;

import dev.fcp.midi.song.Moment;
import dev.fcp.midi.song.Note;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Numbers;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Notes change: their time, pitch, velocity and length. */
final class ChangeVerbs {

  private static final Param<String> BY = Param.of("by", "[-]LENGTH", ChangeVerbs::shift);
  private static final Param<Position> TO = Param.of("to", Position.HINT, Position::read);

  static final Form MOVE =
      Form.of("move", NoteVerbs.CATEGORY, "moves notes in time; to: says where the first one goes")
          .params(BY, TO)
          .selectors(Selection.FORMS)
          .shownAs("move by:[-]LENGTH|to:POS @SELECTOR...");

  static final Form TRANSPOSE =
      Form.of("transpose", NoteVerbs.CATEGORY, "moves notes by semitones; an octave has 12")
          .required("SEMITONES", "12")
          .selectors(Selection.FORMS)
          .shownAs("transpose [-]SEMITONES @SELECTOR...");

  static final Form VELOCITY =
      Form.of("velocity", NoteVerbs.CATEGORY, "makes notes so loud, or louder or softer by so much")
          .required("1-127|pp..ff|+N|-N", "mf")
          .selectors(Selection.FORMS)
          .shownAs("velocity 1-127|pp..ff|+N|-N @SELECTOR...");

  static final Form LENGTH =
      Form.of("length", NoteVerbs.CATEGORY, "makes notes last so long")
          .required("LENGTH", "quarter")
          .selectors(Selection.FORMS)
          .shownAs("length LENGTH @SELECTOR...");

  /** Farther than any pitch or velocity can go; the notes themselves tell how far they can. */
  private static final int FARTHEST = 1_000_000;

  private static final int OCTAVE = 12;

  private ChangeVerbs() {}

  private static Reading<String> shift(String text) {
    boolean signed = text.startsWith("-") || text.startsWith("+");
    return switch (Length.read(signed ? text.substring(1) : text)) {
      case Reading.Fit<Length> fit -> Reading.fit(text);
      case Reading.Unfit<Length>(var reason, var instead) ->
          new Reading.Unfit<>(
              reason, instead.map(better -> (signed ? text.substring(0, 1) : "") + better));
    };
  }

  static ResultLine move(ParsedOp op, Edit edit) {
    if (BY.of(op).isPresent() == TO.of(op).isPresent()) {
      throw NotDone.because(
          "move needs one of by: and to:",
          op.withoutParam(TO.key()).withParam(BY.key(), "1bar").text());
    }
    Selection.require(op);
    Score score = edit.score();
    List<Selection.Chosen> chosen = Selection.sounds(score, op);
    Selection.Chosen first =
        chosen.stream().min(Comparator.comparingInt(it -> it.item().tick())).orElseThrow();
    TimeMap time = score.time(first.part());
    int start = first.item().tick();
    long shift = TO.of(op).isPresent() ? to(op, time) - start : by(op, time, start);
    requireInside(op, score, chosen, start, shift);
    Comparator<Selection.Chosen> byTime = Comparator.comparingInt(it -> it.item().tick());
    List<Selection.Chosen> farthestFirst = new ArrayList<>(chosen);
    farthestFirst.sort(shift > 0 ? byTime.reversed() : byTime);
    Timing timing = new Timing(edit);
    for (Selection.Chosen it : farthestFirst) {
      Note note = ((Item.Sound) it.item()).note();
      timing.place(it, note.on().tick() + (int) shift, note.off().tick() + (int) shift);
    }
    return done(chosen, "moved to " + time.shown(start + shift));
  }

  private static int to(ParsedOp op, TimeMap time) {
    return Arguments.value(op, TO.key(), time.tick(TO.of(op).orElseThrow()));
  }

  private static long by(ParsedOp op, TimeMap time, int start) {
    String text = BY.of(op).orElseThrow();
    boolean back = text.startsWith("-");
    String unsigned = back || text.startsWith("+") ? text.substring(1) : text;
    if (!(Length.read(unsigned) instanceof Reading.Fit<Length>(Length length))) {
      throw new IllegalStateException(text);
    }
    Reading<Integer> ticks =
        switch (length.ticks(time, start)) {
          case Reading.Fit<Integer> fit -> fit;
          case Reading.Unfit<Integer>(var reason, var instead) ->
              new Reading.Unfit<>(reason, instead.map(better -> (back ? "-" : "") + better));
        };
    int amount = Arguments.value(op, BY.key(), ticks);
    return back ? -amount : amount;
  }

  private static void requireInside(
      ParsedOp op, Score score, List<Selection.Chosen> chosen, int start, long shift) {
    int last = chosen.stream().mapToInt(it -> note(it).off().tick()).max().orElseThrow();
    for (Selection.Chosen it : chosen) {
      TimeMap time = score.time(it.part());
      String told = told(it) + " at " + time.shown(note(it).on().tick());
      ParsedOp placed = op.withoutParam(BY.key());
      if (note(it).on().tick() + shift < 0) {
        throw NotDone.because(
            told + " would begin before the song",
            placed.withParam(TO.key(), time.hasBars() ? "1" : "t:0").text());
      }
      if (note(it).off().tick() + shift > Moment.LAST_TICK) {
        throw NotDone.because(
            told + " would end behind the last tick, t:" + Moment.LAST_TICK,
            placed.withParam(TO.key(), "t:" + (start + Moment.LAST_TICK - last)).text());
      }
    }
  }

  private static Note note(Selection.Chosen it) {
    return ((Item.Sound) it.item()).note();
  }

  static ResultLine transpose(ParsedOp op, Edit edit) {
    int semitones =
        Arguments.word(op, 0, Numbers.whole(op.words().get(0), -FARTHEST, FARTHEST, OCTAVE));
    List<Selection.Chosen> chosen = selected(op, edit);
    requireRange(op, chosen, semitones, Note::pitch, 0, Pitch.LAST, "be no pitch");
    Comparator<Selection.Chosen> byPitch =
        Comparator.comparingInt(it -> ((Item.Sound) it.item()).note().pitch());
    List<Selection.Chosen> farthestFirst = new ArrayList<>(chosen);
    farthestFirst.sort(semitones > 0 ? byPitch.reversed() : byPitch);
    change(edit, farthestFirst, note -> note.withPitch(note.pitch() + semitones));
    return done(chosen, "transposed by " + Signs.signed(semitones));
  }

  static ResultLine velocity(ParsedOp op, Edit edit) {
    String word = op.words().get(0);
    if (!word.startsWith("+") && !word.startsWith("-")) {
      int velocity = Arguments.word(op, 0, Loudness.read(word));
      List<Selection.Chosen> chosen = selected(op, edit);
      change(edit, chosen, note -> note.withVelocity(velocity));
      return done(chosen, "velocity " + velocity);
    }
    int more =
        Arguments.word(
            op, 0, Numbers.whole(word, -FARTHEST, FARTHEST, word.startsWith("-") ? -1 : 1));
    List<Selection.Chosen> chosen = selected(op, edit);
    requireRange(
        op, chosen, more, Note::velocity, Loudness.LEAST, Loudness.MOST, "have no velocity");
    change(edit, chosen, note -> note.withVelocity(note.velocity() + more));
    return done(chosen, "velocity " + Signs.signed(more));
  }

  static ResultLine length(ParsedOp op, Edit edit) {
    Length length = Arguments.word(op, 0, Length.read(op.words().get(0)));
    Score score = edit.score();
    List<Selection.Chosen> chosen = selected(op, edit);
    Timing timing = new Timing(edit);
    for (Selection.Chosen it : chosen) {
      int on = it.item().tick();
      int ticks = Arguments.word(op, 0, length.ticks(score.time(it.part()), on));
      timing.place(it, on, on + ticks);
    }
    return done(chosen, "length " + op.words().get(0));
  }

  private static List<Selection.Chosen> selected(ParsedOp op, Edit edit) {
    Selection.require(op);
    return Selection.sounds(edit.score(), op);
  }

  private static void change(
      Edit edit, List<Selection.Chosen> chosen, Function<Note, Note> change) {
    for (Selection.Chosen it : chosen) {
      edit.change(it.item().key(), change.apply(((Item.Sound) it.item()).note()));
    }
  }

  /** Refuses a shift that takes a note out of its range, with the greatest one that does not. */
  private static void requireRange(
      ParsedOp op,
      List<Selection.Chosen> chosen,
      int shift,
      ToIntFunction<Note> value,
      int least,
      int most,
      String otherwise) {
    int possible = shift;
    Selection.Chosen worst = chosen.get(0);
    for (Selection.Chosen it : chosen) {
      int now = value.applyAsInt(((Item.Sound) it.item()).note());
      int near = Math.clamp(possible, least - now, most - now);
      if (near != possible) {
        possible = near;
        worst = it;
      }
    }
    if (possible != shift) {
      String reason = told(worst) + " " + worst.item().tag() + " would " + otherwise;
      // Where no note can go any farther, all can go the other way.
      int better = possible == 0 ? -Integer.signum(shift) : possible;
      throw NotDone.because(reason, op.withWord(0, Signs.signed(better)).text());
    }
  }

  private static String told(Selection.Chosen it) {
    Note note = ((Item.Sound) it.item()).note();
    return "note " + Pitch.name(note.channel(), note.pitch()) + " in " + it.part().told();
  }

  private static ResultLine done(List<Selection.Chosen> chosen, String what) {
    if (chosen.size() == 1) {
      return ResultLine.changed(
          told(chosen.get(0)) + " " + chosen.get(0).item().tag() + ": " + what);
    }
    List<String> tracks = chosen.stream().map(it -> it.part().told()).distinct().toList();
    return ResultLine.bulk(
        Texts.notes(chosen.size()) + " in " + Phrases.some(tracks) + ": " + what);
  }

  /** Gives notes other times, one after the other. */
  private static final class Timing {

    private final Edit edit;
    private final Map<Part, Places> places = new HashMap<>();

    Timing(Edit edit) {
      this.edit = edit;
    }

    void place(Selection.Chosen it, int on, int off) {
      Note note = ((Item.Sound) it.item()).note();
      if (on == note.on().tick() && off == note.off().tick()) {
        return;
      }
      Places there = places.computeIfAbsent(it.part(), part -> Places.of(edit.model(), part.key()));
      there.free(note);
      Moment begin = on == note.on().tick() ? note.on() : there.beginning(on);
      Moment end = there.end(off, begin, note.channel(), note.pitch(), edit.model());
      Note moved = note.withMoments(begin, end);
      edit.change(it.item().key(), moved);
      there.take(it.item().key(), moved);
    }
  }
}
