package dev.fcp.eventlog.plaintext;

import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.eventlog.plaintext.Anchor.Side;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A text in which every character (code point) keeps its identity. An immutable value: an edit
 * gives a new text, which takes O(log n) time and shares the rest, where n is the number of runs:
 * consecutive characters of one insertion. Characters that were deleted are kept as well, so that
 * they can come back to their place; they are not visible. Offsets are counted in code points.
 *
 * <p>Two texts are equal if they have the same visible characters with the same identities.
 */
public final class Text {

  /** The empty text. */
  public static final Text EMPTY = new Text(null, PersistentMap.empty());

  private static final char DELETED = '-';

  /** The number of characters before an offset in which a word is sought. */
  private static final int MAX_WORD_LENGTH = 1024;

  /** Divides longer words. */
  private static final int WORD_BLOCK = 256;

  private final @Nullable RunTree runs;

  /** The label of each run, by its first character. */
  private final PersistentMap<CharId, Long> labels;

  Text(@Nullable RunTree runs, PersistentMap<CharId, Long> labels) {
    this.runs = runs;
    this.labels = labels;
  }

  /**
   * The text of a new document or of a file that was read. Equal texts have equal identities.
   *
   * @throws IllegalArgumentException if the text contains half of a surrogate pair
   */
  public static Text of(String text) {
    requireCodePoints(text);
    long hash = Hashing.murmur3_128().hashUnencodedChars(text).asLong();
    List<Run> runs = new ArrayList<>();
    addChunks(new CharId(InsertionIds.idOf(hash), 0), text, true, runs);
    return ofRuns(runs);
  }

  static Text ofRuns(List<Run> runs) {
    if (runs.isEmpty()) {
      return EMPTY;
    }
    List<Map.Entry<CharId, Long>> labels = new ArrayList<>(runs.size());
    for (int i = 0; i < runs.size(); i++) {
      labels.add(Map.entry(runs.get(i).first, TextBuilder.initialLabel(i)));
    }
    RunTree tree =
        RunTree.of(runs, 0, runs.size(), TextBuilder.initialLabel(0), TextBuilder.LABEL_GAP);
    labels.sort(Map.Entry.comparingByKey());
    for (int i = 1; i < labels.size(); i++) {
      CharId previous = labels.get(i - 1).getKey();
      RunTree run = Objects.requireNonNull(RunTree.find(tree, labels.get(i - 1).getValue()));
      if (previous.insertion().equals(labels.get(i).getKey().insertion())
          && previous.offset() + run.run.length > labels.get(i).getKey().offset()) {
        throw new MalformedValueException("a text with two characters " + labels.get(i).getKey());
      }
    }
    return new Text(tree, PersistentMap.ofSorted(Comparator.naturalOrder(), labels));
  }

  /** Adds a text as runs of limited length. */
  static void addChunks(CharId first, String text, boolean isLive, List<Run> runs) {
    int start = 0;
    int offset = 0;
    while (start < text.length()) {
      int rest = text.codePointCount(start, Math.min(text.length(), start + 2 * Run.MAX_LENGTH));
      int count = Math.min(rest, Run.MAX_LENGTH);
      int end = text.offsetByCodePoints(start, count);
      runs.add(new Run(first.plus(offset), text.substring(start, end), count, isLive));
      start = end;
      offset += count;
    }
  }

