package dev.fcp.drawio.file;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import dev.fcp.eventlog.domain.Source;
import org.jspecify.annotations.Nullable;

/**
 * Reads files, and keeps what the last few said as long as memory allows, so that the same bytes
 * are not parsed again at every save. Safe for use by any number of threads.
 */
final class ParsedFiles {

  /** The version that was loaded, the one that is written, and some that come and go. */
  private static final int KEPT = 4;

  private final Reader reader;
  private final Cache<Source, DrawioFile> files =
      CacheBuilder.newBuilder().maximumSize(KEPT).concurrencyLevel(1).softValues().build();

  /** Reads the bytes of a file. */
  interface Reader {

    /**
     * What a file says.
     *
     * @throws Damage with the offset in bytes
     */
    DrawioFile read(byte[] bytes) throws Damage;
  }

  ParsedFiles(Reader reader) {
    this.reader = reader;
  }

  /**
   * What a version of a document says.
   *
   * @throws Damage with the offset in bytes
   */
  DrawioFile read(Source source) throws Damage {
    @Nullable DrawioFile known = files.getIfPresent(source);
    if (known != null) {
      return known;
    }
    DrawioFile file = reader.read(source.bytes());
    files.put(source, file);
    return file;
  }
}
