package dev.fcp.eventlog.document;

import com.google.common.hash.Hashing;
import dev.fcp.eventlog.domain.ContentStore;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.JournalException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The contents of the files of a folder, in one file of its history to which entries are only
 * appended, or in memory. Contents are read when they are needed.
 *
 * <pre>
 * entry:  4 bytes  the size of the compressed content
 *         4 bytes  the size of the content
 *        32 bytes  the SHA-256 of the content
 *         4 bytes  the CRC-32C of the 40 bytes before
 *         the content, compressed by zlib
 * </pre>
 *
 * <p>Numbers are big-endian. An entry counts only if a record refers to it, and it is forced before
 * that record. What follows the last intact entry is left over from a crash, and the next writer
 * cuts it off. Writers hold the write lock of the journal.
 */
final class ContentPack implements ContentStore {

  private static final String FILE_NAME = "contents";
  private static final int HASH_BYTES = 32;
  private static final int HEADER_BYTES = 2 * Integer.BYTES + HASH_BYTES + Integer.BYTES;
  private static final int CHUNK_BYTES = 1 << 22;

  /** The place of the compressed content in the file. */
  private record Entry(long offsetBytes, int compressedBytes, int sizeBytes) {}

  private Optional<Disk> disk;
  private Path file;
  private final boolean isReadOnly;
  private final Map<String, Entry> entries = new HashMap<>();

  /** The compressed contents that are not in the file: those to be written, or all in memory. */
  private final Map<String, byte[]> unwritten = new HashMap<>();

  private final Map<String, Integer> unwrittenSizes = new HashMap<>();
  private int unwrittenBytes;

  /** The end of the last entry that is known. */
  private long endBytes;

  private ContentPack(Optional<Disk> disk, Path file, boolean isReadOnly) {
    this.disk = disk;
    this.file = file;
    this.isReadOnly = isReadOnly;
  }

  /**
   * The contents in the history of a folder.
   *
   * @param isReadOnly whether the history is only read; what is added then stays in memory
   */
  static ContentPack inHistory(Path history, Disk disk, boolean isReadOnly) {
    return new ContentPack(Optional.of(disk), history.resolve(FILE_NAME), isReadOnly);
  }

  /** Contents in memory only. */
  static ContentPack inMemory() {
    return new ContentPack(Optional.empty(), Path.of(FILE_NAME), false);
  }

  @Override
  public synchronized byte[] read(String sha256) {
    try {
      return find(sha256)
          .orElseThrow(() ->
              new IllegalArgumentException(
                  "the content %s of a file is lost or damaged".formatted(sha256)));
    } catch (IOException e) {
      throw new JournalException("contents %s: cannot be read: %s".formatted(file, e), e);
    }
  }

  /** Whether there is a content with a hash; it may be damaged. */
  synchronized boolean contains(String sha256) throws IOException {
    if (!unwritten.containsKey(sha256) && !entries.containsKey(sha256)) {
      readNewEntries();
    }
    return unwritten.containsKey(sha256) || entries.containsKey(sha256);
  }

  private Optional<byte[]> find(String sha256) throws IOException {
    byte[] compressed = unwritten.get(sha256);
    if (compressed != null) {
      return inflated(compressed, unwrittenSizes.getOrDefault(sha256, 0), sha256);
    }
    if (!entries.containsKey(sha256)) {
      readNewEntries();
    }
    Entry entry = entries.get(sha256);
    return entry == null
        ? Optional.empty()
        : inflated(
            disk.orElseThrow().read(file, entry.offsetBytes(), entry.compressedBytes()),
            entry.sizeBytes(),
            sha256);
  }

