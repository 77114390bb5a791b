package dev.fcp.eventlog.plaintext;

import com.google.common.collect.ImmutableList;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Unit.Characters;
import dev.fcp.eventlog.domain.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A change of a {@link Text}: characters that are deleted, and characters that are inserted or come
 * back. It names characters by their ids and contains no offsets, so it has the same effect
 * whatever others have changed since. Characters that are both added and removed are deleted
 * afterwards, but the text knows their place. Immutable.
 *
 * <p>The encoded form of each of the two lists is a sequence; a list without parts is absent:
 *
 * <pre>
 * "k3Fq9Zab:13+5"                                      5 characters from this one on
 * {"after":"Xy:2","id":"k3Fq9Zab:13","text":"hello"}   new characters, right after another one
 * </pre>
 *
 * <p>{@code after} is empty at the beginning of the text, and missing if the character before has
 * the number before in the same insertion.
 *
 * @param removed characters that the change deletes, after it adds the others
 * @param added characters that the change makes part of the text
 */
public record TextEdit(List<Part> removed, List<Part> added) {

  /** An edit that changes nothing. */
  public static final TextEdit NONE = new TextEdit(List.of(), List.of());

  private static final String AFTER = "after";
  private static final String ID = "id";
  private static final String TEXT = "text";

  /** Copies the lists. */
  public TextEdit {
    removed = ImmutableList.copyOf(removed);
    added = ImmutableList.copyOf(added);
  }

  /** Consecutive characters of one insertion. */
  public sealed interface Part {

    /** The first character. */
    CharId first();

    /** The number of characters, in code points; at least 1. */
    int length();

    /** The offset in the insertion right after the last character. */
    default int end() {
      return first().offset() + length();
    }
  }

  /** Characters that the text already knows, live or deleted. */
  public record Range(CharId first, int length) implements Part {

    /** Rejects a range without characters. */
    public Range {
      if (length < 1 || first.offset() > Integer.MAX_VALUE - length) {
        throw new IllegalArgumentException("not a range of characters: " + first + '+' + length);
      }
    }

    /** The form in events, such as {@code k3Fq9Zab:13+5}. */
    @Override
    public String toString() {
      return first.toString() + '+' + length;
    }
  }

  /**
   * Characters with all that is needed to insert them.
   *
   * @param after the character right after which they were inserted; empty at the beginning
   */
  public record Insertion(CharId first, String text, Optional<CharId> after) implements Part {

    /** Rejects an empty text, and one with half of a surrogate pair. */
    public Insertion {
      Text.requireCodePoints(text);
      if (text.isEmpty() || first.offset() > Integer.MAX_VALUE - text.length()) {
        throw new IllegalArgumentException("nothing to insert as " + first);
      }
    }

    @Override
    public int length() {
      return text.codePointCount(0, text.length());
    }
  }

  /** Whether it changes nothing. */
  public boolean isEmpty() {
    return removed.isEmpty() && added.isEmpty();
  }

  /** The edit that reverses this one. */
  public TextEdit inverse() {
    return new TextEdit(added, removed);
  }

  /** The characters that the edit changes, as units of a rollback: in blocks of limited length. */
  public List<Range> units() {
    List<Range> units = new ArrayList<>();
    for (List<Part> parts : List.of(removed, added)) {
      for (Part part : parts) {
        int from = part.first().offset();
        while (from < part.end()) {
          int to =
              (int)
                  Math.min(
                      part.end(), (from / Characters.BLOCK_LENGTH + 1L) * Characters.BLOCK_LENGTH);
          units.add(new Range(new CharId(part.first().insertion(), from), to - from));
          from = to;
        }
      }
    }
    return units;
  }

  /** The same edit without some characters. */
  public TextEdit without(List<Range> characters) {
    CharSet excluded = new CharSet();
    characters.forEach(excluded::add);
    return new TextEdit(without(removed, excluded), without(added, excluded));
  }

  /** The parts without some characters. */
  static List<Part> without(List<Part> parts, CharSet excluded) {
    List<Part> rest = new ArrayList<>();
    for (Part part : parts) {
      rest.addAll(pieces(part, excluded.gaps(part), false));
    }
    return rest;
  }

