package dev.fcp.eventlog.journal;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a closed segment in a gzip file (RFC 1952), which {@code zcat} prints.
 *
 * <pre>
 * member | member | ... | member | index
 *                                  empty member; its extra field contains, little-endian:
 *   'F' 'C' length
 *   number of the first record: 8    0 if the lines are not consecutive records
 *   checksum before that record: 4, CRC32 of the file before the index: 4
 *   for each member { end in the file, end of its lines, lines, checksum of the last one: 4 each }
 *   number of members: 4, CRC32 of all that: 4
 * </pre>
 *
 * <p>Each member contains whole lines, about 64 KiB, so that a line is read by inflating one
 * member, and the others are not read. The number of lines is negative if a record among them may
 * refer to a source. A member also ends with each record whose number is a multiple of 1000: the
 * checksum of the record of an index is thus known without inflating anything.
 *
 * <p>If the index is damaged, the members are found by inflating one after another. Bytes that
 * damage has made unreadable are replaced, so that all other lines keep their offsets; the
 * checksums of the lines detect that. Used by one thread.
 */
final class CompressedSegment {

  private static final HashFunction CRC = Hashing.crc32();
  private static final int MEMBER_BYTES = 1 << 16;
  private static final int MAX_MEMBERS = 1 << 11;
  private static final int RECORDS_APART = 1000;

  /** Deflate cannot compress more. */
  private static final int MAX_RATIO = 1032;

  /** No member has more lines than fit here: a line, and what is compressed together. */
  private static final int MAX_MEMBER_BYTES = FileJournal.MAX_RECORD_BYTES + (1 << 18);

  /** A gzip header without name and time; {@code 04} in the fourth byte: with an extra field. */
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

  private static final byte[] INDEX_HEADER = {0x1f, (byte) 0x8b, 8, 4, 0, 0, 0, 0, 0, (byte) 0xff};

  /** The checksum and the size at the end of a member. */
  private static final int TRAILER_BYTES = 8;

  private static final int INDEX_START_BYTES = INDEX_HEADER.length + 6;

  /** The number of members, the checksum, an empty deflate block, and the trailer. */
  private static final int INDEX_END_BYTES = 8 + 2 + TRAILER_BYTES;

  private static final int SUMMARY_BYTES = 16;
  private static final int MEMBER_ENTRY_BYTES = 16;

  private final Content file;

  private final List<Member> members;

  /** The number of the first record; 0 if the lines are not known to be consecutive records. */
  private final long firstNumber;

  /** The checksum before the first record. */
  private final int previousCrc;

  /** The member that was inflated last; negative before that. */
  private int current = -1;

  private byte[] lines = new byte[0];

  /**
   * A member of the file.
   *
   * @param endBytes its end in the file
   * @param linesEndBytes the end of its lines
   * @param lineCount the number of its lines
   * @param mayNameSources whether a record among them may refer to a source
   * @param lastCrc the checksum of the last line
   */
  record Member(
      int endBytes, int linesEndBytes, int lineCount, boolean mayNameSources, int lastCrc) {}

  /** Reads up to so many bytes of a file from an offset; fewer at its end. */
  interface Content {
    byte[] read(long offsetBytes, int sizeBytes) throws IOException;
  }

  private CompressedSegment(Content file, List<Member> members, long firstNumber, int previousCrc) {
    this.file = file;
    this.members = members;
    this.firstNumber = firstNumber;
    this.previousCrc = previousCrc;
  }

