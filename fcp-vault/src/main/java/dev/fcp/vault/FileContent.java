package dev.fcp.vault;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;

/** The content of a file of a folder: its text, or the hash of what is not text. */
public sealed interface FileContent {

  /** The maximum size of a text file in bytes: 16 MiB. A larger file is opaque. */
  int MAX_TEXT_BYTES = 16 << 20;

  /** Whether the file is executable. */
  boolean isExecutable();

  /**
   * A text file.
   *
   * @param text the characters that its bytes encode in UTF-8, including a byte order mark and all
   *     line ends
   */
  record Text(String text, boolean isExecutable) implements FileContent {

    /**
     * Rejects a text that no text file contains.
     *
     * @throws IllegalArgumentException if it contains U+0000 or an unpaired surrogate
     */
    public Text {
      Objects.requireNonNull(text, "text");
      TextFile.requireWritable(text);
    }

    /** The bytes of the file. */
    public byte[] bytes() {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  /**
   * A file that is not text, known by its hash. Its bytes are stored elsewhere.
   *
   * @param sha256 the SHA-256 of its bytes, 64 hex digits in lower case
   * @param sizeBytes its size
   */
  record Opaque(String sha256, long sizeBytes, boolean isExecutable) implements FileContent {

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    /**
     * Rejects what is not a hash or a size.
     *
     * @throws IllegalArgumentException if it is not
     */
    public Opaque {
      if (!HASH.matcher(sha256).matches()) {
        throw new IllegalArgumentException("not a SHA-256: " + sha256);
      }
      if (sizeBytes < 0) {
        throw new IllegalArgumentException("a size of " + sizeBytes + " bytes");
      }
    }
  }

  /**
   * The content of a file with these bytes. It is text if they are valid UTF-8 without U+0000 and
   * at most {@link #MAX_TEXT_BYTES}.
   */
  static FileContent of(byte[] bytes, boolean isExecutable) {
    if (bytes.length <= MAX_TEXT_BYTES) {
      try {
        String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        if (text.indexOf('\0') < 0) {
          return new Text(text, isExecutable);
        }
      } catch (CharacterCodingException notText) {
        // The file is opaque.
      }
    }
    return new Opaque(Hashing.sha256().hashBytes(bytes).toString(), bytes.length, isExecutable);
  }
}
