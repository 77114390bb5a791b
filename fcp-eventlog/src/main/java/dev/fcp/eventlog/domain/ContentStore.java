package dev.fcp.eventlog.domain;

/** Contents of files, each found by its hash. Thread-safe. */
@FunctionalInterface
public interface ContentStore {

  /** A store without contents. */
  ContentStore EMPTY =
      sha256 -> {
        throw new IllegalArgumentException("no content " + sha256);
      };

  /**
   * The bytes with a hash. The array belongs to the caller.
   *
   * @param sha256 64 hex digits in lower case
   * @throws IllegalArgumentException if the store has no such content, or it is damaged
   */
  byte[] read(String sha256);
}
