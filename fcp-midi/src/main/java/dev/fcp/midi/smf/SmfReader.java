package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.Chunk;
import dev.fcp.midi.smf.SmfContent.Part;
import java.util.ArrayList;
import java.util.List;

/** Reads one file, strictly. Allocates for what is there, never for what a length says. */
final class SmfReader {

  private final FileText text;
  private final SmfLimits limits;
  private final RiffWrapper wrapper;
  private final List<Part> parts = new ArrayList<>();
  private final List<SmfTrack> tracks = new ArrayList<>();
  private int messages;

  private SmfReader(RiffWrapper wrapper, SmfLimits limits) {
    this.text = wrapper.file().within(wrapper.start(), wrapper.end());
    this.limits = limits;
    this.wrapper = wrapper;
  }

  /** The bytes belong to the file from then on. */
  static SmfFile read(byte[] bytes, SmfLimits limits) throws Damage {
    if (bytes.length > limits.fileBytes()) {
      throw new Damage(
          limits.fileBytes(),
          "the file has %d bytes, more than the limit of %d"
              .formatted(bytes.length, limits.fileBytes()));
    }
    return new SmfReader(RiffWrapper.of(new FileText(bytes)), limits).file();
  }

  private SmfFile file() throws Damage {
    SmfHeader header = SmfHeader.read(text);
    if (header.trackCount() > limits.tracks()) {
      throw new Damage(
          header.start() + 2,
          "%d tracks, more than the limit of %d".formatted(header.trackCount(), limits.tracks()));
    }
    int at = header.end();
    while (tracks.size() < header.trackCount() || text.hasChunk(at - text.start())) {
      at = chunk(at, header);
    }
    SmfContent content =
        new SmfContent(
            header.format(),
            header.division(),
            text.range(header.extraStart(), header.end()),
            parts,
            text.range(at, text.end()),
            wrapper.content());
    return new SmfFile(wrapper, content, tracks);
  }

  /** Reads a chunk; the place behind it. */
  private int chunk(int at, SmfHeader header) throws Damage {
    if (text.end() - at < FileText.HEAD) {
      throw new Damage(
          at,
          "the end of the file where track %d of %d should begin"
              .formatted(tracks.size() + 1, header.trackCount()));
    }
    int body = at + FileText.HEAD;
    boolean isTrack = text.saysAt(FileText.TRACK, at);
    if (isTrack && tracks.size() == header.trackCount()) {
      throw new Damage(
          at, "one more track than the %d of the header".formatted(header.trackCount()));
    }
    long length = text.int32(at + 4);
    if (length > text.end() - body) {
      throw new Damage(
          at + 4, "a chunk of %d bytes where %d are left".formatted(length, text.end() - body));
    }
    int end = body + (int) length;
    if (isTrack) {
      track(at, body, end);
    } else {
      other(at, body, end);
    }
    return end;
  }

  private void track(int at, int body, int end) throws Damage {
    TrackReader reader =
        new TrackReader(text.bytes(), body, end, limits, limits.messages() - messages);
    reader.read();
    messages += reader.messageCount();
    SmfTrack track = reader.track(at);
    tracks.add(track);
    parts.add(track.content());
  }

  private void other(int at, int body, int end) throws Damage {
    if (parts.size() - tracks.size() == limits.chunks()) {
      throw new Damage(at, "more than the limit of %d other chunks".formatted(limits.chunks()));
    }
    parts.add(new Chunk(text.range(at, at + 4), text.range(body, end)));
  }
}
