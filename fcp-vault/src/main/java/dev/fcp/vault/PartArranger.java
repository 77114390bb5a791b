package dev.fcp.vault;

import com.google.common.hash.Hashing;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

  /** The first positions of parts that were moved, to which an undo or a rollback returns them. */
  private final TreeSet<OrderKey> formerPositions = new TreeSet<>();

  /** The positions of removed parts, at which an undo or a rollback restores them. */
  private final TreeSet<OrderKey> removedPositions = new TreeSet<>();

  /** Creates an arranger for a version of a text with these parts. */
  PartArranger(List<Part> from) {
    for (Part part : from) {
      units.add(part.unit());
      if (part.movedTo() != null) {
        formerPositions.add(part.order());
      }
    }
  }

  /**
   * New parts come after these positions of removed parts, rather than between them: what replaced
   * them is before them, and the new parts are behind that.
   */
  void reserve(List<OrderKey> positions) {
    removedPositions.addAll(positions);
  }

  /** Adds a part that keeps its position if the parts before it allow that. */
  void keep(Part part) {
    units.add(part.unit());
    slots.add(new Slot(part, true, Optional.empty(), part.text(), part.lineEnd()));
  }

  /** Adds parts that keep their positions. */
  void keepAll(List<Part> parts) {
    parts.forEach(this::keep);
  }

  /** Adds a part that gets another position. */
  void move(Part part) {
    units.add(part.unit());
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
    int start = 0;
    for (int i = 0; i <= slots.size(); i++) {
      Optional<Part> before =
          parts.isEmpty() ? Optional.empty() : Optional.of(parts.get(parts.size() - 1));
      Optional<Part> kept = i == slots.size() ? Optional.empty() : keptAfter(before, i, start);
      if (i == slots.size() || kept.isPresent()) {
        place(slots.subList(start, i), before.map(Part::position), kept.map(Part::position), parts);
        kept.ifPresent(parts::add);
        start = i + 1;
      }
    }
    return parts;
  }

  /**
   * The part at an index if it keeps its position after another one; there must be room between.
   */
  private Optional<Part> keptAfter(Optional<Part> before, int index, int start) {
    Slot slot = slots.get(index);
    return Optional.ofNullable(slot.part())
        .filter(part -> slot.mayStay())
        .filter(part ->
            before.isEmpty()
                || (index > start
                    ? before.get().position().compareTo(part.position()) < 0
                    : Part.BY_POSITION.compare(before.get(), part) < 0));
  }

  /**
   * Gives some slots positions between two others: after the parts that were removed there, before
   * those that were moved away.
   */
  private void place(
      List<Slot> open, Optional<OrderKey> after, Optional<OrderKey> high, List<Part> parts) {
    Optional<OrderKey> low =
        Optional.ofNullable(
                high.isPresent()
                    ? removedPositions.lower(high.get())
                    : removedPositions.isEmpty() ? null : removedPositions.last())
            .filter(it -> after.isEmpty() || it.compareTo(after.get()) > 0)
            .or(() -> after);
    Optional<OrderKey> former =
        Optional.ofNullable(
            low.isPresent()
                ? formerPositions.higher(low.get())
                : formerPositions.isEmpty() ? null : formerPositions.first());
    Optional<OrderKey> end =
        former.filter(it -> high.isEmpty() || it.compareTo(high.get()) < 0).or(() -> high);
    List<OrderKey> positions = OrderKey.between(low, end, open.size());
    for (int i = 0; i < open.size(); i++) {
      Part part = open.get(i).part();
      OrderKey position = positions.get(i);
      parts.add(part == null ? newPart(open.get(i), position) : moved(part, position));
    }
  }

  private static Part moved(Part part, OrderKey position) {
    return part.at(position.equals(part.order()) ? null : position);
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
        position.digits() + "." + Hashing.murmur3_32_fixed().hashUnencodedChars(slot.text());
    String unit = Part.LINE + id;
    for (int repetition = 2; !units.add(unit); repetition++) {
      unit = Part.LINE + id + "." + repetition;
    }
    return new Part(unit, position, null, slot.text(), slot.lineEnd());
  }
}
