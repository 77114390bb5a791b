package dev.fcp.eventlog.plaintext;

import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import com.google.common.collect.TreeRangeSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A mutable set of characters, kept as ranges. */
final class CharSet {

  private final Map<String, RangeSet<Integer>> ranges = new HashMap<>();

  static CharSet of(List<? extends TextEdit.Part> parts) {
    CharSet characters = new CharSet();
    parts.forEach(characters::add);
    return characters;
  }

  void add(TextEdit.Part part) {
    ranges.computeIfAbsent(part.first().insertion(), id -> TreeRangeSet.create()).add(span(part));
  }

  private static Range<Integer> span(TextEdit.Part part) {
    return Range.closedOpen(part.first().offset(), part.end());
  }

  boolean contains(CharId id) {
    RangeSet<Integer> own = ranges.get(id.insertion());
    return own != null && own.contains(id.offset());
  }

  /** The characters of a part that are in this set, in ascending order. */
  List<TextEdit.Range> within(TextEdit.Part part) {
    RangeSet<Integer> own = ranges.get(part.first().insertion());
    return own == null ? List.of() : toRanges(part, own.subRangeSet(span(part)));
  }

  /** The characters of a part that are not in this set, in ascending order. */
  List<TextEdit.Range> gaps(TextEdit.Part part) {
    RangeSet<Integer> rest = TreeRangeSet.create();
    rest.add(span(part));
    RangeSet<Integer> own = ranges.get(part.first().insertion());
    if (own != null) {
      rest.removeAll(own.subRangeSet(span(part)));
    }
    return toRanges(part, rest);
  }

  private static List<TextEdit.Range> toRanges(TextEdit.Part part, RangeSet<Integer> set) {
    List<TextEdit.Range> found = new ArrayList<>();
    for (Range<Integer> range : set.asRanges()) {
      int from = range.lowerEndpoint();
      found.add(
          new TextEdit.Range(
              new CharId(part.first().insertion(), from), range.upperEndpoint() - from));
    }
    return found;
  }

  CharSet intersection(CharSet other) {
    CharSet common = new CharSet();
    ranges.forEach((insertion, own) -> {
      RangeSet<Integer> others = other.ranges.get(insertion);
      if (others != null) {
        RangeSet<Integer> both = TreeRangeSet.create(own);
        both.removeAll(others.complement());
        if (!both.isEmpty()) {
          common.ranges.put(insertion, both);
        }
      }
    });
    return common;
  }
}
