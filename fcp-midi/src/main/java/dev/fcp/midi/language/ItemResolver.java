package dev.fcp.midi.language;

import dev.fcp.midi.song.Note;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import dev.fcp.verbs.syntax.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Resolves an id to a note or message of a track. */
final class ItemResolver {

  private ItemResolver() {}

  /** Resolves the id in a word of an operation among the items that the selectors select. */
  static SelectorEvaluator.SelectedItem resolve(SongView songView, ParsedOperation op, int index) {
    String id = op.words().get(index).substring(1);
    List<SelectorEvaluator.SelectedItem> all = SelectorEvaluator.select(songView, op, item -> true);
    List<SelectorEvaluator.SelectedItem> found =
        all.stream().filter(it -> it.item().key().item().equals(id)).toList();
    if (found.isEmpty()) {
      List<String> ids = all.stream().map(it -> it.item().key().item()).toList();
      String selectorText = op.selectors().isEmpty() ? "" : " in " + SelectorEvaluator.format(op);
      throw new OperationRefusedException(
          new Refusal(
              "there is no note or message " + Quoting.quoteAlways("#" + id) + selectorText,
              Suggestions.closest(id, ids)
                  .map(nearest -> withItem(all, nearest, op, index).canonicalText())));
    }
    if (found.size() > 1) {
      List<String> tracks = found.stream().map(it -> it.track().describe()).toList();
      throw OperationRefusedException.because(
          Quoting.quoteAlways("#" + id) + " is in " + Phrases.abbreviatedList(tracks),
          withItem(all, id, op, index).canonicalText());
    }
    return found.get(0);
  }

  /** The operation with another id, and with a track selector if the id is ambiguous. */
  private static ParsedOperation withItem(
      List<SelectorEvaluator.SelectedItem> all, String id, ParsedOperation op, int index) {
    List<SelectorEvaluator.SelectedItem> matching =
        all.stream().filter(it -> it.item().key().item().equals(id)).toList();
    ParsedOperation withId = op.withWord(index, "#" + id);
    if (matching.size() == 1) {
      return withId;
    }
    String trackTag = matching.get(0).track().tag();
    List<Selector> selectors = new ArrayList<>();
    op.selectors().stream().filter(it -> !it.type().equals("track")).forEach(selectors::add);
    selectors.add(new Selector("track", Optional.of(trackTag), false, "@track:" + trackTag));
    return withId.withSelectors(selectors);
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
