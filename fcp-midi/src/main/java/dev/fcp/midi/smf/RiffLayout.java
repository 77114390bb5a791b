package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.RmidWrapper;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The position of the song in a file: the whole file, or the data chunk of a RIFF file of the form
 * RMID.
 *
 * <pre>
 * "RIFF" size:32 "RMID" (name:4 size:32 bytes [pad])*     sizes are little-endian
 *                        ^ the one named "data" is the song
 * </pre>
 *
 * <p>There may be bytes after the end of the RIFF file, and the padding of the last chunk may be
 * missing; neither is part of the content.
 *
 * @param fileBytes the whole file
 * @param songStart the start of the song
 * @param songEnd the end of the song, exclusive
 * @param riffEnd the end of the RIFF file according to its size; the end of the file if there is no
 *     wrapper
 */
record RiffLayout(FileBytes fileBytes, int songStart, int songEnd, int riffEnd) {

  private static final int RIFF_HEADER_BYTES = 12;

  static RiffLayout parse(FileBytes fileBytes) throws SmfParseException {
    int fileEnd = fileBytes.end();
    if (!fileBytes.hasNameAt(FileBytes.RIFF_CHUNK, 0)) {
      return new RiffLayout(fileBytes, 0, fileEnd, fileEnd);
    }
    if (!fileBytes.hasNameAt(FileBytes.RMID_FORM, 8)) {
      throw new SmfParseException(Math.min(fileEnd, 8), "a RIFF file, but none that holds MIDI");
    }
    long riffEnd = 8 + fileBytes.int32Reversed(4);
    if (riffEnd > fileEnd || riffEnd < RIFF_HEADER_BYTES) {
      throw new SmfParseException(
          4, "a RIFF file that ends at byte %d of %d".formatted(riffEnd, fileEnd));
    }
    return parseRiff(fileBytes, (int) riffEnd);
  }

  private static RiffLayout parseRiff(FileBytes fileBytes, int riffEnd) throws SmfParseException {
    FileBytes riff = fileBytes.slice(0, riffEnd);
    int offset = endOfChunksBeforeData(riff, RIFF_HEADER_BYTES);
    if (!riff.hasNameAt(FileBytes.DATA_CHUNK, offset)
        || riffEnd - offset < FileBytes.CHUNK_HEADER_BYTES) {
      throw new SmfParseException(offset, "no RIFF chunk of data");
    }
    int dataStart = offset + FileBytes.CHUNK_HEADER_BYTES;
    long size = fileBytes.int32Reversed(offset + 4);
    if (size > riffEnd - dataStart) {
      throw new SmfParseException(
          offset + 4,
          "a RIFF chunk of %d bytes where %d are left".formatted(size, riffEnd - dataStart));
    }
    return new RiffLayout(fileBytes, dataStart, dataStart + (int) size, riffEnd);
  }

  /**
   * Skips complete chunks from an offset up to the data chunk and returns the offset after them.
   */
  private static int endOfChunksBeforeData(FileBytes fileBytes, int from) {
    int offset = from;
    while (fileBytes.end() - offset >= FileBytes.CHUNK_HEADER_BYTES
        && !fileBytes.hasNameAt(FileBytes.DATA_CHUNK, offset)) {
      long size = fileBytes.int32Reversed(offset + 4);
      long nextChunk = offset + FileBytes.CHUNK_HEADER_BYTES + size + (size & 1);
      if (nextChunk > fileBytes.end()) {
        return offset;
      }
      offset = (int) nextChunk;
    }
    return offset;
  }

  static boolean areWholeChunksBeforeData(FileBytes fileBytes) {
    return endOfChunksBeforeData(fileBytes, fileBytes.start()) == fileBytes.end();
  }

  /** The bytes around the song, if it is wrapped. */
  Optional<RmidWrapper> wrapper() {
    if (songStart == 0) {
      return Optional.empty();
    }
    int afterSong = songEnd + (hasPadding() ? 1 : 0);
    return Optional.of(
        new RmidWrapper(
            fileBytes.range(RIFF_HEADER_BYTES, songStart - FileBytes.CHUNK_HEADER_BYTES),
            fileBytes.range(afterSong, fileBytes.end())));
  }

  private boolean hasPadding() {
    return hasOddLength() && songEnd < riffEnd;
  }

  private boolean hasOddLength() {
    return ((songEnd - songStart) & 1) == 1;
  }

  /**
   * Wraps a song.
   *
   * @param original the layout of the newest version, whose padding is kept where possible; null if
   *     it is not wrapped
   */
  static byte[] wrap(byte[] song, RmidWrapper wrapper, @Nullable RiffLayout original) {
    int afterBytes = wrapper.after().sizeBytes();
    int bytesAfterRiff =
        original == null ? 0 : Math.min(afterBytes, original.fileBytes.end() - original.riffEnd);
    boolean mayOmitPadding =
        original != null
            && original.hasOddLength()
            && !original.hasPadding()
            && bytesAfterRiff == afterBytes;
    boolean needsPadding = (song.length & 1) == 1 && !mayOmitPadding;
    int beforeBytes = wrapper.before().sizeBytes();
    ByteOutput out =
        new ByteOutput(
            RIFF_HEADER_BYTES
                + beforeBytes
                + FileBytes.CHUNK_HEADER_BYTES
                + song.length
                + 1
                + afterBytes);
    out.ascii(FileBytes.RIFF_CHUNK);
    int size =
        4
            + beforeBytes
            + FileBytes.CHUNK_HEADER_BYTES
            + song.length
            + (needsPadding ? 1 : 0)
            + afterBytes
            - bytesAfterRiff;
    out.int32(Integer.reverseBytes(size));
    out.ascii(FileBytes.RMID_FORM);
    wrapper.before().copyTo(out);
    out.ascii(FileBytes.DATA_CHUNK);
    out.int32(Integer.reverseBytes(song.length));
    out.bytes(song, 0, song.length);
    if (needsPadding) {
      out.bytes(
          new byte[] {
            original != null && original.hasPadding()
                ? original.fileBytes.bytes()[original.songEnd]
                : 0
          },
          0,
          1);
    }
    wrapper.after().copyTo(out);
    return out.toByteArray();
  }
}
