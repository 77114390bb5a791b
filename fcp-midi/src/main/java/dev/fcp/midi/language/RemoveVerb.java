package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The verb {@code remove}, which removes notes and other messages. */
final class RemoveVerb {

  static final Form FORM =
      Form.of("remove", NoteVerbs.CATEGORY, "removes notes, or messages of other kinds")
          .removing()
          .rest("WHAT")
          .selectors(SelectorEvaluator.FORMS)
          .syntax(
              "remove [WHAT...] @SELECTOR...",
              "  WHAT: "
                  + String.join(", ", RemovableKind.keywords())
                  + "; notes if nothing is said",
              "remove #ID [#ID...] [@SELECTOR...]");

  /** The kinds of items that can be removed. */
  private enum RemovableKind {
    NOTES("note", TrackItem.NoteItem.class::isInstance),
    CC("cc", ofKind(MessageKind.CONTROL_CHANGE)),
    BENDS("bend", ofKind(MessageKind.PITCH_BEND)),
    PROGRAMS("program", ofMessage(MessageText::isProgram)),
    TEMPOS("tempo", ofKind(MessageKind.TEMPO)),
    TIME_SIGS("time-sig", ofKind(MessageKind.TIME_SIGNATURE)),
    KEY_SIGS("key-sig", ofKind(MessageKind.KEY_SIGNATURE)),
    MARKERS("marker", ofKind(MessageKind.MARKER)),
    OTHERS(
        "other message",
        ofKind(MessageKind.OPAQUE).and(ofMessage(MessageText::isProgram).negate())),
    EVERYTHING("message", ofKind(MessageKind.TRACK_NAME).negate());

    private final String noun;

    @SuppressWarnings("ImmutableEnumChecker") // the lambdas capture at most other such lambdas
    private final Predicate<TrackItem> items;

    RemovableKind(String noun, Predicate<TrackItem> items) {
      this.noun = noun;
      this.items = items;
    }

    private static Predicate<TrackItem> ofKind(MessageKind kind) {
      return ofMessage(message -> message.kind() == kind);
    }

    private static Predicate<TrackItem> ofMessage(Predicate<Message> filter) {
      return item ->
          item instanceof TrackItem.MessageItem message && filter.test(message.message());
    }

    String keyword() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<String> keywords() {
      return Arrays.stream(values()).map(RemovableKind::keyword).toList();
    }

    static Optional<RemovableKind> forWord(String word) {
      return Arrays.stream(values())
          .filter(kind -> kind.keyword().equalsIgnoreCase(word) || kind.noun.equalsIgnoreCase(word))
          .findFirst();
    }
  }

  private RemoveVerb() {}

  static ResultLine remove(ParsedOperation op, SongEdit edit) {
    SongView songView = edit.songView();
    List<SelectorEvaluator.SelectedItem> selection = new ArrayList<>();
    Set<RemovableKind> kinds = new LinkedHashSet<>();
    for (int i = 0; i < op.words().size(); i++) {
      String word = op.words().get(i);
      if (word.startsWith("#")) {
        selection.add(resolveItem(songView, op, i));
      } else {
        kinds.add(resolveKind(op.words().get(i)));
      }
    }
    if (selection.isEmpty() && kinds.isEmpty()) {
      kinds.add(RemovableKind.NOTES);
    }
    if (!kinds.isEmpty()) {
      SelectorEvaluator.requireSelectors(op);
      Predicate<TrackItem> filter = item -> kinds.stream().anyMatch(kind -> kind.items.test(item));
      String nouns = String.join(" or ", kinds.stream().map(kind -> kind.noun).toList());
      if (!selection.isEmpty() && SelectorEvaluator.select(songView, op, filter).isEmpty()) {
        throw OperationRefusedException.because(
            "there is no " + nouns + " in " + SelectorEvaluator.format(op));
      }
      selection.addAll(SelectorEvaluator.selectAtLeastOne(songView, op, filter, nouns));
    }
    Set<SelectorEvaluator.SelectedItem> distinct = new LinkedHashSet<>(selection);
    distinct.forEach(selected -> edit.delete(selected.item().key()));
    return ResultLine.deleted(describe(songView, distinct));
  }

  private static RemovableKind resolveKind(String word) {
    return RemovableKind.forWord(word)
        .orElseThrow(() ->
            OperationRefusedException.because(
                "remove does not know "
                    + Quoting.quoteAlways(word)
                    + "; it knows "
                    + String.join(", ", RemovableKind.keywords())
                    + " and ids such as #n480.60; @pitch:, @range: and @track: select notes"));
  }

  private static SelectorEvaluator.SelectedItem resolveItem(
      SongView songView, ParsedOperation op, int index) {
    return ItemResolver.resolve(songView, op, index);
  }

  private static String describe(SongView songView, Set<SelectorEvaluator.SelectedItem> removed) {
    List<String> tracks =
        removed.stream().map(selected -> selected.track().describe()).distinct().toList();
    if (removed.size() == 1) {
      SelectorEvaluator.SelectedItem selected = removed.iterator().next();
      TimeMap time = songView.timeMap(selected.track());
      return ItemResolver.describe(selected.item())
          + " "
          + selected.item().tag()
          + " at "
          + time.format(selected.item().tick())
          + " in "
          + tracks.get(0);
    }
    long notes =
        removed.stream().filter(selected -> selected.item() instanceof TrackItem.NoteItem).count();
    long others = removed.size() - notes;
    List<String> counts = new ArrayList<>();
    if (notes > 0) {
      counts.add(SongTexts.noteCount(notes));
    }
    if (others > 0) {
      counts.add(
          Phrases.count(
              others,
              notes > 0 ? "other message" : "message",
              notes > 0 ? "other messages" : "messages"));
    }
    return String.join(" and ", counts) + " in " + Phrases.abbreviatedList(tracks);
  }
}