  /** The content of a file with the given lines. */
  static byte[] of(byte[] lines) {
    SegmentLines found = SegmentLines.of(Path.of(""), 0, lines);
    LineTable table = found.lines();
    boolean areRecords = found.isChained() && table.size() > 0 && lines[lines.length - 1] == '\n';
    ByteArrayOutputStream out = new ByteArrayOutputStream(lines.length / 4);
    int memberBytes = Math.max(MEMBER_BYTES, lines.length / MAX_MEMBERS);
    List<Member> members = new ArrayList<>();
    int row = 0;
    for (int from = 0; from < lines.length; ) {
      int last = JournalLine.lineEnd(lines, Math.min(from + memberBytes, lines.length) - 1);
      int to = Math.min(last + 1, lines.length);
      int firstRow = row;
      boolean isFull = !areRecords;
      while (!isFull && row < table.size() && table.place(row).endBytes() <= to) {
        isFull = table.number(row) % RECORDS_APART == 0;
        row++;
      }
      to = isFull && areRecords ? table.place(row - 1).endBytes() : to;
      addMember(out, lines, from, to);
      int rowEnd = row;
      boolean mayNameSources =
          found.textRows().stream().anyMatch(it -> it >= firstRow && it < rowEnd);
      int crc = areRecords ? table.crc(row - 1) : 0;
      members.add(new Member(out.size(), to, row - firstRow, mayNameSources, crc));
      from = to;
    }
    int summaryBytes = SUMMARY_BYTES + MEMBER_ENTRY_BYTES * members.size();
    byte[] indexBytes = new byte[INDEX_START_BYTES + summaryBytes + INDEX_END_BYTES];
    ByteBuffer index =
        littleEndian(indexBytes)
            .put(INDEX_HEADER)
            .putShort((short) (summaryBytes + 12))
            .put((byte) 'F')
            .put((byte) 'C')
            .putShort((short) (summaryBytes + 8))
            .putLong(areRecords ? table.number(0) : 0)
            .putInt(areRecords ? table.previousCrc(0) : 0)
            .putInt(CRC.hashBytes(out.toByteArray()).asInt());
    for (Member member : members) {
      int count = member.mayNameSources() ? -member.lineCount() : member.lineCount();
      index.putInt(member.endBytes()).putInt(member.linesEndBytes());
      index.putInt(count).putInt(member.lastCrc());
    }
    int crc = CRC.hashBytes(indexBytes, INDEX_START_BYTES, summaryBytes).asInt();
    index.putInt(members.size()).putInt(crc).put((byte) 3);
    out.writeBytes(indexBytes);
    return out.toByteArray();
  }

