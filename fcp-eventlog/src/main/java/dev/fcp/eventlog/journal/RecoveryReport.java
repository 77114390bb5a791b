package dev.fcp.eventlog.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of recovering a journal when it was opened (JN-9).
 *
 * @param firstNumber the number of the oldest usable record
 * @param lastNumber the number of the newest usable record; one less than the first if there is
 *     none
 * @param bytesRead the number of bytes of records that were read
 * @param losses the damaged parts, in the order of the files
 * @param damagedSnapshots the files of damaged snapshots, which were not used
 * @param lostSources the ids of missing or damaged sources to which records refer; formatting that
 *     only they contained, such as white space, is lost
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

  /** The kinds of damage. */
  public enum Kind {
    /** An incomplete write at the end of the journal; it was set aside and truncated. */
    TORN_TAIL,
    /** Damaged records and everything after them; set aside and truncated. */
    DAMAGE,
    /**
     * Damage before the snapshot from which the document is loaded; it limits undo, and stays in
     * the file until {@link FileJournal#setDamageAside}.
     */
    BEFORE_SNAPSHOT
  }

  /**
   * A damaged part of a file.
   *
   * @param kind the kind of damage
   * @param file the name of the file
   * @param offsetBytes its offset in the file
   * @param sizeBytes its size
   * @param readableRecords the numbers of the records in it that can still be read, if there are
   *     any
   * @param setAsideFile the name of the file that now contains it, if it was set aside
   */
  public record Loss(
      Kind kind,
      String file,
      long offsetBytes,
      long sizeBytes,
      Optional<RecordRange> readableRecords,
      Optional<String> setAsideFile) {

    private Loss inPlace() {
      return new Loss(kind, file, offsetBytes, sizeBytes, readableRecords, Optional.empty());
    }
  }

  /** A range of record numbers, both inclusive. */
  public record RecordRange(long first, long last) {}

  /**
   * The same report with lost sources.
   *
   * @param isInPlace whether the journal is only read, so that nothing is set aside
   */
  RecoveryReport with(List<String> lostSources, boolean isInPlace) {
    List<Loss> found = isInPlace ? losses.stream().map(Loss::inPlace).toList() : losses;
    return new RecoveryReport(
        firstNumber, lastNumber, bytesRead, found, damagedSnapshots, lostSources);
  }

  /** Whether the journal was undamaged. */
  public boolean isClean() {
    return losses.isEmpty() && damagedSnapshots.isEmpty() && lostSources.isEmpty();
  }

  /**
   * Whether records were lost that may have said which version the file of the document contains.
   * An unfinished write at the end contains none: the file is saved only after the record of the
   * save was forced.
   */
  public boolean mayHaveLostSaves() {
    return losses.stream().anyMatch(loss -> loss.kind() == Kind.DAMAGE);
  }

  /** The number of usable records. */
  public long recordCount() {
    return lastNumber - firstNumber + 1;
  }

  /** The number of bytes that were set aside. */
  public long setAsideBytes() {
    return losses.stream()
        .filter(loss -> loss.setAsideFile().isPresent())
        .mapToLong(Loss::sizeBytes)
        .sum();
  }

  /**
   * The report as lines of text; empty if the journal was undamaged.
   *
   * @param undoDepth the number of steps that can be undone
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
