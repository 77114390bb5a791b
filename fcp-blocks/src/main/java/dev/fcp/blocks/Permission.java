package dev.fcp.blocks;

import dev.fcp.verbs.syntax.Quoting;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which edits of a block are allowed; each permission includes those before it. */
public enum Permission {
  /** None. */
  READ_ONLY,
  /** Appending lines, items and entries. */
  APPEND_ONLY,
  /** All. */
  READ_WRITE;

  /** The permission with a name. */
  static Optional<Permission> named(String name) {
    return Stream.of(values()).filter(it -> it.toString().equals(name)).findFirst();
  }

  boolean includes(Permission other) {
    return compareTo(other) >= 0;
  }

  /** Why an operation on a block with this permission is refused. */
  String refusal(String operation, Permission needed) {
    return "this block is %s; %s needs %s".formatted(this, operation, needed);
  }

  /** Why a name is refused. */
  static String unknown(String name) {
    return Quoting.quoteAlways(name)
        + " is not a permission; those are "
        + Stream.of(values()).map(Permission::toString).collect(Collectors.joining(", "));
  }

  /** The name in a file. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
