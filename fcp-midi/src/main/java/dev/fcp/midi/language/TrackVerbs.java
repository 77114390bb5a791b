package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.SongKey;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Optional;

/** Tracks come and go, get names, are muted and played alone; the song gets a title. */
final class TrackVerbs {

  private static final String CATEGORY = "tracks";
  private static final Param<String> PROGRAM = Param.text("program", "INSTRUMENT");

  static final Form ADD =
      Form.of("track add", CATEGORY, "adds a track behind the others, on a channel of its own")
          .required("\"NAME\"")
          .params(PROGRAM, Arguments.CHANNEL)
          .spaced();

  static final Form REMOVE =
      Form.of("track remove", CATEGORY, "removes a track with all that is in it").required("TRACK");

  static final Form RENAME =
      Form.of("track rename", CATEGORY, "gives a track another name; an empty one takes it away")
          .required("TRACK")
          .required("\"NAME\"")
          .spaced();

  static final Form MUTE =
      Form.of("mute", CATEGORY, "marks a track as silent; only FCP knows the mark")
          .required("TRACK")
          .optional("on|off");

  static final Form SOLO =
      Form.of("solo", CATEGORY, "marks a track as the one to hear; only FCP knows the mark")
          .required("TRACK")
          .optional("on|off");

  static final Form TITLE =
      Form.of("title", CATEGORY, "gives the song a title: the name of its first track")
          .required("\"TEXT\"")
          .spaced();

  private TrackVerbs() {}

  static ResultLine add(ParsedOp op, Edit edit) {
    Score score = edit.score();
    String name = freeName(score, op, 0);
    Optional<Integer> named = Arguments.CHANNEL.of(op).map(channel -> channel - 1);
    int channel = named.orElseGet(() -> Channels.free(score, op));
    int program =
        PROGRAM
            .of(op)
            .map(text -> Programs.number(text, better -> op.withParam(PROGRAM.key(), better)))
            .orElse(0);
    SongKey key = edit.addTrack();
    Places places = Places.of(edit.model(), key);
    edit.addMessage(places, 0, Message.trackName(name));
    edit.addMessage(Places.of(edit.model(), key), 0, Message.programChange(channel, program));
    String told = edit.score().part(key).told() + " #" + key.track();
    return ResultLine.created(
        told + ", channel " + (channel + 1) + ", program " + GeneralMidi.shown(channel, program));
  }

  private static String freeName(Score score, ParsedOp op, int word) {
    String name = Texts.name("the name of the track", op, word, "New track");
    List<String> names = score.parts().stream().map(Part::title).toList();
    if (names.contains(name)) {
      int number = 2;
      while (names.contains(name + " " + number)) {
        number++;
      }
      throw NotDone.because(
          "there is a track " + Quoting.quoted(name) + " already",
          op.withWord(word, name + " " + number).text());
    }
    return name;
  }

  static ResultLine remove(ParsedOp op, Edit edit) {
    Score score = edit.score();
    Part part = Finder.part(score, op, 0);
    if (score.parts().size() == 1) {
      throw NotDone.because(
          part.told() + " is the only one", "remove everything @track:" + part.typed());
    }
    part.items().forEach(item -> edit.delete(item.key()));
    edit.delete(part.key());
    int notes = part.sounds().size();
    int others = part.items().size() - notes;
    return ResultLine.deleted(
        part.told()
            + ", with "
            + Texts.notes(notes)
            + " and "
            + Phrases.counted(others, "other message", "other messages"));
  }

  static ResultLine rename(ParsedOp op, Edit edit) {
    Score score = edit.score();
    Part part = Finder.part(score, op, 0);
    if (op.words().get(1).isEmpty()) {
      part.nameSign().ifPresent(sign -> edit.delete(sign.key()));
      return ResultLine.changed(part.told() + " has no name");
    }
    boolean same = part.name().equals(Optional.of(op.words().get(1)));
    String name = same ? op.words().get(1) : freeName(score, op, 1);
    rename(edit, part, name);
    return ResultLine.changed(part.told() + " is " + Texts.shown(name));
  }

  private static void rename(Edit edit, Part part, String name) {
    Message message = Message.trackName(name);
    part.nameSign()
        .ifPresentOrElse(
            sign -> edit.change(sign.key(), sign.single().withMessage(message)),
            () -> edit.addFirst(part.key(), message));
  }

  static ResultLine title(ParsedOp op, Edit edit) {
    String title = Texts.name("the title", op, 0, "New title");
    Score score = edit.score();
    if (score.parts().isEmpty()) {
      edit.addTrack();
    }
    rename(edit, edit.score().parts().get(0), title);
    return ResultLine.changed("title " + Texts.shown(title));
  }

  static ResultLine mute(ParsedOp op, Edit edit) {
    return flagged(op, edit, Signs.Flag.MUTE, "is muted", "is not muted");
  }

  static ResultLine solo(ParsedOp op, Edit edit) {
    return flagged(op, edit, Signs.Flag.SOLO, "plays alone", "does not play alone");
  }

  private static ResultLine flagged(
      ParsedOp op, Edit edit, Signs.Flag flag, String set, String unset) {
    Part part = Finder.part(edit.score(), op, 0);
    String word = op.word(1).orElse("on");
    boolean on = word.equalsIgnoreCase("on");
    if (!on && !word.equalsIgnoreCase("off")) {
      throw NotDone.because(
          Quoting.quoted(word) + " is not on or off", op.withWord(1, "on").text());
    }
    List<Item.Sign> marks = part.signs(flag.message()::equals);
    if (on == !marks.isEmpty()) {
      return ResultLine.changed(part.told() + " " + (on ? set : unset) + " already");
    }
    if (on) {
      edit.addMessage(Places.of(edit.model(), part.key()), 0, flag.message());
    } else {
      marks.forEach(mark -> edit.delete(mark.key()));
    }
    return ResultLine.changed(
        part.told() + " " + (on ? set + " in FCP; other players ignore this" : unset));
  }
}
