package dev.fcp.eventlog.folder;

import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.folder.Directory.FileStat;
import dev.fcp.eventlog.folder.Directory.FileType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * The file of the stamps of a folder: what its files looked like when they were read. It is only a
 * cache. All numbers are big-endian.
 *
 * <pre>
 * "fcpstamp"  8 bytes
 * count       int
 * count times: path (length as short, modified UTF-8), file key (the same), size (long), modification
 *              time in nanoseconds since 1970 (long), flags (byte: 1 executable, 2 text, 4 settled),
 *              SHA-256 (32 bytes)
 * checksum    int: the CRC-32C of all bytes before it
 * </pre>
 */
final class FolderStamps {

  private static final byte[] MAGIC = {'f', 'c', 'p', 's', 't', 'a', 'm', 'p'};
  private static final int HASH_BYTES = 32;
  private static final int EXECUTABLE = 1;
  private static final int TEXT = 2;
  private static final int SETTLED = 4;
  private static final HexFormat HEX = HexFormat.of();

  /** More than the coarsest resolution of file times in file systems that store nanoseconds. */
  private static final Duration FINE_TICK = Duration.ofMillis(100);

  /** More than the coarsest resolution in all others, which is two seconds. */
  private static final Duration COARSE_TICK = Duration.ofSeconds(3);

  private FolderStamps() {}

  /**
   * What a file looked like when it was read.
   *
   * @param isSettled whether the file was then old enough that another write changes its attributes
   * @param entry what was read
   */
  record Stamp(FileStat stat, boolean isSettled, FileEntry entry) {

    /** A stamp of a file that was read after a time. */
    static Stamp of(FileStat stat, FileEntry entry, Instant time) {
      boolean isFine = stat.modifiedNanos() % 1_000_000 != 0;
      Instant modified = Instant.ofEpochSecond(0, stat.modifiedNanos());
      boolean isSettled = modified.isBefore(time.minus(isFine ? FINE_TICK : COARSE_TICK));
      return new Stamp(stat, isSettled, entry);
    }

    /** Whether a file with these attributes is known to be unchanged. */
    boolean isTrusted(FileStat now) {
      return isSettled && stat.equals(now);
    }
  }

  static byte[] encode(SortedMap<String, Stamp> stamps) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.write(MAGIC);
      out.writeInt(stamps.size());
      for (var file : stamps.entrySet()) {
        out.writeUTF(file.getKey());
        write(file.getValue(), out);
      }
      out.writeInt(crc(bytes.toByteArray(), bytes.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(Stamp stamp, DataOutputStream out) throws IOException {
    FileStat stat = stamp.stat();
    FileEntry entry = stamp.entry();
    out.writeUTF(stat.key());
    out.writeLong(stat.sizeBytes());
    out.writeLong(stat.modifiedNanos());
    out.writeByte(
        (stat.isExecutable() ? EXECUTABLE : 0)
            | (entry.isText() ? TEXT : 0)
            | (stamp.isSettled() ? SETTLED : 0));
    out.write(HEX.parseHex(entry.sha256()));
  }

  /** The stamps of a file; none if it is damaged or of another release. */
  static SortedMap<String, Stamp> decode(byte[] file) {
    int end = file.length - Integer.BYTES;
    if (end < MAGIC.length
        || !Arrays.equals(file, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
        || ByteBuffer.wrap(file).getInt(end) != crc(file, end)) {
      return new TreeMap<>();
    }
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(file, MAGIC.length, end - MAGIC.length))) {
      SortedMap<String, Stamp> stamps = new TreeMap<>();
      for (int count = in.readInt(); count > 0; count--) {
        stamps.put(in.readUTF(), read(in));
      }
      return stamps;
    } catch (IOException | IllegalArgumentException e) {
      // The checksum matches, so another release wrote it.
      return new TreeMap<>();
    }
  }

  private static Stamp read(DataInputStream in) throws IOException {
    String key = in.readUTF();
    long sizeBytes = in.readLong();
    long modifiedNanos = in.readLong();
    int flags = in.readByte();
    byte[] hash = in.readNBytes(HASH_BYTES);
    boolean isExecutable = (flags & EXECUTABLE) != 0;
    return new Stamp(
        new FileStat(FileType.FILE, sizeBytes, modifiedNanos, key, isExecutable),
        (flags & SETTLED) != 0,
        new FileEntry(HEX.formatHex(hash), sizeBytes, (flags & TEXT) != 0, isExecutable));
  }

  private static int crc(byte[] bytes, int end) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, end);
    return (int) crc.getValue();
  }
}
