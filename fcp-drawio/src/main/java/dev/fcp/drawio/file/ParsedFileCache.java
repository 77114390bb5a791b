package dev.fcp.drawio.file;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import dev.fcp.eventlog.domain.Source;
import org.jspecify.annotations.Nullable;

/**
 * Parses files and caches the most recent results in soft references, so that the same bytes are
 * not parsed again on every save. Thread-safe.
 */
final class ParsedFileCache {

  /** Enough for the loaded version, the written version, and a few others. */
  private static final int MAX_CACHED_FILES = 4;

  private final FileParser parser;
  private final Cache<Source, DrawioFile> cache =
      CacheBuilder.newBuilder()
          .maximumSize(MAX_CACHED_FILES)
          .concurrencyLevel(1)
          .softValues()
          .build();

  /** Parses the bytes of a file. */
  interface FileParser {

    /**
     * Parses a file.
     *
     * @throws DrawioParseException with the offset in bytes
     */
    DrawioFile parse(byte[] bytes) throws DrawioParseException;
  }

  ParsedFileCache(FileParser parser) {
    this.parser = parser;
  }

  /**
   * Returns the parsed file of a source, from the cache if possible.
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
