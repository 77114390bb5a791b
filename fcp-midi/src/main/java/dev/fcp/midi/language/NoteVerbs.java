package dev.fcp.midi.language;

import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The verb {@code note}, which adds notes. */
final class NoteVerbs {

  static final String CATEGORY = "notes";

  private static final String DEFAULT_LENGTH = "quarter";

  static final Form NOTE =
      Form.of("note", CATEGORY, "adds a note, or a chord of several, at one place or at several")
          .required("TRACK")
          .required("PITCH")
          .rest("PITCH")
          .params(
              SongParams.POSITIONS,
              SongParams.TICK,
              SongParams.DURATION,
              SongParams.VELOCITY,
              SongParams.CHANNEL)
          .syntax(
              "note TRACK PITCH [PITCH...] at:POS[,POS...]|t:TICK [dur:LENGTH] [vel:1-127|pp..ff]"
                  + " [channel:1-16]");

  private NoteVerbs() {}

  static ResultLine note(ParsedOperation original, SongEdit edit) {
    ParsedOperation op = SongParams.requirePosition(original);
    SongView songView = edit.songView();
    TrackView trackView = TrackResolver.resolve(songView, op, 0);
    TimeMap time = songView.timeMap(trackView);
    int channel = ChannelResolver.resolve(songView, trackView, op);
    Set<Integer> pitches = requirePitches(op, channel);
    int velocity = SongParams.VELOCITY.valueIn(op).orElse(Velocity.DEFAULT);
    Set<Integer> ticks = new LinkedHashSet<>(SongParams.ticksOf(op, time));
    requireNoDuplicate(trackView, time, channel, ticks, pitches);
    List<String> tags = new ArrayList<>();
    Set<String> lengths = new LinkedHashSet<>();
    for (int tick : ticks) {
      int duration = durationInTicks(op, time, tick);
      lengths.add(SongParams.formatLength(duration, time));
      for (int pitch : pitches) {
        PositionAllocator positions = edit.positions(trackView.key());
        MessagePosition start = positions.afterAll(tick);
        MessagePosition end = positions.noteEnd(tick + duration, start, channel, pitch);
        Note note = SongEdit.newNote(start, end, channel, pitch, velocity);
        tags.add("#" + edit.addNote(trackView.key(), note).item());
      }
    }
    String notes =
        tags.size() == 1
            ? "note " + pitchNames(pitches, channel) + " " + tags.get(0)
            : tags.size() + " notes " + pitchNames(pitches, channel);
    String positions = ticks.stream().map(time::format).collect(Collectors.joining(", "));
    return ResultLine.created(
        notes
            + " in "
            + trackView.describe()
            + " at "
            + positions
            + ", "
            + String.join(" or ", lengths)
            + ", velocity "
            + velocity);
  }

  private static String pitchNames(Set<Integer> pitches, int channel) {
    return pitches.stream()
        .map(pitch -> Pitch.name(channel, pitch))
        .collect(Collectors.joining(" "));
  }

  private static Set<Integer> requirePitches(ParsedOperation op, int channel) {
    Set<Integer> pitches = new LinkedHashSet<>();
    for (int i = 1; i < op.words().size(); i++) {
      int pitch = SongParams.requireValidPositional(op, i, Pitch.parse(op.words().get(i)));
      boolean isDrum = Pitch.isDrum(op.words().get(i));
      if (isDrum && channel != Drum.CHANNEL) {
        String drumChannel = "" + (Drum.CHANNEL + 1);
        throw OperationRefusedException.because(
            op.words().get(i)
                + " is a drum, and drums are on channel "
                + drumChannel
                + "; this is channel "
                + (channel + 1),
            op.withParam(SongParams.CHANNEL.key(), drumChannel).canonicalText());
      }
      pitches.add(pitch);
    }
    return pitches;
  }

  private static int durationInTicks(ParsedOperation op, TimeMap time, int tick) {
    boolean isGiven = op.param(SongParams.DURATION.key()).isPresent();
    ParsedOperation withDuration =
        isGiven ? op : op.withParam(SongParams.DURATION.key(), DEFAULT_LENGTH);
    MusicalLength length = SongParams.DURATION.valueIn(withDuration).orElseThrow();
    ParsedArgument<Integer> ticks = length.ticks(time, tick);
    if (tick == MessagePosition.MAX_TICK
        && ticks instanceof ParsedArgument.Invalid<Integer> invalid) {
      throw OperationRefusedException.because(
          Quoting.param(
                  SongParams.DURATION.key(),
                  withDuration.param(SongParams.DURATION.key()).orElseThrow())
              + " "
              + invalid.reason());
    }
    return SongParams.requireValid(withDuration, SongParams.DURATION.key(), ticks);
  }

  /** Refuses a duplicate note, which is most likely a mistake because it is inaudible. */
  private static void requireNoDuplicate(
      TrackView trackView, TimeMap time, int channel, Set<Integer> ticks, Set<Integer> pitches) {
    for (int tick : new TreeSet<>(ticks)) {
      for (TrackItem item : trackView.itemsAt(tick)) {
        if (item instanceof TrackItem.NoteItem(var key, Note note)
            && note.channel() == channel
            && pitches.contains(note.pitch())) {
          throw OperationRefusedException.because(
              trackView.describe()
                  + " has "
                  + Pitch.name(channel, note.pitch())
                  + " at "
                  + time.format(tick)
                  + " already: "
                  + item.tag());
        }
      }
    }
  }
}
