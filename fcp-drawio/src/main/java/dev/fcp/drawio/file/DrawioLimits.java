package dev.fcp.drawio.file;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.json.ValueJson;

/**
 * What a file may ask of its reader; a file beyond a limit is refused and never half read.
 *
 * @param fileBytes the size of a file in bytes; {@link DocumentStore#MAX_FILE_BYTES}
 * @param decompressedBytes the size of all compressed pages together after unpacking, in bytes; 128
 *     MiB
 * @param compressionRatio how many times larger a page may become by unpacking, once it is above 1
 *     MiB; 250
 * @param depth how deep elements may nest; 200
 * @param elements how many elements a file may have, those in compressed pages included; 4 million
 * @param cells how many cells a file may have; 1 million
 * @param attributes how many attributes an element may have; 1000
 * @param textLength how long a text or an attribute value may be, in UTF-16 units; 64 Mi (images
 *     stand in styles)
 * @param nameLength how long the name of an element or attribute may be, in UTF-16 units; 10 000.
 *     At most {@link #MAX_NAME_LENGTH}: names of attributes are names of fields in events
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

  /** The largest limit for names: with what stands before them they are names in JSON. */
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

  /** The limits that hold where nobody says otherwise. */
  public static DrawioLimits standard() {
    return STANDARD;
  }
}
