package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Cold storage for old records: whole objects with names, such as in an object store. A journal
 * moves segments there with {@link Journal#archive}, and reads records from them (AR-1, AR-2).
 *
 * <p>The name of an object of a journal contains the SHA-256 of its content, so several journals
 * and several processes can share an archive. A journal checks the SHA-256 of each object that it
 * reads. It deletes an object only if a redaction replaced its records (RD-1). Implementations are
 * safe for use by several threads.
 */
public interface Archive {

  /**
   * Stores an object durably, as a whole or not at all. Does nothing if it is there already.
   *
   * @param name at most 128 letters, digits, {@code -} and {@code .}; the first is a letter or
   *     digit
   * @param sha256 the SHA-256 of the content, 64 hex digits in lower case
   * @throws IOException if another object has this name, or if it could not be stored
   */
  void put(String name, String sha256, byte[] content) throws IOException;

  /**
   * The content of an object; empty if there is no such object.
   *
   * @throws IOException if the archive cannot be read
   */
  Optional<byte[]> get(String name) throws IOException;

  /**
   * The names of all objects, in any order.
   *
   * @throws IOException if the archive is missing or cannot be read
   */
  List<String> list() throws IOException;

  /**
   * Deletes an object durably, if it is there.
   *
   * @throws IOException if it could not be deleted; the default
   */
  default void delete(String name) throws IOException {
    throw new IOException("this archive cannot delete the object " + name);
  }
}
