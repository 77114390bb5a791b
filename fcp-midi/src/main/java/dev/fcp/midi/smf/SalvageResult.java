package dev.fcp.midi.smf;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What could be read of a damaged file.
 *
 * @param content what the file says as far as it could be read
 * @param findings what was left out, and what was not believed, in the order of the file
 */
public record SalvageResult(SmfContent content, List<Finding> findings) {

  /** Copies the list. */
  public SalvageResult {
    Objects.requireNonNull(content, "content");
    findings = List.copyOf(findings);
  }

  /**
   * A place that could not be read as it stands.
   *
   * @param offsetBytes where, from the start of the file
   * @param skippedBytes how much was left out; 0 if something was only not believed
   * @param reason what is wrong there
   */
  public record Finding(int offsetBytes, int skippedBytes, String reason) {

    /** Refuses null. */
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
   * Reads what is readable: each track up to its first damage, and behind it where that is a
   * message that no file can hold; tracks whose length lies up to the next track; chunks of other
   * kinds. Bytes behind the ends, and a wrapper, are left out.
   *
   * @return empty if there is no header, or the file is beyond the limit of size
   */
  public static Optional<SalvageResult> of(byte[] bytes, SmfLimits limits) {
    if (bytes.length > limits.fileBytes()) {
      return Optional.empty();
    }
    return new Salvager(new FileBytes(bytes.clone()), limits).salvage();
  }
}
