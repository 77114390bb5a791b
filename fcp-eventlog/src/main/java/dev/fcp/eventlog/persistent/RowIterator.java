package dev.fcp.eventlog.persistent;

import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * An iterator over consecutive rows of a tree. It descends from the root once per leaf and needs no
 * stack, so that a step takes O(1) on average.
 */
final class RowIterator<T> implements Iterator<T> {
  /** Reads the element of a row. */
  interface RowReader<T> {
    T read(TreeNode leaf, int index);
  }

  private final TreeNode root;
  private final RowReader<T> reader;
  private final int end;
  private int row;
  private TreeNode leaf;
  private int index;

  /** Iterates over the rows from {@code from} (inclusive) to {@code to} (exclusive). */
  RowIterator(TreeNode root, int from, int to, RowReader<T> reader) {
    this.root = root;
    this.reader = reader;
    this.row = from;
    this.end = to;
    this.leaf = root;
    if (from < to) {
      descend();
    }
  }

  @Override
  public boolean hasNext() {
    return row < end;
  }

  @Override
  public T next() {
    if (row >= end) {
      throw new NoSuchElementException();
    }
    if (index == leaf.width()) {
      descend();
    }
    row++;
    return reader.read(leaf, index++);
  }

  private void descend() {
    TreeNode node = root;
    int rowInNode = row;
    while (node.height() > 0) {
      int childIndex = node.childIndexOf(rowInNode);
      rowInNode -= node.start(childIndex);
      node = node.child(childIndex);
    }
    leaf = node;
    index = rowInNode;
  }
}
