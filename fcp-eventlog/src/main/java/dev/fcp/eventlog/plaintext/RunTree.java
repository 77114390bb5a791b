package dev.fcp.eventlog.plaintext;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs in the order of the text, each with a label, which is a number that grows along the text: a
 * height-balanced search tree (AVL). Immutable; a changed copy shares all but O(log n) nodes. The
 * empty tree is null.
 */
final class RunTree {

  final long label;
  final Run run;
  final @Nullable RunTree left;
  final @Nullable RunTree right;

  /** The number of runs. */
  final int count;

  /** The number of live code points. */
  final int liveLength;

  private final int height;
  private @Nullable TextHash hash;

  private RunTree(@Nullable RunTree left, long label, Run run, @Nullable RunTree right) {
    this.left = left;
    this.label = label;
    this.run = run;
    this.right = right;
    this.count = count(left) + 1 + count(right);
    this.liveLength = liveLength(left) + run.liveLength() + liveLength(right);
    this.height = 1 + Math.max(height(left), height(right));
  }

  private static int height(@Nullable RunTree tree) {
    return tree == null ? 0 : tree.height;
  }

  static int count(@Nullable RunTree tree) {
    return tree == null ? 0 : tree.count;
  }

  static int liveLength(@Nullable RunTree tree) {
    return tree == null ? 0 : tree.liveLength;
  }

  /** The hash of the live characters. */
  static TextHash hash(@Nullable RunTree tree) {
    if (tree == null) {
      return TextHash.EMPTY;
    }
    TextHash known = tree.hash;
    if (known == null) {
      known = hash(tree.left).then(tree.run.hash()).then(hash(tree.right));
      tree.hash = known;
    }
    return known;
  }

  /** The tree of runs from one index to before another, with equally distant labels. */
  static @Nullable RunTree of(List<Run> runs, int from, int to, long firstLabel, long gap) {
    if (from == to) {
      return null;
    }
    int middle = (from + to) >>> 1;
    return new RunTree(
        of(runs, from, middle, firstLabel, gap),
        firstLabel + middle * gap,
        runs.get(middle),
        of(runs, middle + 1, to, firstLabel, gap));
  }

  /** The tree with a run at a label, instead of the run that is there. */
  static RunTree with(@Nullable RunTree tree, long label, Run run) {
    if (tree == null) {
      return new RunTree(null, label, run, null);
    }
    if (label == tree.label) {
      return new RunTree(tree.left, label, run, tree.right);
    }
    return label < tree.label
        ? balanced(with(tree.left, label, run), tree.label, tree.run, tree.right)
        : balanced(tree.left, tree.label, tree.run, with(tree.right, label, run));
  }

  /** The tree without the run at a label. */
  static @Nullable RunTree without(@Nullable RunTree tree, long label) {
    if (tree == null) {
      return null;
    }
    if (label < tree.label) {
      return balanced(without(tree.left, label), tree.label, tree.run, tree.right);
    }
    if (label > tree.label) {
      return balanced(tree.left, tree.label, tree.run, without(tree.right, label));
    }
    if (tree.left == null || tree.right == null) {
      return tree.left == null ? tree.right : tree.left;
    }
    RunTree next = first(tree.right);
    return balanced(tree.left, next.label, next.run, without(tree.right, next.label));
  }

  private static RunTree balanced(
      @Nullable RunTree left, long label, Run run, @Nullable RunTree right) {
    int difference = height(left) - height(right);
    if (left != null && difference > 1) {
      if (left.right != null && height(left.left) < height(left.right)) {
        RunTree middle = left.right;
        return new RunTree(
            new RunTree(left.left, left.label, left.run, middle.left),
            middle.label,
            middle.run,
            new RunTree(middle.right, label, run, right));
      }
      return new RunTree(
          left.left, left.label, left.run, new RunTree(left.right, label, run, right));
    }
    if (right != null && difference < -1) {
      if (right.left != null && height(right.right) < height(right.left)) {
        RunTree middle = right.left;
        return new RunTree(
            new RunTree(left, label, run, middle.left),
            middle.label,
            middle.run,
            new RunTree(middle.right, right.label, right.run, right.right));
      }
      return new RunTree(
          new RunTree(left, label, run, right.left), right.label, right.run, right.right);
    }
    return new RunTree(left, label, run, right);
  }

  static RunTree first(RunTree tree) {
    RunTree first = tree;
    while (first.left != null) {
      first = first.left;
    }
    return first;
  }

  /** The node with a label; null if there is none. */
  static @Nullable RunTree find(@Nullable RunTree tree, long label) {
    RunTree node = tree;
    while (node != null && node.label != label) {
      node = label < node.label ? node.left : node.right;
    }
    return node;
  }

  /** The last node with a lower label; null if there is none. */
  static @Nullable RunTree before(@Nullable RunTree tree, long label) {
    RunTree node = tree;
    RunTree found = null;
    while (node != null) {
      if (node.label < label) {
        found = node;
        node = node.right;
      } else {
        node = node.left;
      }
    }
    return found;
  }

  /** The first node with a higher label; null if there is none. */
  static @Nullable RunTree after(@Nullable RunTree tree, long label) {
    RunTree node = tree;
    RunTree found = null;
    while (node != null) {
      if (node.label > label) {
        found = node;
        node = node.left;
      } else {
        node = node.right;
      }
    }
    return found;
  }

  /** The number of runs with a lower label. */
  static int countBefore(@Nullable RunTree tree, long label) {
    int before = 0;
    RunTree node = tree;
    while (node != null) {
      if (node.label < label) {
        before += count(node.left) + 1;
        node = node.right;
      } else {
        node = node.left;
      }
    }
    return before;
  }

  /** The number of live code points in runs with a lower label. */
  static int liveLengthBefore(@Nullable RunTree tree, long label) {
    int before = 0;
    RunTree node = tree;
    while (node != null) {
      if (node.label < label) {
        before += liveLength(node.left) + node.run.liveLength();
        node = node.right;
      } else {
        node = node.left;
      }
    }
    return before;
  }

  /** The node of the run that contains a live code point. */
  static RunTree at(RunTree tree, int offset) {
    RunTree node = tree;
    int rest = offset;
    while (true) {
      int inLeft = liveLength(node.left);
      int inRun = node.run.liveLength();
      RunTree next;
      if (rest < inLeft) {
        next = node.left;
      } else if (rest < inLeft + inRun) {
        return node;
      } else {
        rest -= inLeft + inRun;
        next = node.right;
      }
      if (next == null) {
        throw new IndexOutOfBoundsException("offset " + offset + " of " + tree.liveLength);
      }
      node = next;
    }
  }

  /** Visits all nodes with labels from one to before another, in order. */
  static void forEach(@Nullable RunTree tree, long from, long to, Consumer<RunTree> visitor) {
    if (tree == null) {
      return;
    }
    if (from < tree.label) {
      forEach(tree.left, from, to, visitor);
    }
    if (from <= tree.label && tree.label < to) {
      visitor.accept(tree);
    }
    if (tree.label < to) {
      forEach(tree.right, from, to, visitor);
    }
  }
}
