package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.Chunk;
import dev.fcp.midi.smf.SmfContent.Part;
import dev.fcp.midi.smf.SmfContent.Track;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes one file. */
final class SmfWriter {

  private final SmfContent want;
  private final List<Track> tracks;
  private final Iterator<SmfFile> more;

  /** The versions that were asked for so far, with how their tracks go with the wanted ones. */
  private final List<Version> versions = new ArrayList<>();

  private record Version(SmfFile file, Pairing pairing) {

    SmfTrack partner(int track) {
      return file.tracks().get(pairing.partner(track));
    }
  }

  SmfWriter(SmfContent want, Iterable<SmfFile> versions) {
    this.want = want;
    this.tracks = want.tracks().toList();
    this.more = versions.iterator();
  }

  byte[] write() {
    Version first = version(0);
    if (first != null && first.file().content().equals(want)) {
      return first.file().bytes();
    }
    byte[] song = song(first);
    RiffWrapper old = first == null ? null : first.file().wrapper();
    RiffWrapper model = old != null && old.content().isPresent() ? old : null;
    return want.wrapper().map(around -> RiffWrapper.around(song, around, model)).orElse(song);
  }

  private @Nullable Version version(int index) {
    while (versions.size() <= index && more.hasNext()) {
      SmfFile file = more.next();
      versions.add(new Version(file, Pairing.of(tracks, file)));
    }
    return index < versions.size() ? versions.get(index) : null;
  }

  private byte[] song(@Nullable Version first) {
    Output out = new Output(first == null ? 64 : first.file().wrapper().file().end() + 64);
    out.ascii(FileText.HEADER);
    out.int32(SmfHeader.KNOWN + want.extra().sizeBytes());
    out.int16(want.format());
    out.int16(tracks.size());
    out.int16(want.division());
    want.extra().copyTo(out);
    int index = 0;
    for (Part part : want.parts()) {
      switch (part) {
        case Track track -> track(out, track, index++);
        case Chunk chunk -> chunk(out, chunk);
      }
    }
    want.trailing().copyTo(out);
    return out.toByteArray();
  }

  private static void chunk(Output out, Chunk chunk) {
    chunk.type().copyTo(out);
    out.int32(chunk.data().sizeBytes());
    chunk.data().copyTo(out);
  }

  private void track(Output out, Track track, int index) {
    SmfTrack equal = equalTrack(index);
    if (equal != null) {
      out.bytes(equal.file(), equal.textOffset(), equal.end());
      return;
    }
    out.ascii(FileText.TRACK);
    int lengthAt = out.length();
    out.int32(0);
    changedTrack(out, track, index);
    out.int32At(lengthAt, out.length() - lengthAt - 4);
  }

  private @Nullable SmfTrack equalTrack(int index) {
    Version version = version(0);
    for (int v = 0; version != null; version = version(++v)) {
      if (version.pairing().isEqual(index)) {
        return version.partner(index);
      }
    }
    return null;
  }

  private void changedTrack(Output out, Track track, int index) {
    MessageWriter writer = new MessageWriter(out, track);
    Version version = version(0);
    for (int v = 0; version != null && !writer.isComplete(); version = version(++v)) {
      if (version.pairing().partner(index) >= 0) {
        writer.offer(version.partner(index));
      }
    }
    writer.write();
  }
}
