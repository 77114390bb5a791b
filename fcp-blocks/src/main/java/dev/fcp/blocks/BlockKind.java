package dev.fcp.blocks;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a block, or a section of a composite block, contains. */
public enum BlockKind {
  /** Lines of text. */
  TEXT,
  /** Named fields. */
  MAP,
  /** Items in an order. */
  LIST,
  /** Entries, which are only appended. */
  LOG,
  /** Named sections of the other kinds. */
  COMPOSITE;

  /** The kind with a name. */
  static Optional<BlockKind> named(String name) {
    return Stream.of(values()).filter(kind -> kind.toString().equals(name)).findFirst();
  }

  /** The name in a file. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
