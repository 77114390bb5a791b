package dev.fcp.eventlog.persistent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The comparison of two trees whose keys have one order. It goes down both trees level by level,
 * and at each level forgets the nodes that both hold; what is left at the leaves is the difference
 * and at most the rows that share a leaf with it.
 */
@SuppressWarnings("ReferenceEquality") // nodes that are the same object hold the same rows
final class TreeDifference {
  private final Comparator<Object> order;
  private List<Node> here;
  private List<Node> there;

  TreeDifference(Node here, Node there, Comparator<Object> order) {
    this.order = order;
    int height = Math.min(here.height(), there.height());
    this.here = descended(here, height);
    this.there = descended(there, height);
    forgetShared();
    for (; height > 0; height--) {
      this.here = children(this.here);
      this.there = children(this.there);
      forgetShared();
    }
  }

  void send(Changes<Object, Object> sink) {
    Walk ours = new Walk(here);
    Walk theirs = new Walk(there);
    while (!ours.atEnd() || !theirs.atEnd()) {
      int compared = ours.atEnd() ? 1 : theirs.atEnd() ? -1 : compare(ours.key(), theirs.key());
      if (compared < 0) {
        sink.onlyHere(ours.key(), ours.value());
      } else if (compared > 0) {
        sink.onlyThere(theirs.key(), theirs.value());
      } else if (!ours.value().equals(theirs.value())) {
        sink.bothDiffer(ours.key(), ours.value(), theirs.value());
      }
      if (compared <= 0) {
        ours.step();
      }
      if (compared >= 0) {
        theirs.step();
      }
    }
  }

  /**
   * A node of both trees has the same first key in both, so that a merge by first keys meets it.
   */
  private void forgetShared() {
    List<Node> onlyHere = new ArrayList<>();
    List<Node> onlyThere = new ArrayList<>();
    int h = 0;
    int t = 0;
    while (h < here.size() && t < there.size()) {
      Node ours = here.get(h);
      Node theirs = there.get(t);
      if (ours == theirs) {
        h++;
        t++;
      } else if (compare(ours.key(0), theirs.key(0)) <= 0) {
        onlyHere.add(ours);
        h++;
      } else {
        onlyThere.add(theirs);
        t++;
      }
    }
    onlyHere.addAll(here.subList(h, here.size()));
    onlyThere.addAll(there.subList(t, there.size()));
    here = onlyHere;
    there = onlyThere;
  }

  private int compare(Object ours, Object theirs) {
    return ours == theirs ? 0 : order.compare(ours, theirs);
  }

  private static List<Node> descended(Node root, int height) {
    List<Node> level = root.size() == 0 ? List.of() : List.of(root);
    for (int h = root.height(); h > height; h--) {
      level = children(level);
    }
    return level;
  }

  private static List<Node> children(List<Node> level) {
    List<Node> children = new ArrayList<>();
    for (Node node : level) {
      for (int i = 0; i < node.width(); i++) {
        children.add(node.child(i));
      }
    }
    return children;
  }

  /** A walk over the rows of several leaves. */
  private static final class Walk {
    private final List<Node> leaves;
    private int leaf;
    private int place;

    Walk(List<Node> leaves) {
      this.leaves = leaves;
    }

    boolean atEnd() {
      return leaf == leaves.size();
    }

    Object key() {
      return leaves.get(leaf).key(place);
    }

    Object value() {
      return leaves.get(leaf).value(place);
    }

    void step() {
      place++;
      if (place == leaves.get(leaf).width()) {
        place = 0;
        leaf++;
      }
    }
  }
}