  /**
   * Some characters of a part, given as ranges in ascending order.
   *
   * @param areOthersKnown whether the text has the other characters; otherwise each piece of an
   *     insertion comes after the piece before it
   */
  static List<Part> pieces(Part part, List<Range> ranges, boolean areOthersKnown) {
    return switch (part) {
      case Range range -> List.copyOf(ranges);
      case Insertion insertion -> {
        List<Part> pieces = new ArrayList<>();
        Optional<CharId> after = insertion.after();
        int start = insertion.first().offset();
        Run run = new Run(insertion.first(), insertion.text(), insertion.length(), true);
        for (Range range : ranges) {
          int from = range.first().offset() - start;
          String text = run.substring(from, from + range.length());
          if (areOthersKnown && from > 0) {
            after = Optional.of(insertion.first().plus(from - 1));
          }
          pieces.add(new Insertion(range.first(), text, after));
          after = Optional.of(range.first().plus(range.length() - 1));
        }
        yield pieces;
      }
    };
  }

  /**
   * One edit with the effect of this one and another one right after it. Characters that one adds
   * and the other removes again are left out.
   */
  public TextEdit then(TextEdit next) {
    CharSet cancelled = CharSet.of(added).intersection(CharSet.of(next.removed));
    CharSet restored = CharSet.of(removed).intersection(CharSet.of(next.added));
    List<Part> allRemoved = new ArrayList<>(without(removed, restored));
    allRemoved.addAll(without(next.removed, cancelled));
    List<Part> allAdded = new ArrayList<>(without(added, cancelled));
    allAdded.addAll(without(next.added, restored));
    NavigableMap<CharId, LeftOut> leftOut = leftOut(cancelled);
    allAdded.replaceAll(part -> reanchored(part, leftOut));
    return new TextEdit(compact(allRemoved), compact(allAdded));
  }

  /**
   * Characters of an insertion that are left out.
   *
   * @param before the character that their insertion comes after without them
   */
  private record LeftOut(Range characters, Optional<CharId> before) {

    boolean contains(CharId id) {
      return id.insertion().equals(characters.first().insertion())
          && id.offset() >= characters.first().offset()
          && id.offset() < characters.end();
    }
  }

  /** The characters of insertions that are left out, by the first one of each range. */
  private NavigableMap<CharId, LeftOut> leftOut(CharSet cancelled) {
    NavigableMap<CharId, LeftOut> leftOut = new TreeMap<>();
    for (Part part : added) {
      if (part instanceof Insertion insertion) {
        for (Range gap : cancelled.within(part)) {
          boolean isFirst = gap.first().equals(part.first());
          Optional<CharId> before =
              isFirst
                  ? insertion.after()
                  : Optional.of(new CharId(gap.first().insertion(), gap.first().offset() - 1));
          leftOut.put(gap.first(), new LeftOut(gap, before));
        }
      }
    }
    return leftOut;
  }

  /** An insertion that does not refer to characters that are left out. */
  private static Part reanchored(Part part, NavigableMap<CharId, LeftOut> leftOut) {
    if (!(part instanceof Insertion insertion)) {
      return part;
    }
    Optional<CharId> after = insertion.after();
    while (after.isPresent()) {
      Map.Entry<CharId, LeftOut> found = leftOut.floorEntry(after.get());
      if (found == null || !found.getValue().contains(after.get())) {
        break;
      }
      after = found.getValue().before();
    }
    return after.equals(insertion.after())
        ? part
        : new Insertion(insertion.first(), insertion.text(), after);
  }

  /** The ranges in ascending order, then the insertions; adjacent parts are joined. */
  private static List<Part> compact(List<Part> parts) {
    List<Range> ranges = new ArrayList<>();
    List<Part> compact = new ArrayList<>();
    for (Part part : parts) {
      switch (part) {
        case Range range -> ranges.add(range);
        case Insertion insertion -> addJoined(compact, insertion);
      }
    }
    ranges.sort(Comparator.comparing(Range::first));
    List<Part> joined = new ArrayList<>();
    for (Range range : ranges) {
      Range last = joined.isEmpty() ? null : (Range) joined.get(joined.size() - 1);
      if (last != null && last.first().plus(last.length()).equals(range.first())) {
        joined.set(joined.size() - 1, new Range(last.first(), last.length() + range.length()));
      } else {
        joined.add(range);
      }
    }
    joined.addAll(compact);
    return joined;
  }

