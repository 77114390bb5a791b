package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Notes and other messages go. */
final class RemoveVerb {

  static final Form FORM =
      Form.of("remove", NoteVerbs.CATEGORY, "removes notes, or messages of other kinds")
          .rest("WHAT")
          .selectors(Selection.FORMS)
          .shownAs(
              "remove [WHAT...] @SELECTOR...",
              "  WHAT: " + String.join(", ", What.words()) + "; notes if nothing is said",
              "remove #ID [#ID...] [@SELECTOR...]");

  /** What can be asked to go. */
  private enum What {
    NOTES("note", Item.Sound.class::isInstance),
    CC("cc", of(MessageKind.CONTROL_CHANGE)),
    BENDS("bend", of(MessageKind.PITCH_BEND)),
    PROGRAMS("program", sign(Signs::isProgram)),
    TEMPOS("tempo", of(MessageKind.TEMPO)),
    TIME_SIGS("time-sig", of(MessageKind.TIME_SIGNATURE)),
    KEY_SIGS("key-sig", of(MessageKind.KEY_SIGNATURE)),
    MARKERS("marker", of(MessageKind.MARKER)),
    OTHERS("other message", of(MessageKind.OPAQUE).and(sign(Signs::isProgram).negate())),
    EVERYTHING("message", of(MessageKind.TRACK_NAME).negate());

    private final String noun;

    @SuppressWarnings("ImmutableEnumChecker") // lambdas that capture other such lambdas at most
    private final Predicate<Item> items;

    What(String noun, Predicate<Item> items) {
      this.noun = noun;
      this.items = items;
    }

    private static Predicate<Item> of(MessageKind kind) {
      return sign(message -> message.kind() == kind);
    }

    private static Predicate<Item> sign(Predicate<Message> wanted) {
      return item -> item instanceof Item.Sign sign && wanted.test(sign.message());
    }

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<String> words() {
      return Arrays.stream(values()).map(What::word).toList();
    }

    static Optional<What> named(String word) {
      return Arrays.stream(values())
          .filter(what -> what.word().equalsIgnoreCase(word) || what.noun.equalsIgnoreCase(word))
          .findFirst();
    }
  }

  private RemoveVerb() {}

  static ResultLine remove(ParsedOp op, Edit edit) {
    Score score = edit.score();
    List<Selection.Chosen> going = new ArrayList<>();
    Set<What> kinds = new LinkedHashSet<>();
    for (int i = 0; i < op.words().size(); i++) {
      String word = op.words().get(i);
      if (word.startsWith("#")) {
        going.add(one(score, op, i));
      } else {
        kinds.add(kind(score, op, i));
      }
    }
    if (going.isEmpty() && kinds.isEmpty()) {
      kinds.add(What.NOTES);
    }
    if (!kinds.isEmpty()) {
      Selection.require(op);
      Predicate<Item> wanted = item -> kinds.stream().anyMatch(kind -> kind.items.test(item));
      String nouns = String.join(" or ", kinds.stream().map(kind -> kind.noun).toList());
      if (!going.isEmpty() && Selection.any(score, op, wanted).isEmpty()) {
        throw NotDone.because(
            "there is no " + nouns + " in " + Selection.told(op), onlyIds(op).text());
      }
      going.addAll(Selection.some(score, op, wanted, nouns));
    }
    Set<Selection.Chosen> once = new LinkedHashSet<>(going);
    once.forEach(it -> edit.delete(it.item().key()));
    return ResultLine.deleted(told(score, once));
  }

  private static ParsedOp onlyIds(ParsedOp op) {
    return op.withPositionals(
        op.positionals().stream().filter(it -> it.text().startsWith("#")).toList());
  }

  private static What kind(Score score, ParsedOp op, int index) {
    String word = op.words().get(index);
    return What.named(word)
        .orElseThrow(() ->
            NotDone.because(
                "remove does not know "
                    + Quoting.quoted(word)
                    + "; it knows "
                    + String.join(", ", What.words())
                    + " and ids such as #n480.60",
                Described.selected(score, op, RemoveVerb::isKnown, RemoveVerb::near)
                    .orElseGet(() -> ofKind(op, index, word))
                    .text()));
  }

  private static boolean isKnown(String word) {
    return word.startsWith("#") || What.named(word).isPresent();
  }

  private static Optional<String> near(String word) {
    return Suggestions.nearest(word, What.words());
  }

  private static ParsedOp ofKind(ParsedOp op, int index, String word) {
    ParsedOp better = op.withWord(index, near(word).orElse(What.NOTES.word()));
    return op.selectors().isEmpty()
        ? better.withSelectors(List.of(Selection.everything()))
        : better;
  }

  private static Selection.Chosen one(Score score, ParsedOp op, int index) {
    return Found.item(score, op, index);
  }

  private static String told(Score score, Set<Selection.Chosen> gone) {
    List<String> tracks = gone.stream().map(it -> it.part().told()).distinct().toList();
    if (gone.size() == 1) {
      Selection.Chosen it = gone.iterator().next();
      TimeMap time = score.time(it.part());
      return Found.told(it.item())
          + " "
          + it.item().tag()
          + " at "
          + time.shown(it.item().tick())
          + " in "
          + tracks.get(0);
    }
    long notes = gone.stream().filter(it -> it.item() instanceof Item.Sound).count();
    long others = gone.size() - notes;
    List<String> counts = new ArrayList<>();
    if (notes > 0) {
      counts.add(Texts.notes(notes));
    }
    if (others > 0) {
      counts.add(
          Phrases.counted(
              others,
              notes > 0 ? "other message" : "message",
              notes > 0 ? "other messages" : "messages"));
    }
    return String.join(" and ", counts) + " in " + Phrases.some(tracks);
  }
}
