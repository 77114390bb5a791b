package dev.fcp.drawio.file;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.json.ValueJson;

/**
 * The limits for diagram files; a file that exceeds one is refused as a whole. The default of each
 * limit is given with it.
 *
 * @param fileBytes the maximum size of a file in bytes; {@link DocumentStore#MAX_FILE_BYTES}
 * @param decompressedBytes the maximum total size of all compressed pages after decompression, in
 *     bytes; 128 MiB
 * @param compressionRatio the maximum ratio of decompressed to compressed size of a page, checked
 *     above 1 MiB; 250
 * @param depth the maximum nesting depth of elements; 200
 * @param elements the maximum number of elements in a file, including those in compressed pages; 4
 *     million
 * @param cells the maximum number of cells in a file; 1 million
 * @param attributes the maximum number of attributes of an element; 1000
 * @param textLength the maximum length of a text or an attribute value, in UTF-16 units; 64 Mi,
 *     because styles may contain images
 * @param nameLength the maximum length of the name of an element or attribute, in UTF-16 units; 10
 *     000. At most {@link #MAX_NAME_LENGTH}, because attribute names become field names in events
 */
public record DrawioLimits(
    int fileBytes,
    int decompressedBytes,
    int compressionRatio,
    int depth,
    int elements,
    int cells,
    int attributes,
    int textLength,
    int nameLength) {

  /**
   * The largest allowed name limit: names with their prefixes must be valid as JSON member names.
   */
  public static final int MAX_NAME_LENGTH = ValueJson.MAX_NAME_LENGTH / 2;

  private static final int MEBI = 1 << 20;
  private static final DrawioLimits STANDARD =
      new DrawioLimits(
          Math.toIntExact(DocumentStore.MAX_FILE_BYTES),
          128 * MEBI,
          250,
          200,
          4_000_000,
          1_000_000,
          1000,
          64 * MEBI,
          10_000);

  public DrawioLimits {
    int smallest =
        Math.min(
            Math.min(Math.min(fileBytes, decompressedBytes), Math.min(compressionRatio, depth)),
            Math.min(Math.min(elements, cells), Math.min(attributes, textLength)));
    if (Math.min(smallest, nameLength) < 1) {
      throw new IllegalArgumentException("a limit below 1: " + Math.min(smallest, nameLength));
    }
    if (nameLength > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException(
          "nameLength: " + nameLength + ", more than " + MAX_NAME_LENGTH);
    }
  }

  /** The default limits. */
  public static DrawioLimits standard() {
    return STANDARD;
  }
}
