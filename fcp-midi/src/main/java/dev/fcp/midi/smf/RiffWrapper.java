package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.Wrapper;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the song lies in a file: all of it, or the data of a RIFF file of the form RMID.
 *
 * <pre>
 * "RIFF" size:32 "RMID" (name:4 size:32 bytes [pad])*     sizes have the least byte first
 *                        ^ the one named "data" is the song
 * </pre>
 *
 * <p>The size may leave bytes behind the RIFF file, and the padding of the last chunk may be
 * missing; both are the way a file says something, and not what it says.
 *
 * @param file the whole file
 * @param start where the song begins
 * @param end behind the song
 * @param riffEnd where the RIFF file ends, by its size; the end of the file without a wrapper
 */
record RiffWrapper(FileText file, int start, int end, int riffEnd) {

  private static final int HEAD = 12;

  static RiffWrapper of(FileText text) throws Damage {
    int end = text.end();
    if (!text.saysAt(FileText.RIFF, 0)) {
      return new RiffWrapper(text, 0, end, end);
    }
    if (!text.saysAt(FileText.RMID, 8)) {
      throw new Damage(Math.min(end, 8), "a RIFF file, but none that holds MIDI");
    }
    long riffEnd = 8 + text.int32Reversed(4);
    if (riffEnd > end || riffEnd < HEAD) {
      throw new Damage(4, "a RIFF file that ends at byte %d of %d".formatted(riffEnd, end));
    }
    return wrapped(text, (int) riffEnd);
  }

  private static RiffWrapper wrapped(FileText text, int riffEnd) throws Damage {
    FileText riff = text.within(0, riffEnd);
    int at = chunksEnd(riff, HEAD);
    if (!riff.saysAt(FileText.DATA, at) || riffEnd - at < FileText.HEAD) {
      throw new Damage(at, "no RIFF chunk of data");
    }
    int body = at + FileText.HEAD;
    long size = text.int32Reversed(at + 4);
    if (size > riffEnd - body) {
      throw new Damage(
          at + 4, "a RIFF chunk of %d bytes where %d are left".formatted(size, riffEnd - body));
    }
    return new RiffWrapper(text, body, body + (int) size, riffEnd);
  }

  /** Behind the whole chunks that begin at a place, as far as none is named data. */
  private static int chunksEnd(FileText text, int from) {
    int at = from;
    while (text.end() - at >= FileText.HEAD && !text.saysAt(FileText.DATA, at)) {
      long size = text.int32Reversed(at + 4);
      long next = at + FileText.HEAD + size + (size & 1);
      if (next > text.end()) {
        return at;
      }
      at = (int) next;
    }
    return at;
  }

  static boolean areChunksBeforeData(FileText text) {
    return chunksEnd(text, text.start()) == text.end();
  }

  /** What lies around the song. */
  Optional<Wrapper> content() {
    if (start == 0) {
      return Optional.empty();
    }
    int behind = end + (hasPad() ? 1 : 0);
    return Optional.of(
        new Wrapper(file.range(HEAD, start - FileText.HEAD), file.range(behind, file.end())));
  }

  private boolean hasPad() {
    return isOdd() && end < riffEnd;
  }

  private boolean isOdd() {
    return ((end - start) & 1) == 1;
  }

  /**
   * A song with a wrapper around it.
   *
   * @param old how the first version does it, if that is wrapped
   */
  static byte[] around(byte[] song, Wrapper wrapper, @Nullable RiffWrapper old) {
    int after = wrapper.after().sizeBytes();
    int behindRiff = old == null ? 0 : Math.min(after, old.file.end() - old.riffEnd);
    boolean mayLackPad = old != null && old.isOdd() && !old.hasPad() && behindRiff == after;
    boolean pad = (song.length & 1) == 1 && !mayLackPad;
    int before = wrapper.before().sizeBytes();
    Output out = new Output(HEAD + before + FileText.HEAD + song.length + 1 + after);
    out.ascii(FileText.RIFF);
    int size = 4 + before + FileText.HEAD + song.length + (pad ? 1 : 0) + after - behindRiff;
    out.int32(Integer.reverseBytes(size));
    out.ascii(FileText.RMID);
    wrapper.before().copyTo(out);
    out.ascii(FileText.DATA);
    out.int32(Integer.reverseBytes(song.length));
    out.bytes(song, 0, song.length);
    if (pad) {
      out.bytes(new byte[] {old != null && old.hasPad() ? old.file.bytes()[old.end] : 0}, 0, 1);
    }
    wrapper.after().copyTo(out);
    return out.toByteArray();
  }
}
