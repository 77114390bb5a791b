package dev.fcp.drawio.file;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import dev.fcp.eventlog.domain.Source;
import org.jspecify.annotations.Nullable;

/**
 * Reads files, and keeps what the last few said as long as memory allows, so that the same bytes
 * are not parsed again at every save. Safe for use by any number of threads.
 */
final class ParsedFileCache {

  /** The version that was loaded, the one that is written, and some that come and go. */
  private static final int MAX_CACHED_FILES = 4;

  private final FileParser parser;
  private final Cache<Source, DrawioFile> cache =
      CacheBuilder.newBuilder()
          .maximumSize(MAX_CACHED_FILES)
          .concurrencyLevel(1)
          .softValues()
          .build();

  /** Reads the bytes of a file. */
  interface FileParser {

    /**
     * What a file says.
     *
     * @throws DrawioParseException with the offset in bytes
     */
    DrawioFile parse(byte[] bytes) throws DrawioParseException;
  }

  ParsedFileCache(FileParser parser) {
    this.parser = parser;
  }

  /**
   * What a version of a document says.
   *
   * @throws DrawioParseException with the offset in bytes
   */
  DrawioFile read(Source source) throws DrawioParseException {
    @Nullable DrawioFile cached = cache.getIfPresent(source);
    if (cached != null) {
      return cached;
    }
    DrawioFile file = parser.parse(source.bytes());
    cache.put(source, file);
    return file;
  }
}
