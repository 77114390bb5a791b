package dev.fcp.vault;

import dev.fcp.eventlog.domain.Domain.EarlierEvents;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change.Modified;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The lines that were removed from a file, as the events that removed them have them. */
@FunctionalInterface
interface RemovedLines {

  /** No lines. */
  RemovedLines NONE = positions -> Stream.empty();

  /** How many events are read at most, the newest ones, so that a long history costs no more. */
  int MAX_EVENTS = 64;

  /**
   * The lines that events removed, newest event first; those of one event in their order. A line
   * that was removed several times is as it was last.
   *
   * @param positions accepts the positions of lines that are of interest
   */
  Stream<List<Part>> at(Predicate<OrderKey> positions);

  /** The lines that applied events removed from a file. */
  static RemovedLines of(String key, TextFile file, EarlierEvents<VaultEvent> earlier) {
    if (file.isUnchanged()) {
      return NONE;
    }
    return positions -> {
      Predicate<String> units =
          unit ->
              file.part(unit).isEmpty()
                  && Part.orderOfLine(unit)
                      .map(order -> file.movedTo(unit).orElse(order))
                      .filter(positions)
                      .isPresent();
      Set<String> seen = new HashSet<>();
      return earlier
          .writing(VaultSpec.file(key), units)
          .limit(MAX_EVENTS)
          .map(event -> removedBy(event, file, units.and(seen::add)));
    };
  }

  private static List<Part> removedBy(VaultEvent event, TextFile file, Predicate<String> units) {
    if (!(event.change() instanceof Modified<String, VaultFile> change)) {
      return List.of();
    }
    List<Part> removed = new ArrayList<>();
    for (Map.Entry<String, Value> unit : change.before().fields().entrySet()) {
      String name = unit.getKey();
      if (change.after().find(name).isEmpty() && units.test(name)) {
        removed.add(TextFile.decode(name, unit.getValue(), file.movedTo(name).orElse(null)));
      }
    }
    removed.sort(Part.BY_POSITION);
    return removed;
  }
}
