package dev.fcp.midi.language;

import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Verbs that change the position, pitch, velocity and length of notes. */
final class NoteChangeVerbs {

  private static final Param<String> BY = Param.of("by", "[-]LENGTH", NoteChangeVerbs::parseShift);
  private static final Param<MusicalPosition> TO =
      Param.of("to", MusicalPosition.HINT, MusicalPosition::parse);

  static final Form MOVE =
      Form.of(
              "move",
              NoteVerbs.CATEGORY,
              "moves notes in time; to: is the new position of the first one")
          .params(BY, TO)
          .selectors(SelectorEvaluator.FORMS)
          .syntax("move by:[-]LENGTH|to:POS @SELECTOR...");

  static final Form TRANSPOSE =
      Form.of("transpose", NoteVerbs.CATEGORY, "moves notes by semitones; an octave has 12")
          .required("SEMITONES")
          .selectors(SelectorEvaluator.FORMS)
          .syntax("transpose [-]SEMITONES @SELECTOR...");

  static final Form VELOCITY =
      Form.of("velocity", NoteVerbs.CATEGORY, "sets, raises or lowers the velocity of notes")
          .required("1-127|pp..ff|+N|-N")
          .selectors(SelectorEvaluator.FORMS)
          .syntax("velocity 1-127|pp..ff|+N|-N @SELECTOR...");

  static final Form LENGTH =
      Form.of("length", NoteVerbs.CATEGORY, "sets the length of notes")
          .required("LENGTH")
          .selectors(SelectorEvaluator.FORMS)
          .syntax("length LENGTH @SELECTOR...");

  /** A limit for parsing only; the selected notes determine the largest possible shift. */
  private static final int MAX_SHIFT = 1_000_000;

  private NoteChangeVerbs() {}

  private static ParsedArgument<String> parseShift(String text) {
    boolean hasSign = text.startsWith("-") || text.startsWith("+");
    return switch (MusicalLength.parse(hasSign ? text.substring(1) : text)) {
      case ParsedArgument.Valid<MusicalLength> fit -> ParsedArgument.valid(text);
      case ParsedArgument.Invalid<MusicalLength>(var reason, var suggestion) ->
          new ParsedArgument.Invalid<>(
              reason, suggestion.map(allowed -> (hasSign ? text.substring(0, 1) : "") + allowed));
    };
  }

  static ResultLine move(ParsedOperation op, SongEdit edit) {
    if (BY.valueIn(op).isPresent() == TO.valueIn(op).isPresent()) {
      throw OperationRefusedException.because("move needs one of by: and to:");
    }
    SelectorEvaluator.requireSelectors(op);
    SongView songView = edit.songView();
    List<SelectorEvaluator.SelectedItem> selection = SelectorEvaluator.selectNotes(songView, op);
    SelectorEvaluator.SelectedItem first =
        selection.stream()
            .min(Comparator.comparingInt(selected -> selected.item().tick()))
            .orElseThrow();
    TimeMap time = songView.timeMap(first.track());
    int start = first.item().tick();
    long shift =
        TO.valueIn(op).isPresent() ? targetTick(op, time) - start : shiftInTicks(op, time, start);
    requireWithinSong(op, songView, selection, start, shift);
    Comparator<SelectorEvaluator.SelectedItem> byStart =
        Comparator.comparingInt(selected -> selected.item().tick());
    List<SelectorEvaluator.SelectedItem> inMoveOrder = new ArrayList<>(selection);
    inMoveOrder.sort(shift > 0 ? byStart.reversed() : byStart);
    for (SelectorEvaluator.SelectedItem selected : inMoveOrder) {
      Note note = ((TrackItem.NoteItem) selected.item()).note();
      move(edit, selected, note.on().tick() + (int) shift, note.off().tick() + (int) shift);
    }
    return resultLine(selection, "moved to " + time.format(start + shift));
  }

  private static int targetTick(ParsedOperation op, TimeMap time) {
    return SongParams.requireValid(op, TO.key(), time.resolve(TO.valueIn(op).orElseThrow()));
  }

