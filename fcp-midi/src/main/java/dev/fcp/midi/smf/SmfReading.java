package dev.fcp.midi.smf;

import java.util.Objects;

/** What reading a file gave. */
public sealed interface SmfReading {

  /** The file was read. */
  record Intact(SmfFile file) implements SmfReading {

    /** Refuses null. */
    public Intact {
      Objects.requireNonNull(file, "file");
    }
  }

  /**
   * The file was refused.
   *
   * @param offsetBytes where it is wrong, from its start
   * @param reason what is wrong there
   */
  record Refused(int offsetBytes, String reason) implements SmfReading {

    /** Refuses null. */
    public Refused {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
