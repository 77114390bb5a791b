package dev.fcp.eventlog.history.planner;

import dev.fcp.eventlog.history.Step.Reversal;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Determines which events of the applied steps are in effect (RB-2): those of ordinary steps,
 * unless the last rollback step that names them reversed them. The events of rollback steps do not
 * count.
 */
final class EffectiveEvents {

  private final WriteIndex<?> writeIndex;
  private final BitSet excluded;
  private final Set<Long> restored;

  /** The last mention of each event that a rollback step names. */
  private final Map<Long, Mention> lastMentions = new HashMap<>();

  /** A rollback step that reverses or restores an event. */
  private record Mention(int stepIndex, boolean restores) {}

  /** The events in effect now. */
  static EffectiveEvents current(WriteIndex<?> writeIndex) {
    return new EffectiveEvents(writeIndex, new BitSet(), Set.of());
  }

  /**
   * The events that would be in effect if some steps were excluded and some events restored.
   *
   * @param excluded the indexes of the excluded steps
   * @param restored the keys of the restored events
   */
  EffectiveEvents(WriteIndex<?> writeIndex, BitSet excluded, Set<Long> restored) {
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
    return restored.contains(key) || mention == null || mention.restores();
  }

  /**
   * The index of the step that reversed an event; empty if no step did or the event was restored.
   */
  OptionalInt reversedAt(long key) {
    Mention mention = lastMentions.get(key);
    return mention == null || mention.restores()
        ? OptionalInt.empty()
        : OptionalInt.of(mention.stepIndex());
  }

  /** Whether an event was in effect when a later step was made. */
  boolean wasInEffectAt(int stepIndex, long key) {
    BitSet reversingSteps = writeIndex.reversingSteps();
    int mention = reversingSteps.previousSetBit(stepIndex - 1);
    while (mention >= 0) {
      Reversal reversal = writeIndex.reversal(mention);
      if (names(reversal.restored(), key)) {
        break;
      }
      if (names(reversal.reversed(), key)) {
        return false;
      }
      mention = reversingSteps.previousSetBit(mention - 1);
    }
    return !reversingSteps.get(Write.stepIndexOf(key));
  }

  private boolean names(List<Reversal.Part> parts, long key) {
    return parts.stream().anyMatch(part -> keysOf(writeIndex, part).anyMatch(it -> it == key));
  }

  /** Whether a step is the last one that reversed or restored an event. */
  boolean isLastMention(long key, int stepIndex) {
    Mention mention = lastMentions.get(key);
    return mention != null && mention.stepIndex() == stepIndex;
  }

  /** The keys of the events of a part; empty if its step is not among the applied steps. */
  static LongStream keysOf(WriteIndex<?> writeIndex, Reversal.Part part) {
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

  /**
   * The keys of the events of a step; for a rollback step, of those that it reverses or restores.
   */
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
