package dev.fcp.eventlog.plaintext;

import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Applies an edit to a text. Runs are ordered by labels with gaps between them; if a gap is full,
 * the labels of the smallest sparse enough range around it are spread out, so that an insertion
 * changes O(log n) labels on average (Bender et al., "Two simplified algorithms for maintaining
 * order in a list", 2002).
 */
final class TextBuilder {

  /** The distance of labels at the beginning and the end of a text. */
  static final long LABEL_GAP = 1L << 32;

  private static final int LABEL_BITS = 62;
  private static final long LABEL_END = 1L << LABEL_BITS;

  /** The factor by which a range of labels may be fuller than one that is twice as large. */
  private static final double DENSITY_STEP = 1.5;

  private @Nullable RunTree runs;
  private PersistentMap<CharId, Long> labels;

  TextBuilder(Text text) {
    this.runs = text.runs();
    this.labels = text.labels();
  }

  static long initialLabel(int index) {
    return LABEL_END / 4 + index * LABEL_GAP;
  }

  Text build() {
    return new Text(runs, labels);
  }

  /**
   * Applies an edit.
   *
   * @throws IllegalArgumentException if it does not apply exactly
   */
  TextBuilder apply(TextEdit edit) {
    for (TextEdit.Part part : edit.added()) {
      switch (part) {
        case TextEdit.Range range -> setLive(range, true);
        case TextEdit.Insertion insertion -> insert(insertion);
      }
    }
    for (TextEdit.Part part : edit.removed()) {
      setLive(part, false);
    }
    return this;
  }

  /** The node of the run that contains a character; null if the text does not know it. */
  @Nullable RunTree nodeOf(CharId id) {
    Optional<Map.Entry<CharId, Long>> found = labels.floor(id);
    if (found.isEmpty()) {
      return null;
    }
    RunTree node = Objects.requireNonNull(RunTree.find(runs, found.get().getValue()));
    return node.run.contains(id) ? node : null;
  }

  private void setLive(TextEdit.Part part, boolean live) {
    CharId id = part.first();
    int remaining = part.length();
    while (remaining > 0) {
      RunTree node = nodeOf(id);
      if (node == null) {
        throw new IllegalArgumentException("there is no character " + id);
      }
      if (node.run.isLive == live) {
        throw new IllegalArgumentException(
            "character " + id + (live ? " is not deleted" : " is deleted already"));
      }
      int from = id.offset() - node.run.first.offset();
      int count = Math.min(remaining, node.run.length - from);
      flip(node, from, from + count);
      remaining -= count;
      id = remaining == 0 ? id : id.plus(count);
    }
  }

  /** Deletes or restores a part of a run. */
  private void flip(RunTree node, int from, int to) {
    Run run = node.run;
    Run flipped = run.part(from, to).withLive(!run.isLive);
    if (from == 0) {
      runs = RunTree.with(runs, node.label, flipped);
    } else {
      Run before = run.part(0, from);
      runs = RunTree.with(runs, node.label, before);
      insertAfter(before.first, flipped);
    }
    if (to < run.length) {
      insertAfter(flipped.first, run.part(to, run.length));
    }
    join(flipped.first);
  }

  /** Joins a run with its neighbours if that is possible. */
  private void join(CharId first) {
    long label = labelOf(first);
    Run run = runAt(label);
    RunTree next = RunTree.after(runs, label);
    if (next != null && run.canJoin(next.run)) {
      remove(next);
      run = run.join(next.run);
      runs = RunTree.with(runs, label, run);
    }
    RunTree previous = RunTree.before(runs, label);
    if (previous != null && previous.run.canJoin(run)) {
      runs = RunTree.without(runs, label);
      labels = labels.without(first);
      runs = RunTree.with(runs, previous.label, previous.run.join(run));
    }
  }

  private long labelOf(CharId first) {
    return Objects.requireNonNull(labels.get(first));
  }

  private Run runAt(long label) {
    return Objects.requireNonNull(RunTree.find(runs, label)).run;
  }

  private void remove(RunTree node) {
    runs = RunTree.without(runs, node.label);
    labels = labels.without(node.run.first);
  }

  /** Inserts characters; those that the text knows already are restored. */
  private void insert(TextEdit.Insertion insertion) {
    int length = insertion.length();
    Run all = new Run(insertion.first(), insertion.text(), length, true);
    Optional<CharId> after = insertion.after();
    int from = 0;
    while (from < length) {
      CharId id = insertion.first().plus(from);
      RunTree node = nodeOf(id);
      int count;
      if (node == null) {
        count = unknownCount(id, length - from);
        insertNew(id, all.substring(from, from + count), after);
      } else {
        int start = id.offset() - node.run.first.offset();
        count = Math.min(length - from, node.run.length - start);
        if (!node.run.substring(start, start + count).equals(all.substring(from, from + count))) {
          throw new IllegalArgumentException("there is another character " + id);
        }
        setLive(new TextEdit.Range(id, count), true);
      }
      from += count;
      after = Optional.of(insertion.first().plus(from - 1));
    }
  }

  /** The number of characters from an unknown one on that the text does not know either. */
  private int unknownCount(CharId id, int limit) {
    if (limit == 1) {
      return 1;
    }
    return labels
        .ceiling(id)
        .map(Map.Entry::getKey)
        .filter(next -> next.insertion().equals(id.insertion()))
        .map(next -> Math.min(limit, next.offset() - id.offset()))
        .orElse(limit);
  }

  private void insertNew(CharId first, String text, Optional<CharId> after) {
    List<Run> newRuns = new ArrayList<>();
    Text.addChunks(first, text, true, newRuns);
    @Nullable RunTree node = after.isPresent() ? splitAfter(after.get()) : null;
    if (node != null && node.run.canJoin(newRuns.get(0))) {
      runs = RunTree.with(runs, node.label, node.run.join(newRuns.remove(0)));
    }
    @Nullable CharId previous = node == null ? null : node.run.first;
    for (Run run : newRuns) {
      insertAfter(previous, run);
      previous = run.first;
    }
  }

  /** Makes a character the last one of its run; returns the node of that run. */
  private RunTree splitAfter(CharId id) {
    RunTree node = nodeOf(id);
    if (node == null) {
      throw new IllegalArgumentException("there is no character " + id);
    }
    int end = id.offset() - node.run.first.offset() + 1;
    if (end == node.run.length) {
      return node;
    }
    runs = RunTree.with(runs, node.label, node.run.part(0, end));
    insertAfter(node.run.first, node.run.part(end, node.run.length));
    return Objects.requireNonNull(nodeOf(id));
  }

  /** Inserts a run after the one that begins with a character, or at the beginning. */
  private void insertAfter(@Nullable CharId previous, Run run) {
    long label = labelAfter(previous);
    if (label < 0) {
      spreadLabels(
          previous == null ? RunTree.first(Objects.requireNonNull(runs)).label : labelOf(previous));
      label = labelAfter(previous);
    }
    runs = RunTree.with(runs, label, run);
    labels = labels.with(run.first, label);
  }

  /** A free label right after that of a run, or before all others; -1 if there is none. */
  private long labelAfter(@Nullable CharId previous) {
    if (runs == null) {
      return initialLabel(0);
    }
    long low = previous == null ? -1 : labelOf(previous);
    RunTree next = RunTree.after(runs, low);
    long high = next == null ? LABEL_END : next.label;
    if (high - low < 2) {
      return -1;
    }
    long half = (high - low) / 2;
    if (next == null) {
      return low + Math.min(half, LABEL_GAP);
    }
    return low < 0 ? high - Math.min(half, LABEL_GAP) : low + half;
  }

  /** Spreads the labels around one evenly over the smallest range that is not too full. */
  private void spreadLabels(long around) {
    double capacity = 1;
    for (int bits = 1; bits <= LABEL_BITS; bits++) {
      capacity *= 2 / DENSITY_STEP;
      long from = around >>> bits << bits;
      long to = from + (1L << bits);
      int count = RunTree.countBefore(runs, to) - RunTree.countBefore(runs, from);
      if (count < capacity && (1L << bits) / (count + 1) > 2) {
        List<Run> moved = new ArrayList<>();
        RunTree.forEach(runs, from, to, node -> moved.add(node.run));
        for (Run run : moved) {
          runs = RunTree.without(runs, labelOf(run.first));
        }
        long gap = (1L << bits) / (count + 1);
        long label = from;
        for (Run run : moved) {
          label += gap;
          runs = RunTree.with(runs, label, run);
          labels = labels.with(run.first, label);
        }
        return;
      }
    }
    throw new IllegalStateException("too many runs: " + RunTree.count(runs));
  }
}
