package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.FileChunk;
import dev.fcp.midi.smf.SmfContent.OtherChunk;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a file strictly. Memory is allocated for existing bytes, never for a declared length. Each
 * file needs a new reader.
 */
final class SmfReader {

  private final FileBytes fileBytes;
  private final SmfLimits limits;
  private final RiffLayout layout;
  private final List<FileChunk> chunks = new ArrayList<>();
  private final List<SmfTrack> tracks = new ArrayList<>();
  private int messageCount;

  private SmfReader(RiffLayout layout, SmfLimits limits) {
    this.fileBytes = layout.fileBytes().slice(layout.songStart(), layout.songEnd());
    this.limits = limits;
    this.layout = layout;
  }

  /** Reads a file and takes ownership of the array. */
  static SmfFile read(byte[] bytes, SmfLimits limits) throws SmfParseException {
    if (bytes.length > limits.fileBytes()) {
      throw new SmfParseException(
          limits.fileBytes(),
          "the file has %d bytes, more than the limit of %d"
              .formatted(bytes.length, limits.fileBytes()));
    }
    return new SmfReader(RiffLayout.parse(new FileBytes(bytes)), limits).readFile();
  }

  private SmfFile readFile() throws SmfParseException {
    SmfHeader header = SmfHeader.read(fileBytes);
    if (header.trackCount() > limits.tracks()) {
      throw new SmfParseException(
          header.start() + 2,
          "%d tracks, more than the limit of %d".formatted(header.trackCount(), limits.tracks()));
    }
    int offset = header.end();
    while (tracks.size() < header.trackCount() || fileBytes.hasChunk(offset - fileBytes.start())) {
      offset = readChunk(offset, header);
    }
    SmfContent content =
        new SmfContent(
            header.format(),
            header.division(),
            fileBytes.range(header.extraStart(), header.end()),
            chunks,
            fileBytes.range(offset, fileBytes.end()),
            layout.wrapper());
    return new SmfFile(layout, content, tracks);
  }

  /** Reads a chunk and returns the offset after it. */
  private int readChunk(int offset, SmfHeader header) throws SmfParseException {
    if (fileBytes.end() - offset < FileBytes.CHUNK_HEADER_BYTES) {
      throw new SmfParseException(
          offset,
          "the end of the file where track %d of %d should begin"
              .formatted(tracks.size() + 1, header.trackCount()));
    }
    int bodyStart = offset + FileBytes.CHUNK_HEADER_BYTES;
    boolean isTrack = fileBytes.hasNameAt(FileBytes.TRACK_CHUNK, offset);
    if (isTrack && tracks.size() == header.trackCount()) {
      throw new SmfParseException(
          offset, "one more track than the %d of the header".formatted(header.trackCount()));
    }
    long length = fileBytes.int32(offset + 4);
    if (length > fileBytes.end() - bodyStart) {
      throw new SmfParseException(
          offset + 4,
          "a chunk of %d bytes where %d are left".formatted(length, fileBytes.end() - bodyStart));
    }
    int end = bodyStart + (int) length;
    if (isTrack) {
      readTrack(offset, bodyStart, end);
    } else {
      readOtherChunk(offset, bodyStart, end);
    }
    return end;
  }

  private void readTrack(int offset, int bodyStart, int end) throws SmfParseException {
    TrackReader reader =
        new TrackReader(
            fileBytes.bytes(), bodyStart, end, limits, limits.messages() - messageCount);
    reader.read();
    messageCount += reader.messageCount();
    SmfTrack track = reader.track(offset);
    tracks.add(track);
    chunks.add(track.content());
  }

  private void readOtherChunk(int offset, int bodyStart, int end) throws SmfParseException {
    if (chunks.size() - tracks.size() == limits.chunks()) {
      throw new SmfParseException(
          offset, "more than the limit of %d other chunks".formatted(limits.chunks()));
    }
    chunks.add(
        new OtherChunk(fileBytes.range(offset, offset + 4), fileBytes.range(bodyStart, end)));
  }
}
