package dev.fcp.eventlog.history.planner;

import dev.fcp.eventlog.history.Step.Reversal;
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
 * unless the last step that names them took them back. What a step does that only reverts or brings
 * back is not counted as its own.
 */
final class EffectiveEvents {

  private final WriteIndex<?> writeIndex;
  private final BitSet excluded;
  private final BitSet restored;

  /** Of each event that some step names, the last of them. */
  private final Map<Long, Mention> lastMentions = new HashMap<>();

  /** The position of a step that reverts an event, or restores it. */
  private record Mention(int stepIndex, boolean restores) {}

  /** As the line stands. */
  static EffectiveEvents current(WriteIndex<?> writeIndex) {
    return new EffectiveEvents(writeIndex, new BitSet(), new BitSet());
  }

  /**
   * As the line would be.
   *
   * @param excluded the places of steps that are left out
   * @param restored the places of steps whose events are brought back
   */
  EffectiveEvents(WriteIndex<?> writeIndex, BitSet excluded, BitSet restored) {
    this.writeIndex = writeIndex;
    this.excluded = excluded;
    this.restored = restored;
    BitSet reversingSteps = (BitSet) writeIndex.reversingSteps().clone();
    reversingSteps.andNot(excluded);
    reversingSteps.stream()
        .forEach(stepIndex -> {
          Reversal reversal = writeIndex.reversal(stepIndex);
          Mention reversion = new Mention(stepIndex, false);
          Mention restoration = new Mention(stepIndex, true);
          reversal
              .reversed()
              .forEach(part ->
                  keysOf(writeIndex, part).forEach(key -> lastMentions.put(key, reversion)));
          reversal
              .restored()
              .forEach(part ->
                  keysOf(writeIndex, part).forEach(key -> lastMentions.put(key, restoration)));
        });
  }

  boolean contains(long key) {
    int stepIndex = Write.stepIndexOf(key);
    if (writeIndex.reversingSteps().get(stepIndex) || excluded.get(stepIndex)) {
      return false;
    }
    Mention mention = lastMentions.get(key);
    return restored.get(stepIndex) || mention == null || mention.restores();
  }

  /** The place of the step that took an event back; none if it is in effect or was left out. */
  OptionalInt reversedAt(long key) {
    Mention mention = lastMentions.get(key);
    return mention == null || mention.restores()
        ? OptionalInt.empty()
        : OptionalInt.of(mention.stepIndex());
  }

  /** Whether the step at a place is the last one that took an event back or brought it back. */
  boolean isLastMention(long key, int stepIndex) {
    Mention mention = lastMentions.get(key);
    return mention != null && mention.stepIndex() == stepIndex;
  }

  /** The events of a part of the undo stack, without pruned ones. */
  private static LongStream keysOf(WriteIndex<?> writeIndex, Reversal.Part part) {
    Optional<Integer> foundIndex = writeIndex.indexOf(part.step());
    if (foundIndex.isEmpty()) {
      return LongStream.empty();
    }
    int stepIndex = foundIndex.get();
    return part.eventIndexes().isEmpty()
        ? IntStream.range(0, writeIndex.eventCount(stepIndex))
            .mapToLong(eventIndex -> Write.key(stepIndex, eventIndex))
        : part.eventIndexes().stream().mapToLong(eventIndex -> Write.key(stepIndex, eventIndex));
  }

  /** The events that a step is about: its own, or those that it reverts or restores. */
  static LongStream keysOf(WriteIndex<?> writeIndex, int stepIndex) {
    if (!writeIndex.reversingSteps().get(stepIndex)) {
      return keysOf(writeIndex, Reversal.Part.of(writeIndex.id(stepIndex)));
    }
    Reversal reversal = writeIndex.reversal(stepIndex);
    return Stream.of(reversal.reversed(), reversal.restored())
        .flatMap(List::stream)
        .flatMapToLong(part -> keysOf(writeIndex, part));
  }
}
