package dev.fcp.spec.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * SE-31 executed word by word on a list: what is applied are the writes before the cursor, and the
 * ignored ones behind it that undo left standing.
 */
final class NaiveWalk {

  /** A write of one unit. */
  record Write(String unit, String value, boolean isIgnored) {}

  private final List<Write> line = new ArrayList<>();
  private int cursor;

  /** The places behind the cursor whose writes stand. */
  private final TreeSet<Integer> standing = new TreeSet<>();

  void write(Write write) {
    List<Write> applied = applied();
    line.clear();
    line.addAll(applied);
    line.add(write);
    cursor = line.size();
    standing.clear();
  }

  void undo(int count) {
    int left = count;
    int target = cursor;
    for (int i = cursor - 1; i >= 0 && left > 0; i--) {
      if (!line.get(i).isIgnored()) {
        target = i;
        left--;
      }
    }
    for (int i = target; i < cursor; i++) {
      if (line.get(i).isIgnored()) {
        standing.add(i);
      }
    }
    cursor = target;
  }

  void redo(int count) {
    int left = count;
    int target = cursor;
    for (int i = cursor; i < line.size() && left > 0; i++) {
      if (!line.get(i).isIgnored()) {
        target = i + 1;
        left--;
      }
    }
    while (target > cursor && target < line.size() && line.get(target).isIgnored()) {
      target++;
    }
    cursor = target;
    standing.headSet(cursor).clear();
  }

  int undoDepth() {
    return (int) line.subList(0, cursor).stream().filter(write -> !write.isIgnored()).count();
  }

  int redoDepth() {
    return (int)
        line.subList(cursor, line.size()).stream().filter(write -> !write.isIgnored()).count();
  }

  private List<Write> applied() {
    List<Write> applied = new ArrayList<>(line.subList(0, cursor));
    standing.forEach(place -> applied.add(line.get(place)));
    return applied;
  }

  /** The value of each unit that was written. */
  Map<String, String> values() {
    Map<String, String> values = new HashMap<>();
    applied().forEach(write -> values.put(write.unit(), write.value()));
    return values;
  }
}
