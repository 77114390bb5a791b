package dev.fcp.midi.language;

import dev.fcp.midi.song.KeySignature;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Tempo;
import dev.fcp.midi.song.TimeSignature;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.math.BigDecimal;
import java.util.List;

/** Verbs that set tempo, signatures and markers, which apply to all tracks. */
final class TimeVerbs {

  private static final String CATEGORY = "time";
  private static final double MIN_BPM = 4;
  private static final double MAX_BPM = 1000;

  static final Form TEMPO =
      Form.of(
              "tempo",
              CATEGORY,
              "sets the tempo in quarter notes per minute, from the start or a position on")
          .required("4-1000")
          .params(SongParams.AT, SongParams.TRACK);

  static final Form TIME_SIG =
      Form.of("time-sig", CATEGORY, "sets the time signature, from the start or a later bar on")
          .required("3/4")
          .params(SongParams.AT, SongParams.TRACK);

  static final Form KEY_SIG =
      Form.of("key-sig", CATEGORY, "sets the key, from the start or a position on")
          .required("C|F#|Bbm")
          .optional("major|minor")
          .params(SongParams.AT, SongParams.TRACK);

  static final Form MARKER =
      Form.of("marker", CATEGORY, "adds a marker, or changes the text of the one at that position")
          .required("\"TEXT\"")
          .params(SongParams.AT, SongParams.TICK, SongParams.TRACK)
          .syntax("marker \"TEXT\" at:POS|t:TICK [track:TRACK]")
          .suggestingQuotes();

  static final Param<Tempo> TEMPO_PARAM = Param.of("tempo", "4-1000", TimeVerbs::parseTempo);
  static final Param<TimeSignature> TIME_SIG_PARAM =
      Param.of("time-sig", "3/4", TimeVerbs::parseTimeSignature);
  static final Param<KeySignature> KEY_SIG_PARAM =
      Param.of("key-sig", "C|F#|Bbm", text -> KeyParser.parse(text));

  private TimeVerbs() {}

  static ResultLine tempo(ParsedOperation op, SongEdit edit) {
    Tempo tempo = SongParams.requireValidPositional(op, 0, parseTempo(op.words().get(0)));
    return put(op, edit, tempo.message());
  }

  private static ParsedArgument<Tempo> parseTempo(String text) {
    return switch (NumberParser.parseDecimal(text, MIN_BPM, MAX_BPM)) {
      case ParsedArgument.Valid<Double> fit ->
          ParsedArgument.valid(Tempo.ofBpm(new BigDecimal(text)));
      case ParsedArgument.Invalid<Double>(var reason, var suggestion) ->
          new ParsedArgument.Invalid<>(reason, suggestion);
    };
  }

  static ResultLine timeSignature(ParsedOperation op, SongEdit edit) {
    TimeSignature signature =
        SongParams.requireValidPositional(op, 0, parseTimeSignature(op.words().get(0)));
    SongView songView = edit.songView();
    TimeMap time =
        songView.tracks().isEmpty()
            ? songView.timeMap()
            : songView.timeMap(TrackResolver.resolveOrFirst(songView, op));
    int tick = SongParams.tickOf(op, time);
    if (time.hasBars() && time.barStart(time.barAt(tick)) != tick) {
      throw OperationRefusedException.because(
          "a time signature begins a bar, and " + time.format(tick) + " is within one",
          op.withParam(SongParams.AT.key(), "" + (time.barAt(tick) + 1)).canonicalText());
    }
    return put(op, edit, signature.message());
  }

  private static ParsedArgument<TimeSignature> parseTimeSignature(String text) {
    String[] parts = text.split("/", -1);
    boolean isFraction =
        parts.length == 2 && parts[0].matches("[0-9]{1,9}") && parts[1].matches("[0-9]{1,9}");
    if (!isFraction) {
      return ParsedArgument.invalid("is not a time signature such as 3/4", "4/4");
    }
    int beats = Integer.parseInt(parts[0]);
    int beatUnit = Integer.parseInt(parts[1]);
    List<Integer> allowed = List.of(1, 2, 4, 8, 16, 32, 64);
    if (!allowed.contains(beatUnit)) {
      int nearest = allowed.stream().filter(it -> it >= beatUnit).findFirst().orElse(64);
      return ParsedArgument.invalid(
          "has no beat of 1, 2, 4, 8, 16, 32 or 64", parts[0] + "/" + nearest);
    }
    return beats >= 1 && beats <= 64
        ? ParsedArgument.valid(TimeSignature.of(beats, beatUnit))
        : ParsedArgument.invalid("must have 1 to 64 beats", (beats < 1 ? 1 : 64) + "/" + beatUnit);
  }

  static ResultLine keySignature(ParsedOperation op, SongEdit edit) {
    String mode = op.word(1).map(word -> " " + word).orElse("");
    KeySignature signature =
        switch (KeyParser.parse(op.words().get(0) + mode)) {
          case ParsedArgument.Valid<KeySignature>(KeySignature key) -> key;
          case ParsedArgument.Invalid<KeySignature>(var reason, var suggestion) ->
              throw OperationRefusedException.because(
                  Quoting.quoteIfNeeded(op.words().get(0) + mode) + " " + reason,
                  KeyParser.withKey(op, suggestion.orElse("C major")).canonicalText());
        };
    return put(op, edit, signature.message());
  }

  static ResultLine marker(ParsedOperation op, SongEdit edit) {
    ParsedOperation withPosition = SongParams.requirePosition(op);
    return put(
        withPosition, edit, Message.marker(SongTexts.requireName("the marker", op, 0, "Verse")));
  }

  /** Adds a message to a track, or replaces a message of the same kind at the same tick. */
  private static ResultLine put(ParsedOperation op, SongEdit edit, Message message) {
    if (edit.songView().tracks().isEmpty()) {
      edit.addTrack();
    }
    SongView songView = edit.songView();
    TrackView firstTrack = TrackResolver.resolveOrFirst(songView, op);
    TimeMap time = songView.timeMap(firstTrack);
    int tick = SongParams.tickOf(op, time);
    MessageKind kind = message.kind();
    // Of several messages at one tick the last one counts; it may be in any track that shares the
    // time.
    TrackView owner = firstTrack;
    for (TrackView trackView : songView.tracksSharingTime(firstTrack)) {
      boolean isTrackGiven = SongParams.TRACK.valueIn(op).isPresent();
      if (!isTrackGiven
          && trackView.messages(kind).stream()
              .anyMatch(existingMessage -> existingMessage.tick() == tick)) {
        owner = trackView;
      }
    }
    boolean replaced = edit.putMessage(owner, tick, message, other -> other.kind() == kind);
    String line = MessageText.describe(message) + " at " + time.format(tick);
    return replaced ? ResultLine.changed(line) : ResultLine.created(line);
  }
}