  private static void addJoined(List<Part> insertions, Insertion next) {
    if (!insertions.isEmpty()
        && insertions.get(insertions.size() - 1) instanceof Insertion last
        && last.first().plus(last.length()).equals(next.first())
        && next.after().equals(Optional.of(last.first().plus(last.length() - 1)))) {
      insertions.set(
          insertions.size() - 1,
          new Insertion(last.first(), last.text() + next.text(), last.after()));
    } else {
      insertions.add(next);
    }
  }

  /** The encoded form of the characters that are removed; empty if there are none. */
  public Optional<Value> encodeRemoved() {
    return encode(removed);
  }

  /** The encoded form of the characters that are added; empty if there are none. */
  public Optional<Value> encodeAdded() {
    return encode(added);
  }

  private static Optional<Value> encode(List<Part> parts) {
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(new Value.Sequence(parts.stream().map(TextEdit::encode).toList()));
  }

  private static Value encode(Part part) {
    return switch (part) {
      case Range range -> Value.of(range.toString());
      case Insertion(var first, var text, var after) -> {
        TreeMap<String, Value> fields = new TreeMap<>();
        fields.put(ID, Value.of(first.toString()));
        fields.put(TEXT, Value.of(text));
        if (after.isEmpty() || !after.get().isBefore(first)) {
          fields.put(AFTER, Value.of(after.map(CharId::toString).orElse("")));
        }
        yield Value.Fields.of(fields);
      }
    };
  }

  /**
   * Decodes an edit.
   *
   * @param removed the encoded characters that are removed; empty if there are none
   * @param added the encoded characters that are added; empty if there are none
   * @throws MalformedValueException if they are not an edit
   */
  public static TextEdit decode(Optional<Value> removed, Optional<Value> added) {
    return new TextEdit(decode(removed), decode(added));
  }

  private static List<Part> decode(Optional<Value> parts) {
    List<Part> decoded = new ArrayList<>();
    for (Value part : parts.map(Value::asSequence).orElse(List.of())) {
      try {
        decoded.add(part instanceof Value.Text(var range) ? range(range) : insertion(part));
      } catch (MalformedValueException e) {
        throw e;
      } catch (IllegalArgumentException e) {
        throw new MalformedValueException("no part of a text edit: " + e.getMessage(), e);
      }
    }
    if (parts.isPresent() && decoded.isEmpty()) {
      throw new MalformedValueException("a text edit without parts");
    }
    return decoded;
  }

  /** Parses the form of {@link Range#toString}. */
  private static Range range(String text) {
    int plus = text.lastIndexOf('+');
    if (plus >= 0) {
      Range range =
          new Range(
              CharId.parse(text.substring(0, plus)),
              Integer.parseInt(text, plus + 1, text.length(), 10));
      if (range.toString().equals(text)) {
        return range;
      }
    }
    throw new MalformedValueException("not a range of characters: \"" + text + '"');
  }

  private static Insertion insertion(Value part) {
    Value.Fields fields = part.asFields();
    CharId first = CharId.parse(fields.text(ID));
    Optional<Value> encodedAfter = fields.find(AFTER);
    Optional<CharId> after;
    if (encodedAfter.isEmpty()) {
      after = Optional.of(new CharId(first.insertion(), first.offset() - 1));
    } else {
      String text = encodedAfter.get().asText();
      after = text.isEmpty() ? Optional.empty() : Optional.of(CharId.parse(text));
    }
    Insertion insertion = new Insertion(first, fields.text(TEXT), after);
    boolean isRedundant =
        encodedAfter.isPresent() && after.isPresent() && after.get().isBefore(first);
    if (isRedundant || fields.fields().size() != (encodedAfter.isPresent() ? 3 : 2)) {
      throw new MalformedValueException("not an insertion: " + part);
    }
    return insertion;
  }
}
