package dev.fcp.eventlog.persistent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Assertions about the invariants of trees; also collects the nodes of a tree. */
final class TreeAssertions {
  private TreeAssertions() {}

  /** Asserts the invariants of {@link TreeNode} for the tree of a map. */
  static <K> void assertSoundMap(PersistentMap<K, ?> map, Comparator<? super K> order) {
    assertSound(map.root(), map.root(), true);
    List<K> keys = new ArrayList<>(map.keys());
    assertThat(keys).hasSize(map.size());
    for (int i = 1; i < keys.size(); i++) {
      assertThat(order.compare(keys.get(i - 1), keys.get(i))).isNegative();
    }
  }

  /** Asserts the invariants of {@link TreeNode} for the tree of a list. */
  static void assertSoundList(TreeNode root) {
    assertSound(root, root, false);
  }

  /** All nodes of a tree, compared by identity. */
  static Set<TreeNode> nodes(TreeNode root) {
    Set<TreeNode> nodes = Collections.newSetFromMap(new IdentityHashMap<>());
    collect(root, nodes);
    return nodes;
  }

  private static void collect(TreeNode node, Set<TreeNode> nodes) {
    nodes.add(node);
    for (int i = 0; node.height() > 0 && i < node.width(); i++) {
      collect(node.child(i), nodes);
    }
  }

  private static void assertSound(TreeNode node, TreeNode root, boolean keyed) {
    int minWidth = node != root ? root.maxWidth() / 2 : node.height() > 0 ? 2 : 0;
    assertThat(node.width()).isBetween(minWidth, root.maxWidth());
    assertThat(node.maxWidth()).isEqualTo(root.maxWidth());
    if (node.height() == 0) {
      assertThat(node.size()).isEqualTo(node.width());
      return;
    }
    int rows = 0;
    for (int i = 0; i < node.width(); i++) {
      TreeNode child = node.child(i);
      assertThat(child.height()).isEqualTo(node.height() - 1);
      assertThat(node.start(i)).isEqualTo(rows);
      if (keyed) {
        assertThat(node.key(i)).isSameAs(child.key(0));
      }
      assertSound(child, root, keyed);
      rows += child.size();
    }
    assertThat(node.size()).isEqualTo(rows);
  }
}
