package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.SongKey;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Optional;

/** Verbs that add, remove, rename, mute and solo tracks, and set the title of the song. */
final class TrackVerbs {

  private static final String CATEGORY = "tracks";
  private static final Param<String> PROGRAM = Param.text("program", "INSTRUMENT");

  static final Form ADD =
      Form.of("track add", CATEGORY, "adds a track after the others, on an unused channel")
          .required("\"NAME\"")
          .params(PROGRAM, SongParams.CHANNEL)
          .suggestingQuotes();

  static final Form REMOVE =
      Form.of("track remove", CATEGORY, "removes a track with all that is in it")
          .removing()
          .required("TRACK");

  static final Form RENAME =
      Form.of("track rename", CATEGORY, "renames a track; an empty name removes the name")
          .required("TRACK")
          .required("\"NAME\"")
          .suggestingQuotes();

  static final Form MUTE =
      Form.of("mute", CATEGORY, "marks a track as silent; only FCP knows the mark")
          .required("TRACK")
          .optional("on|off");

  static final Form SOLO =
      Form.of("solo", CATEGORY, "marks a track as the one to hear; only FCP knows the mark")
          .required("TRACK")
          .optional("on|off");

  static final Form TITLE =
      Form.of("title", CATEGORY, "sets the title of the song, which is the name of its first track")
          .required("\"TEXT\"")
          .suggestingQuotes();

  private TrackVerbs() {}

  static ResultLine add(ParsedOperation op, SongEdit edit) {
    SongView songView = edit.songView();
    String name = requireUnusedName(songView, op, 0);
    Optional<Integer> requestedChannel = SongParams.CHANNEL.valueIn(op).map(channel -> channel - 1);
    int channel = requestedChannel.orElseGet(() -> ChannelResolver.requireUnused(songView, op));
    int program =
        PROGRAM
            .valueIn(op)
            .map(text ->
                ProgramVerb.parseProgram(
                    text, replacement -> op.withParam(PROGRAM.key(), replacement)))
            .orElse(0);
    SongKey key = edit.addTrack();
    edit.addMessage(key, 0, Message.trackName(name));
    edit.addMessage(key, 0, Message.programChange(channel, program));
    String label = edit.songView().track(key).describe() + " #" + key.track();
    int format = edit.songView().header().format();
    return ResultLine.created(
        label
            + ", channel "
            + (channel + 1)
            + ", program "
            + GeneralMidi.describe(channel, program)
            + (format == songView.header().format() ? "" : "; the song becomes format " + format));
  }

  private static String requireUnusedName(SongView songView, ParsedOperation op, int positional) {
    String name = SongTexts.requireName("the name of the track", op, positional, "New track");
    List<String> names = songView.tracks().stream().map(TrackView::title).toList();
    if (names.contains(name)) {
      int number = 2;
      while (names.contains(name + " " + number)) {
        number++;
      }
      throw OperationRefusedException.because(
          "there is a track " + Quoting.quoteAlways(name) + " already",
          op.withWord(positional, name + " " + number).canonicalText());
    }
    return name;
  }

  static ResultLine remove(ParsedOperation op, SongEdit edit) {
    SongView songView = edit.songView();
    TrackView trackView = TrackResolver.resolve(songView, op, 0);
    if (songView.tracks().size() == 1) {
      throw OperationRefusedException.because(trackView.describe() + " is the only one");
    }
    trackView.items().forEach(item -> edit.delete(item.key()));
    edit.delete(trackView.key());
    int notes = trackView.notes().size();
    int others = trackView.items().size() - notes;
    return ResultLine.deleted(
        trackView.describe()
            + ", with "
            + SongTexts.noteCount(notes)
            + " and "
            + Phrases.count(others, "other message", "other messages"));
  }

  static ResultLine rename(ParsedOperation op, SongEdit edit) {
    SongView songView = edit.songView();
    TrackView trackView = TrackResolver.resolve(songView, op, 0);
    if (op.words().get(1).isEmpty()) {
      trackView.nameMessage().ifPresent(nameMessage -> edit.delete(nameMessage.key()));
      return ResultLine.changed(trackView.describe() + " has no name");
    }
    boolean isSameName = trackView.name().equals(Optional.of(op.words().get(1)));
    String name = isSameName ? op.words().get(1) : requireUnusedName(songView, op, 1);
    rename(edit, trackView, name);
    return ResultLine.changed(trackView.describe() + " is " + SongTexts.display(name));
  }

  private static void rename(SongEdit edit, TrackView trackView, String name) {
    Message message = Message.trackName(name);
    trackView
        .nameMessage()
        .ifPresentOrElse(
            nameMessage ->
                edit.change(nameMessage.key(), nameMessage.single().withMessage(message)),
            () -> edit.addMessageFirst(trackView.key(), message));
  }

  static ResultLine title(ParsedOperation op, SongEdit edit) {
    String title = SongTexts.requireName("the title", op, 0, "New title");
    SongView songView = edit.songView();
    if (songView.tracks().isEmpty()) {
      edit.addTrack();
    }
    rename(edit, edit.songView().tracks().get(0), title);
    return ResultLine.changed("title " + SongTexts.display(title));
  }

  static ResultLine mute(ParsedOperation op, SongEdit edit) {
    return setFlag(op, edit, MessageText.TrackFlag.MUTE, "is muted", "is not muted");
  }

  static ResultLine solo(ParsedOperation op, SongEdit edit) {
    return setFlag(op, edit, MessageText.TrackFlag.SOLO, "plays alone", "does not play alone");
  }

  private static ResultLine setFlag(
      ParsedOperation op,
      SongEdit edit,
      MessageText.TrackFlag flag,
      String setText,
      String unsetText) {
    TrackView trackView = TrackResolver.resolve(edit.songView(), op, 0);
    String argument = op.word(1).orElse("on");
    boolean on = argument.equalsIgnoreCase("on");
    if (!on && !argument.equalsIgnoreCase("off")) {
      throw OperationRefusedException.because(
          Quoting.quoteAlways(argument) + " is not on or off",
          op.withWord(1, "on").canonicalText());
    }
    List<TrackItem.MessageItem> flagMessages =
        trackView.messages(MessageKind.OPAQUE).stream()
            .filter(message -> message.message().equals(flag.message()))
            .toList();
    if (on && flagMessages.isEmpty()) {
      edit.addMessage(trackView.key(), 0, flag.message());
    } else if (!on) {
      flagMessages.forEach(flagMessage -> edit.delete(flagMessage.key()));
    }
    return ResultLine.changed(
        trackView.describe()
            + " "
            + (on ? setText + " in FCP; other players ignore this" : unsetText));
  }
}
