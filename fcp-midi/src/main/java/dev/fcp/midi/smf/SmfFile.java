package dev.fcp.midi.smf;

import java.util.Arrays;
import java.util.List;

/**
 * A parsed Standard MIDI File: its content and its bytes. Two files are equal if they have the same
 * bytes. Immutable.
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

  /** Parses a file strictly: damage is reported, not repaired. The bytes are copied. */
  public static SmfReadResult read(byte[] bytes, SmfLimits limits) {
    try {
      return new SmfReadResult.Success(SmfReader.read(bytes.clone(), limits));
    } catch (SmfParseException e) {
      return new SmfReadResult.Refused(e.offsetBytes(), e.reason());
    }
  }

  /**
   * Encodes content as the bytes of a file, reusing the encoding of earlier versions. A track is
   * copied from the first version with an equal track. In a changed track, each message is copied
   * from the first version with an equal message at the same tick. Everything else gets the
   * canonical encoding.
   *
   * @param versions earlier versions, the most relevant first; consumed only as far as needed
   * @throws IllegalArgumentException if a file cannot represent the content; the message names the
   *     reason
   */
  public static byte[] write(SmfContent content, Iterable<SmfFile> versions) {
    return new SmfWriter(content, versions).write();
  }

  /** The content. */
  public SmfContent content() {
    return content;
  }

  /** The tracks in order, with their offsets. */
  public List<SmfTrack> tracks() {
    return tracks;
  }

  /** Copies the bytes of the file. */
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
