package dev.fcp.midi.language;

import dev.fcp.midi.song.Note;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;

/** Resolves an id to a note or message of a track. */
final class ItemResolver {

  private ItemResolver() {}

  /** Resolves the id in a word of an operation among the items that the selectors select. */
  static SelectorEvaluator.SelectedItem resolve(SongView songView, ParsedOperation op, int index) {
    String id = op.words().get(index).substring(1);
    List<SelectorEvaluator.SelectedItem> found = SelectorEvaluator.withId(songView, op, id);
    if (found.isEmpty()) {
      String selectorText = op.selectors().isEmpty() ? "" : " in " + SelectorEvaluator.format(op);
      throw OperationRefusedException.because(
          "there is no note or message "
              + Quoting.quoteAlways("#" + id)
              + selectorText
              + "; the query events lists them");
    }
    if (found.size() > 1) {
      List<String> tracks = found.stream().map(it -> it.track().describe()).toList();
      throw OperationRefusedException.because(
          Quoting.quoteAlways("#" + id) + " is in " + Phrases.abbreviatedList(tracks));
    }
    return found.get(0);
  }

  /** Describes a note or message in a few words. */
  static String describe(TrackItem item) {
    return switch (item) {
      case TrackItem.NoteItem(var key, Note note) ->
          "note " + Pitch.name(note.channel(), note.pitch());
      case TrackItem.MessageItem(var key, var single) -> MessageText.describe(single.message());
    };
  }
}
