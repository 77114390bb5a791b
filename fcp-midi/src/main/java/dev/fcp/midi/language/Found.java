package dev.fcp.midi.language;

import dev.fcp.midi.song.Note;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import dev.fcp.verbs.syntax.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One thing in a track, found by its id, and told in words. */
final class Found {

  private Found() {}

  /** What the id in a word of an operation names, among what the selectors leave. */
  static Selection.Chosen item(Score score, ParsedOp op, int index) {
    String id = op.words().get(index).substring(1);
    List<Selection.Chosen> all = Selection.any(score, op, item -> true);
    List<Selection.Chosen> found =
        all.stream().filter(it -> it.item().key().item().equals(id)).toList();
    if (found.isEmpty()) {
      List<String> ids = all.stream().map(it -> it.item().key().item()).toList();
      String where = op.selectors().isEmpty() ? "" : " in " + Selection.told(op);
      throw new NotDone(
          new Refusal(
              "there is no note or message " + Quoting.quoted("#" + id) + where,
              Suggestions.closest(id, ids).map(near -> only(all, near, op, index).text())));
    }
    if (found.size() > 1) {
      List<String> tracks = found.stream().map(it -> it.part().told()).toList();
      throw NotDone.because(
          Quoting.quoted("#" + id) + " is in " + Phrases.some(tracks),
          only(all, id, op, index).text());
    }
    return found.get(0);
  }

  /** An operation that refers to the first thing of an id, and says where that is if it has to. */
  private static ParsedOp only(List<Selection.Chosen> all, String id, ParsedOp op, int index) {
    List<Selection.Chosen> alike =
        all.stream().filter(it -> it.item().key().item().equals(id)).toList();
    ParsedOp named = op.withWord(index, "#" + id);
    if (alike.size() == 1) {
      return named;
    }
    String track = alike.get(0).part().tag();
    List<Selector> narrowed = new ArrayList<>();
    op.selectors().stream().filter(it -> !it.type().equals("track")).forEach(narrowed::add);
    narrowed.add(new Selector("track", Optional.of(track), false, "@track:" + track));
    return named.withSelectors(narrowed);
  }

  /** A note or message in a few words. */
  static String told(Item item) {
    return switch (item) {
      case Item.Sound(var key, Note note) -> "note " + Pitch.name(note.channel(), note.pitch());
      case Item.Sign(var key, var single) -> Signs.told(single.message());
    };
  }
}
