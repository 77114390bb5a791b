package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.FileChunk;
import dev.fcp.midi.smf.SmfContent.OtherChunk;
import dev.fcp.midi.smf.SmfContent.TrackChunk;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a file, reusing the encoding of earlier versions. Each file needs a new writer. */
final class SmfWriter {

  private final SmfContent content;
  private final List<TrackChunk> tracks;
  private final Iterator<SmfFile> remainingVersions;

  /** The versions consumed so far, with the pairing of their tracks with the tracks to write. */
  private final List<PairedVersion> versions = new ArrayList<>();

  private record PairedVersion(SmfFile file, TrackPairing pairing) {

    SmfTrack partner(int track) {
      return file.tracks().get(pairing.partner(track));
    }
  }

  SmfWriter(SmfContent content, Iterable<SmfFile> versions) {
    this.content = content;
    this.tracks = content.tracks().toList();
    this.remainingVersions = versions.iterator();
  }

  byte[] write() {
    PairedVersion first = version(0);
    if (first != null && first.file().content().equals(content)) {
      return first.file().bytes();
    }
    byte[] song = writeSong(first);
    RiffLayout layout = first == null ? null : first.file().layout();
    RiffLayout wrappedLayout = layout != null && layout.wrapper().isPresent() ? layout : null;
    return content
        .wrapper()
        .map(wrapper -> RiffLayout.wrap(song, wrapper, wrappedLayout))
        .orElse(song);
  }

  private @Nullable PairedVersion version(int index) {
    while (versions.size() <= index && remainingVersions.hasNext()) {
      SmfFile file = remainingVersions.next();
      versions.add(new PairedVersion(file, TrackPairing.of(tracks, file)));
    }
    return index < versions.size() ? versions.get(index) : null;
  }

  private byte[] writeSong(@Nullable PairedVersion first) {
    ByteOutput out =
        new ByteOutput(first == null ? 64 : first.file().layout().fileBytes().end() + 64);
    out.ascii(FileBytes.HEADER_CHUNK);
    out.int32(SmfHeader.KNOWN_BYTES + content.extra().sizeBytes());
    out.int16(content.format());
    out.int16(tracks.size());
    out.int16(content.division());
    content.extra().copyTo(out);
    int index = 0;
    for (FileChunk fileChunk : content.chunks()) {
      switch (fileChunk) {
        case TrackChunk track -> writeTrack(out, track, index++);
        case OtherChunk chunk -> writeOtherChunk(out, chunk);
      }
    }
    content.trailing().copyTo(out);
    return out.toByteArray();
  }

  private static void writeOtherChunk(ByteOutput out, OtherChunk chunk) {
    chunk.type().copyTo(out);
    out.int32(chunk.data().sizeBytes());
    chunk.data().copyTo(out);
  }

  private void writeTrack(ByteOutput out, TrackChunk track, int index) {
    SmfTrack equalTrack = findEqualTrack(index);
    if (equalTrack != null) {
      out.bytes(equalTrack.fileBytes(), equalTrack.offsetBytes(), equalTrack.end());
      return;
    }
    out.ascii(FileBytes.TRACK_CHUNK);
    int lengthOffset = out.length();
    out.int32(0);
    writeChangedTrack(out, track, index);
    out.int32At(lengthOffset, out.length() - lengthOffset - 4);
  }

  private @Nullable SmfTrack findEqualTrack(int index) {
    PairedVersion version = version(0);
    for (int versionIndex = 0; version != null; version = version(++versionIndex)) {
      if (version.pairing().isEqual(index)) {
        return version.partner(index);
      }
    }
    return null;
  }

  private void writeChangedTrack(ByteOutput out, TrackChunk track, int index) {
    MessageWriter writer = new MessageWriter(out, track);
    PairedVersion version = version(0);
    for (int versionIndex = 0;
        version != null && !writer.isComplete();
        version = version(++versionIndex)) {
      if (version.pairing().partner(index) >= 0) {
        writer.offerVersion(version.partner(index));
      }
    }
    writer.write();
  }
}
