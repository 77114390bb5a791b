package dev.fcp.eventlog.journal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a closed segment in a gzip file (RFC 1952), which {@code zcat} prints.
 *
 * <pre>
 * member | member | ... | member | index
 *                                  empty member; its extra field contains, little-endian:
 *                                  'F' 'C' length, for each member { end in the file, end of its
 *                                  lines }, number of members, CRC32 of the pairs
 * </pre>
 *
 * <p>Each member contains whole lines, about 64 KiB, so that a line is read by inflating one
 * member. If the index is damaged, the members are found by inflating one after another. Bytes that
 * damage has made unreadable are replaced, so that all other lines keep their offsets; the
 * checksums of the lines detect that. Used by one thread.
 */
final class CompressedSegment {

  private static final int MEMBER_BYTES = 1 << 16;
  private static final int MAX_MEMBERS = 1 << 12;

  /** A gzip header without name and time; {@code 04} in the fourth byte: with an extra field. */
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

  private static final byte[] INDEX_HEADER = {0x1f, (byte) 0x8b, 8, 4, 0, 0, 0, 0, 0, (byte) 0xff};

  /** The checksum and the size at the end of a member. */
  private static final int TRAILER_BYTES = 8;

  private static final int INDEX_START_BYTES = INDEX_HEADER.length + 6;

  /** The number of members, the checksum, an empty deflate block, and the trailer. */
  private static final int INDEX_END_BYTES = 8 + 2 + TRAILER_BYTES;

  private static final int PAIR_BYTES = 8;

  private final Disk disk;
  private final Path file;

  /** The ends of the members in the file, and the ends of their lines, in pairs. */
  private final int[] ends;

  /** The member that was inflated last; negative before that. */
  private int current = -1;

  private byte[] lines = new byte[0];

  private CompressedSegment(Disk disk, Path file, int[] ends) {
    this.disk = disk;
    this.file = file;
    this.ends = ends;
  }

