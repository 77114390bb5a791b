package dev.fcp.eventlog.persistent;

import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * An iterator over consecutive rows of a tree. It goes down the tree once per leaf and needs no
 * stack, so that a step costs O(1) on average.
 */
final class Rows<T> implements Iterator<T> {
  /** What an iterator gives of a row. */
  interface Reading<T> {
    T of(Node leaf, int place);
  }

  private final Node root;
  private final Reading<T> reading;
  private final int end;
  private int row;
  private Node leaf;
  private int place;

  /** Over the rows from one up to, and without, another. */
  Rows(Node root, int from, int to, Reading<T> reading) {
    this.root = root;
    this.reading = reading;
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
    if (place == leaf.width()) {
      descend();
    }
    row++;
    return reading.of(leaf, place++);
  }

  private void descend() {
    Node node = root;
    int rest = row;
    while (node.height() > 0) {
      int child = node.placeOf(rest);
      rest -= node.start(child);
      node = node.child(child);
    }
    leaf = node;
    place = rest;
  }
}
