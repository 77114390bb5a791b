package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SalvageResult.Finding;
import dev.fcp.midi.smf.SmfContent.FileChunk;
import dev.fcp.midi.smf.SmfContent.OtherChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Salvages the readable parts of a damaged file. Each file needs a new instance. */
final class Salvager {

  /** Limits the list for a file that is damaged throughout. */
  private static final int MAX_FINDINGS = 1000;

  private final FileBytes fileBytes;
  private final int end;
  private final SmfLimits limits;
  private final List<FileChunk> chunks = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private int trackCount;
  private int messageCount;

  Salvager(FileBytes fileBytes, SmfLimits limits) {
    this.fileBytes = fileBytes;
    this.end = fileBytes.end();
    this.limits = limits;
  }

  Optional<SalvageResult> salvage() {
    int header = indexOf(FileBytes.HEADER_CHUNK, 0);
    if (end - header < FileBytes.CHUNK_HEADER_BYTES + 6) {
      return Optional.empty();
    }
    if (header > 0) {
      addSkipped(0, header, "nothing of a song");
    }
    int bodyStart = header + FileBytes.CHUNK_HEADER_BYTES;
    int format = plausibleFormat(bodyStart);
    long length = fileBytes.int32(header + 4);
    boolean isPlausible =
        length >= 6 && length <= end - bodyStart && mayBeChunkStart(bodyStart + (int) length);
    if (!isPlausible) {
      addImplausible(header + 4, "a header of %d bytes".formatted(length));
    }
    int headerEnd = isPlausible ? bodyStart + (int) length : bodyStart + SmfHeader.KNOWN_BYTES;
    readChunks(headerEnd);
    if (fileBytes.int16(bodyStart + 2) != trackCount) {
      addImplausible(
          bodyStart + 2,
          "%d tracks; there are %d".formatted(fileBytes.int16(bodyStart + 2), trackCount));
    }
    ByteRange extra = fileBytes.range(bodyStart + SmfHeader.KNOWN_BYTES, headerEnd);
    SmfContent content =
        new SmfContent(
            format,
            fileBytes.int16(bodyStart + 4),
            extra,
            chunks,
            ByteRange.NONE,
            Optional.empty());
    return Optional.of(new SalvageResult(content, findings));
  }

  /**
   * Whether an offset may be the start of a chunk, with four printable characters and a length, or
   * is the end of the file.
   */
  private boolean mayBeChunkStart(int offset) {
    if (offset == end) {
      return true;
    }
    boolean isPrintable = end - offset >= FileBytes.CHUNK_HEADER_BYTES;
    for (int i = offset; isPrintable && i < offset + 4; i++) {
      isPrintable = fileBytes.bytes()[i] >= 0x20 && fileBytes.bytes()[i] < 0x7F;
    }
    return isPrintable;
  }

  private int plausibleFormat(int offset) {
    int format = fileBytes.int16(offset);
    if (format > 2) {
      addImplausible(offset, "format %d".formatted(format));
      return 1;
    }
    return format;
  }

  private void readChunks(int from) {
    int offset = from;
    while (offset < end && trackCount < limits.tracks()) {
      if (fileBytes.hasNameAt(FileBytes.TRACK_CHUNK, offset)
          && end - offset >= FileBytes.CHUNK_HEADER_BYTES) {
        offset = readTrack(offset);
      } else {
        offset = readOtherChunk(offset);
      }
    }
    if (offset < end) {
      addSkipped(offset, end, "more than the limit of %d tracks".formatted(limits.tracks()));
    }
  }

  /**
   * Reads a chunk of another type, or skips bytes that are not a chunk, and returns the offset
   * after it.
   */
  private int readOtherChunk(int offset) {
    int bodyStart = offset + FileBytes.CHUNK_HEADER_BYTES;
    boolean isWholeChunk =
        offset < end && mayBeChunkStart(offset) && fileBytes.int32(offset + 4) <= end - bodyStart;
    if (isWholeChunk && chunks.size() - trackCount < limits.chunks()) {
      int chunkEnd = bodyStart + (int) fileBytes.int32(offset + 4);
      chunks.add(
          new OtherChunk(
              fileBytes.range(offset, offset + 4), fileBytes.range(bodyStart, chunkEnd)));
      return chunkEnd;
    }
    int chunkEnd = indexOf(FileBytes.TRACK_CHUNK, offset + 1);
    addSkipped(offset, chunkEnd, "no chunk");
    return chunkEnd;
  }

