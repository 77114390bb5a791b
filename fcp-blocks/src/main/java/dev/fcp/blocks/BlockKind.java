package dev.fcp.blocks;

import dev.fcp.verbs.syntax.Quoting;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
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

  /** Why a name is refused. */
  static String unknown(String name) {
    return Quoting.quoteAlways(name)
        + " is not a kind; those are "
        + Stream.of(values()).map(BlockKind::toString).collect(Collectors.joining(", "));
  }

  /** The name in a file. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