  /** The content of a file with the given lines. */
  static byte[] of(byte[] lines) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(lines.length / 4);
    int memberBytes = Math.max(MEMBER_BYTES, lines.length / MAX_MEMBERS);
    byte[] pairs = new byte[PAIR_BYTES * (lines.length / memberBytes + 1)];
    ByteBuffer pairsOut = littleEndian(pairs);
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try {
      for (int from = 0; from < lines.length; ) {
        int last = JournalLine.lineEnd(lines, Math.min(from + memberBytes, lines.length) - 1);
        int to = Math.min(last + 1, lines.length);
        addMember(out, deflater, lines, from, to);
        pairsOut.putInt(out.size()).putInt(to);
        from = to;
      }
    } finally {
      deflater.end();
    }
    addIndex(out, Arrays.copyOf(pairs, pairsOut.position()));
    return out.toByteArray();
  }

  private static void addMember(
      ByteArrayOutputStream out, Deflater deflater, byte[] lines, int from, int to) {
    out.writeBytes(HEADER);
    deflater.reset();
    deflater.setInput(lines, from, to - from);
    deflater.finish();
    byte[] buffer = new byte[1 << 13];
    while (!deflater.finished()) {
      out.write(buffer, 0, deflater.deflate(buffer));
    }
    int crc = crc(lines, from, to);
    out.writeBytes(littleEndian(TRAILER_BYTES).putInt(crc).putInt(to - from).array());
  }

  private static void addIndex(ByteArrayOutputStream out, byte[] pairs) {
    int payload = pairs.length + 8;
    out.writeBytes(
        littleEndian(INDEX_START_BYTES + payload + 2 + TRAILER_BYTES)
            .put(INDEX_HEADER)
            .putShort((short) (payload + 4))
            .put((byte) 'F')
            .put((byte) 'C')
            .putShort((short) payload)
            .put(pairs)
            .putInt(pairs.length / PAIR_BYTES)
            .putInt(crc(pairs, 0, pairs.length))
            .put((byte) 3)
            .array());
  }

  /** Opens a file; without lines if it does not exist. */
  static CompressedSegment in(Disk disk, Path file) throws IOException {
    int sizeBytes = Math.toIntExact(disk.sizeBytes(file).orElse(0));
    int[] ends = index(disk, file, sizeBytes);
    return new CompressedSegment(
        disk, file, ends == null ? search(disk.read(file, 0, sizeBytes)) : ends);
  }

  private static int @Nullable [] index(Disk disk, Path file, int sizeBytes) throws IOException {
    int pairsEnd = sizeBytes - INDEX_END_BYTES;
    byte[] end = disk.read(file, Math.max(0, pairsEnd), INDEX_END_BYTES);
    if (end.length < INDEX_END_BYTES) {
      return null;
    }
    int members = littleEndian(end).getInt(0);
    int crc = littleEndian(end).getInt(4);
    long start = pairsEnd - (long) PAIR_BYTES * members;
    if (members < 0 || start < INDEX_START_BYTES) {
      return null;
    }
    byte[] pairs = disk.read(file, start, PAIR_BYTES * members);
    if (crc(pairs, 0, pairs.length) != crc) {
      return null;
    }
    int[] ends = new int[2 * members];
    littleEndian(pairs).asIntBuffer().get(ends);
    // Otherwise something was inserted or cut out before the index.
    boolean fits = (members == 0 ? 0 : ends[2 * members - 2]) == start - INDEX_START_BYTES;
    return fits ? ends : null;
  }

  /** Finds the members without the index. */
  private static int[] search(byte[] bytes) {
    int[] ends = new int[16];
    int count = 0;
    int linesEnd = 0;
    int next = 0;
    while (next < bytes.length) {
      ByteArrayOutputStream found = new ByteArrayOutputStream();
      int end = isHeader(bytes, next) ? inflate(bytes, next + HEADER.length, found) : -1;
      int size = found.size();
      if (end < 0) {
        end = nextHeader(bytes, next + 1);
        if (end == bytes.length && size == 0) {
          // The index, or what is left of it.
          break;
        }
        // Room for a byte that is no line, and a line end.
        size += 2;
      }
      linesEnd += size;
      next = end;
      ends = count == ends.length ? Arrays.copyOf(ends, 2 * count) : ends;
      ends[count++] = end;
      ends[count++] = linesEnd;
    }
    return Arrays.copyOf(ends, count);
  }

  private static boolean isHeader(byte[] bytes, int at) {
    return at + HEADER.length <= bytes.length
        && Arrays.equals(bytes, at, at + HEADER.length, HEADER, 0, HEADER.length);
  }

  private static int nextHeader(byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length && !isHeader(bytes, at)) {
      at++;
    }
    return at;
  }

  /**
   * Inflates a member as far as possible.
   *
   * @return the end of the member; negative if it is damaged
   */
  private static int inflate(byte[] bytes, int from, ByteArrayOutputStream out) {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(bytes, from, bytes.length - from);
      byte[] buffer = new byte[1 << 13];
      int count = inflater.inflate(buffer);
      while (count > 0) {
        out.write(buffer, 0, count);
        count = inflater.inflate(buffer);
      }
      int end = bytes.length - inflater.getRemaining() + TRAILER_BYTES;
      return inflater.finished() && end <= bytes.length ? end : -1;
    } catch (DataFormatException e) {
      return -1;
    } finally {
      inflater.end();
    }
  }

  /** The size of the lines. */
  int sizeBytes() {
    return ends.length == 0 ? 0 : ends[ends.length - 1];
  }

  /** All lines. */
  byte[] read() throws IOException {
    return read(0, sizeBytes());
  }

  /** Reads up to {@code sizeBytes} bytes of the lines from an offset; fewer at their end. */
  byte[] read(long offsetBytes, int sizeBytes) throws IOException {
    int start = (int) Math.min(offsetBytes, sizeBytes());
    byte[] read = new byte[Math.min(sizeBytes, sizeBytes() - start)];
    for (int at = 0; at < read.length; ) {
      int from = seek(start + at);
      int length = Math.min(lines.length - from, read.length - at);
      System.arraycopy(lines, from, read, at, length);
      at += length;
    }
    return read;
  }

  /** Inflates the member that contains an offset; returns the offset in the member. */
  private int seek(int offsetBytes) throws IOException {
    int member = 0;
    while (ends[2 * member + 1] <= offsetBytes) {
      member++;
    }
    int linesStart = member == 0 ? 0 : ends[2 * member - 1];
    if (member != current) {
      int start = member == 0 ? 0 : ends[2 * member - 2];
      byte[] bytes = disk.read(file, start, ends[2 * member] - start);
      lines = lines(bytes, ends[2 * member + 1] - linesStart);
      current = member;
    }
    return offsetBytes - linesStart;
  }

  private static byte[] lines(byte[] member, int sizeBytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(sizeBytes);
    int unused = inflate(member, Math.min(HEADER.length, member.length), out);
    byte[] lines = Arrays.copyOf(out.toByteArray(), sizeBytes);
    if (out.size() != sizeBytes) {
      // Not blank, because blanks would not be reported.
      Arrays.fill(lines, Math.min(out.size(), sizeBytes), sizeBytes, (byte) '?');
      lines[sizeBytes - 1] = '\n';
    }
    return lines;
  }

  private static int crc(byte[] bytes, int from, int to) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  private static ByteBuffer littleEndian(int sizeBytes) {
    return littleEndian(new byte[sizeBytes]);
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
