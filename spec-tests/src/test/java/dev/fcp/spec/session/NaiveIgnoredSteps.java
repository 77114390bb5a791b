package dev.fcp.spec.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A literal implementation of SE-31 on a list: the applied writes are those before the cursor and
 * the ignored ones after it that were made since or that undo kept applied.
 */
final class NaiveIgnoredSteps {

  /** A write of one unit. */
  record Write(String unit, String value, boolean isIgnored) {}

  private final List<Write> writes = new ArrayList<>();
  private int cursor;

  /** The indexes of the writes after the cursor that are still applied. */
  private final TreeSet<Integer> carried = new TreeSet<>();

  void write(Write write) {
    if (write.isIgnored() && redoDepth() > 0) {
      carried.add(writes.size());
      writes.add(write);
      return;
    }
    List<Write> applied = applied();
    writes.clear();
    writes.addAll(applied);
    writes.add(write);
    cursor = writes.size();
    carried.clear();
  }

  void undo(int count) {
    int remaining = count;
    int target = cursor;
    for (int i = cursor - 1; i >= 0 && remaining > 0; i--) {
      if (!writes.get(i).isIgnored()) {
        target = i;
        remaining--;
      }
    }
    for (int i = target; i < cursor; i++) {
      if (writes.get(i).isIgnored()) {
        carried.add(i);
      }
    }
    cursor = target;
  }

  void redo(int count) {
    int remaining = count;
    int target = cursor;
    for (int i = cursor; i < writes.size() && remaining > 0; i++) {
      if (!writes.get(i).isIgnored()) {
        target = i + 1;
        remaining--;
      }
    }
    while (target > cursor && target < writes.size() && writes.get(target).isIgnored()) {
      target++;
    }
    cursor = target;
    carried.headSet(cursor).clear();
  }

  int undoDepth() {
    return (int) writes.subList(0, cursor).stream().filter(write -> !write.isIgnored()).count();
  }

  int redoDepth() {
    return (int)
        writes.subList(cursor, writes.size()).stream().filter(write -> !write.isIgnored()).count();
  }

  private List<Write> applied() {
    List<Write> applied = new ArrayList<>(writes.subList(0, cursor));
    carried.forEach(index -> applied.add(writes.get(index)));
    return applied;
  }

  /** Returns the value of each written unit. */
  Map<String, String> values() {
    Map<String, String> values = new HashMap<>();
    applied().forEach(write -> values.put(write.unit(), write.value()));
    return values;
  }
}
