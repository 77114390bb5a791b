package dev.fcp.eventlog.history;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Which events of a line are in effect (RB-2): those of steps that make changes of their own,
 * unless the last step that names them took them back. What a step does that only takes back or
 * brings back is not counted as its own.
 */
final class InEffect {

  private final LineIndex<?> line;
  private final BitSet without;
  private final BitSet back;

  /** Of each event that some step names, the last of them. */
  private final Map<Long, Naming> named = new HashMap<>();

  /** The place of a step that takes back an event, or brings it back. */
  private record Naming(int place, boolean isBack) {}

  /** As the line stands. */
  static InEffect now(LineIndex<?> line) {
    return new InEffect(line, new BitSet(), new BitSet());
  }

  /**
   * As the line would be.
   *
   * @param without the places of steps that are left out
   * @param back the places of steps whose events are brought back
   */
  InEffect(LineIndex<?> line, BitSet without, BitSet back) {
    this.line = line;
    this.without = without;
    this.back = back;
    BitSet counted = (BitSet) line.reversing().clone();
    counted.andNot(without);
    counted.stream()
        .forEach(place -> {
          Reversal reversal = line.reversal(place);
          Naming out = new Naming(place, false);
          Naming in = new Naming(place, true);
          reversal
              .reverted()
              .forEach(part -> keysOf(line, part).forEach(key -> named.put(key, out)));
          reversal
              .restored()
              .forEach(part -> keysOf(line, part).forEach(key -> named.put(key, in)));
        });
  }

  boolean contains(long key) {
    int place = Write.stepOf(key);
    if (line.reversing().get(place) || without.get(place)) {
      return false;
    }
    Naming naming = named.get(key);
    return back.get(place) || naming == null || naming.isBack();
  }

  /** The place of the step that took an event back; none if it is in effect or was left out. */
  OptionalInt takenBackAt(long key) {
    Naming naming = named.get(key);
    return naming == null || naming.isBack() ? OptionalInt.empty() : OptionalInt.of(naming.place());
  }

  /** Whether the step at a place is the last one that took an event back or brought it back. */
  boolean isLastNamedAt(long key, int place) {
    Naming naming = named.get(key);
    return naming != null && naming.place() == place;
  }

  /** The events of a part of the line; what was let go is not among them. */
  private static LongStream keysOf(LineIndex<?> line, Reversal.Part part) {
    Optional<Integer> found = line.place(part.step());
    if (found.isEmpty()) {
      return LongStream.empty();
    }
    int place = found.get();
    return part.events().isEmpty()
        ? IntStream.range(0, line.events(place)).mapToLong(event -> Write.key(place, event))
        : part.events().stream().mapToLong(event -> Write.key(place, event));
  }

  /** The events that a step is about: its own, or those that it takes back or brings back. */
  static LongStream keysOf(LineIndex<?> line, int place) {
    if (!line.reversing().get(place)) {
      return keysOf(line, Reversal.Part.of(line.id(place)));
    }
    Reversal reversal = line.reversal(place);
    return Stream.of(reversal.reverted(), reversal.restored())
        .flatMap(List::stream)
        .flatMapToLong(part -> keysOf(line, part));
  }
}
