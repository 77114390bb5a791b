package dev.fcp.midi.smf;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The readable content of a damaged file.
 *
 * @param content the content that could be read
 * @param findings the parts that were skipped and the values that were ignored, in the order of the
 *     file
 */
public record SalvageResult(SmfContent content, List<Finding> findings) {

  /** Copies the list. */
  public SalvageResult {
    Objects.requireNonNull(content, "content");
    findings = List.copyOf(findings);
  }

  /**
   * A damaged part of the file.
   *
   * @param offsetBytes the offset from the start of the file
   * @param skippedBytes the number of skipped bytes; 0 if only a value was ignored
   * @param reason a description of the damage
   */
  public record Finding(int offsetBytes, int skippedBytes, String reason) {

    /** Rejects null. */
    public Finding {
      Objects.requireNonNull(reason, "reason");
    }

    @Override
    public String toString() {
      String skipped = skippedBytes == 0 ? "" : skippedBytes + " bytes left out: ";
      return "byte " + offsetBytes + ": " + skipped + reason;
    }
  }

  /**
   * Salvages the readable parts of a file. A track is read up to its first damage, and beyond it if
   * the damage is an invalid message of known length; a track with a wrong length is read up to the
   * next track. Chunks of other types are kept. Bytes after the end of a track, and a RIFF wrapper,
   * are skipped.
   *
   * @return the salvaged content; empty if there is no header, or the file exceeds the size limit
   */
  public static Optional<SalvageResult> of(byte[] bytes, SmfLimits limits) {
    if (bytes.length > limits.fileBytes()) {
      return Optional.empty();
    }
    return new Salvager(new FileBytes(bytes.clone()), limits).salvage();
  }
}
