package dev.fcp.midi.smf;

import java.util.Arrays;
import java.util.List;

/**
 * A Standard MIDI File: what it says, and the bytes in which it does. An immutable value; two are
 * equal if they have the same bytes.
 */
public final class SmfFile {

  private final RiffLayout layout;
  private final SmfContent content;
  private final List<SmfTrack> tracks;

  SmfFile(RiffLayout layout, SmfContent content, List<SmfTrack> tracks) {
    this.layout = layout;
    this.content = content;
    this.tracks = List.copyOf(tracks);
  }

  /** Reads a file, strictly: nothing in it is guessed. The bytes are copied. */
  public static SmfReadResult read(byte[] bytes, SmfLimits limits) {
    try {
      return new SmfReadResult.Success(SmfReader.read(bytes.clone(), limits));
    } catch (SmfParseException e) {
      return new SmfReadResult.Refused(e.offsetBytes(), e.reason());
    }
  }

  /**
   * The bytes of a file that says this. A track is the text of the first version that has an equal
   * one; of another, each message is the text of the first version that has an equal one at the
   * same tick; what no version has is canonical.
   *
   * @param versions files that say the same or something like it, the most relevant first; asked
   *     for only as far as needed
   * @throws IllegalArgumentException if no file can hold it; the message says why
   */
  public static byte[] write(SmfContent content, Iterable<SmfFile> versions) {
    return new SmfWriter(content, versions).write();
  }

  /** What it says. */
  public SmfContent content() {
    return content;
  }

  /** The tracks in their order, with their places. */
  public List<SmfTrack> tracks() {
    return tracks;
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return layout.fileBytes().bytes().clone();
  }

  RiffLayout layout() {
    return layout;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SmfFile file
        && Arrays.equals(layout.fileBytes().bytes(), file.layout.fileBytes().bytes());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(layout.fileBytes().bytes());
  }

  @Override
  public String toString() {
    return "format %d, %d tracks, %d bytes"
        .formatted(content.format(), tracks.size(), layout.fileBytes().end());
  }
}