  private static void addMember(ByteArrayOutputStream out, byte[] lines, int from, int to) {
    try (GZIPOutputStream member = new GZIPOutputStream(out)) {
      member.write(lines, from, to - from);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a file; without lines if it does not exist. */
  static CompressedSegment in(Disk disk, Path file) throws IOException {
    int sizeBytes = Math.toIntExact(disk.sizeBytes(file).orElse(0));
    return in((offset, size) -> disk.read(file, offset, size), sizeBytes);
  }

  /** Opens a file of a size. */
  static CompressedSegment in(Content file, int sizeBytes) throws IOException {
    CompressedSegment indexed = indexed(file, sizeBytes, false);
    return indexed == null
        ? new CompressedSegment(file, search(file.read(0, sizeBytes)), 0, 0)
        : indexed;
  }

  /**
   * Opens a file of consecutive records whose bytes have the checksum that its index says; empty if
   * it has to be read line by line.
   */
  static Optional<CompressedSegment> whole(Disk disk, Path file) throws IOException {
    int sizeBytes = Math.toIntExact(disk.sizeBytes(file).orElse(0));
    Content content = (offset, size) -> disk.read(file, offset, size);
    return Optional.ofNullable(sizeBytes == 0 ? null : indexed(content, sizeBytes, true))
        .filter(found -> found.firstNumber > 0);
  }

  private static @Nullable CompressedSegment indexed(
      Content file, int sizeBytes, boolean checksBytes) throws IOException {
    int summaryEnd = sizeBytes - INDEX_END_BYTES;
    byte[] end = file.read(Math.max(0, summaryEnd), INDEX_END_BYTES);
    if (end.length < INDEX_END_BYTES) {
      return null;
    }
    int count = littleEndian(end).getInt(0);
    int summaryBytes = SUMMARY_BYTES + MEMBER_ENTRY_BYTES * Math.clamp(count, 0, 2 * MAX_MEMBERS);
    int start = summaryEnd - summaryBytes;
    if (start < INDEX_START_BYTES) {
      return null;
    }
    byte[] bytes = file.read(start, summaryBytes);
    if (CRC.hashBytes(bytes).asInt() != littleEndian(end).getInt(4)) {
      return null;
    }
    ByteBuffer summary = littleEndian(bytes);
    long firstNumber = summary.getLong();
    int previousCrc = summary.getInt();
    int fileCrc = summary.getInt();
    List<Member> members = new ArrayList<>();
    Member last = new Member(0, 0, 0, false, 0);
    boolean fits = true;
    while (summary.hasRemaining()) {
      int endBytes = summary.getInt();
      int linesEndBytes = summary.getInt();
      int lineCount = summary.getInt();
      int lastCrc = summary.getInt();
      fits &= endBytes > last.endBytes() && linesEndBytes > last.linesEndBytes();
      fits &= firstNumber <= 0 || lineCount != 0;
      fits &= (linesEndBytes - last.linesEndBytes()) / MAX_RATIO <= endBytes - last.endBytes();
      last = new Member(endBytes, linesEndBytes, Math.abs(lineCount), lineCount < 0, lastCrc);
      members.add(last);
    }
    // Otherwise something was inserted or cut out before the index.
    fits &= last.endBytes() == start - INDEX_START_BYTES && members.size() == count;
    fits =
        fits && (!checksBytes || CRC.hashBytes(file.read(0, last.endBytes())).asInt() == fileCrc);
    return fits ? new CompressedSegment(file, members, firstNumber, previousCrc) : null;
  }

  /** Finds the members without the index. */
  private static List<Member> search(byte[] bytes) {
    List<Member> members = new ArrayList<>();
    int linesEnd = 0;
    int next = 0;
    while (next < bytes.length) {
      ByteArrayOutputStream found = new ByteArrayOutputStream();
      int end =
          isHeader(bytes, next)
              ? inflate(bytes, next + HEADER.length, found, MAX_MEMBER_BYTES)
              : -1;
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
      linesEnd = Math.addExact(linesEnd, size);
      next = end;
      members.add(new Member(end, linesEnd, 0, false, 0));
    }
    return members;
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
   * @param maxBytes the most that it may contain; otherwise it is damaged
   * @return the end of the member; negative if it is damaged
   */
  private static int inflate(byte[] bytes, int from, ByteArrayOutputStream out, int maxBytes) {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(bytes, from, bytes.length - from);
      byte[] buffer = new byte[1 << 13];
      int count = inflater.inflate(buffer);
      while (count > 0 && out.size() + count <= maxBytes) {
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

  List<Member> members() {
    return members;
  }

  /** The number of the first record; 0 if the lines are not known to be consecutive records. */
  long firstNumber() {
    return firstNumber;
  }

  /** The checksum before the first record. */
  int previousCrc() {
    return previousCrc;
  }

  /** The size of the lines. */
  int sizeBytes() {
    return members.isEmpty() ? 0 : members.get(members.size() - 1).linesEndBytes();
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
    int found = 0;
    while (members.get(found).linesEndBytes() <= offsetBytes) {
      found++;
    }
    Member member = members.get(found);
    int start = found == 0 ? 0 : members.get(found - 1).endBytes();
    int linesStart = found == 0 ? 0 : members.get(found - 1).linesEndBytes();
    if (found != current) {
      byte[] bytes = file.read(start, member.endBytes() - start);
      lines = lines(bytes, member.linesEndBytes() - linesStart);
      current = found;
    }
    return offsetBytes - linesStart;
  }

  private static byte[] lines(byte[] member, int sizeBytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(sizeBytes);
    int unused = inflate(member, Math.min(HEADER.length, member.length), out, sizeBytes);
    byte[] lines = Arrays.copyOf(out.toByteArray(), sizeBytes);
    if (out.size() != sizeBytes) {
      // Not blank, because blanks would not be reported.
      Arrays.fill(lines, Math.min(out.size(), sizeBytes), sizeBytes, (byte) '?');
      lines[sizeBytes - 1] = '\n';
    }
    return lines;
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
