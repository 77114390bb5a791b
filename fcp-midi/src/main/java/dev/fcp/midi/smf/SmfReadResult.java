package dev.fcp.midi.smf;

import java.util.Objects;

/** The result of parsing a file. */
public sealed interface SmfReadResult {

  /** The file was parsed. */
  record Success(SmfFile file) implements SmfReadResult {

    /** Rejects null. */
    public Success {
      Objects.requireNonNull(file, "file");
    }
  }

  /**
   * The file was refused.
   *
   * @param offsetBytes the offset of the error from the start of the file
   * @param reason a description of the error
   */
  record Refused(int offsetBytes, String reason) implements SmfReadResult {

    /** Rejects null. */
    public Refused {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