  private static long shiftInTicks(ParsedOperation op, TimeMap time, int start) {
    String text = BY.valueIn(op).orElseThrow();
    boolean isNegative = text.startsWith("-");
    String unsigned = isNegative || text.startsWith("+") ? text.substring(1) : text;
    if (!(MusicalLength.parse(unsigned)
        instanceof ParsedArgument.Valid<MusicalLength>(MusicalLength length))) {
      throw new IllegalStateException(text);
    }
    ParsedArgument<Integer> ticks =
        switch (length.ticks(time, start)) {
          case ParsedArgument.Valid<Integer> fit -> fit;
          case ParsedArgument.Invalid<Integer>(var reason, var suggestion) ->
              new ParsedArgument.Invalid<>(
                  reason, suggestion.map(allowed -> (isNegative ? "-" : "") + allowed));
        };
    int tickCount = SongParams.requireValid(op, BY.key(), ticks);
    return isNegative ? -tickCount : tickCount;
  }

  private static void requireWithinSong(
      ParsedOperation op,
      SongView songView,
      List<SelectorEvaluator.SelectedItem> selection,
      int start,
      long shift) {
    int lastTick =
        selection.stream().mapToInt(selected -> note(selected).off().tick()).max().orElseThrow();
    for (SelectorEvaluator.SelectedItem selected : selection) {
      TimeMap time = songView.timeMap(selected.track());
      String description = describe(selected) + " at " + time.format(note(selected).on().tick());
      if (note(selected).on().tick() + shift < 0) {
        throw OperationRefusedException.because(description + " would begin before the song");
      }
      if (note(selected).off().tick() + shift > MessagePosition.MAX_TICK) {
        throw OperationRefusedException.because(
            description + " would end after the last tick, t:" + MessagePosition.MAX_TICK,
            op.withParam(TO.key(), "t:" + (start + MessagePosition.MAX_TICK - lastTick))
                .canonicalText());
      }
    }
  }

  private static Note note(SelectorEvaluator.SelectedItem selected) {
    return ((TrackItem.NoteItem) selected.item()).note();
  }

  static ResultLine transpose(ParsedOperation op, SongEdit edit) {
    int semitones =
        SongParams.requireValidPositional(
            op, 0, NumberParser.parseInteger(op.words().get(0), -MAX_SHIFT, MAX_SHIFT));
    List<SelectorEvaluator.SelectedItem> selection = selectNotes(op, edit);
    requireRange(op, selection, semitones, Note::pitch, 0, Pitch.MAX, "have no pitch");
    Comparator<SelectorEvaluator.SelectedItem> byPitch =
        Comparator.comparingInt(selected -> ((TrackItem.NoteItem) selected.item()).note().pitch());
    List<SelectorEvaluator.SelectedItem> inMoveOrder = new ArrayList<>(selection);
    inMoveOrder.sort(semitones > 0 ? byPitch.reversed() : byPitch);
    changeNotes(edit, inMoveOrder, note -> note.withPitch(note.pitch() + semitones));
    return resultLine(selection, "transposed by " + MessageText.formatSigned(semitones));
  }

  static ResultLine velocity(ParsedOperation op, SongEdit edit) {
    String word = op.words().get(0);
    if (!word.startsWith("+") && !word.startsWith("-")) {
      int velocity = SongParams.requireValidPositional(op, 0, Velocity.parse(word));
      List<SelectorEvaluator.SelectedItem> selection = selectNotes(op, edit);
      changeNotes(edit, selection, note -> note.withVelocity(velocity));
      return resultLine(selection, "velocity " + velocity);
    }
    int delta =
        SongParams.requireValidPositional(
            op, 0, NumberParser.parseInteger(word, -MAX_SHIFT, MAX_SHIFT));
    List<SelectorEvaluator.SelectedItem> selection = selectNotes(op, edit);
    requireRange(
        op, selection, delta, Note::velocity, Velocity.MIN, Velocity.MAX, "have no velocity");
    changeNotes(edit, selection, note -> note.withVelocity(note.velocity() + delta));
    return resultLine(selection, "velocity " + MessageText.formatSigned(delta));
  }

