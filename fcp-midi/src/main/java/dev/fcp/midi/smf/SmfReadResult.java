package dev.fcp.midi.smf;

import java.util.Objects;

/** What reading a file gave. */
public sealed interface SmfReadResult {

  /** The file was read. */
  record Success(SmfFile file) implements SmfReadResult {

    /** Refuses null. */
    public Success {
      Objects.requireNonNull(file, "file");
    }
  }

  /**
   * The file was refused.
   *
   * @param offsetBytes where it is wrong, from its start
   * @param reason what is wrong there
   */
  record Refused(int offsetBytes, String reason) implements SmfReadResult {

    /** Refuses null. */
    public Refused {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
