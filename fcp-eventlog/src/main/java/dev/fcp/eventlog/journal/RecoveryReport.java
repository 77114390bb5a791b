package dev.fcp.eventlog.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The state in which a journal was found when it was opened (JN-9).
 *
 * @param firstNumber the oldest record that can be used
 * @param lastNumber the newest one; one less than the first if there is none
 * @param bytesRead how many bytes of records were looked at
 * @param losses what is not as it was written, in the order of the files
 * @param damagedSnapshots the files of snapshots that are damaged and were not used
 * @param lostSources the ids of texts that records name and that are gone or damaged; what they
 *     alone knew, white space and such, is lost
 */
public record RecoveryReport(
    long firstNumber,
    long lastNumber,
    long bytesRead,
    List<Loss> losses,
    List<String> damagedSnapshots,
    List<String> lostSources) {

  /** Copies the lists. */
  public RecoveryReport {
    losses = List.copyOf(losses);
    damagedSnapshots = List.copyOf(damagedSnapshots);
    lostSources = List.copyOf(lostSources);
  }

  /** What became of bytes that are not as they were written. */
  public enum Kind {
    /** The end of a write that was never finished; it was set aside and cut off. */
    TORN_TAIL,
    /** Damage in what had been written, and all that lies behind it; set aside and cut off. */
    DAMAGE,
    /** Damage before the snapshot from which the document goes on; it limits undo, and stays. */
    BEFORE_SNAPSHOT
  }

  /**
   * Bytes that are not as they were written.
   *
   * @param kind what they are
   * @param file the name of the file
   * @param offsetBytes where they begin
   * @param sizeBytes how many they are
   * @param readableRecords the numbers of the records among them that can still be read, first and
   *     last
   * @param setAsideFile the name of the file that holds them now, if they were set aside
   */
  public record Loss(
      Kind kind,
      String file,
      long offsetBytes,
      long sizeBytes,
      Optional<RecordRange> readableRecords,
      Optional<String> setAsideFile) {}

  /** Record numbers, both included. */
  public record RecordRange(long first, long last) {}

  /** The same, and these texts are lost. */
  RecoveryReport withLostSources(List<String> ids) {
    return new RecoveryReport(firstNumber, lastNumber, bytesRead, losses, damagedSnapshots, ids);
  }

  /** Whether all was as it had been written. */
  public boolean isClean() {
    return losses.isEmpty() && damagedSnapshots.isEmpty() && lostSources.isEmpty();
  }

  /** How many records can be used. */
  public long recordCount() {
    return lastNumber - firstNumber + 1;
  }

  /** How many bytes were set aside. */
  public long setAsideBytes() {
    return losses.stream()
        .filter(loss -> loss.setAsideFile().isPresent())
        .mapToLong(Loss::sizeBytes)
        .sum();
  }

  /**
   * The report in lines for people; none if all was well.
   *
   * @param undoDepth how many steps can be undone
   */
  public List<String> lines(int undoDepth) {
    List<String> lines = new ArrayList<>();
    if (isClean()) {
      return lines;
    }
    lines.add(
        "journal: %d records read, %d bytes set aside, %d steps can be undone"
            .formatted(recordCount(), setAsideBytes(), undoDepth));
    for (Loss loss : losses) {
      lines.add(words(loss));
    }
    damagedSnapshots.forEach(file -> lines.add("  " + file + ": damaged and not used"));
    lostSources.forEach(id -> lines.add("  " + id + ".source: gone or damaged"));
    return lines;
  }

  private static String words(Loss loss) {
    String what =
        switch (loss.kind()) {
          case TORN_TAIL -> "a write that was never finished";
          case DAMAGE -> "damage";
          case BEFORE_SNAPSHOT -> "damage before the snapshot";
        };
    String records =
        loss.readableRecords()
            .map(span -> ", holds records %d to %d".formatted(span.first(), span.last()))
            .orElse("");
    String kept = loss.setAsideFile().map(name -> ", kept as " + name).orElse("");
    return "  %s, byte %d: %s, %d bytes%s%s"
        .formatted(loss.file(), loss.offsetBytes(), what, loss.sizeBytes(), records, kept);
  }
}
