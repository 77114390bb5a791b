package dev.fcp.vault;

import com.google.common.hash.Hashing;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts the parts of a text in a new order, of which as many as possible keep their positions. The
 * id of a new line is made from its position and its text, so that equal edits of equal texts give
 * equal parts.
 */
final class PartArranger {

  /**
   * A part of the new version.
   *
   * @param part the part; null if it is new
   * @param mayStay whether it may keep its position
   */
  private record Slot(
      @Nullable Part part,
      boolean mayStay,
      Optional<String> fieldKey,
      String text,
      @Nullable String lineEnd) {}

  private final List<Slot> slots = new ArrayList<>();
  private final Set<String> units = new HashSet<>();

  /** Creates an arranger for a version of a text with these parts. */
  PartArranger(List<Part> from) {
    from.forEach(part -> units.add(part.unit()));
  }

  /** Adds a part that keeps its position if the parts before it allow that. */
  void keep(Part part) {
    slots.add(new Slot(part, true, Optional.empty(), part.text(), part.lineEnd()));
  }

  /** Adds parts that keep their positions. */
  void keepAll(List<Part> parts) {
    parts.forEach(this::keep);
  }

  /** Adds a part that gets another position. */
  void move(Part part) {
    slots.add(new Slot(part, false, Optional.empty(), part.text(), part.lineEnd()));
  }

  /** Adds a new line. */
  void addLine(String text) {
    add(Optional.empty(), text, null);
  }

  /** Adds a new field. */
  void addField(String key, String text) {
    add(Optional.of(key), text, null);
  }

  void add(Optional<String> fieldKey, String text, @Nullable String lineEnd) {
    slots.add(new Slot(null, false, fieldKey, text, lineEnd));
  }

  /** The parts in the order in which they were added, with their positions. */
  List<Part> parts() {
    List<Part> parts = new ArrayList<>(slots.size());
    @Nullable Part previous = null;
    int nextAbove = 0;
    for (int i = 0; i < slots.size(); i++) {
      Part part = slots.get(i).part();
      if (part == null
          || !slots.get(i).mayStay()
          || (previous != null && Part.BY_POSITION.compare(previous, part) >= 0)) {
        Optional<OrderKey> low = Optional.ofNullable(previous).map(Part::position);
        nextAbove = firstAbove(low, Math.max(i + 1, nextAbove));
        Optional<OrderKey> high =
            nextAbove < slots.size()
                ? Optional.ofNullable(slots.get(nextAbove).part()).map(Part::position)
                : Optional.empty();
        OrderKey position = OrderKey.between(low, high);
        part = part == null ? newPart(slots.get(i), position) : moved(part, position);
      }
      parts.add(part);
      previous = part;
    }
    return parts;
  }

  private static Part moved(Part part, OrderKey position) {
    return part.at(position.equals(part.order()) ? null : position);
  }

  /** The first slot from an index on that keeps a position above another one. */
  private int firstAbove(Optional<OrderKey> low, int from) {
    int index = from;
    while (index < slots.size()) {
      Part part = slots.get(index).part();
      if (part != null
          && slots.get(index).mayStay()
          && (low.isEmpty() || part.position().compareTo(low.get()) > 0)) {
        return index;
      }
      index++;
    }
    return index;
  }

  private Part newPart(Slot slot, OrderKey position) {
    if (slot.fieldKey().isPresent()) {
      String unit = Part.FIELD + slot.fieldKey().get();
      if (units.add(unit)) {
        return new Part(unit, position, null, slot.text(), slot.lineEnd());
      }
      throw new IllegalArgumentException("there is a field " + slot.fieldKey().get() + " already");
    }
    String id =
        position.digits()
            + "."
            + Hashing.murmur3_32_fixed().hashUnencodedChars(slot.text());
    String unit = Part.LINE + id;
    for (int repetition = 2; !units.add(unit); repetition++) {
      unit = Part.LINE + id + "." + repetition;
    }
    return new Part(unit, position, null, slot.text(), slot.lineEnd());
  }
}