  private int readTrack(int offset) {
    int bodyStart = offset + FileBytes.CHUNK_HEADER_BYTES;
    long length = fileBytes.int32(offset + 4);
    boolean fits = length <= end - bodyStart;
    int chunkEnd = fits ? bodyStart + (int) length : end;
    TrackReader reader = newReader(bodyStart, chunkEnd);
    Optional<SmfParseException> failure = readAll(reader);
    boolean isLengthWrong = !fits || (failure.isPresent() && !mayBeChunkStart(chunkEnd));
    if (isLengthWrong) {
      addImplausible(offset + 4, "a track of %d bytes".formatted(length));
    }
    if (isLengthWrong && failure.isPresent()) {
      chunkEnd = indexOf(FileBytes.TRACK_CHUNK, bodyStart);
      reader = newReader(bodyStart, chunkEnd);
      failure = readAll(reader);
    }
    while (failure.isPresent() && skipDamagedMessage(reader, failure.get())) {
      failure = readAll(reader);
    }
    if (reader.hasEnded() && reader.offset() < chunkEnd) {
      addSkipped(reader.offset(), chunkEnd, "bytes after the end of the track");
    }
    messageCount += reader.messageCount();
    trackCount++;
    chunks.add(reader.content());
    return chunkEnd;
  }

  private TrackReader newReader(int bodyStart, int chunkEnd) {
    return new TrackReader(
        fileBytes.bytes(), bodyStart, chunkEnd, limits, limits.messages() - messageCount);
  }

  private static Optional<SmfParseException> readAll(TrackReader reader) {
    try {
      reader.read();
      return Optional.empty();
    } catch (SmfParseException e) {
      return Optional.of(e);
    }
  }

  /**
   * Skips the damaged message if its length is known, otherwise the rest of the track. Returns
   * whether there is more to read.
   */
  private boolean skipDamagedMessage(TrackReader reader, SmfParseException failure) {
    int start = reader.offset();
    int chunkEnd = reader.end();
    if (start == chunkEnd) {
      addImplausible(start, failure.reason());
      return false;
    }
    int status =
        failure.offsetBytes() < chunkEnd ? fileBytes.bytes()[failure.offsetBytes()] & 0xFF : 0;
    boolean isKnownLength =
        failure.offsetBytes() > start
            && status > MessageSyntax.SYSEX
            && status < MessageSyntax.META;
    if (!isKnownLength || Vlq.end(fileBytes.bytes(), start) != failure.offsetBytes()) {
      addSkipped(start, chunkEnd, failure.reason());
      return false;
    }
    int nextByte = failure.offsetBytes() + 1;
    int maxEnd = Math.min(chunkEnd, nextByte + systemDataBytes(status));
    while (nextByte < maxEnd && fileBytes.bytes()[nextByte] >= 0) {
      nextByte++;
    }
    addSkipped(start, nextByte, failure.reason());
    reader.skipTo(nextByte, Vlq.value(fileBytes.bytes(), start, failure.offsetBytes()));
    return true;
  }

  /** The number of data bytes of a system message in the MIDI protocol. */
  private static int systemDataBytes(int status) {
    if (status == 0xF2) {
      return 2;
    }
    return status == 0xF1 || status == 0xF3 ? 1 : 0;
  }

  private int indexOf(String name, int from) {
    int offset = from;
    while (offset < end && !fileBytes.hasNameAt(name, offset)) {
      offset++;
    }
    return offset;
  }

  private void addSkipped(int from, int to, String reason) {
    addFinding(new Finding(from, to - from, reason));
  }

  private void addImplausible(int offset, String reason) {
    addFinding(new Finding(offset, 0, reason));
  }

  private void addFinding(Finding finding) {
    if (findings.size() < MAX_FINDINGS) {
      findings.add(finding);
    } else {
      findings.set(
          MAX_FINDINGS - 1,
          new Finding(finding.offsetBytes(), 0, "here and before, more than can be listed"));
    }
  }
}