  static ResultLine length(ParsedOperation op, SongEdit edit) {
    MusicalLength length =
        SongParams.requireValidPositional(op, 0, MusicalLength.parse(op.words().get(0)));
    SongView songView = edit.songView();
    List<SelectorEvaluator.SelectedItem> selection = selectNotes(op, edit);
    for (SelectorEvaluator.SelectedItem selected : selection) {
      int start = selected.item().tick();
      int ticks =
          SongParams.requireValidPositional(
              op, 0, length.ticks(songView.timeMap(selected.track()), start));
      move(edit, selected, start, start + ticks);
    }
    return resultLine(selection, "length " + op.words().get(0));
  }

  private static List<SelectorEvaluator.SelectedItem> selectNotes(
      ParsedOperation op, SongEdit edit) {
    SelectorEvaluator.requireSelectors(op);
    return SelectorEvaluator.selectNotes(edit.songView(), op);
  }

  private static void changeNotes(
      SongEdit edit, List<SelectorEvaluator.SelectedItem> selection, Function<Note, Note> change) {
    for (SelectorEvaluator.SelectedItem selected : selection) {
      edit.change(
          selected.item().key(), change.apply(((TrackItem.NoteItem) selected.item()).note()));
    }
  }

  /** Refuses a shift that moves a note out of range, and suggests the largest possible one. */
  private static void requireRange(
      ParsedOperation op,
      List<SelectorEvaluator.SelectedItem> selection,
      int shift,
      ToIntFunction<Note> value,
      int min,
      int max,
      String consequence) {
    int allowedShift = shift;
    SelectorEvaluator.SelectedItem limitingNote = selection.get(0);
    for (SelectorEvaluator.SelectedItem selected : selection) {
      int current = value.applyAsInt(((TrackItem.NoteItem) selected.item()).note());
      int nearest = Math.clamp(allowedShift, min - current, max - current);
      if (nearest != allowedShift) {
        allowedShift = nearest;
        limitingNote = selected;
      }
    }
    if (allowedShift != shift) {
      String reason =
          describe(limitingNote) + " " + limitingNote.item().tag() + " would " + consequence;
      // If no shift is possible in this direction, suggest one in the opposite direction.
      int suggestedShift = allowedShift == 0 ? -Integer.signum(shift) : allowedShift;
      throw OperationRefusedException.because(
          reason, op.withWord(0, MessageText.formatSigned(suggestedShift)).canonicalText());
    }
  }

  private static String describe(SelectorEvaluator.SelectedItem selected) {
    Note note = ((TrackItem.NoteItem) selected.item()).note();
    return "note "
        + Pitch.name(note.channel(), note.pitch())
        + " in "
        + selected.track().describe();
  }

  private static ResultLine resultLine(
      List<SelectorEvaluator.SelectedItem> selection, String description) {
    if (selection.size() == 1) {
      return ResultLine.changed(
          describe(selection.get(0)) + " " + selection.get(0).item().tag() + ": " + description);
    }
    List<String> tracks =
        selection.stream().map(selected -> selected.track().describe()).distinct().toList();
    return ResultLine.bulk(
        SongTexts.noteCount(selection.size())
            + " in "
            + Phrases.abbreviatedList(tracks)
            + ": "
            + description);
  }

  /** Moves a note to another time. */
  private static void move(
      SongEdit edit, SelectorEvaluator.SelectedItem selected, int startTick, int endTick) {
    Note note = ((TrackItem.NoteItem) selected.item()).note();
    if (startTick == note.on().tick() && endTick == note.off().tick()) {
      return;
    }
    PositionAllocator positions =
        new PositionAllocator(
            edit.model(), selected.track().key(), Optional.of(selected.item().key()));
    MessagePosition newStart =
        startTick == note.on().tick() ? note.on() : positions.afterAll(startTick);
    MessagePosition newEnd = positions.noteEnd(endTick, newStart, note.channel(), note.pitch());
    edit.change(selected.item().key(), note.withPositions(newStart, newEnd));
  }
}
