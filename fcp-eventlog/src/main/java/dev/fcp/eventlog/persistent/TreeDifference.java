package dev.fcp.eventlog.persistent;

import dev.fcp.eventlog.persistent.PersistentMap.MapDifferenceConsumer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Compares two trees with the same order of keys. It descends both trees level by level and
 * discards shared nodes at each level; the remaining leaves contain the difference and at most the
 * rows that share a leaf with it.
 */
@SuppressWarnings("ReferenceEquality") // Identical nodes contain the same rows.
final class TreeDifference {
  private final Comparator<Object> order;
  private List<TreeNode> nodes;
  private List<TreeNode> otherNodes;

  TreeDifference(TreeNode root, TreeNode otherRoot, Comparator<Object> order) {
    this.order = order;
    int height = Math.min(root.height(), otherRoot.height());
    this.nodes = nodesAtHeight(root, height);
    this.otherNodes = nodesAtHeight(otherRoot, height);
    discardShared();
    for (; height > 0; height--) {
      this.nodes = children(this.nodes);
      this.otherNodes = children(this.otherNodes);
      discardShared();
    }
  }

  void forEach(MapDifferenceConsumer<Object, Object> consumer) {
    RowCursor cursor = new RowCursor(nodes);
    RowCursor otherCursor = new RowCursor(otherNodes);
    while (!cursor.isAtEnd() || !otherCursor.isAtEnd()) {
      int comparison =
          cursor.isAtEnd()
              ? 1
              : otherCursor.isAtEnd() ? -1 : compare(cursor.key(), otherCursor.key());
      if (comparison < 0) {
        consumer.onlyInThis(cursor.key(), cursor.value());
      } else if (comparison > 0) {
        consumer.onlyInOther(otherCursor.key(), otherCursor.value());
      } else if (!cursor.value().equals(otherCursor.value())) {
        consumer.valueDiffers(cursor.key(), cursor.value(), otherCursor.value());
      }
      if (comparison <= 0) {
        cursor.advance();
      }
      if (comparison >= 0) {
        otherCursor.advance();
      }
    }
  }

  /**
   * Discards the nodes that are in both trees. A shared node has the same first key in both, so a
   * merge by first keys finds it.
   */
  private void discardShared() {
    List<TreeNode> unshared = new ArrayList<>();
    List<TreeNode> otherUnshared = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < nodes.size() && j < otherNodes.size()) {
      TreeNode node = nodes.get(i);
      TreeNode otherNode = otherNodes.get(j);
      if (node == otherNode) {
        i++;
        j++;
      } else if (compare(node.key(0), otherNode.key(0)) <= 0) {
        unshared.add(node);
        i++;
      } else {
        otherUnshared.add(otherNode);
        j++;
      }
    }
    unshared.addAll(nodes.subList(i, nodes.size()));
    otherUnshared.addAll(otherNodes.subList(j, otherNodes.size()));
    nodes = unshared;
    otherNodes = otherUnshared;
  }

  private int compare(Object key, Object otherKey) {
    return key == otherKey ? 0 : order.compare(key, otherKey);
  }

  private static List<TreeNode> nodesAtHeight(TreeNode root, int height) {
    List<TreeNode> level = root.size() == 0 ? List.of() : List.of(root);
    for (int h = root.height(); h > height; h--) {
      level = children(level);
    }
    return level;
  }

  private static List<TreeNode> children(List<TreeNode> level) {
    List<TreeNode> children = new ArrayList<>();
    for (TreeNode node : level) {
      for (int i = 0; i < node.width(); i++) {
        children.add(node.child(i));
      }
    }
    return children;
  }

  /** A cursor over the rows of several leaves. */
  private static final class RowCursor {
    private final List<TreeNode> leaves;
    private int leafIndex;
    private int index;

    RowCursor(List<TreeNode> leaves) {
      this.leaves = leaves;
    }

    boolean isAtEnd() {
      return leafIndex == leaves.size();
    }

    Object key() {
      return leaves.get(leafIndex).key(index);
    }

    Object value() {
      return leaves.get(leafIndex).value(index);
    }

    void advance() {
      index++;
      if (index == leaves.get(leafIndex).width()) {
        index = 0;
        leafIndex++;
      }
    }
  }
}