  /** Rejects a text with half of a surrogate pair. */
  static void requireCodePoints(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (Character.charCount(text.codePointAt(i)) == 1) {
          throw new IllegalArgumentException("half of a surrogate pair at " + i);
        }
        i++;
      }
    }
  }

  @Nullable RunTree runs() {
    return runs;
  }

  PersistentMap<CharId, Long> labels() {
    return labels;
  }

  /** The number of visible characters, in code points. */
  public int length() {
    return RunTree.liveLength(runs);
  }

  /** The number of runs, visible or deleted; memory is proportional to it. */
  public int runCount() {
    return RunTree.count(runs);
  }

  /** The visible characters. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(length());
    forEachRun(run -> {
      if (run.isLive) {
        text.append(run.text);
      }
    });
    return text.toString();
  }

  private void forEachRun(Consumer<Run> visitor) {
    RunTree.forEach(runs, 0, Long.MAX_VALUE, node -> visitor.accept(node.run));
  }

  /**
   * The visible characters from one offset to before another.
   *
   * @throws IndexOutOfBoundsException if the offsets are not in the text
   */
  public String substring(int from, int to) {
    Objects.checkFromToIndex(from, to, length());
    StringBuilder text = new StringBuilder(to - from);
    visit(from, to, (run, start, end) -> text.append(run.substring(start, end)));
    return text.toString();
  }

  /** Receives a part of a run. */
  private interface PartVisitor {
    void accept(Run run, int from, int to);
  }

  /** Visits the visible runs from one offset to before another. */
  private void visit(int from, int to, PartVisitor visitor) {
    int offset = from;
    RunTree tree = runs;
    while (offset < to && tree != null) {
      RunTree node = RunTree.at(tree, offset);
      int start = offset - RunTree.liveLengthBefore(tree, node.label);
      int end = Math.min(node.run.length, start + to - offset);
      visitor.accept(node.run, start, end);
      offset += end - start;
    }
  }

  /**
   * The edit that replaces some visible characters by others. It does not change this text; {@link
   * #apply} does.
   *
   * @param offset the offset of the first deleted character, and of the inserted ones
   * @param deleted the number of characters to delete
   * @param ids assigns the ids of the inserted characters
   * @throws IndexOutOfBoundsException if the deleted characters are not in the text
   * @throws IllegalArgumentException if the inserted text contains half of a surrogate pair
   */
  public TextEdit splice(int offset, int deleted, String inserted, InsertionIds ids) {
    Objects.checkFromIndexSize(offset, deleted, length());
    List<TextEdit.Part> added = List.of();
    if (!inserted.isEmpty()) {
      CharId first = ids.next(inserted.codePointCount(0, inserted.length()));
      added = List.of(new TextEdit.Insertion(first, inserted, charBefore(offset)));
    }
    return new TextEdit(deleted == 0 ? List.of() : ranges(offset, deleted), added);
  }

  private List<TextEdit.Part> ranges(int offset, int count) {
    List<TextEdit.Part> ranges = new ArrayList<>(1);
    visit(
        offset,
        offset + count,
        (run, from, to) -> {
          TextEdit.Part last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
          CharId first = run.first.plus(from);
          if (last != null && last.first().plus(last.length()).equals(first)) {
            ranges.set(
                ranges.size() - 1, new TextEdit.Range(last.first(), last.length() + to - from));
          } else {
            ranges.add(new TextEdit.Range(first, to - from));
          }
        });
    return ranges;
  }

  /** The visible character before an offset; empty at the beginning. */
  private Optional<CharId> charBefore(int offset) {
    return offset == 0 ? Optional.empty() : Optional.of(charAt(offset - 1));
  }

  /**
   * The id of a visible character.
   *
   * @throws IndexOutOfBoundsException if the offset is not in the text
   */
  public CharId charAt(int offset) {
    Objects.checkIndex(offset, length());
    RunTree tree = Objects.requireNonNull(runs);
    RunTree node = RunTree.at(tree, offset);
    return node.run.first.plus(offset - RunTree.liveLengthBefore(tree, node.label));
  }

  /**
   * The text after an edit.
   *
   * @throws IllegalArgumentException if the edit does not apply exactly: a character to delete is
   *     not visible, one to restore is unknown or visible, or one to insert is there already, or is
   *     to come after one that is unknown; characters to insert that were deleted are restored
   */
  public Text apply(TextEdit edit) {
    return edit.isEmpty() ? this : new TextBuilder(this).apply(edit).build();
  }

  /**
   * The edit without what is already as after it: characters to delete that are not visible, and
   * characters to add that are.
   */
  public TextEdit rebase(TextEdit edit) {
    CharSet both = CharSet.of(edit.removed()).intersection(CharSet.of(edit.added()));
    List<TextEdit.Part> removed = new ArrayList<>();
    for (TextEdit.Part part : edit.removed()) {
      List<TextEdit.Range> ranges = new ArrayList<>(known(part, true).within(part));
      both.within(part).forEach(range -> ranges.addAll(unknown(range)));
      ranges.sort(Comparator.comparing(TextEdit.Range::first));
      removed.addAll(TextEdit.pieces(part, ranges, true));
    }
    List<TextEdit.Part> added = new ArrayList<>();
    for (TextEdit.Part part : edit.added()) {
      CharSet done = known(part, true);
      both.within(part).forEach(range -> known(range, false).within(range).forEach(done::add));
      List<TextEdit.Range> ranges = new ArrayList<>();
      missing(part).forEach(range -> ranges.addAll(done.gaps(range)));
      added.addAll(TextEdit.pieces(part, ranges, true));
    }
    return new TextEdit(removed, added);
  }

  /** The characters of a part that the text does not know. */
  private List<TextEdit.Range> unknown(TextEdit.Part part) {
    CharSet known = known(part, true);
    known(part, false).within(part).forEach(known::add);
    return known.gaps(part);
  }

  /** The characters of a part that are not visible; unknown ones are apart from deleted ones. */
  private List<TextEdit.Range> missing(TextEdit.Part part) {
    List<TextEdit.Range> missing = new ArrayList<>(known(part, false).within(part));
    missing.addAll(unknown(part));
    missing.sort(Comparator.comparing(TextEdit.Range::first));
    return missing;
  }

  /** The characters of a part that are visible, or those that are deleted. */
  private CharSet known(TextEdit.Part part, boolean isLive) {
    CharSet known = new CharSet();
    String insertion = part.first().insertion();
    CharId start = labels.floor(part.first()).map(Map.Entry::getKey).orElse(part.first());
    CharId end = new CharId(insertion, part.end());
    for (Map.Entry<CharId, Long> entry : labels.range(start, end)) {
      Run run = Objects.requireNonNull(RunTree.find(runs, entry.getValue())).run;
      if (run.isLive == isLive && run.first.insertion().equals(insertion)) {
        known.add(new TextEdit.Range(run.first, run.length));
      }
    }
    return known;
  }

  /**
   * The edit that gives this text the characters of another one, each with the identity that it has
   * there. The text then also knows the place of the deleted characters of the other one. Both are
   * versions of one document: characters that both know have the same order.
   */
  public TextEdit exactDiff(Text target) {
    List<Run> targetRuns = new ArrayList<>();
    target.forEachRun(targetRuns::add);
    return exactDiff(targetRuns);
  }

  private TextEdit exactDiff(List<Run> targetRuns) {
    List<TextEdit.Part> removed = new ArrayList<>();
    List<TextEdit.Part> added = new ArrayList<>();
    CharSet kept = new CharSet();
    boolean isSame = true;
    Optional<CharId> previous = Optional.empty();
    for (Run run : targetRuns) {
      TextEdit.Range range = new TextEdit.Range(run.first, run.length);
      TextEdit.Part whole = new TextEdit.Insertion(run.first, run.text, previous);
      if (run.isLive) {
        kept.add(range);
      }
      isSame &= run.isLive ? missing(range).isEmpty() : unknown(range).isEmpty();
      // Also of characters that this text knows: it may know them from steps that were undone
      // since.
      for (TextEdit.Part piece : TextEdit.pieces(whole, missing(range), true)) {
        added.add(piece);
        if (!run.isLive) {
          removed.add(new TextEdit.Range(piece.first(), piece.length()));
        }
      }
      previous = Optional.of(run.first.plus(run.length - 1));
    }
    for (Run run : liveRuns()) {
      List<TextEdit.Range> gaps = kept.gaps(new TextEdit.Range(run.first, run.length));
      isSame &= gaps.isEmpty();
      removed.addAll(gaps);
    }
    return isSame ? TextEdit.NONE : new TextEdit(removed, added);
  }

  private boolean isKnown(CharId id) {
    return new TextBuilder(this).nodeOf(id) != null;
  }

  private List<Run> liveRuns() {
    List<Run> live = new ArrayList<>();
    forEachRun(run -> {
      if (run.isLive) {
        live.add(run);
      }
    });
    return live;
  }

  /**
   * A small edit that gives this text the characters of another one. Words are compared first, then
   * the characters of words that differ. Equal contents have an empty edit. Between versions of one
   * document, the edit restores and deletes characters by their identity. If a file was read,
   * characters that are in both texts stay, whatever their identity is; the others get ids that are
   * derived from both texts, or are restored if the file had them when the document was new.
   */
  public TextEdit diff(Text target) {
    if (contentEquals(target)) {
      return TextEdit.NONE;
    }
    String targetText = target.toString();
    if (target.liveRuns().stream().anyMatch(run -> isKnown(run.first))) {
      TextEdit edit =
          target.equals(of(targetText)) ? diff(targetText, target) : exactDiff(target.liveRuns());
      if (applies(edit, target)) {
        return edit;
      }
    }
    return diff(targetText, EMPTY);
  }

  private boolean applies(TextEdit edit, Text target) {
    try {
      return apply(edit).contentEquals(target);
    } catch (IllegalArgumentException e) {
      // The texts have characters in common, but in another order.
      return false;
    }
  }

  /**
   * The edit that gives this text the characters of a string.
   *
   * @param restorable the string with identities, of which deleted characters are restored; or an
   *     empty text, if all characters get new identities
   */
  private TextEdit diff(String target, Text restorable) {
    List<TextEdit.Part> removed = new ArrayList<>();
    List<TextEdit.Part> added = new ArrayList<>();
    CharId next = new CharId(derivedInsertion(target), 0);
    int shift = 0;
    for (TextDiff.Replacement replacement : TextDiff.between(toString(), target)) {
      int inserted = replacement.inserted().codePointCount(0, replacement.inserted().length());
      if (replacement.deleted() > 0) {
        removed.addAll(ranges(replacement.offset(), replacement.deleted()));
      }
      if (inserted > 0) {
        List<TextEdit.Part> known =
            restorable.length() == 0
                ? List.of()
                : restorable.ranges(replacement.offset() + shift, inserted);
        if (!known.isEmpty() && known.stream().allMatch(this::isDeleted)) {
          added.addAll(known);
        } else {
          added.add(
              new TextEdit.Insertion(
                  next, replacement.inserted(), charBefore(replacement.offset())));
        }
        next = next.plus(inserted);
      }
      shift += inserted - replacement.deleted();
    }
    return new TextEdit(removed, added);
  }

  private boolean isDeleted(TextEdit.Part part) {
    return known(part, false).gaps(part).isEmpty();
  }

  private String derivedInsertion(String target) {
    Hasher hasher = Hashing.murmur3_128().newHasher();
    for (TextEdit.Part range : liveRanges()) {
      hasher.putUnencodedChars(range.first().insertion()).putInt(range.first().offset());
      hasher.putInt(range.length());
    }
    return InsertionIds.idOf(hasher.putUnencodedChars(target).hash().asLong());
  }

  /** Whether another text has the same visible characters, whatever their identities are. */
  public boolean contentEquals(Text other) {
    return length() == other.length() && RunTree.hash(runs).equals(RunTree.hash(other.runs));
  }

  /**
   * The visible characters as a value of constant size for digests: their number and their hash of
   * 127 bits, a polynomial modulo 2^127 - 1 that does not depend on runs and identities.
   */
  public Value content() {
    TextHash hash = RunTree.hash(runs);
    return new Value.Sequence(
        ImmutableList.of(Value.of(length()), Value.of(hash.high()), Value.of(hash.low())));
  }

  /**
   * The position right before the visible character at an offset; it moves along when text is
   * inserted there. At the end of the text it is {@link Anchor#END}.
   *
   * @throws IndexOutOfBoundsException if the offset is not in the text
   */
  public Anchor anchorBefore(int offset) {
    return Objects.checkIndex(offset, length() + 1) == length()
        ? Anchor.END
        : new Anchor(Optional.of(charAt(offset)), Side.BEFORE);
  }

  /**
   * The position right after the visible character before an offset; it stays when text is inserted
   * there. At the beginning of the text it is {@link Anchor#START}.
   *
   * @throws IndexOutOfBoundsException if the offset is not in the text
   */
  public Anchor anchorAfter(int offset) {
    Objects.checkIndex(offset, length() + 1);
    return new Anchor(charBefore(offset), Side.AFTER);
  }

  /**
   * The offset of an anchor; if its character is deleted, the offset where it was. Empty if the
   * text does not know the character.
   */
  public OptionalInt offsetOf(Anchor anchor) {
    if (anchor.character().isEmpty()) {
      return OptionalInt.of(anchor.side() == Side.AFTER ? 0 : length());
    }
    CharId id = anchor.character().get();
    RunTree node = new TextBuilder(this).nodeOf(id);
    if (node == null) {
      return OptionalInt.empty();
    }
    int before = RunTree.liveLengthBefore(runs, node.label);
    int inRun = id.offset() - node.run.first.offset() + (anchor.side() == Side.AFTER ? 1 : 0);
    return OptionalInt.of(before + (node.run.isLive ? inRun : 0));
  }

  /**
   * Identifies the word that an edit at an offset belongs to: by the first character of the word
   * before the offset, with the white space after it. {@link TypingKeys} join typing into words. A
   * word of more than 1,024 characters, as in a script without spaces, is divided where the numbers
   * of its characters are multiples of 256.
   *
   * @throws IndexOutOfBoundsException if the offset is not in the text
   */
  String wordKey(int offset) {
    Objects.checkIndex(offset, length() + 1);
    int from = Math.max(0, offset - MAX_WORD_LENGTH);
    int[] before = substring(from, offset).codePoints().toArray();
    int start = before.length;
    while (start > 0 && Character.isWhitespace(before[start - 1])) {
      start--;
    }
    while (start > 0 && !Character.isWhitespace(before[start - 1])) {
      start--;
    }
    if (start == 0 && from > 0) {
      return dividedWordKey(from, offset);
    }
    return from + start == length() ? "" : charAt(from + start).toString();
  }

  /** The first character from an offset on that begins a block of an insertion. */
  private String dividedWordKey(int from, int offset) {
    List<CharId> starts = new ArrayList<>();
    visit(
        from,
        offset,
        (run, start, end) -> {
          int number = run.first.offset() + start;
          int next = Math.ceilDiv(number, WORD_BLOCK) * WORD_BLOCK;
          if (next < run.first.offset() + end) {
            starts.add(new CharId(run.first.insertion(), next));
          }
        });
    return (starts.isEmpty() ? charAt(from) : starts.get(0)).toString();
  }

  /**
   * The text without deleted characters, except those that some edits name; the same object if
   * there are no others.
   */
  public Text forgetting(Iterable<TextEdit> keptEdits) {
    CharSet named = new CharSet();
    for (TextEdit edit : keptEdits) {
      for (List<TextEdit.Part> parts : List.of(edit.removed(), edit.added())) {
        for (TextEdit.Part part : parts) {
          named.add(part);
          if (part instanceof TextEdit.Insertion insertion && insertion.after().isPresent()) {
            named.add(new TextEdit.Range(insertion.after().get(), 1));
          }
        }
      }
    }
    List<Run> kept = new ArrayList<>();
    List<Run> all = new ArrayList<>();
    forEachRun(run -> {
      all.add(run);
      if (run.isLive) {
        kept.add(run);
      } else {
        for (TextEdit.Range range : named.within(new TextEdit.Range(run.first, run.length))) {
          int from = range.first().offset() - run.first.offset();
          kept.add(run.part(from, from + range.length()));
        }
      }
    });
    // A run of which all characters are kept is the same object.
    return kept.equals(all) ? this : ofRuns(kept);
  }

  /**
   * The encoded form, which includes identities and deleted characters: for each run, the id of the
   * first character, with a minus sign if the run is deleted, and the characters.
   */
  public Value encode() {
    ImmutableList.Builder<Value> items = ImmutableList.builder();
    List<Run> all = new ArrayList<>();
    forEachRun(all::add);
    int i = 0;
    while (i < all.size()) {
      Run run = all.get(i);
      StringBuilder text = new StringBuilder(run.text);
      CharId end = run.end();
      i++;
      // Runs in memory are short; the borders between them have no meaning.
      while (i < all.size() && all.get(i).isLive == run.isLive && all.get(i).first.equals(end)) {
        text.append(all.get(i).text);
        end = all.get(i).end();
        i++;
      }
      items.add(Value.of(run.isLive ? run.first.toString() : DELETED + run.first.toString()));
      items.add(Value.of(text.toString()));
    }
    return new Value.Sequence(items.build());
  }

  /**
   * Decodes a text.
   *
   * @throws MalformedValueException if the value is not a text
   */
  public static Text decode(Value value) {
    List<Value> items = value.asSequence();
    if (items.size() % 2 != 0) {
      throw new MalformedValueException("a text of " + items.size() + " items");
    }
    Map<String, String> insertions = new HashMap<>();
    List<Run> runs = new ArrayList<>();
    try {
      for (int i = 0; i < items.size(); i += 2) {
        String id = items.get(i).asText();
        boolean isLive = id.isEmpty() || id.charAt(0) != DELETED;
        CharId first = CharId.parse(isLive ? id : id.substring(1));
        String insertion = insertions.computeIfAbsent(first.insertion(), own -> own);
        String text = items.get(i + 1).asText();
        requireCodePoints(text);
        if (text.isEmpty() || first.offset() > Integer.MAX_VALUE - text.length()) {
          throw new MalformedValueException("a run without characters, or with too many: " + id);
        }
        Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
        if (last != null && last.isLive == isLive && last.end().equals(first)) {
          throw new MalformedValueException("a run that belongs to the one before it: " + id);
        }
        addChunks(new CharId(insertion, first.offset()), text, isLive, runs);
      }
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw new MalformedValueException("not a text: " + e.getMessage(), e);
    }
    return ofRuns(runs);
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return this == object
        || (object instanceof Text other
            && contentEquals(other)
            && liveRanges().equals(other.liveRanges()));
  }

  /** The identities of the visible characters, as ranges that are as long as possible. */
  private List<TextEdit.Part> liveRanges() {
    return ranges(0, length());
  }

  @Override
  public int hashCode() {
    return Long.hashCode(RunTree.hash(runs).low());
  }
}