  private static Optional<byte[]> inflated(byte[] compressed, int sizeBytes, String sha256) {
    byte[] bytes = new byte[sizeBytes];
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(compressed);
      int found = inflater.inflate(bytes);
      boolean isIntact =
          found == sizeBytes && Hashing.sha256().hashBytes(bytes).toString().equals(sha256);
      return isIntact ? Optional.of(bytes) : Optional.empty();
    } catch (DataFormatException e) {
      return Optional.empty();
    } finally {
      inflater.end();
    }
  }

  /** Reads the entries that were appended since the last time, by any process. */
  private void readNewEntries() throws IOException {
    if (disk.isEmpty()) {
      return;
    }
    long sizeBytes = disk.get().sizeBytes(file).orElse(0);
    if (sizeBytes <= endBytes) {
      return;
    }
    try (Disk.Handle handle = disk.get().open(file)) {
      while (endBytes + HEADER_BYTES <= sizeBytes) {
        ByteBuffer header = ByteBuffer.wrap(handle.read(endBytes, HEADER_BYTES));
        if (header.remaining() < HEADER_BYTES
            || checksum(header.array()) != header.getInt(HEADER_BYTES - Integer.BYTES)) {
          return;
        }
        int compressedBytes = header.getInt();
        int contentBytes = header.getInt();
        byte[] hash = new byte[HASH_BYTES];
        header.get(hash);
        long start = endBytes + HEADER_BYTES;
        if (compressedBytes < 0 || contentBytes < 0 || start + compressedBytes > sizeBytes) {
          return;
        }
        entries.put(
            HexFormat.of().formatHex(hash), new Entry(start, compressedBytes, contentBytes));
        endBytes = start + compressedBytes;
      }
    }
  }

  private static int checksum(byte[] header) {
    CRC32C checksum = new CRC32C();
    checksum.update(header, 0, HEADER_BYTES - Integer.BYTES);
    return (int) checksum.getValue();
  }

  /**
   * Adds a content, unless there is an intact one. It may be lost until {@link #force}.
   *
   * @param sha256 the SHA-256 of the bytes
   */
  synchronized void add(String sha256, byte[] bytes) throws IOException {
    // Bytes of an entry without a record may be torn after a power cut.
    if (find(sha256).isPresent()) {
      return;
    }
    byte[] compressed = deflated(bytes);
    unwritten.put(sha256, compressed);
    unwrittenSizes.put(sha256, bytes.length);
    unwrittenBytes += compressed.length;
    if (disk.isPresent() && !isReadOnly && unwrittenBytes > CHUNK_BYTES) {
      write();
    }
  }

  private static byte[] deflated(byte[] bytes) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      deflater.setInput(bytes);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2 + 64);
      byte[] chunk = new byte[8192];
      while (!deflater.finished()) {
        out.write(chunk, 0, deflater.deflate(chunk));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }

  private void write() throws IOException {
    readNewEntries();
    ByteArrayOutputStream out = new ByteArrayOutputStream(unwrittenBytes + 4096);
    Map<String, Entry> written = new HashMap<>();
    for (Map.Entry<String, byte[]> content : unwritten.entrySet()) {
      byte[] compressed = content.getValue();
      int sizeBytes = unwrittenSizes.getOrDefault(content.getKey(), 0);
      ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
      header.putInt(compressed.length).putInt(sizeBytes);
      header.put(HexFormat.of().parseHex(content.getKey()));
      header.putInt(checksum(header.array()));
      out.writeBytes(header.array());
      written.put(content.getKey(), new Entry(endBytes + out.size(), compressed.length, sizeBytes));
      out.writeBytes(compressed);
    }
    try (Disk.Handle handle = disk.orElseThrow().open(file)) {
      if (handle.sizeBytes() > endBytes) {
        handle.truncate(endBytes);
      }
      handle.write(endBytes, out.toByteArray());
    }
    endBytes += out.size();
    entries.putAll(written);
    unwritten.clear();
    unwrittenSizes.clear();
    unwrittenBytes = 0;
  }

  /** Makes all contents durable, unless they are in memory only. */
  synchronized void force() throws IOException {
    if (disk.isEmpty() || isReadOnly) {
      return;
    }
    if (!unwritten.isEmpty()) {
      write();
    }
    if (endBytes > 0) {
      try (Disk.Handle handle = disk.get().open(file)) {
        handle.force();
      }
      disk.get().forceFolder(Objects.requireNonNull(file.getParent()));
    }
  }

  /** Writes the contents, which are in memory only, to the history of a folder. */
  synchronized void moveTo(Path history, Disk to) throws IOException {
    if (disk.isEmpty()) {
      disk = Optional.of(to);
      file = history.resolve(FILE_NAME);
      force();
    }
  }
}
